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
    /// - Parameter objects: The objects that may define the window's root controller: the window
    ///   itself and, in a book without the list `windows`, the book.
    private mutating func readWindow(
        _ node: DocumentNode, rootsIn objects: [DocumentNode]
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
        for object in objects {
            for name in Self.rootNames {
                if let root = object[name] { roots.append((name, root)) }
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
            let line = document.position(of: other).line
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

extension BookReader {
    /// Reads a controller, including everything in it, from a file's name, a web address or an
    /// object. Returns the controller's index in the plan.
    ///
    /// - Parameter known: The kind that the name of the book's member implies, such as a pager for
    ///   the member `pager`. Nil if the name implies no kind.
    /// - Throws: `DocumentProblem` with the position of the first mistake.
    mutating func readController(
        _ node: DocumentNode, kind known: String? = nil
    ) throws(DocumentProblem) -> Int {
        var controller = BookPlan.Controller(
            kind: known ?? Kinds.plain, origin: Origin(path: node.path))
        if case .string(let text) = node.value, known == nil {
            try readShorthand(text, node, &controller)
            plan.controllers.append(controller)
            return plan.controllers.count - 1
        }
        guard node.value.members != nil else {
            throw document.problem(
                node.path,
                "a controller is a file's name, a web address or an object, not "
                    + node.value.typeName)
        }
        if let kind = node["kind"] {
            controller.kind = try document.read(String.self, kind)
            guard known == nil || known == controller.kind else {
                throw document.problem(
                    kind.path,
                    "under \(known ?? "") the kind must be \(known ?? ""); write root: for "
                        + "another kind")
            }
        }
        let shape = plan.vocabulary[controller.kind]
        try check(node, shape)
        controller.id = try readIdentifier(node)
        controller.options = (node.value.members ?? []).filter {
            !shape.structure.contains($0.name)
        }
        controller.wish = node["title"]?.value.string ?? ""
        if !shape.fileNames.isEmpty { try readContent(node, &controller) }
        try checkContent(node)
        try readTheme(of: node, &controller)
        controller.timing = try readTiming(node, ofKind: controller.kind)
        controller.settings = try readSettings(node, shape)
        try readView(of: node, &controller)
        let index = plan.controllers.count
        plan.controllers.append(controller)
        try readLists(node, shape, owner: index)
        plan.controllers[index].view.subviews = try readSubviews(node)
        return index
    }

    /// Checks the options of a controller as the engine would. The error for an unknown member
    /// suggests valid names, or another kind that has this member.
    private func check(_ node: DocumentNode, _ shape: KindShape) throws(DocumentProblem) {
        // The daemon checks the options of an unknown kind.
        guard let own = shape.options else { return }
        let kind = shape.kind
        let names =
            shape.structure + ControllerOptions.declaration.map(\.name) + own.map(\.name)
        for member in node.value.members ?? [] where !names.contains(member.name) {
            guard let other = plan.vocabulary.kind(with: member.name) else { continue }
            throw document.problem(
                joined(node.path, member.name),
                "a \(kind) has no \(quoted(member.name)), but a \(other) has; write kind: \(other)")
        }
        try document.check(node, is: "a \(kind)", with: names)
        let options = (node.value.members ?? []).filter { !shape.structure.contains($0.name) }
        do {
            _ = try shape.complete(options)
        } catch {
            throw document.problem(error, in: node)
        }
    }
}

/// Functions that read the contents of a controller: its list or its slots, depending on its kind,
/// and the children that the book adds to it.
extension BookReader {
    mutating func readLists(
        _ node: DocumentNode, _ shape: KindShape, owner: Int
    ) throws(DocumentProblem) {
        if let contents = shape.contents {
            switch contents.form {
            case .list: try readList(node, contents, owner)
            case .slots: try readSlots(node, contents, owner)
            }
        }
        guard let children = node[BookForm.children] else { return }
        let members = try readControllers(children)
        if members.isEmpty { return }
        plan.lists.append(.init(owner: owner, members: members, name: BookForm.children))
    }

    private mutating func readControllers(_ list: DocumentNode) throws(DocumentProblem) -> [Int] {
        var members: [Int] = []
        for element in try document.elements(list, of: "controllers") {
            members.append(try readMember(element))
        }
        return members
    }

    private mutating func readList(
        _ node: DocumentNode, _ contents: BookContents, _ owner: Int
    ) throws(DocumentProblem) {
        let names = contents.keys.filter { node[$0] != nil }
        guard names.count <= 1 else {
            throw document.problem(
                joined(node.path, names[1]),
                "\(contents.keys.joined(separator: " and ")) are the same list; "
                    + "write one of them")
        }
        guard let name = names.first, let list = node[name] else {
            return try refuseSelection(node, contents)
        }
        let members = try readControllers(list)
        if members.isEmpty { return try refuseSelection(node, contents) }
        plan.lists.append(
            .init(
                owner: owner, members: members, name: name, contents: contents,
                selection: try readSelection(node, contents)))
    }

    private mutating func readSlots(
        _ node: DocumentNode, _ contents: BookContents, _ owner: Int
    ) throws(DocumentProblem) {
        let given = contents.members.compactMap { node[$0] }
        let further = contents.furtherMembers.compactMap { node[$0] }
        guard let first = (given + further).first else {
            return try refuseSelection(node, contents)
        }
        guard given.count == contents.members.count else {
            let kind = plan.controllers[owner].kind
            throw document.problem(
                first.path,
                "a \(kind) has \(Self.number(given: contents.members.count)) \(contents.noun): "
                    + Self.enumeration(of: contents.members))
        }
        var members: [Int] = []
        for slot in given + further { members.append(try readMember(slot)) }
        plan.lists.append(
            .init(
                owner: owner, members: members, name: contents.members[0], contents: contents,
                selection: try readSelection(node, contents)))
    }

    /// Returns a number in words, such as `two`, for error messages.
    private static func number(given count: Int) -> String {
        let words = ["no", "one", "two", "three", "four", "five", "six"]
        return words.indices.contains(count) ? words[count] : "\(count)"
    }

    /// Returns names joined into one phrase, such as `a, b and c`.
    private static func enumeration(of names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and \(last)"
    }

    // MARK: Selection

    private func refuseSelection(
        _ node: DocumentNode, _ contents: BookContents
    ) throws(DocumentProblem) {
        guard contents.index != nil, let selected = node[BookForm.selected] else { return }
        throw document.problem(
            selected.path, "there is nothing to select: \(contents.keys[0]) is empty")
    }

    /// Reads the member `selected`: the id of the selected controller in a container's list, or the
    /// controller's index in this list.
    private func readSelection(
        _ node: DocumentNode, _ contents: BookContents
    ) throws(DocumentProblem) -> BookPlan.Selection? {
        guard contents.index != nil, let selected = node[BookForm.selected] else { return nil }
        switch selected.value {
        case .integer, .number: return .index(try document.read(Int.self, selected))
        default: return .id(try document.read(Identifier.self, selected).text)
        }
    }

    /// Checks the member `selected` of all containers. Refuses a number that is both an index and
    /// the id of a controller at a different index, because such a number is ambiguous. If the
    /// command for the list accepts only an index, also refuses an id that is not in the list.
    func checkSelections() throws(DocumentProblem) {
        for list in plan.lists {
            let path = joined(
                plan.controllers[list.owner].origin.path, BookForm.selected)
            let ids = list.members.map { plan.id($0) }
            switch list.selection {
            case nil: break
            case .index(let index):
                let other = ids.indices.contains(index) ? ids[index] : "none"
                guard ids.contains("\(index)"), other != "\(index)" else { continue }
                throw document.problem(
                    path,
                    "\(index) is the index of \(other), as indexes begin with 0, and the id of "
                        + "another page; write \"\(index)\" in quotes for the page with this id, "
                        + "or the id of the page at the index")
            case .id(let id):
                if list.contents?.selected != nil || ids.contains(id) { continue }
                throw document.problem(path, "\(list.name) has no \(quoted(id)) to select")
            }
        }
    }
}

extension BookReader {
    /// Reads a page for which the book gives only a file or a web address, such as `welcome.md` or
    /// `https://example.org/`.
    mutating func readShorthand(
        _ text: String, _ node: DocumentNode, _ controller: inout BookPlan.Controller
    ) throws(DocumentProblem) {
        if WebAddress.isWeb(text) {
            controller.wish = WebAddress.host(of: text)
            controller.options = [.init("content", WebAddress.content(of: text))]
            return
        }
        let page = try readFile(text, node)
        controller.wish = PageFiles.stem(PageFiles.lastComponent(text))
        controller.options = [
            .init("title", .string(page.title)), .init("content", page.content),
        ]
    }

    /// Reads the content of a page from its member `file` or `url`. Refuses a page with more than
    /// one of `content`, `file` and `url`.
    mutating func readContent(
        _ node: DocumentNode, _ controller: inout BookPlan.Controller
    ) throws(DocumentProblem) {
        let given = ["content", "file", "url"].compactMap { node[$0] }
        guard given.count <= 1 else {
            throw document.problem(
                given[1].path, "a page has only one content; write one of content, file and url")
        }
        if let file = node["file"] {
            let text = try document.read(String.self, file)
            let page = try readFile(text, file)
            controller.wish = PageFiles.stem(PageFiles.lastComponent(text))
            if node["title"] == nil {
                controller.options.append(.init("title", .string(page.title)))
            }
            controller.options.append(.init("content", page.content))
        }
        if let url = node["url"] {
            let text = try document.read(String.self, url)
            let isWeb = WebAddress.isWeb(text)
            let content = isWeb ? WebAddress.content(of: text) : try reference(to: text, url)
            if !isWeb { checkFile(content, as: DocumentNode(value: content, path: url.path)) }
            controller.options.append(.init("content", content))
            guard controller.wish.isEmpty else { return }
            controller.wish =
                isWeb
                ? WebAddress.host(of: text) : PageFiles.stem(PageFiles.lastComponent(text))
        }
    }

    private mutating func readFile(
        _ path: String, _ node: DocumentNode
    ) throws(DocumentProblem) -> PageFiles.Page {
        try refuseSchemes(path, node)
        do {
            return try files.page(path)
        } catch {
            throw document.problem(node.path, error.message)
        }
    }

    /// Returns page content that refers to a file of the book by its path. The file is not read.
    func reference(to path: String, _ node: DocumentNode) throws(DocumentProblem) -> Value {
        try refuseSchemes(path, node)
        do throws(PageFiles.Problem) {
            let (name, full) = try files.locate(path)
            guard FileContents.isRegular(full) else {
                throw PageFiles.Problem(message: "\(quoted(path)) is not a regular file")
            }
            let type = MediaType.of(
                fileName: PageFiles.lastComponent(name), start: Self.start(of: full))
            return PageFiles.content(type, "url", PageFiles.address(of: name))
        } catch {
            throw document.problem(node.path, error.message)
        }
    }

    /// Returns the bytes from which the type of a file may follow.
    private static func start(of full: String) -> [UInt8] {
        (try? FileContents.start(of: full, 64).bytes) ?? []
    }

    private func refuseSchemes(_ text: String, _ node: DocumentNode) throws(DocumentProblem) {
        guard text.contains("://") else { return }
        throw document.problem(
            node.path, "\(quoted(text)): an address must begin with http:// or https://")
    }
}
