internal import PagerModel

/// A parser that converts the document of a book to a plan.
struct BookReader {
    let document: Document
    var files: PageFiles
    var plan: BookPlan
    /// The mistakes found so far. The book shows a warning in place of each page that has a
    /// mistake. If nil, the reader throws an error at the first mistake.
    var warnings: PageWarnings?

    init(
        _ document: Document, _ folder: Folder, _ vocabulary: BookVocabulary,
        warning warnings: PageWarnings? = nil
    ) {
        self.document = document
        self.warnings = warnings
        plan = BookPlan(vocabulary)
        files = PageFiles(folder)
    }

    private static let names =
        ["window", "windows"] + rootNames + ["controllers", "views", "present", "styles", theme]
    /// The names of the members that define a window's root controller: the first name is for any
    /// kind, the second for a pager.
    private static let rootNames = ["root", Kinds.ofFolders]

    /// Reads the document into `plan`.
    ///
    /// - Throws: `DocumentProblem` with the position of the first mistake.
    mutating func read() throws(DocumentProblem) {
        let book = document.root
        guard book.value.members != nil else {
            throw document.problem(
                "",
                "a book is an object with \(Kinds.ofFolders), root or windows, not \(book.value.typeName); to "
                    + "show files, name the folder that they are in")
        }
        try document.check(book, is: "a book", with: Self.names)
        if let styles = book["styles"] {
            for style in try document.elements(styles, of: "styles") { try readStyle(style) }
        }
        try readWindows(book)
        for root in plan.windows.compactMap(\.root) {
            var controller = plan.controllers[root]
            try readTheme(of: book, &controller)
            plan.controllers[root] = controller
        }
        if let spare = book["controllers"] {
            for node in try document.elements(spare, of: "controllers") {
                _ = try readController(node)
            }
        }
        if let views = book["views"] {
            for node in try document.elements(views, of: "views") {
                plan.viewsWithoutSuperview.append(try readPlainView(node))
            }
        }
        if let present = book["present"] {
            for node in try document.elements(present, of: "presentations") {
                try readPresentation(node)
            }
        }
        plan.folders = files.folders
        plan.nameAll()
        try writePlaylists()
        try checkPresenters()
        try checkSubviews()
        try checkSelections()
    }

    private mutating func readStyle(_ node: DocumentNode) throws(DocumentProblem) {
        try document.check(
            node, is: "a style", with: TransitionStyle.declaration.map(\.name))
        _ = try document.read(TransitionStyle.self, node)
        plan.styles.append((node.value, Origin(path: node.path)))
    }

    private mutating func readWindows(_ book: DocumentNode) throws(DocumentProblem) {
        guard let windows = book["windows"] else {
            guard (["window"] + Self.rootNames).contains(where: { book[$0] != nil }) else {
                throw document.problem(
                    "",
                    "this book shows nothing; add a \(Kinds.ofFolders), a root or windows")
            }
            guard let window = book["window"] else {
                return try readWindow(DocumentNode(value: .object([]), path: ""), rootsIn: [book])
            }
            return try readWindow(window, rootsIn: [window, book])
        }
        for name in ["window"] + Self.rootNames where book[name] != nil {
            throw document.problem(
                name, "\(name) is not allowed beside windows; move it into one of them")
        }
        for node in try document.elements(windows, of: "windows") {
            try readWindow(node, rootsIn: [node])
        }
    }

    /// Reads a window.
    ///
    /// - Parameter places: The objects that may define the window's root controller: the window
    ///   itself and, in a book without the list `windows`, the book.
    private mutating func readWindow(
        _ node: DocumentNode, rootsIn places: [DocumentNode]
    ) throws(DocumentProblem) {
        try document.check(
            node, is: "a window", with: ["id", "size", "safeAreaInsets"] + Self.rootNames)
        var window = BookPlan.Window(origin: Origin(path: node.path))
        window.id = try readIdentifier(node)
        if let size = node["size"] {
            try document.check(size, is: "a size", with: ["width", "height"])
            _ = try document.read(Size.self, size)
            window.size = size.value
        }
        if let insets = node["safeAreaInsets"] {
            try document.check(insets, is: "insets", with: ["top", "left", "bottom", "right"])
            window.safeAreaInsets = try document.read(Insets.self, insets)
        }
        var roots: [(name: String, node: DocumentNode)] = []
        for place in places {
            for name in Self.rootNames {
                if let root = place[name] { roots.append((name, root)) }
            }
        }
        guard roots.count <= 1 else {
            throw document.problem(
                roots[1].node.path, "a window has one root; there is also \(roots[0].node.path)")
        }
        let index = plan.windows.count
        plan.windows.append(window)
        guard let (name, root) = roots.first else { return }
        plan.windows[index].root = try readController(
            root, kind: name == Kinds.ofFolders ? name : nil)
    }

    /// Reads the id of a window, controller or view. Returns nil if the book gives none.
    ///
    /// - Throws: `DocumentProblem` if the id is invalid or already used.
    mutating func readIdentifier(_ node: DocumentNode) throws(DocumentProblem) -> String? {
        guard let member = node["id"] else { return nil }
        let id = try document.read(Identifier.self, member).text
        if let other = plan.chosen[id] {
            let line = document.place(of: other).line
            throw document.problem(
                member.path,
                "the id \(id) is already used in line \(line); windows, controllers and views "
                    + "need different ids")
        }
        plan.chosen[id] = member.path
        return id
    }

    private mutating func readPresentation(_ node: DocumentNode) throws(DocumentProblem) {
        let names = ["from", "controller", "style", "transition", "removesPresentersView"]
        try document.check(node, is: "a presentation", with: names)
        guard let from = node["from"], let presented = node["controller"] else {
            throw document.problem(
                node.path,
                "a presentation needs from, the id of the presenter, and controller, the "
                    + "controller to present")
        }
        _ = try document.read(Identifier.self, from)
        if let style = node["style"] { _ = try document.read(PresentationStyle.self, style) }
        if let style = node["transition"] { _ = try document.read(String.self, style) }
        if let flag = node["removesPresentersView"] { _ = try document.read(Bool.self, flag) }
        let controller = try readController(presented)
        plan.presentations.append(
            .init(
                controller: controller,
                params: (node.value.members ?? []).filter { $0.name != "controller" },
                origin: Origin(path: node.path)))
    }
}

extension BookReader {
    /// Checks that the presenter of each presentation is in the book and presents only one
    /// controller. For a second presentation, the engine would only log a message, and at the start
    /// of a daemon this message would not be visible.
    private func checkPresenters() throws(DocumentProblem) {
        let ids = TextSet(plan.controllers.compactMap(\.id))
        var presented: TextSet = []
        for presentation in plan.presentations {
            let path = joined(presentation.origin.path, "from")
            let from = presentation.params.first { $0.name == "from" }?.value.string ?? ""
            guard ids.contains(from) else {
                throw document.problem(
                    path, "this book has no controller \(quoted(from))")
            }
            guard presented.insert(from) else {
                throw document.problem(
                    path,
                    "\(from) already presents a controller; present this one from that controller")
            }
        }
    }
}
