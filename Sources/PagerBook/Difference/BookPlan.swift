internal import PagerModel

/// The parsed and validated content of a book, not yet in the order of commands.
struct BookPlan {
    /// A controller of the book, which others reference by index.
    struct Controller {
        var kind: String
        /// The id. If the book gives none, nil until an id is derived.
        var id: String?
        /// The text from which an id is derived if none is chosen.
        var wish = ""
        var options: [Value.Member] = []
        /// The settings that commands apply after the contents, with values of their declared
        /// types.
        var settings: [Value.Member] = []
        var view = ViewProperties()
        var origin: Origin
        /// Whether the controller shows a mistake in place of a page.
        var isWarning = false
        /// The conditions under which the controller is among the pages of its container, and its
        /// time on screen.
        var airing = Airing()
    }

    /// The properties of a view, with or without a controller.
    struct ViewProperties {
        /// The parameters of `view.set` without the view.
        var params: [Value.Member] = []
        /// The subviews from back to front. Nil if the book does not list them.
        var subviews: [Subview]?
        /// Whether the view of this child is not added to its parent's view.
        var isDetached = false
        /// Whether the view is loaded without being shown.
        var isLoaded = false
        var origin = Origin()
    }

    struct PlainView {
        var id: String?
        var properties = ViewProperties()
    }

    /// An entry in a list of subviews.
    enum Subview {
        /// A view without a controller, as an index of `plainViews`.
        case plain(Int)
        /// The id of a controller of the book.
        case controller(String)
    }

    /// The contents of a controller, or its added children.
    struct List {
        var owner: Int
        var members: [Int]
        /// The name of the list in the book, such as `stack`. The command's parameter may have
        /// another name.
        var name: String
        /// The contents of the kind. Nil for added children.
        var contents: BookContents?
        var selection: Selection?
    }

    /// The selection as the book gives it.
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
        /// The members `from`, `style`, `transition` and so on, as written.
        var params: [Value.Member]
        var origin: Origin
    }

    let vocabulary: BookVocabulary
    var styles: [(params: Value, origin: Origin)] = []
    var windows: [Window] = []
    var controllers: [Controller] = []
    /// The lists, inner ones before outer ones.
    var lists: [List] = []
    var presentations: [Presentation] = []
    var plainViews: [PlainView] = []
    /// The views without a controller that have no superview.
    var looseViews: [Int] = []
    /// The controllers whose views are in lists of subviews, with the paths of the entries.
    var placed: TextDictionary<String> = [:]
    /// The folders that contain files of pages.
    var folders: TextSet = []
    /// The chosen ids with their paths.
    var chosen: TextDictionary<String> = [:]

    init(_ vocabulary: BookVocabulary) {
        self.vocabulary = vocabulary
    }

    /// Returns the contents of a controller in the book, or nil if it has none.
    func contents(of owner: String) -> List? {
        lists.first { $0.contents != nil && id($0.owner) == owner }
    }

    /// For each controller in a list of subviews, the id of the view with this list.
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

    /// Assigns ids to all records without one, in the order of the book, so that the result is
    /// deterministic.
    mutating func nameAll() {
        var names = DerivedNames(taken: TextSet(chosen.keys))
        for index in windows.indices where windows[index].id == nil {
            windows[index].id = names.assign("main", else: "window")
        }
        for index in controllers.indices where controllers[index].id == nil {
            let kind = controllers[index].kind
            controllers[index].id = names.assign(
                controllers[index].wish, else: kind == Kinds.plain ? Kinds.plainID : kind)
        }
        for index in plainViews.indices where plainViews[index].id == nil {
            plainViews[index].id = names.assign("view", else: "view")
        }
    }
}

/// The origin of a book's command.
struct Origin: Sendable {
    /// The path in the document of the command's params.
    var path = ""
    /// The names of members in the document by param, for params whose member has another name.
    var renamed: TextDictionary<String> = [:]
    /// The path of the command's file, for a book that is a folder without a document.
    var file: String?
}
