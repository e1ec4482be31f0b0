public import PagerModel

/// A book: a file, or a folder of files, that describes what to show.
///
/// ```yaml
/// window: {id: main, size: {width: 1920, height: 1080}}   # optional
/// pager:                            # the root of the window; for any kind: root: {kind: ...}
///   id: book
///   autoAdvance: 10                 # options of controller.create, beside the id
///   pages:
///     - welcome.md                  # a file in the book's folder
///     - https://example.org/        # a web page
///     - {id: menu, title: Lunch, content: {type: text/plain, body: Soup}}
/// ```
///
/// `docs/reference/BOOKS.md` describes all members. A book can also be a Markdown file (a talk),
/// whose slides become the pages, or a folder, whose files become the pages in the order of their
/// names. The commands of a book take effect either all together or not at all.
public struct Book: Sendable {
    /// The path of the book's file or folder, exactly as the caller has passed it.
    public let name: String
    /// The commands that a daemon executes to show the book. Each command comes after the commands
    /// that it depends on.
    public let commands: [BatchedCommand]
    /// The commands that remove the whole state of the daemon before this book is shown. Empty
    /// unless `replacement(of:)` has returned this book.
    public private(set) var removal: [BatchedCommand] = []
    /// The book's transition styles that replace existing styles with the same names. A daemon that
    /// starts with this book replaces the existing styles before it executes the commands.
    public private(set) var redefinitions: [TransitionStyle] = []
    private var redefinitionOrigins: [Origin] = []
    /// The mistakes in pages and in a folder's theme, in the order in which they were found. A page
    /// that has a mistake is shown as a warning.
    public private(set) var problems: [String] = []
    /// The folders that contain the book and its pages' files. A client can watch these folders for
    /// changes.
    public var folders: [String] {
        plan.folders.union(document == nil ? [] : [Folder.parent(of: name)]).sorted()
    }
    private let origins: [Origin]
    private let document: Document?
    private let plan: BookPlan

    /// The maximum number of nested levels of arrays and objects in a command's params. A batch of
    /// commands adds four levels around the params.
    private static let levelsOfParams = Limits.nesting - 4

    /// Reads a book from a file or a folder, including the files of its pages.
    ///
    /// - Parameter folders: Folders outside of the book's folder that paths and links in the book
    ///   may lead to.
    /// - Parameter vocabulary: The controller kinds and transition styles that the daemon has
    ///   before it shows a book.
    /// - Throws: `DocumentProblem` with the position of the first mistake.
    public static func read(
        path: String, allowing folders: [String] = [], vocabulary: BookVocabulary = .builtIn
    ) throws(DocumentProblem) -> Book {
        try read(path: path, allowing: folders, vocabulary, nil)
    }

    /// Reads a book from a file or a folder. If a page contains a mistake, the book shows a warning
    /// instead of this page. If a folder's theme contains a mistake, the book has no theme.
    ///
    /// - Parameter refused: The mistakes that the engine has found in this book so far. `page` is
    ///   the result of `page(of:)` for the engine's error.
    /// - Throws: `DocumentProblem` for any other mistake, and if every page has a mistake.
    public static func readWhatWorks(
        path: String, allowing folders: [String] = [], vocabulary: BookVocabulary = .builtIn,
        refused: [(page: String, problem: String)] = []
    ) throws(DocumentProblem) -> Book {
        let refused = TextDictionary(
            refused.map { ($0.page, $0.problem) }, uniquingKeysWith: { $1 })
        let book = try read(
            path: path, allowing: folders, vocabulary, PageWarnings(refused: refused))
        let pages = book.plan.controllers.filter { $0.kind == Kinds.plain }
        if let problem = book.problems.first, pages.allSatisfy(\.isWarning) {
            throw DocumentProblem(line: problem)
        }
        return book
    }

    /// Returns the mistakes of a book, each in one line. If a mistake outside of pages prevents the
    /// reading of the book, returns only this mistake. Otherwise returns one mistake for each
    /// faulty page, and any mistake in a folder's theme. Empty if the book has no mistakes.
    public static func mistakes(
        path: String, allowing folders: [String] = [], vocabulary: BookVocabulary = .builtIn
    ) -> [String] {
        do {
            let warnings = PageWarnings(refused: TextDictionary())
            return try read(path: path, allowing: folders, vocabulary, warnings).problems
        } catch {
            return [error.description]
        }
    }

    private static func read(
        path: String, allowing folders: [String], _ vocabulary: BookVocabulary,
        _ warnings: PageWarnings?
    ) throws(DocumentProblem) -> Book {
        let allowed = try Folder.permitted(folders)
        if FileContents.isFolder(path) {
            return try FolderReader.read(path, allowing: allowed, vocabulary, warnings)
        }
        let document = try document(try Document.text(of: path), name: path)
        return try read(document, in: Folder.parent(of: path), allowed, vocabulary, warnings)
    }

    private static func document(
        _ text: String, name: String
    ) throws(DocumentProblem) -> Document {
        TalkReader.isTalk(name)
            ? try TalkReader.document(text, name: name) : try Document.parse(text, name: name)
    }

    /// Parses a book from a text. Paths in the book are relative to the working directory.
    ///
    /// - Parameter name: The name of the text in errors. Its ending determines the format: `.md` or
    ///   `.markdown` for a talk, `.json` for JSON, otherwise YAML.
    /// - Throws: `DocumentProblem` with the position of the first mistake.
    public static func parse(
        _ text: String, name: String, allowing folders: [String] = [],
        vocabulary: BookVocabulary = .builtIn
    ) throws(DocumentProblem) -> Book {
        try read(
            try document(text, name: name), in: ".", try Folder.permitted(folders),
            vocabulary)
    }

    private static func read(
        _ document: Document, in path: String, _ allowed: [String],
        _ vocabulary: BookVocabulary, _ warnings: PageWarnings? = nil
    ) throws(DocumentProblem) -> Book {
        let folder: Folder
        do {
            folder = try Folder(path, allowing: allowed)
        } catch {
            throw DocumentProblem(document.name, error.sentence)
        }
        var reader = BookReader(document, folder, vocabulary, warning: warnings)
        try reader.read()
        var book = try Book(document.name, reader.plan, document)
        book.problems = reader.warnings?.problems ?? []
        return book
    }

    /// Creates the book. All windows, controllers and views of the plan must have ids.
    init(
        _ name: String, _ plan: BookPlan, _ document: Document?, problems: [String] = []
    ) throws(DocumentProblem) {
        try self.init(name, plan, document, plan.withPages(of: nil).steps())
        self.problems = problems
    }

    private init(
        _ name: String, _ plan: BookPlan, _ document: Document?, _ steps: [BookPlan.Step],
        isOneBatch: Bool = true
    ) throws(DocumentProblem) {
        guard steps.count <= Limits.batchCommands || !isOneBatch else {
            throw DocumentProblem(
                name,
                "the book needs \(steps.count) commands, more than the \(Limits.batchCommands) of "
                    + "one batch; show fewer pages")
        }
        // Params must fit into a message, so that a client can send them again.
        for step in steps where step.command.params.isDeeper(than: Self.levelsOfParams) {
            let text = "this is nested deeper than the \(Limits.nesting) levels of a message"
            guard let document else { throw DocumentProblem(name, text) }
            throw document.problem(step.origin.path, text)
        }
        self.name = name
        self.document = document
        self.plan = plan
        commands = steps.map(\.command)
        origins = steps.map(\.origin)
    }

    /// Returns a book with the commands that change the daemon's current state to the state that
    /// this book describes. The returned book has no commands if the states are equal.
    ///
    /// - Parameter atStart: Whether a daemon executes the commands at its start. Otherwise they are
    ///   one batch, which has at most `Limits.batchCommands` commands and cannot change a style. At
    ///   a start, these limits do not apply, because the number of commands and the existing styles
    ///   depend on what clients have done before.
    /// - Throws: `DocumentProblem` if a batch would have too many commands.
    public func changes(
        to running: LiveState, atStart: Bool = false
    ) throws(DocumentProblem) -> Book {
        let ids = TextSet(plan.controllers.compactMap(\.id))
        let running = running.withoutAlarms(keeping: ids)
        var difference = BookDiff(plan.withPages(of: running), running)
        difference.redefinesStyles = atStart
        difference.compute()
        var book = try Book(name, plan, document, difference.steps, isOneBatch: !atStart)
        book.redefinitions = difference.redefined.map(\.style)
        book.redefinitionOrigins = difference.redefined.map(\.origin)
        book.problems = problems
        return book
    }

    /// Returns a copy of this book in which `removal` contains the commands that remove the whole
    /// state of a daemon. They always succeed, because they remove reactions (commands that
    /// controllers execute in callbacks) first. The daemon itself removes the styles that clients
    /// have defined.
    ///
    /// - Throws: `DocumentProblem` for params with too many levels for a message.
    public func replacement(of running: LiveState) throws(DocumentProblem) -> Book {
        var difference = BookDiff(plan, running)
        difference.remove()
        var book = try Book(
            name, plan, document, plan.withPages(of: nil).steps(), isOneBatch: false)
        book.removal = difference.steps.map(\.command)
        book.problems = problems
        return book
    }

    /// Formats the error of a command as `FILE:LINE:COLUMN: message`.
    ///
    /// - Parameter refusal: The daemon's error for the book's commands or redefined styles. The
    ///   error's path begins with `commands[i]` or `styles[i]`.
    public func describe(_ refusal: CommandError) -> String {
        guard let (origin, path) = place(of: refusal) else { return "\(name): \(refusal.message)" }
        if let file = origin.file { return "\(file): \(refusal.message)" }
        guard let document else { return "\(name): \(refusal.message)" }
        guard !path.isEmpty else {
            return document.problem(origin.path, refusal.message).description
        }
        var inner = refusal
        inner.path = origin.member(of: path)
        return document.problem(inner, in: DocumentNode(value: .null, path: origin.path))
            .description
    }

    /// Returns the page whose command the daemon refused: the page's file, or its path in the
    /// document. Nil if the error does not concern a page.
    ///
    /// - Parameter refusal: The daemon's error for the book's commands or redefined styles.
    public func page(of refusal: CommandError) -> String? {
        guard let (origin, _) = place(of: refusal), let place = origin.file ?? origin.pagePath
        else { return nil }
        let isPage = plan.lists.contains { list in
            list.members.contains { member in
                let other = plan.controllers[member].origin
                return (other.file ?? other.path) == place
            }
        }
        return isPage ? place : nil
    }

    /// Returns the entry of the book from which the refused command or style was made, and the path
    /// of the mistake inside this command's params or inside this style.
    private func place(of refusal: CommandError) -> (Origin, Substring)? {
        let path = refusal.path ?? ""
        if path.hasPrefix("styles["), let (index, rest) = Places.index(path.dropFirst(6)) {
            guard redefinitionOrigins.indices.contains(index) else { return nil }
            return (redefinitionOrigins[index], rest)
        }
        guard let (index, rest) = Self.command(of: refusal), origins.indices.contains(index) else {
            return nil
        }
        return (origins[index], rest)
    }

    /// Returns the index of the command that was refused, and the path of the mistake inside its
    /// params.
    private static func command(of refusal: CommandError) -> (Int, Substring)? {
        let path = refusal.path ?? ""
        if path.hasPrefix("commands["), let (index, rest) = Places.index(path.dropFirst(8)) {
            // An error about the method concerns the daemon instead of the book.
            if rest == ".method" { return (index, "") }
            return (index, rest.hasPrefix(".params") ? rest.dropFirst(7) : rest)
        }
        return refusal.details.first { $0.name == "index" }?.value.integer.map { ($0, "") }
    }
}

extension Origin {
    /// The document path of the controller that the command creates or changes, even if the command
    /// changes only the controller's view.
    fileprivate var pagePath: String? {
        if path.isEmpty { return nil }
        return path.hasSuffix(".view") ? String(path.dropLast(5)) : path
    }

    /// Converts a path inside a command's params, such as `.pages[0]`, to a path in the document.
    /// The result is relative to the path of the entry from which the command was made.
    fileprivate func member(of path: Substring) -> String {
        let path = path.utf8.first == UInt8(ascii: ".") ? path.dropFirst() : path
        let name = path.prefix { $0 != "." && $0 != "[" }
        return (renamed[String(name)] ?? String(name)) + path.dropFirst(name.count)
    }
}

/// Returns the complete path of a member: the object's path `outer`, followed by the path `inner`
/// of the member inside the object.
func joined(_ outer: String, _ inner: String) -> String {
    if outer.isEmpty || inner.isEmpty { return outer + inner }
    return inner.utf8.first == UInt8(ascii: "[") ? outer + inner : "\(outer).\(inner)"
}

extension Value {
    /// Returns whether the value has more levels of arrays and objects than the given number.
    /// O(size).
    fileprivate func isDeeper(than levels: Int) -> Bool {
        switch self {
        case .null, .bool, .integer, .number, .string: false
        case .array(let items): levels == 0 || items.contains { $0.isDeeper(than: levels - 1) }
        case .object(let members):
            levels == 0 || members.contains { $0.value.isDeeper(than: levels - 1) }
        }
    }
}
