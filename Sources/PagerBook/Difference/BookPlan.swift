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

    /// The superviews of the views in the book's lists of subviews. The key is the id of a view or
    /// of its controller. The value is the id of the controller or view that has the list.
    var superviews: TextDictionary<String> {
        let lists =
            controllers.map { ($0.id, $0.view.subviews) }
            + plainViews.map { ($0.id, $0.properties.subviews) }
        var superviews: TextDictionary<String> = [:]
        for (owner, subviews) in lists {
            for subview in subviews ?? [] { superviews[id(of: subview)] = owner }
        }
        return superviews
    }

    func id(of subview: Subview) -> String {
        switch subview {
        case .plain(let index): plainViews[index].id ?? ""
        case .controller(let id): id
        }
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

extension BookPlan {
    typealias Step = (command: BatchedCommand, origin: Origin)

    /// Returns the commands that create everything in the book. Each command comes after those that
    /// it depends on: styles, windows, controllers, lists (inner ones first), roots of windows,
    /// presentations. Therefore a controller is complete before it appears.
    ///
    /// Every window, controller and view must already have an id; see `nameAll()`.
    func steps() -> [Step] {
        var steps: [Step] = styles.map { style in
            Self.step(TransitionDefine.method, style.params.members ?? [], style.origin)
        }
        for window in windows {
            let size = window.size.map { [Value.Member("size", $0)] } ?? []
            steps.append(
                Self.step(
                    WindowCreate.method, [.init("id", .string(window.id ?? ""))] + size,
                    window.origin))
            if let insets = window.safeAreaInsets { steps.append(window.covering(insets)) }
        }
        for controller in controllers { steps.append(step(controller)) }
        for list in lists { steps += self.steps(list) }
        for controller in controllers { steps += settings(of: controller, in: nil) }
        for window in windows {
            guard let root = window.root else { continue }
            steps.append(
                Self.step(
                    WindowSetRoot.method,
                    [
                        .init("id", .string(window.id ?? "")),
                        .init("controller", .string(id(root))),
                    ],
                    controllers[root].origin))
        }
        var views = ViewPlan(self)
        views.placeUnpresented()
        steps += views.takeSteps()
        var pages = ContextPages(self)
        for presentation in presentations {
            steps += pages.show(for: presentation)
            steps.append(step(presentation))
            views.place(familyOf: presentation.controller)
            steps += views.takeSteps()
        }
        return steps + pages.restore()
    }

    /// Returns the id of a controller.
    func id(_ controller: Int) -> String { controllers[controller].id ?? "" }

    func step(_ controller: Controller) -> Step {
        Self.step(
            ControllerCreate.method,
            [
                .init("id", .string(controller.id ?? "")), .init("kind", .string(controller.kind)),
            ] + controller.options, controller.origin)
    }

    func step(_ presentation: Presentation) -> Step {
        Self.step(
            ModalPresent.method,
            presentation.params + [
                .init("controller", .string(id(presentation.controller))),
                // A second presentation cannot begin while the first one is animated.
                .init("animated", false),
            ], presentation.origin)
    }

    static func step(
        _ method: String, _ params: [Value.Member], _ origin: Origin
    ) -> Step {
        var command = BatchedCommand()
        command.method = method
        command.params = .object(params)
        return (command, origin)
    }

    func steps(_ list: List) -> [Step] {
        steps(list, members: list.members.map(id), selection: list.selection)
    }

    /// Returns the commands for a list of the book. If the list is the contents of a container,
    /// returns one command, which sets the contents to `members` and `selection`. Otherwise returns
    /// the commands that add the children in `list`, and ignores `members` and `selection`.
    func steps(_ list: List, members: [String], selection: Selection?) -> [Step] {
        guard let contents = list.contents else {
            return list.members.flatMap { contain($0, in: list.owner) }
        }
        var origin = controllers[list.owner].origin
        for name in [contents.index, contents.selected].compactMap(\.self) {
            origin.renamed[name] = BookForm.selected
        }
        if contents.form == .list { origin.renamed[contents.members[0]] = list.name }
        return [
            Self.step(contents, members, selection, of: id(list.owner), origin)
        ]
    }

    /// Returns the command that sets the contents of a controller.
    static func step(
        _ contents: BookContents, _ members: [String], _ selection: Selection? = nil,
        of owner: String, _ origin: Origin = Origin()
    ) -> Step {
        var params = [Value.Member("id", .string(owner))]
        switch contents.form {
        case .list:
            params.append(.init(contents.members[0], .array(members.map { .string($0) })))
        case .slots:
            for (number, slot) in contents.members.enumerated() {
                let member = members.indices.contains(number) ? members[number] : nil
                params.append(.init(slot, member.map { .string($0) } ?? .null))
            }
            let further = members.dropFirst(contents.members.count)
            params += zip(contents.furtherMembers, further).map { .init($0, .string($1)) }
        }
        params += Self.params(contents, selection, among: members)
        params += contents.params.members ?? []
        return step(contents.method, params, origin)
    }

    private static func params(
        _ contents: BookContents, _ selection: Selection?, among members: [String]
    ) -> [Value.Member] {
        guard let index = contents.index else { return [] }
        switch selection {
        case nil: return []
        case .index(let selected): return [.init(index, .integer(selected))]
        case .id(let id):
            if let selected = contents.selected { return [.init(selected, .string(id))] }
            return members.firstIndex(of: id).map { [.init(index, .integer($0))] } ?? []
        }
    }

    /// Returns the commands that add a child to a parent as a UIKit container does: `addChild`,
    /// `addSubview`, `didMove`. Omits `addSubview` if the child's view is added later or has no
    /// superview in the book.
    func contain(_ child: Int, in owner: Int) -> [Step] {
        let origin = controllers[child].origin
        // A view in a list of subviews is added with that list. If the owner has a list or slots,
        // the views of added children are added later, in front of the other views.
        let addsView =
            placed[id(child)] == nil && !controllers[child].view.isDetached
            && vocabulary[controllers[owner].kind].contents == nil
        let (child, parent) = (Value.string(id(child)), Value.string(id(owner)))
        var steps = [
            Self.step(
                ControllerAddChild.method, [.init("parent", parent), .init("child", child)], origin)
        ]
        if addsView {
            steps.append(
                Self.step(
                    ViewAddSubview.method, [.init("view", child), .init("to", parent)], origin))
        }
        steps.append(
            Self.step(
                ControllerDidMove.method, [.init("id", child), .init("parent", parent)], origin))
        return steps
    }

    /// Returns the commands that apply a controller's settings, such as `paused`. Use them after
    /// the command that sets the controller's contents.
    ///
    /// - Parameter running: The controller's record in the daemon. Settings that are the same in
    ///   this record need no command. If nil, settings that have their default need no command.
    func settings(of controller: Controller, in running: ControllerRecord?) -> [Step] {
        let owner = Value.Member("id", .string(controller.id ?? ""))
        return vocabulary[controller.kind].settings.compactMap { setting in
            let name = setting.field.name
            let wanted = setting.complete(controller.settings[name])
            if wanted == setting.complete(running?.ofKind[name]) { return nil }
            guard let param = setting.param else {
                let method = wanted == true ? setting.method : setting.reset ?? ""
                return Self.step(method, [owner], controller.origin)
            }
            var origin = controller.origin
            origin.renamed[param] = name
            return Self.step(setting.method, [owner, .init(param, wanted)], origin)
        }
    }
}

extension BookPlan.Window {
    /// Returns the command that sets the window's safe area insets.
    func covering(_ insets: Insets) -> BookPlan.Step {
        BookPlan.step(
            WindowSetSafeAreaInsets.method,
            [.init("id", .string(id ?? "")), .init("insets", Value(insets))], origin)
    }
}
