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
    /// What is not shown as the authors meant, such as missing pictures and syntax of other
    /// programs. No mistakes.
    public var remarks: [String] { (document?.remarks ?? []) + fileRemarks }
    private var fileRemarks: [String] = []
    /// The folders that contain the book and its pages' files. A client can watch these folders for
    /// changes.
    public var folders: [String] {
        let parents = document == nil ? [] : [Folder.parent(of: name)]
        return plan.folders.union(parents + (source.map { [Folder.parent(of: $0)] } ?? [])).sorted()
    }
    /// The PDF from which the book was made.
    private var source: String?
    private let origins: [Origin]
    let document: Document?
    let plan: BookPlan

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
        if PDFBook.isPDF(path) {
            return try read(pdf: path, allowing: folders, vocabulary, warnings)
        }
        if isForeign(path) {
            throw DocumentProblem(
                path,
                "this file is no book; name a folder, a Markdown file, a PDF, or a file in YAML or "
                    + "JSON; other programs export their slides as PDF")
        }
        let document = try document(try Document.text(of: path), name: path)
        return try read(document, in: Folder.parent(of: path), allowed, vocabulary, warnings)
    }

    /// Returns whether a file that exists has the extension of another program or of a page.
    private static func isForeign(_ path: String) -> Bool {
        let name = PageFiles.lastComponent(path).lowercased()
        let isPage = MediaType.of(fileName: name).map { !$0.name.hasPrefix("application/") }
        let isOther = [
            ".pptx", ".ppt", ".odp", ".key", ".docx", ".odt", ".tex", ".adoc", ".rst", ".org",
            ".ipynb",
        ].contains(where: name.hasSuffix)
        return (isOther || (isPage == true && !TalkReader.isTalk(name)))
            && FileContents.isRegular(path)
    }

    /// Reads the book of a PDF. With warnings, a PDF that cannot be read is one, if there are slides of
    /// an older version.
    private static func read(
        pdf path: String, allowing folders: [String], _ vocabulary: BookVocabulary,
        _ warnings: PageWarnings?
    ) throws(DocumentProblem) -> Book {
        var (made, problem): (String, String?)
        do {
            (made, problem) = (try PDFBook.make(from: path), nil)
        } catch {
            guard warnings != nil, let old = PDFBook.oldBook(of: path) else { throw error }
            (made, problem) = (old, "\(error); the slides of its last good version are shown")
        }
        var book = try read(path: made, allowing: folders, vocabulary, warnings)
        book.source = path
        if let problem { book.problems.insert(problem, at: 0) }
        return book
    }

    static func document(
        _ text: String, name: String
    ) throws(DocumentProblem) -> Document {
        TalkReader.isTalk(name)
            ? try TalkReader.document(text, name: name) : try Document.parse(text, name: name)
    }

    /// Parses a book from a text. Paths in the book are relative to the working directory.
    ///
    /// - Parameter name: The name of the text in errors. Its ending determines the format: `.md` and
    ///   others of Markdown for a talk, `.json` for JSON, otherwise YAML.
    /// - Throws: `DocumentProblem` with the position of the first mistake.
    public static func parse(
        _ text: String, name: String, allowing folders: [String] = [],
        vocabulary: BookVocabulary = .builtIn
    ) throws(DocumentProblem) -> Book {
        try read(
            try document(text, name: name), in: ".", try Folder.permitted(folders),
            vocabulary)
    }

    static func read(
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
        if let talk = document.talk {
            reader.files.check(
                talk.utf8, .markdown, in: "", at: document.name,
                mayHaveElements: document.remarks.contains(where: {
                    $0.hasSuffix(DeckSyntax.Form.element.remark)
                }))
        }
        try reader.read()
        return try Book(
            document.name, reader.plan, document, problems: reader.warnings?.problems ?? [],
            remarks: reader.files.remarks)
    }

    /// Creates the book. All windows, controllers and views of the plan must have ids.
    init(
        _ name: String, _ plan: BookPlan, _ document: Document?, problems: [String] = [],
        remarks: [String] = []
    ) throws(DocumentProblem) {
        try self.init(name, plan, document, plan.withPages(of: nil).steps())
        self.problems = problems
        fileRemarks = remarks
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
        (book.fileRemarks, book.source) = (fileRemarks, source)
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
        (book.fileRemarks, book.source) = (fileRemarks, source)
        return book
    }

    /// Formats the error of a command as `FILE:LINE:COLUMN: message`.
    ///
    /// - Parameter refusal: The daemon's error for the book's commands or redefined styles. The
    ///   error's path begins with `commands[i]` or `styles[i]`.
    public func describe(_ refusal: CommandError) -> String {
        guard let (origin, path) = source(of: refusal) else { return "\(name): \(refusal.message)" }
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
        guard let (origin, _) = source(of: refusal), let page = origin.file ?? origin.pagePath
        else { return nil }
        let isPage = plan.lists.contains { list in
            list.members.contains { member in
                let other = plan.controllers[member].origin
                return (other.file ?? other.path) == page
            }
        }
        return isPage ? page : nil
    }

    /// Returns the entry of the book from which the refused command or style was made, and the path
    /// of the mistake inside this command's params or inside this style.
    private func source(of refusal: CommandError) -> (Origin, Substring)? {
        let path = refusal.path ?? ""
        if path.hasPrefix("styles["), let (index, rest) = Positions.index(path.dropFirst(6)) {
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
        if path.hasPrefix("commands["), let (index, rest) = Positions.index(path.dropFirst(8)) {
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

/// The positions of a value and of its parts, as a tree like the value.
///
/// A part without a position of its own, such as the title that a slide gets from its heading, has
/// the position of the value around it. So the tree may be smaller than the value.
struct Positions: Sendable {
    let line: Int32
    let column: Int32
    /// The positions of an array's elements, or of an object's members, in their order.
    private var parts: [Positions] = []

    init(line: Int, column: Int) {
        self.line = Int32(clamping: line)
        self.column = Int32(clamping: column)
    }

    /// Creates the position of a member, which begins with its name.
    init(line: Int, column: Int, ofMember value: Positions) {
        self.init(line: line, column: column)
        parts = value.parts
    }

    mutating func append(_ part: Positions) { parts.append(part) }

    /// Removes the position of a part and returns it.
    mutating func remove(_ index: Int) -> Positions {
        parts.indices.contains(index) ? parts.remove(at: index) : itself
    }

    /// The position of an element or member.
    subscript(_ index: Int) -> Positions { parts.indices.contains(index) ? parts[index] : itself }

    private var itself: Positions { Positions(line: Int(line), column: Int(column)) }

    /// Returns the position of the value at a path, with the positions of its parts. If the path
    /// does not exist in `value`, returns the position of the last value on the path that exists.
    func find(_ path: Substring, in value: Value) -> Positions {
        switch value {
        case .array(let items):
            guard let (index, rest) = Self.index(path), items.indices.contains(index) else {
                return self
            }
            return self[index].find(rest, in: items[index])
        case .object(let members):
            let path = path.utf8.first == UInt8(ascii: ".") ? path.dropFirst() : path
            var found: Int?
            // Names may contain the separators of paths, so the longest matching name applies.
            for (index, member) in members.enumerated()
            where Self.begins(path, with: member.name) {
                if member.name.utf8.count >= found.map({ members[$0].name.utf8.count }) ?? 0 {
                    found = index
                }
            }
            guard let found else { return self }
            let rest = path.dropFirst(members[found].name.count)
            return self[found].find(rest, in: members[found].value)
        default:
            return self
        }
    }

    static func begins(_ path: Substring, with name: String) -> Bool {
        guard path.hasPrefix(name), !path.isEmpty else { return false }
        switch path.dropFirst(name.count).utf8.first {
        case nil, UInt8(ascii: "."), UInt8(ascii: "["): return true
        default: return false
        }
    }

    /// Splits a path that begins with an index: `[3].x` into 3 and `.x`. Returns nil for any other
    /// path.
    static func index(_ path: Substring) -> (index: Int, rest: Substring)? {
        guard path.utf8.first == UInt8(ascii: "["), let end = path.firstIndex(of: "]"),
            let index = Int(path[path.index(after: path.startIndex)..<end])
        else { return nil }
        return (index, path[path.index(after: end)...])
    }
}

/// The nesting of controllers, or of views, in the records that a daemon sends.
///
/// Code that writes or compares books visits the records from the outermost ones inwards. This
/// takes linear time, because each record has only one place, is not inside itself, and is at most
/// `Limits.depth` levels deep. A daemon guarantees this, but data from a socket may violate it, so
/// this type checks it.
struct Nesting {
    /// The name of the snapshot member that contains the records, such as `controllers`.
    private let list: String
    /// The word for a record in error messages, such as `controller`.
    private let noun: String
    /// A map from the id of each record to the record's index.
    private let indexes: TextDictionary<Int>
    private var locations: TextDictionary<String> = [:]
    private var inner: TextDictionary<[String]> = [:]

    /// Creates a nesting of the records with the given ids. Afterwards, `put(_:in:)` stores which
    /// record is inside which.
    ///
    /// - Throws: `invalidParams` if two records have the same id.
    init(of list: String, called noun: String, ids: [String]) throws(CommandError) {
        self.list = list
        self.noun = noun
        var indexes: TextDictionary<Int> = [:]
        for (index, id) in ids.enumerated() where indexes.updateValue(index, forKey: id) != nil {
            throw Self.refusal("there are two records of the \(noun) \(id)", "\(list)[\(index)]")
        }
        self.indexes = indexes
    }

    /// Stores where a record is, such as in a container. An id without a record is ignored.
    ///
    /// - Parameter location: A description for error messages, such as `in b`.
    /// - Throws: `invalidParams` if the record is already somewhere else, because a record can be
    ///   in only one place.
    mutating func place(_ id: String, _ location: String) throws(CommandError) {
        guard let index = indexes[id] else { return }
        guard let other = locations.updateValue(location, forKey: id) else { return }
        throw Self.refusal(
            "the \(noun) \(id) has two places, \(other) and \(location)", "\(list)[\(index)]")
    }

    /// Stores that the record `id` is inside the record `outer`, or presented by `outer`. Does
    /// nothing if one of the ids has no record.
    mutating func put(_ id: String, in outer: String) {
        guard indexes[id] != nil, indexes[outer] != nil else { return }
        inner[outer, default: []].append(id)
    }

    /// Checks that no record is inside itself or nested too deeply, based on the relations that
    /// `put(_:in:)` has stored.
    ///
    /// - Parameter relation: The words for a cycle in error messages, such as `contains itself`.
    /// - Throws: `invalidParams` for a record inside itself or more than `Limits.depth` levels
    ///   deep.
    /// - Complexity: O(number of records and relations).
    func check(_ relation: String) throws(CommandError) {
        var waiting: TextDictionary<Int> = [:]
        for id in inner.values.joined() { waiting[id, default: 0] += 1 }
        // The records are visited level by level, after all records that they are in, so a record
        // in a cycle is never visited.
        var level = indexes.keys.filter { waiting[$0] == nil }
        var depth = 0
        while !level.isEmpty {
            depth += 1
            guard depth <= Limits.depth else {
                let id = level.min { index(of: $0) < index(of: $1) } ?? ""
                throw Self.refusal(
                    "the \(noun) \(id) is more than \(Limits.depth) levels deep",
                    "\(list)[\(index(of: id))]")
            }
            var next: [String] = []
            for id in level.flatMap({ inner[$0] ?? [] }) {
                waiting[id, default: 0] -= 1
                if waiting[id] == 0 { next.append(id) }
            }
            level = next
        }
        if let cycle = cycle(among: TextSet(waiting.filter { $0.value > 0 }.map(\.key))) {
            throw refusal(of: cycle, relation)
        }
    }

    /// Returns the ids of the records in one cycle, in which each record is inside the previous
    /// one. The first id is that of the record that comes first in the snapshot. Returns nil if
    /// `ids` is empty.
    ///
    /// - Parameter ids: The records that are part of a cycle, and the records inside those.
    private func cycle(among ids: TextSet) -> [String]? {
        let ordered = ids.sorted { self.index(of: $0) < self.index(of: $1) }
        guard var id = ordered.first else { return nil }
        var outer: TextDictionary<String> = [:]
        for id in ordered { for member in inner[id] ?? [] { outer[member] = id } }
        // Each of these records is inside another of them, so the path outwards reaches a cycle.
        var passed: TextSet = []
        while passed.insert(id), let next = outer[id] { id = next }
        var cycle = [id]
        var last = id
        while let next = outer[last], next != id {
            cycle.append(next)
            last = next
        }
        cycle.reverse()
        let first = cycle.indices.min { index(of: cycle[$0]) < index(of: cycle[$1]) } ?? 0
        return Array(cycle[first...] + cycle[..<first])
    }

    private func index(of id: String) -> Int { indexes[id] ?? 0 }

    private func refusal(of cycle: [String], _ relation: String) -> CommandError {
        let others = cycle.dropFirst()
        var text = "the \(noun) \(cycle[0]) \(relation)"
        if !others.isEmpty { text += ", through " + others.prefix(3).joined(separator: ", ") }
        if others.count > 3 { text += " and \(others.count - 3) more" }
        return Self.refusal(text, "\(list)[\(index(of: cycle[0]))]")
    }

    private static func refusal(_ text: String, _ path: String) -> CommandError {
        CommandError(.invalidParams, "\(text); the daemon is broken, or is not pagerd", path: path)
    }
}
