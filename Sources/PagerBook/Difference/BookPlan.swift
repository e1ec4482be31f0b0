internal import PagerModel

/// The parsed and validated content of a book, before it is converted to commands.
struct BookPlan {
    /// A controller of the book. Other parts of the plan refer to it by its index in `controllers`.
    struct Controller {
        var kind: String
        /// The controller's id: the id in the book, or else an id that is derived later. Nil until
        /// an id has been derived.
        var id: String?
        /// The text from which an id is derived if the controller has no id in the book.
        var wish = ""
        var options: [Value.Member] = []
        /// The controller's settings in the book, such as `paused` of a pager. A setting is a value
        /// that is not an option: a separate command applies it, after the commands that set the
        /// lists and slots of controllers. The values have the types that the controller's kind
        /// declares.
        var settings: [Value.Member] = []
        var view = ViewProperties()
        var origin: Origin
        /// Whether this controller is a warning: a page that describes a mistake in the book, and
        /// is shown in place of the page that contains the mistake.
        var isWarning = false
        /// The conditions under which the controller is among the pages of its container, and how
        /// long it stays on screen.
        var timing = PageTiming()
    }

    /// The properties of a view, with or without a controller.
    struct ViewProperties {
        /// The parameters of `view.set`, except `view`.
        var params: [Value.Member] = []
        /// The subviews from back to front. Nil if the book does not list them.
        var subviews: [Subview]?
        /// Whether the controller is an added child whose view is not added to its parent's view.
        var isDetached = false
        /// Whether the book requests that the view is loaded even if the view is not shown.
        var isLoaded = false
        var origin = Origin()
    }

    struct PlainView {
        var id: String?
        var properties = ViewProperties()
    }

    /// An entry in a list of subviews.
    enum Subview {
        /// A view without a controller. The associated value is the view's index in `plainViews`.
        case plain(Int)
        /// The view of a controller. The associated value is the id of this controller in the book.
        case controller(String)
    }

    /// A group of controllers that belong to one controller of the book: its list (such as
    /// `pages`), the controllers in its slots, or its added children.
    struct List {
        var owner: Int
        var members: [Int]
        /// The name of the list in the book, such as `stack`. The command's parameter may have a
        /// different name.
        var name: String
        /// The declaration of the list or slots, as given by the owner's controller kind. Nil for a
        /// group of added children.
        var contents: BookContents?
        var selection: Selection?
    }

    /// The selected member of a list, as the book gives it.
    enum Selection {
        case index(Int)
        case id(String)
    }

    struct Window {
        var id: String?
        var size: Value?
        var safeAreaInsets: Insets?
        var root: Int?
        var origin: Origin
    }

    struct Presentation {
        var controller: Int
        /// The members of the presentation in the book, such as `from`, `style` and `transition`,
        /// with their values as written.
        var params: [Value.Member]
        var origin: Origin
    }

    let vocabulary: BookVocabulary
    var styles: [(params: Value, origin: Origin)] = []
    var windows: [Window] = []
    var controllers: [Controller] = []
    /// The groups of controllers, such as the pages of a pager. The groups of inner controllers
    /// come before those of outer ones.
    var lists: [List] = []
    var presentations: [Presentation] = []
    var plainViews: [PlainView] = []
    /// The views that have neither a controller nor a superview, as indexes in `plainViews`.
    var viewsWithoutSuperview: [Int] = []
    /// The ids of the controllers in lists of subviews, each with the document path of the list's
    /// element that contains the id.
    var placed: TextDictionary<String> = [:]
    /// The folders that contain the files of the book's pages.
    var folders: TextSet = []
    /// The ids that the book gives, each with its path in the document.
    var chosen: TextDictionary<String> = [:]

    init(_ vocabulary: BookVocabulary) {
        self.vocabulary = vocabulary
    }

    /// Returns the list or slots of a controller in the book. Returns nil if the book gives the
    /// controller neither.
    func contents(of owner: String) -> List? {
        lists.first { $0.contents != nil && id($0.owner) == owner }
    }

    /// The superviews of controllers' views, for controllers in the book's lists of subviews. The
    /// key is the id of a controller. The value is the id of the controller or view that has the
    /// list.
    var superviewsOfControllers: TextDictionary<String> {
        let lists =
            controllers.map { ($0.id, $0.view.subviews) }
            + plainViews.map { ($0.id, $0.properties.subviews) }
        var superviews: TextDictionary<String> = [:]
        for (owner, subviews) in lists {
            for case .controller(let id) in subviews ?? [] { superviews[id] = owner }
        }
        return superviews
    }

    /// Assigns ids to all windows, controllers and views without an id, in the order of the book,
    /// so that the result is deterministic.
    mutating func nameAll() {
        var names = DerivedNames(taken: TextSet(chosen.keys))
        for index in windows.indices where windows[index].id == nil {
            windows[index].id = names.assign("main", else: "window")
        }
        for index in controllers.indices where controllers[index].id == nil {
            let kind = controllers[index].kind
            controllers[index].id = names.assign(
                controllers[index].wish, kind == Kinds.plain ? "" : kind, else: Kinds.plainID)
        }
        for index in plainViews.indices where plainViews[index].id == nil {
            plainViews[index].id = names.assign("view", else: "view")
        }
    }
}

/// The part of a book (an object of the document, or a file) from which a command was made. Error
/// messages refer to this part.
struct Origin: Sendable {
    /// The document path of the object from which the command's params are taken.
    var path = ""
    /// A map from the names of the command's params to the names of the document's members. It
    /// contains only params for which these names differ.
    var renamed: TextDictionary<String> = [:]
    /// The path of the file from which the command was made, if the book is a folder. For the
    /// window and the pager, the path of the folder. Nil if the book is a document.
    var file: String?
}
