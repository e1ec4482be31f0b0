internal import PagerModel

/// Functions that read the properties of controllers' views, and views without controllers.
extension BookReader {
    /// The names of the properties of a view: the parameters of the command `view.set`, except
    /// `view`.
    static let properties = ViewSet.declaration.map(\.name).filter { $0 != "view" }

    /// Reads the member `view` of a controller: the properties of the controller's view.
    func readView(
        of node: DocumentNode, _ controller: inout BookPlan.Controller
    ) throws(DocumentProblem) {
        guard let view = node["view"] else { return }
        try document.check(view, is: "a view", with: Self.properties + ["loaded", "superview"])
        if let superview = view["superview"] {
            guard superview.value == .null else {
                throw document.problem(
                    superview.path,
                    "superview can only be null, for a child whose view is in no other view; to "
                        + "put the view into another one, name it in that view's subviews")
            }
            controller.view.isDetached = true
        }
        if let loaded = view["loaded"] {
            controller.view.isLoaded = try document.read(Bool.self, loaded)
        }
        controller.view.params = try readProperties(view)
        controller.view.origin = Origin(path: view.path)
    }

    /// Reads the member `subviews` of a controller or view. Each element is the id of a controller,
    /// or an object that describes a view without a controller.
    mutating func readSubviews(_ node: DocumentNode) throws(DocumentProblem) -> [BookPlan.Subview]?
    {
        guard let list = node["subviews"] else { return nil }
        var subviews: [BookPlan.Subview] = []
        for element in try document.elements(list, of: "views") {
            guard case .string(let id) = element.value else {
                subviews.append(.plain(try readPlainView(element)))
                continue
            }
            _ = try document.read(Identifier.self, element)
            guard plan.placed.updateValue(element.path, forKey: id) == nil else {
                throw document.problem(
                    element.path, "the view of \(id) is already in another list of subviews")
            }
            subviews.append(.controller(id))
        }
        return subviews
    }

    /// Reads a view without a controller, and the view's subviews. Returns the view's index in
    /// `plan.plainViews`.
    mutating func readPlainView(_ node: DocumentNode) throws(DocumentProblem) -> Int {
        try document.check(node, is: "a view", with: ["id"] + Self.properties + ["subviews"])
        let index = plan.plainViews.count
        var view = BookPlan.PlainView(id: try readIdentifier(node))
        view.properties.params = try readProperties(node)
        view.properties.origin = Origin(path: node.path)
        plan.plainViews.append(view)
        plan.plainViews[index].properties.subviews = try readSubviews(node)
        return index
    }

    private func readProperties(_ node: DocumentNode) throws(DocumentProblem) -> [Value.Member] {
        let params = (node.value.members ?? []).filter { Self.properties.contains($0.name) }
        do {
            _ = try ViewSet(reading: params + [.init("view", "view")])
        } catch {
            throw document.problem(error, in: node)
        }
        return params
    }

    /// Reads a controller's settings, such as `paused` of a pager. A setting is not an option of
    /// the controller: a separate command sets it.
    func readSettings(_ node: DocumentNode, _ shape: KindShape) throws(DocumentProblem) -> [Value
        .Member]
    {
        var settings: [Value.Member] = []
        for field in shape.settings.map(\.field) {
            guard let setting = node[field.name] else { continue }
            do {
                settings.append(.init(field.name, try field.schema.read(setting.value)))
            } catch {
                throw document.problem(error, in: setting)
            }
        }
        return settings
    }

    /// Checks that each id in a list of subviews is the id of a controller of the book whose view
    /// can be there.
    func checkSubviews() throws(DocumentProblem) {
        let indexes = TextDictionary(
            plan.controllers.enumerated().map { ($1.id ?? "", $0) }, uniquingKeysWith: { $1 })
        let superviews = superviews(indexes)
        // The views that have an outermost superview.
        var sound: Set<AnyView> = []
        for (id, path) in plan.placed.sorted(by: { $0.value < $1.value }) {
            guard let own = indexes[id] else {
                throw document.problem(path, "this book has no controller \(quoted(id))")
            }
            var seen: Set<AnyView> = []
            var outer: AnyView? = .controller(own)
            while let view = outer, !sound.contains(view), seen.insert(view).inserted {
                outer = superviews[view]
            }
            if let outer, !sound.contains(outer) {
                // Of the views that are inside each other, the first is reported.
                guard outer == .controller(own) else { continue }
                throw document.problem(
                    path,
                    "the view of \(id) cannot be a subview of itself, or of a view that is inside it"
                )
            }
            sound.formUnion(seen)
        }
    }

    /// A view with or without a controller, by its index in the plan.
    private enum AnyView: Hashable {
        case controller(Int)
        case plain(Int)
    }

    /// Returns the view in which each view of the book lies: the one that lists it, or else that of
    /// the controller that contains its controller.
    ///
    /// - Parameter indexes: The indexes of the controllers with an id.
    private func superviews(_ indexes: TextDictionary<Int>) -> [AnyView: AnyView] {
        var superviews: [AnyView: AnyView] = [:]
        for list in plan.lists {
            for member in list.members {
                superviews[.controller(member)] = .controller(list.owner)
            }
        }
        func place(_ subviews: [BookPlan.Subview]?, in view: AnyView) {
            for subview in subviews ?? [] {
                switch subview {
                case .plain(let index): superviews[.plain(index)] = view
                case .controller(let id):
                    if let index = indexes[id] { superviews[.controller(index)] = view }
                }
            }
        }
        for (index, controller) in plan.controllers.enumerated() {
            place(controller.view.subviews, in: .controller(index))
        }
        for (index, view) in plan.plainViews.enumerated() {
            place(view.properties.subviews, in: .plain(index))
        }
        return superviews
    }
}

extension BookReader {
    /// The name of the member that sets the theme of a book or a controller.
    static let theme = "theme"

    /// Reads the theme of a book or a controller and adds it to the content of `controller`, where
    /// the viewer finds it. The theme also applies to everything inside the controller.
    func readTheme(
        of node: DocumentNode, _ controller: inout BookPlan.Controller
    ) throws(DocumentProblem) {
        if let theme = node[Self.theme] { try readTheme(theme, &controller) }
    }

    /// Reads a theme and adds it to the content of a controller, unless the content already has a
    /// theme.
    func readTheme(
        _ theme: DocumentNode, _ controller: inout BookPlan.Controller
    ) throws(DocumentProblem) {
        try checkTheme(theme)
        let index = controller.options.firstIndex { $0.name == "content" }
        let content = index.map { controller.options[$0].value } ?? .object([])
        guard case .object(var members) = content == .null ? .object([]) : content else {
            throw document.problem(
                theme.path,
                "a page with a theme needs a content that is an object, not \(content.typeName)")
        }
        // A page's own theme takes precedence over that of its book.
        if content[Self.theme] != nil { return }
        members.append(.init(Self.theme, theme.value))
        let option = Value.Member("content", .object(members))
        if let index {
            controller.options[index] = option
        } else {
            controller.options.append(option)
        }
    }

    private func checkTheme(_ theme: DocumentNode) throws(DocumentProblem) {
        if theme.value.string != nil {
            _ = try document.read(Theme.Base.self, theme)
            return
        }
        try document.check(theme, is: "a theme", with: Theme.declaration.map(\.name))
        if let colors = theme["colors"] {
            try document.check(colors, is: "colors", with: Theme.Colors.declaration.map(\.name))
        }
        _ = try document.read(Theme.self, theme)
        for name in ["logo", "picture"] {
            guard let picture = theme[name], let text = picture.value.string,
                !WebAddress.isWeb(text)
            else { continue }
            _ = try reference(to: text, picture)
        }
    }
}

/// The appearance of pages in the viewer: a built-in theme, and the properties that differ from it.
struct Theme: FieldObject {
    /// The built-in themes of the viewer.
    enum Base: String, FieldEnumeration { case plain, night, paper }
    enum Scheme: String, FieldEnumeration { case light, dark }
    enum Alignment: String, FieldEnumeration { case start, center }
    enum Fit: String, FieldEnumeration { case page, scroll }
    enum Side: String, FieldEnumeration { case left, right }

    /// The colours of a theme. Each value is a CSS colour.
    struct Colors: FieldObject {
        var background: String?
        var text: String?
        var muted: String?
        var accent: String?
        var line: String?
        var raised: String?

        mutating func visit(_ v: inout some FieldVisitor) {
            v.field("background", &background, "the colour behind pages")
            v.field("text", &text, "the colour of text and headings")
            v.field("muted", &muted, "the colour of quotations and table heads")
            v.field("accent", &accent, "the colour of links, bullets and selected tabs")
            v.field("line", &line, "the colour of lines in rules and tables")
            v.field("raised", &raised, "the colour behind code and of bars")
        }
    }

    var base: Base?
    var scheme: Scheme?
    var colors: Colors?
    var font: String?
    var headings: String?
    var code: String?
    var align: Alignment?
    var logo: String?
    var picture: String?
    var side: Side?
    var lang: String?
    var fit: Fit?
    var numbers: Bool?
    var progress: Bool?
    var incremental: Bool?

    mutating func visit(_ v: inout some FieldVisitor) {
        v.field("base", &base, "the built-in theme that this one changes")
        v.field("scheme", &scheme, "the colour scheme; null: that of the theme or the system")
        v.field("colors", &colors, "CSS colours")
        v.field("font", &font, "font names in order of preference")
        v.field("headings", &headings, "font names for headings")
        v.field("code", &code, "font names for code")
        v.field("align", &align, "the alignment of text; null: start")
        v.field("logo", &logo, "a picture in the corner: a path or an address")
        v.field("picture", &picture, "a picture behind text: a path or an address")
        v.field("side", &side, "the side of the text on which the picture is; null: behind it")
        v.field("lang", &lang, "the language of the text, such as de or en-GB")
        v.field("numbers", &numbers, "whether a page shows its number")
        v.field("progress", &progress, "whether a page has a bar that shows the progress")
        v.field("incremental", &incremental, "whether list items appear one after the other")
        v.field(
            "fit", &fit,
            "page: scaled to fit the page, the default; scroll: unscaled, with scrolling")
    }

    /// The schema of a theme: the name of a built-in theme, or an object.
    static var jsonSchema: Value {
        ["anyOf": [Base.schema.jsonSchema, schema.jsonSchema]]
    }
}
