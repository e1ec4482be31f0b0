internal import Dispatch
internal import Glibc
internal import PagerBook
internal import PagerModel
internal import PagerWire
internal import Synchronization
internal import SystemCalls

/// The book of the page `/operate`: its pages with their times, and the changes that an operator
/// makes in its file. Everything runs on one queue, because a file system may be slow.
final class BookEditing: Sendable {
    /// The maximum number of messages of all browsers that wait.
    private static let mostWaiting = 256
    /// The maximum number of files that are sent at the same time.
    private static let mostUploads = 4

    private struct Upload {
        let draft: FolderWriter.Draft
        let name: String
        let size: Int
        let replaces: Bool
        var count = 0
    }

    private struct State {
        var file: BookFile?
        var problem: String?
        /// The identity of what browsers have been told. It changes with the book.
        var version = Secret.random(count: 16)
        var signature: [OpenFile.Version?] = []
        var uploads: [Int: Upload] = [:]
    }

    private let book: String?
    private let allowed: [String]
    private let writer: FolderWriter?
    private let queue = DispatchQueue(label: "book")
    private let state = Mutex(State())
    private let waiting = Mutex(0)

    /// Creates the editing of a book.
    ///
    /// - Parameters:
    ///   - book: The path of the book. Nil if pagerview does not know it.
    ///   - folder: The folder whose files may be written. Nil: none.
    init(book: String?, allowing allowed: [String] = [], writingIn folder: String? = nil) {
        self.book = book
        self.allowed = allowed
        writer = folder.map { FolderWriter(root: $0) }
    }

    /// Answers a message of a browser.
    ///
    /// - Parameter mayEdit: Whether the browser has the token for editing.
    func take(
        _ message: Value, of browser: Int, mayEdit: Bool,
        answer: @escaping @Sendable ([UInt8]) -> Void
    ) {
        let isFull = waiting.withLock { count in
            if count >= Self.mostWaiting { return true }
            count += 1
            return false
        }
        let id = (message["edit"] ?? message["upload"])?["id"] ?? .null
        if isFull { return answer(Self.edited(id, "too many changes are waiting; try again")) }
        queue.async {
            defer { self.waiting.withLock { $0 -= 1 } }
            if let known = message["book"] { return answer(self.shown(known, mayEdit)) }
            var problem: String?
            do throws(FolderWriter.Problem) {
                guard mayEdit, let writer = self.writer else { throw Self.forbidden(self.writer) }
                if let edit = message["edit"] {
                    try self.change(edit, writer)
                } else if let upload = message["upload"] {
                    try self.take(upload, of: browser, writer)
                }
            } catch {
                problem = error.description
            }
            // The browser's next change names the version after this one.
            if let known = message["edit"]?["version"] { answer(self.shown(known, mayEdit)) }
            answer(Self.edited(id, problem))
        }
    }

    /// Removes the unfinished file of a browser that has disconnected.
    func leave(_ browser: Int) { queue.async { self.cancel(browser) } }

    private static func forbidden(_ writer: FolderWriter?) -> FolderWriter.Problem {
        FolderWriter.Problem(
            description: writer == nil
                ? "pagerview changes no files; start it with --edit and the book's folder"
                : "this browser may not change the book; open the address that pagerview prints "
                    + "after \"operate\"")
    }

    private static func edited(_ id: Value, _ problem: String?) -> [UInt8] {
        var members: [Value.Member] = [.init("id", id)]
        if let problem { members.append(.init("problem", .string(problem))) }
        return Array(Value.object([.init("edited", .object(members))]).json.utf8)
    }

    // MARK: Reading

    /// Reads the book again if one of its files or its folder has changed.
    private func refresh(_ state: inout State, isForced: Bool = false) {
        guard let book else {
            state.problem = "pagerview does not know the book; start it with --book"
            return
        }
        let time = Int(clockTime(CLOCK_REALTIME).tv_sec)
        let folder = state.file?.path.parentFolder ?? book
        let signature = [book, folder, state.file?.path ?? book].map(Self.version)
        let next = state.file?.lists.flatMap(\.pages).compactMap(\.nextChange).min() ?? .max
        if !isForced, state.file != nil, signature == state.signature, time < next { return }
        let before = state.file.map { Self.value(of: $0) }
        let oldBytes = state.file?.bytes
        let oldProblem = state.problem
        do throws(DocumentProblem) {
            let file = try BookFile(reading: book, allowing: allowed, at: time)
            (state.file, state.problem) = (file, nil)
        } catch {
            (state.file, state.problem) = (nil, error.description)
        }
        let parent = state.file?.path.parentFolder ?? book
        state.signature = [book, parent, state.file?.path ?? book].map(Self.version)
        let isSame =
            state.file.map { Self.value(of: $0) } == before && state.file?.bytes == oldBytes
            && state.problem == oldProblem
        if !isSame { state.version = Secret.random(count: 16) }
    }

    private static func version(_ path: String) -> OpenFile.Version? {
        var status = stat()
        return stat(at: path, &status) == 0 ? OpenFile.Version(status) : nil
    }

    private func shown(_ known: Value, _ mayEdit: Bool) -> [UInt8] {
        let value = state.withLock { state -> Value in
            refresh(&state)
            var members: [Value.Member] = [.init("version", .string(state.version))]
            if known != .string(state.version) {
                members += [
                    .init("mayEdit", .bool(mayEdit && writer != nil)),
                    .init("isEditable", .bool(writer != nil)),
                    .init("problem", state.problem.map { .string($0) } ?? .null),
                ]
                if let file = state.file { members += Self.value(of: file).members ?? [] }
            }
            return .object([.init("book", .object(members))])
        }
        return Array(value.json.utf8)
    }

    private static func value(of file: BookFile) -> Value {
        .object([
            .init("file", .string(file.path.fileName)),
            .init("canChangePages", .bool(file.canChangePages)),
            .init("mistakes", .array(file.problems.map { .string($0) })),
            .init("lists", .array(file.lists.map(value))),
        ])
    }

    private static func value(of list: BookFile.List) -> Value {
        .object([
            .init("id", .string(list.id)), .init("kind", .string(list.kind)),
            .init("autoAdvance", list.autoAdvance.map { .number($0) } ?? .null),
            .init("canAdvance", .bool(list.canAdvance)),
            .init("pages", .array(list.pages.map(value))),
        ])
    }

    private static func value(of page: BookFile.Page) -> Value {
        .object([
            .init("id", .string(page.id)), .init("title", .string(page.title)),
            .init("source", .string(page.source)), .init("enabled", .bool(page.isEnabled)),
            .init("duration", page.duration.map { .number($0) } ?? .null),
            .init("schedule", page.schedule ?? .null),
            .init("nextChange", page.nextChange.map { .integer($0) } ?? .null),
            .init("isPlain", .bool(page.isPlain)),
        ])
    }

    // MARK: Changes

    private func change(_ edit: Value, _ writer: FolderWriter) throws(FolderWriter.Problem) {
        guard let change = BookFile.Change(edit) else {
            throw FolderWriter.Problem(description: "the change is not understood; reload the page")
        }
        try write(writer, change) { state throws(FolderWriter.Problem) in
            guard edit["version"] == .string(state.version) else {
                throw FolderWriter.Problem(
                    description: "the book has changed meanwhile, so nothing is written; look at "
                        + "the new state and try again")
            }
        }
    }

    private func write(
        _ writer: FolderWriter, _ change: BookFile.Change,
        _ check: (State) throws(FolderWriter.Problem) -> Void
    ) throws(FolderWriter.Problem) {
        let result = state.withLock { state -> Result<Void, FolderWriter.Problem> in
            refresh(&state, isForced: true)
            do throws(FolderWriter.Problem) {
                try check(state)
                guard let file = state.file else {
                    throw FolderWriter.Problem(description: state.problem ?? "there is no book")
                }
                let bytes: [UInt8]?
                do throws(DocumentProblem) {
                    bytes = try file.changed(by: change)
                } catch {
                    throw FolderWriter.Problem(description: error.description)
                }
                if let bytes {
                    try writer.replace(file.path, expecting: file.bytes, with: bytes)
                }
                refresh(&state, isForced: true)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    // MARK: Uploads

    private func cancel(_ browser: Int) {
        state.withLock { $0.uploads.removeValue(forKey: browser) }?.draft.cancel()
    }

    /// Takes the next part of a file. The part with the number 0 begins a file.
    private func take(
        _ part: Value, of browser: Int, _ writer: FolderWriter
    ) throws(FolderWriter.Problem) {
        guard let data = part["data"]?.string.flatMap(Base64.decoded),
            let offset = part["at"]?.integer
        else {
            throw FolderWriter.Problem(description: "the file is not understood; reload the page")
        }
        if offset == 0 { try begin(part, of: browser, writer) }
        guard var upload = state.withLock({ $0.uploads[browser] }), upload.count == offset,
            upload.count + data.count <= upload.size
        else {
            cancel(browser)
            throw FolderWriter.Problem(description: "a part of the file is missing; send it again")
        }
        do throws(FolderWriter.Problem) {
            try upload.draft.write(data)
            upload.count += data.count
            if upload.count < upload.size {
                return state.withLock { [upload] in $0.uploads[browser] = upload }
            }
            if upload.replaces {
                try writer.end(replacing: upload.draft)
            } else {
                try writer.end(upload.draft, expecting: nil)
            }
            state.withLock { _ = $0.uploads.removeValue(forKey: browser) }
        } catch {
            cancel(browser)
            throw error
        }
        try show(upload.name, in: part["list"]?.string ?? "", writer)
    }

    private func begin(
        _ part: Value, of browser: Int, _ writer: FolderWriter
    ) throws(FolderWriter.Problem) {
        cancel(browser)
        guard let name = part["name"]?.string, let size = part["size"]?.integer, let book else {
            throw FolderWriter.Problem(description: "the file has no name; reload the page")
        }
        if let problem = UploadName.problem(name) {
            throw FolderWriter.Problem(description: problem)
        }
        guard (1...BookFolder.largestFile).contains(size) else {
            throw FolderWriter.Problem(
                description: "\(name) must have 1 byte to \(BookFolder.largestFile >> 20) MiB")
        }
        guard state.withLock({ $0.uploads.count }) < Self.mostUploads else {
            throw FolderWriter.Problem(description: "other files are being sent; try again")
        }
        var status = stat()
        let isFolder = stat(at: book, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        let path = "\(isFolder ? book : book.parentFolder)/\(name)"
        guard isFolder || name != book.fileName else {
            throw FolderWriter.Problem(
                description: "\(name) is the book itself; change it on the server")
        }
        let replaces = part["replace"] == true
        guard lstat(path, &status) != 0 || replaces else {
            throw FolderWriter.Problem(description: "there is a file \(name) already")
        }
        let draft = try writer.begin(path)
        state.withLock {
            $0.uploads[browser] = Upload(draft: draft, name: name, size: size, replaces: replaces)
        }
    }

    /// Adds a new file to the book's pages, unless the book shows it already.
    private func show(
        _ name: String, in list: String, _ writer: FolderWriter
    ) throws(FolderWriter.Problem) {
        let file = state.withLock { state in
            refresh(&state, isForced: true)
            return state.file
        }
        guard let file, file.canChangePages, !file.showsNewFiles,
            !file.lists.contains(where: { $0.pages.contains { $0.source == name } })
        else { return }
        let target = file.lists.contains { $0.id == list } ? list : file.lists.last?.id ?? ""
        try write(writer, .add(file: name, list: target)) { _ in }
    }
}

extension BookFile.Change {
    /// Reads a change from a browser's message.
    fileprivate init?(_ edit: Value) {
        let value = edit["value"]
        if let page = edit["enable"]?.string, let isEnabled = value?.bool {
            self = .enable(page: page, isEnabled)
        } else if let page = edit["time"]?.string, let seconds = Self.seconds(value) {
            self = .time(page: page, seconds)
        } else if let page = edit["schedule"]?.string, let value {
            // A plain nil would be the literal of the value null.
            self = .schedule(page: page, value == .null ? Value?.none : value)
        } else if let list = edit["advance"]?.string, let seconds = Self.seconds(value) {
            self = .advance(list: list, seconds)
        } else if let list = edit["order"]?.string, let ids = value?.array?.compactMap(\.string) {
            self = .order(list: list, ids)
        } else {
            return nil
        }
    }

    /// Returns a number of seconds, nil inside for null, or nil for anything else.
    private static func seconds(_ value: Value?) -> Double?? {
        if value == .null { return .some(nil) }
        guard let number = value?.double else { return nil }
        return .some(number)
    }
}
