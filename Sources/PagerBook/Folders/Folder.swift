internal import Glibc
internal import PagerModel
internal import SystemCalls

/// The folder of a book. Files outside of it are not read, except in folders that the user has
/// explicitly allowed.
struct Folder: Sendable {
    /// The absolute path, in which all symbolic links are resolved.
    let path: String
    /// The path as the user wrote it.
    let given: String
    /// Folders outside of the book's folder that paths and symbolic links in the book may lead to.
    private let allowed: [String]

    /// Resolves the path of a folder, including its symbolic links.
    ///
    /// - Throws: `FileProblem` if the path does not exist or cannot be resolved.
    init(_ path: String, allowing allowed: [String] = []) throws(FileProblem) {
        self.path = try Self.real(path)
        given = path
        self.allowed = allowed
    }

    /// The result of resolving a path in the folder.
    enum Target {
        /// An accessible file. `name` is its path relative to this folder, without `.` and `..`. If
        /// the path does not lead into this folder, `name` is the file's absolute path in an
        /// allowed folder. `full` is the absolute path.
        case inside(name: String, full: String)
        case outside
        case missing
        case failed(FileProblem)
    }

    /// Resolves a path in the folder, and the symbolic links in this path.
    func find(_ text: String) -> Target {
        guard !text.utf8.contains(0) else { return .missing }
        let plain = plain(text)
        guard plain != path else { return .failed(.folder) }
        let name = Self.name(of: plain, in: path)
        do {
            let target = try Self.real(plain)
            if Self.name(of: target, in: path) != nil, let name {
                return .inside(name: name, full: plain)
            }
            let isAllowed = ([path] + allowed).contains { Self.name(of: target, in: $0) != nil }
            return isAllowed ? .inside(name: name ?? target, full: plain) : .outside
        } catch {
            // The result must not reveal whether a file outside of the book's folders exists.
            guard name != nil || allowed.contains(where: { Self.name(of: plain, in: $0) != nil })
            else { return .outside }
            if case .failed(ENOENT) = error { return .missing }
            if case .failed(ENOTDIR) = error { return .missing }
            return .failed(error)
        }
    }

    /// Returns the absolute form of a path, without `.` and `..`. Symbolic links are not resolved.
    private func plain(_ text: String) -> String {
        var parts = text.utf8.first == slash ? [] : path.pathComponents
        for part in text.pathComponents where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }

    /// Returns the path relative to a folder, or nil if the path is not inside the folder.
    private static func name(of path: String, in folder: String) -> String? {
        let root = folder == "/" ? "/" : folder + "/"
        guard path.utf8.starts(with: root.utf8) else { return nil }
        return String(decoding: path.utf8.dropFirst(root.utf8.count), as: UTF8.self)
    }

    /// Returns the absolute paths of the folders that the user allows.
    ///
    /// - Throws: `DocumentProblem` for a path that is not a folder.
    static func permitted(_ folders: [String]) throws(DocumentProblem) -> [String] {
        var found: [String] = []
        for folder in folders {
            do throws(FileProblem) {
                let whole = try real(folder)
                guard FileContents.isFolder(whole) else { throw FileProblem.noFolder }
                found.append(whole)
            } catch {
                throw DocumentProblem(folder, "\(error.sentence); --allow takes a folder")
            }
        }
        return found
    }

    /// The name of an entry of the folder.
    struct Name {
        /// The name. If it is not UTF-8, its ASCII characters, and `\xE9` for each other byte.
        let text: String
        let isUTF8: Bool

        init(_ bytes: [UInt8]) {
            let name = String(validating: bytes, as: UTF8.self)
            isUTF8 = name != nil
            text =
                name
                ?? bytes.map { byte in
                    byte < 0x80
                        ? String(Unicode.Scalar(byte))
                        : "\\x" + String(byte, radix: 16, uppercase: true)
                }.joined()
        }
    }

    /// Returns the names of the folder's entries in the order in which pages are shown, without
    /// hidden entries and those that programs create for themselves.
    ///
    /// - Throws: `FileProblem` if the folder cannot be read.
    func names() throws(FileProblem) -> [Name] {
        guard let found = SystemCalls.names(in: path) else { throw .failed(errno) }
        return found.map(Name.init).filter { !Self.isJunk($0.text) }
            .sorted { NameOrder.precedes($0.text, $1.text) }
    }

    /// Returns whether a name is that of a hidden file, a backup, or a file of a file manager.
    private static func isJunk(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasSuffix("~") || name.hasPrefix("~$")
            || (name.hasPrefix("#") && name.hasSuffix("#"))
            || ["thumbs.db", "ehthumbs.db", "desktop.ini", "__macosx"].contains(name.lowercased())
    }

    /// Returns the path of the folder that contains the file or folder at `path`.
    static func parent(of path: String) -> String {
        guard let end = path.utf8.lastIndex(of: slash) else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    private static func real(_ path: String) throws(FileProblem) -> String {
        guard let real = realPath(path) else { throw .failed(errno) }
        return real
    }
}

private let slash = UInt8(ascii: "/")

extension String {
    /// The names in a path, which bytes separate: a combining mark may follow a `/`.
    var pathComponents: [String] {
        utf8.split(separator: slash).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A reader that makes a book from a folder. The book has a window with the id `main` and a pager
/// with a page for each file.
enum FolderReader {
    /// The name of the file with the folder's theme. This file is not a page.
    static let themeName = "theme.yaml"

    /// Returns the book for a folder.
    ///
    /// - Throws: `DocumentProblem` if the folder cannot be read or contains no page.
    static func read(
        _ path: String, allowing allowed: [String], _ vocabulary: BookVocabulary,
        _ warnings: PageWarnings? = nil
    ) throws(DocumentProblem) -> Book {
        var warnings = warnings
        let names: [Folder.Name]
        var files: PageFiles
        do {
            let folder = try Folder(path, allowing: allowed)
            files = PageFiles(folder)
            names = try folder.names()
        } catch {
            throw DocumentProblem(path, error.sentence)
        }
        if isPage(FolderPages.name, files.folder) {
            let pages = try FolderPages(path, allowing: allowed, vocabulary, &warnings)
            return try Book.read(pages.document, in: path, allowed, vocabulary, warnings)
        }
        var plan = BookPlan(vocabulary)
        plan.chosen = ["main": "", "book": ""]
        plan.windows = [.init(id: "main", root: 0, origin: Origin(file: path))]
        plan.controllers = [.init(kind: Kinds.ofFolders, id: "book", origin: Origin(file: path))]
        for entry in names {
            let name = entry.text
            guard entry.isUTF8 else {
                files.note(Self.remark(onName: name, in: path))
                continue
            }
            guard isPage(name, files.folder) else { continue }
            let file = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
            if name == themeName {
                do {
                    let document = try Document.read(path: file)
                    let reader = BookReader(document, files.folder, vocabulary)
                    try reader.readTheme(document.root, &plan.controllers[0])
                } catch {
                    guard warnings != nil else { throw error }
                    warnings?.note(error.description)
                }
                continue
            }
            func warn(of problem: String) {
                plan.controllers.append(
                    .init(
                        kind: Kinds.plain, wish: PageFiles.stem(name),
                        options: warnings?.options(for: problem, title: nil) ?? [],
                        origin: Origin(file: file), isWarning: true))
            }
            if let problem = warnings?.refused[file] {
                warn(of: problem)
                continue
            }
            do {
                let page = try files.page(name)
                plan.controllers.append(
                    .init(
                        kind: Kinds.plain, wish: PageFiles.stem(name),
                        options: [
                            .init("title", .string(page.title)), .init("content", page.content),
                        ], origin: Origin(file: file)))
            } catch {
                let problem = DocumentProblem(path, error.message)
                guard warnings != nil else { throw problem }
                warn(of: problem.description)
            }
        }
        let pages = Array(plan.controllers.indices.dropFirst())
        guard !pages.isEmpty else {
            throw DocumentProblem(
                path,
                "there is no file to show in this folder; hidden files, empty ones, subfolders and "
                    + "links that lead out of it are not shown"
                    + (files.remarks.first.map { "; \($0)" } ?? ""))
        }
        let shape = vocabulary[Kinds.ofFolders]
        plan.lists = [
            .init(owner: 0, members: pages, name: shape.keys[0], contents: shape.contents)
        ]
        plan.folders = files.folders.union([path])
        plan.nameAll()
        return try Book(
            path, plan, nil, problems: warnings?.problems ?? [], remarks: files.remarks)
    }

    static func remark(onName name: String, in path: String) -> String {
        "\(path): the name \(quoted(name)) is not UTF-8, so the file is not shown; rename it"
    }

    /// Returns whether the folder has a regular file with this name that is not empty. If the file is a symbolic
    /// link, its target must be in the folder or in another allowed folder.
    static func isPage(_ name: String, _ folder: Folder) -> Bool {
        guard case .inside(_, let full) = folder.find(name) else { return false }
        return FileContents.isRegular(full, atLeast: 1)
    }
}

/// The order of the files in a folder. Names are compared byte by byte, except that runs of digits
/// are compared as numbers.
enum NameOrder {
    /// Returns whether the name `left` precedes the name `right`. For example, `2.md` precedes
    /// `10.md`, and `B` precedes `a`. Names that differ only in leading zeros are ordered by bytes.
    static func precedes(_ left: String, _ right: String) -> Bool {
        var a = left.utf8[...]
        var b = right.utf8[...]
        while let x = a.first, let y = b.first {
            if isDigit(x), isDigit(y) {
                let one = number(&a)
                let other = number(&b)
                if one.count != other.count { return one.count < other.count }
                if !one.elementsEqual(other) { return one.lexicographicallyPrecedes(other) }
            } else if x != y {
                return x < y
            } else {
                a = a.dropFirst()
                b = b.dropFirst()
            }
        }
        if a.isEmpty, b.isEmpty { return left.utf8.lexicographicallyPrecedes(right.utf8) }
        return a.isEmpty
    }

    /// Removes the digits at the beginning of the text and returns them without leading zeros.
    private static func number(_ text: inout Substring.UTF8View) -> Substring.UTF8View {
        let run = text.prefix(while: isDigit)
        text = text.dropFirst(run.count)
        return run.drop { $0 == UInt8(ascii: "0") }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
