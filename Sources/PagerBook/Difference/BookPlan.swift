internal import PagerModel

/// What a book says, read and checked but not yet in the order of commands.
struct BookPlan {
    /// A controller of the book; others name it by its index.
    struct Controller {
        var kind: String
        /// The chosen id, else nil until all chosen ones are known.
        var id: String?
        /// What an id is made from where none is chosen.
        var wish = ""
        var options: [Value.Member] = []
        /// What commands set after the contents, in the forms of its declaration.
        var settings: [Value.Member] = []
        var view = ViewProperties()
        var origin: Origin
    }

    /// What a book says of a view, a controller's or a plain one.
    struct ViewProperties {
        /// Parameters of `view.set`, without the view.
        var params: [Value.Member] = []
        /// Back to front; nil where the book does not say.
        var subviews: [Subview]?
        /// Whether the parent does not add the view of this child.
        var isDetached = false
        /// Whether the view is loaded although nothing shows it.
        var isLoaded = false
        var origin = Origin()
    }

    struct PlainView {
        var id: String?
        var properties = ViewProperties()
    }

    /// One of the subviews that a book lists.
    enum Subview {
        /// An index of `plainViews`.
        case plain(Int)
        /// The id of a controller of the book.
        case controller(String)
    }

    /// The contents of a controller, or the children that a client adds to it.
    struct List {
        var owner: Int
        var members: [Int]
        /// As the book names it: `stack`, where the command has another name.
        var name: String
        /// Nil for children.
        var contents: BookContents?
        var selection: Selection?
    }

    /// Which of the contents is selected, as the book says it.
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
        /// `from`, `style`, `transition`... as they are written.
        var params: [Value.Member]
        var origin: Origin
    }

    let vocabulary: BookVocabulary
    var styles: [(params: Value, origin: Origin)] = []
    var windows: [Window] = []
    var controllers: [Controller] = []
    /// The inner ones before those around them.
    var lists: [List] = []
    var presentations: [Presentation] = []
    var plainViews: [PlainView] = []
    /// Plain views that lie in no other view.
    var looseViews: [Int] = []
    /// Controllers whose views a list of subviews names, and where.
    var placed: TextDictionary<String> = [:]
    /// The folders that pages come from.
    var folders: TextSet = []
    /// Chosen ids, and where.
    var chosen: TextDictionary<String> = [:]

    init(_ vocabulary: BookVocabulary) {
        self.vocabulary = vocabulary
    }

    /// The contents that the book gives a controller, nil where that is nothing.
    func contents(of owner: String) -> List? {
        lists.first { $0.contents != nil && id($0.owner) == owner }
    }

    /// By controllers that lists of subviews name, the ids of the views that have those lists.
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

    /// Gives an id to everything that has none; in the order of the book, so that it always comes
    /// out the same.
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

/// Where in its sources a command of a book comes from.
struct Origin: Sendable {
    /// The path in the document of what the command's params are made of.
    var path = ""
    /// Params whose member in the document has another name.
    var renamed: TextDictionary<String> = [:]
    /// The file of a folder, where there is no document.
    var file: String?
}
