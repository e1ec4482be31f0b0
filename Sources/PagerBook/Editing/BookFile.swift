public import PagerModel
internal import PagerSchedule
internal import PagerWire

/// The file that has the order and the times of a book's pages, and the changes that may be made in
/// it: the YAML or JSON file itself, the front matter of a talk, or `pages.yaml` of a folder.
public struct BookFile: Sendable {
    public struct Page: Sendable {
        public let id: String
        public let title: String
        /// The file or the address that the book gives for the page. Empty if it gives neither.
        public let source: String
        public let isEnabled: Bool
        /// The seconds on screen that the book sets for the page alone.
        public let duration: Double?
        public let schedule: Value?
        /// The time at which the page's schedule next adds or removes it, in seconds since 1970.
        public let nextChange: Int?
        /// Whether the page is plain, so that it can have a duration.
        public let isPlain: Bool
        fileprivate let path: String
    }

    /// The pages of a container that shows one of them at a time.
    public struct List: Sendable {
        public let id: String
        public let kind: String
        /// The seconds until the next page.
        public let autoAdvance: Double?
        /// Whether the container can advance by itself.
        public let canAdvance: Bool
        public let pages: [Page]
        /// The path of the container in the document.
        fileprivate let path: String
        /// The name of its list in the book.
        fileprivate let name: String
    }

    /// A change that a user makes.
    public enum Change: Sendable {
        case enable(page: String, Bool)
        /// Sets the seconds of a page on screen. Nil: those of its container.
        case time(page: String, Double?)
        case schedule(page: String, Value?)
        /// Sets the seconds until the next page. Nil: the container does not advance.
        case advance(list: String, Double?)
        /// Sets the order of all pages of a container.
        case order(list: String, [String])
        /// Adds a file as the last page of a container.
        case add(file: String, list: String)
    }

    private enum Form {
        case document
        case folder(FolderPages?)
        case talk
    }

    /// The path of the file that a change writes.
    public let path: String
    /// The bytes of the file. Nil if it does not exist.
    public let bytes: [UInt8]?
    public let lists: [List]
    public let problems: [String]
    /// Whether the pages can be changed. Those of a talk are the slides of one file.
    public var canChangePages: Bool { if case .talk = form { false } else { true } }
    /// Whether a new file of the folder is a page without a change of the book's file.
    public var showsNewFiles: Bool { if case .folder = form { true } else { false } }
    private let form: Form
    private let folder: String
    private let allowed: [String]

    /// Reads a book.
    ///
    /// - Parameter book: The path of the book's file or folder.
    /// - Parameter time: The time for `nextChange`, in seconds since 1970.
    /// - Throws: `DocumentProblem` if the book cannot be read.
    public init(
        reading book: String, allowing folders: [String] = [], at time: Int
    ) throws(DocumentProblem) {
        let isFolder = FileContents.isFolder(book)
        let file = isFolder ? (book.hasSuffix("/") ? book : book + "/") + FolderPages.name : book
        guard isFolder || !PDFBook.isPDF(book) else {
            throw DocumentProblem(book, "the pages of a PDF cannot be changed here")
        }
        var bytes: [UInt8]?
        do {
            var isThere = !isFolder
            // A link out of the folder is not followed, as by the reader of folders.
            if isFolder, case .inside = try Folder(book).find(FolderPages.name) { isThere = true }
            if isThere {
                bytes = try FileContents.read(file, atMost: Document.maximumBytes)
            }
        } catch {
            throw DocumentProblem(file, error.sentence)
        }
        try self.init(
            file, bytes, isFolder: isFolder, folder: Folder.parent(of: file),
            allowed: try Folder.permitted(folders), time)
    }

    private init(
        _ path: String, _ bytes: [UInt8]?, isFolder: Bool, folder: String, allowed: [String],
        _ time: Int
    ) throws(DocumentProblem) {
        self.path = path
        self.bytes = bytes
        self.folder = folder
        self.allowed = allowed
        let text = bytes.map { String(validating: $0, as: UTF8.self) }
        if case .some(nil) = text {
            throw DocumentProblem(path, "the file is not UTF-8; save it in that encoding")
        }
        var warnings: PageWarnings? = PageWarnings(refused: TextDictionary())
        let book: Book
        if isFolder, let text = text ?? nil, !text.isEmpty {
            let pages = try FolderPages(
                folder, allowing: allowed, .builtIn, &warnings, text: text)
            form = .folder(pages)
            book = try Book.read(pages.document, in: folder, allowed, .builtIn, warnings)
        } else if isFolder {
            form = .folder(nil)
            book = try FolderReader.read(folder, allowing: allowed, .builtIn, warnings)
        } else {
            let document = try Book.document((text ?? nil) ?? "", name: path)
            form = document.talk == nil ? .document : .talk
            book = try Book.read(document, in: folder, allowed, .builtIn, warnings)
        }
        problems = book.problems
        lists = book.plan.lists.filter { $0.contents?.index != nil }.map {
            Self.list($0, book, time)
        }
    }

    private static func list(_ list: BookPlan.List, _ book: Book, _ time: Int) -> List {
        let owner = book.plan.controllers[list.owner]
        let names = book.plan.vocabulary[owner.kind].options?.map(\.name) ?? []
        // The plan's option may be the one that pages with a duration need.
        let written = book.document.flatMap { document in
            DocumentPath(joined(owner.origin.path, BookReader.advance), in: document.value)
                .flatMap { document.value.at($0)?.double }
        }
        return List(
            id: book.plan.id(list.owner), kind: owner.kind, autoAdvance: written,
            canAdvance: names.contains(BookReader.advance),
            pages: list.members.enumerated().map { index, member in
                let path =
                    book.document == nil
                    ? "\(owner.kind).\(list.name)[\(index)]"
                    : book.plan.controllers[member].origin.path
                return page(
                    book.plan.controllers[member], book.plan.id(member), at: path, book, time)
            },
            path: book.document == nil ? owner.kind : owner.origin.path, name: list.name)
    }

    private static func page(
        _ page: BookPlan.Controller, _ id: String, at path: String, _ book: Book, _ time: Int
    ) -> Page {
        let value = book.document.flatMap { document in
            DocumentPath(path, in: document.value).flatMap { document.value.at($0) }
        }
        let timetable = page.timing.schedule.flatMap { try? Timetable($0) }
        return Page(
            id: id, title: page.options["title"]?.string ?? id,
            source: page.origin.file.map { PageFiles.lastComponent($0) } ?? value?.string
                ?? value?["file"]?.string ?? value?["url"]?.string ?? "",
            isEnabled: page.timing.enabled, duration: page.timing.seconds,
            schedule: value?["schedule"], nextChange: timetable?.change(after: time),
            isPlain: page.kind == Kinds.plain, path: path)
    }
}

extension Timetable {
    /// Returns the time of the next change, at most 400 days after a time. Nil without one.
    fileprivate func change(after time: Int) -> Int? {
        let (isDue, last) = (self.state(at: time).isDue, time + 400 * 86_400)
        var end = state(at: time).end
        while end < last {
            let next = state(at: end)
            if next.isDue != isDue { return end }
            guard next.end > end else { return nil }
            end = next.end
        }
        return nil
    }
}

extension BookFile {
    /// Returns the bytes of the file after a change. Nil if the book is already so.
    ///
    /// - Throws: `DocumentProblem` if the change cannot be made without changing more, or would be a
    ///   mistake in the book.
    public func changed(by change: Change) throws(DocumentProblem) -> [UInt8]? {
        if try isDone(change) { return nil }
        let bytes =
            switch form {
            case .document: try edit(bytes ?? [], try documentChange(change))
            case .folder(let pages): try changeFolder(pages, by: change)
            case .talk: try changeTalk(by: change)
            }
        let isFolder = showsNewFiles
        let new = try BookFile(
            path, bytes, isFolder: isFolder, folder: folder, allowed: allowed, 0)
        let old = TextSet(problems.map(Self.reason))
        if let problem = new.problems.first(where: { !old.contains(Self.reason($0)) }) {
            throw DocumentProblem(line: problem)
        }
        return bytes
    }

    private func isDone(_ change: Change) throws(DocumentProblem) -> Bool {
        switch change {
        case .enable(let id, let isEnabled): try page(id).isEnabled == isEnabled
        case .time(let id, let seconds): try page(id).duration == seconds
        case .schedule(let id, let schedule): try page(id).schedule == schedule
        case .advance(let id, let seconds): try list(id).autoAdvance == seconds
        case .order(let id, let ids): try list(id).pages.map(\.id) == ids
        case .add: false
        }
    }

    /// Returns a mistake without its place, which other changes move.
    private static func reason(_ problem: String) -> String {
        problem.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? problem
    }

    private func edit(
        _ bytes: [UInt8], _ change: DocumentChange
    ) throws(DocumentProblem) -> [UInt8] {
        try DocumentEditor.edit(bytes, name: path, change)
    }

    private func page(_ id: String) throws(DocumentProblem) -> Page {
        guard let page = lists.lazy.flatMap(\.pages).first(where: { isSame($0.id, id) }) else {
            throw DocumentProblem(path, "the book has no page \(quoted(id)) any more")
        }
        return page
    }

    private func list(_ id: String) throws(DocumentProblem) -> List {
        guard let list = lists.first(where: { isSame($0.id, id) }) else {
            throw DocumentProblem(path, "the book has no list of pages \(quoted(id)) any more")
        }
        return list
    }

    /// Returns the new places of a list's pages: for each, its place in `pages` at present.
    private func order(_ ids: [String], of list: List) throws(DocumentProblem) -> [Int] {
        let order = ids.compactMap { id in list.pages.firstIndex { isSame($0.id, id) } }
        guard order.count == ids.count, order.sorted() == Array(list.pages.indices) else {
            throw DocumentProblem(
                path, "the pages of \(quoted(list.id)) have changed meanwhile; try again")
        }
        return order
    }

    /// The member and its new value, for a change of a page or a container.
    private func member(
        _ change: Change
    ) throws(DocumentProblem) -> (owner: String, name: String, value: Value?)? {
        switch change {
        case .enable(let id, let isEnabled):
            return (try page(id).path, "enabled", .bool(isEnabled))
        case .time(let id, let seconds):
            return (try page(id).path, PageTiming.duration, seconds.map(Self.number))
        case .schedule(let id, let schedule):
            return (try page(id).path, "schedule", schedule)
        case .advance(let id, let seconds):
            if let seconds, !(seconds > 0 && seconds <= Limits.seconds) {
                throw DocumentProblem(
                    path,
                    "\(BookReader.advance): must be above 0 and at most \(Int(Limits.seconds)) s, "
                        + "got \(Value.number(seconds).json)")
            }
            return (try list(id).path, BookReader.advance, seconds.map(Self.number))
        case .order, .add: return nil
        }
    }

    /// A whole number is written without a fraction.
    private static func number(_ seconds: Double) -> Value {
        Int(exactly: seconds).map { .integer($0) } ?? .number(seconds)
    }

    private func documentChange(_ change: Change) throws(DocumentProblem) -> DocumentChange {
        if let (owner, name, value) = try member(change) {
            return .set(path: owner, member: name, value: value)
        }
        switch change {
        case .order(let id, let ids):
            let list = try list(id)
            return .order(path: joined(list.path, list.name), try order(ids, of: list))
        case .add(let file, let id):
            let list = try list(id)
            return .append(path: joined(list.path, list.name), [.string(file)])
        default: throw DocumentProblem(path, "there is no such change")
        }
    }

    // MARK: Talks

    private func changeTalk(by change: Change) throws(DocumentProblem) -> [UInt8] {
        let bytes = bytes ?? []
        guard case .advance(_, let seconds) = change else {
            throw DocumentProblem(
                path, "the pages are the slides of this file; change them in the file")
        }
        let newline = UInt8(ascii: "\n")
        let lines = bytes.split(separator: newline, omittingEmptySubsequences: false)
        let front = Slides(String(decoding: bytes, as: UTF8.self)).frontMatter
        guard let front, front.lineCount > 2, lines[0].first == UInt8(ascii: "-") else {
            throw DocumentProblem(
                path,
                "there is no front matter in YAML for this; begin the file with the lines ---, "
                    + "\(BookReader.advance): 10 and ---")
        }
        let (start, end) = (lines[1].startIndex, lines[front.lineCount - 1].startIndex)
        let changed = try edit(
            Array(bytes[start..<end]),
            .set(path: "", member: BookReader.advance, value: seconds.map(Self.number)))
        return Array(bytes[..<start]) + changed + Array(bytes[end...])
    }

    // MARK: Folders

    private func changeFolder(
        _ pages: FolderPages?, by change: Change
    ) throws(DocumentProblem) -> [UInt8] {
        if case .add(let file, _) = change {
            throw DocumentProblem(path, "\(quoted(file)) is a page already")
        }
        guard let root = lists.last else { return bytes ?? [] }
        let positions = positions(of: root, pages)
        if case .order(let id, let ids) = change, isSame(id, root.id) {
            // Elements whose file is missing keep their places.
            let order = try order(ids, of: root)
            var elements = Array(0..<max(pages?.count ?? 0, (positions.max() ?? -1) + 1))
            for (slot, page) in zip(positions.sorted(), order) { elements[slot] = positions[page] }
            return try edit(try complete(pages, root), .order(path: FolderPages.list, elements))
        }
        guard let (owner, name, value) = try member(change) else {
            throw DocumentProblem(path, "this list cannot be changed here; change it in the file")
        }
        // The root of the file is the object of the pager.
        let inner = owner.dropFirst(root.path.count).drop { $0 == "." }
        guard inner.hasPrefix(FolderPages.list),
            let (index, rest) = Positions.index(inner.dropFirst(FolderPages.list.count))
        else {
            guard let bytes, !bytes.isEmpty else {
                return Array("\(name): \((value ?? .null).json)\n".utf8)
            }
            return try edit(bytes, .set(path: "", member: name, value: value))
        }
        let path = "\(FolderPages.list)[\(positions[index])]\(rest)"
        return try edit(
            try complete(pages, root), .set(path: path, member: name, value: value))
    }

    /// Returns the index of each page in the complete list of the file.
    private func positions(of root: List, _ pages: FolderPages?) -> [Int] {
        var next = pages?.count ?? 0
        return root.pages.indices.map { index in
            if let position = pages?.indexes[index] { return position }
            defer { next += 1 }
            return next
        }
    }

    /// Returns the file with all pages of the folder in its list.
    private func complete(
        _ pages: FolderPages?, _ root: List
    ) throws(DocumentProblem) -> [UInt8] {
        let others = pages.map(\.others) ?? root.pages.map(\.source)
        let bytes = bytes ?? []
        if others.isEmpty { return bytes }
        guard pages?.count == nil else {
            return try edit(bytes, .append(path: FolderPages.list, others.map { .string($0) }))
        }
        guard bytes.isEmpty else {
            let list = Value.array(others.map { .string($0) })
            return try edit(bytes, .set(path: "", member: FolderPages.list, value: list))
        }
        let text = others.map { "- \(YAMLText.name($0))\n" }.joined()
        return Array("\(FolderPages.list):\n\(text)".utf8)
    }
}
