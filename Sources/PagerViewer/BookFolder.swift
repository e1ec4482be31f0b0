internal import Glibc
internal import SystemCalls
internal import PagerModel

/// The folder with the files of a book, and other folders from which files may be served.
///
/// Files and folders whose names begin with a dot are not served. Links that lead outside of these
/// folders are not followed.
struct BookFolder: Sendable {
    /// The maximum size of a served file in bytes.
    static let largestFile = 256 << 20
    /// The maximum length of a path in bytes, the same as in Linux.
    static let longestPath = 4_096

    enum Problem: Error, Equatable {
        case missing
        case outside
        case tooLarge
    }

    /// The error for a missing file or folder. Each case corresponds to a command-line option, and
    /// its associated value is the path in this option.
    enum Missing: Error, Hashable, CustomStringConvertible {
        case book(String)
        case pages(String)
        case allowed(String)
        case assets(String)

        var description: String {
            switch self {
            case .book(let path): "--book: \(path) does not exist"
            case .pages(let path):
                "--book: \(path) has no folder of pages yet; pagerd --book \(path) makes it"
            case .allowed(let path): "--allow: there is no folder \(path)"
            case .assets(let path): "--assets: there is no folder \(path)"
            }
        }
    }

    /// The absolute path of the book's folder. Relative paths start at this folder. Links in it are
    /// not resolved, so that the folder may be replaced and a link may lead to another one.
    let root: String
    /// The path of the book's own file, which is never served, because it may contain notes for the
    /// speaker. Nil if the book is a folder.
    private let book: String?
    private let allowed: [String]
    private let assets: [String]

    /// Resolves the paths of the book and the folders.
    ///
    /// - Parameters:
    ///   - path: The book's folder, or the book's own file in this folder. For a PDF, the folder
    ///     is that of its pages, which has the same name without `.pdf`.
    ///   - allowed: Other folders to which the book's paths and links may lead.
    ///   - assets: Folders in the book or in an allowed folder. Their files are served even if no
    ///     page's content refers to them.
    /// - Throws: `Missing` if the book or one of the folders does not exist.
    init(path: String, allowing allowed: [String] = [], assets: [String] = []) throws(Missing) {
        guard let real = Self.real(path) else { throw .book(path) }
        let isFolder = Self.isFolder(real)
        let full = isFolder || linkTarget(path) == nil ? Self.absolute(path) ?? real : real
        if !isFolder, full.lowercased().hasSuffix(".pdf") {
            // The pages of a PDF are in the folder beside it.
            guard let pages = Self.realFolder(String(full.dropLast(4))) else { throw .pages(path) }
            (book, root) = (nil, pages)
        } else {
            book = isFolder ? nil : full
            root = isFolder ? full : Self.parent(of: full)
        }
        self.allowed = try allowed.map { (path) throws(Missing) in
            guard let folder = Self.realFolder(path) else { throw .allowed(path) }
            return folder
        }
        self.assets = try assets.map { (path) throws(Missing) in
            guard let folder = Self.realFolder(path) else { throw .assets(path) }
            return folder
        }
    }

    /// Returns the absolute form of a path, in which links are not resolved. Returns nil for a path
    /// with `..`, which after a link leads to another folder.
    private static func absolute(_ path: String) -> String? {
        guard let start = path.utf8.first == UInt8(ascii: "/") ? "" : real(".") else { return nil }
        let names = (start + "/" + path).utf8.split(separator: UInt8(ascii: "/"))
            .map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "." }
        return names.contains("..") ? nil : "/" + names.joined(separator: "/")
    }

    private static func realFolder(_ path: String) -> String? {
        real(path).flatMap { isFolder($0) ? $0 : nil }
    }

    /// Returns a path in a normal form, in which paths can be compared: absolute, without `.`, `..`
    /// and repeated slashes. Returns nil if the path is empty, contains a zero byte, or is longer
    /// than `longestPath`.
    func name(of path: some Collection<UInt8>, in folder: [UInt8]? = nil) -> [UInt8]? {
        let slash = UInt8(ascii: "/")
        guard !path.isEmpty, path.count <= Self.longestPath, !path.contains(0) else { return nil }
        let base = path.first == slash ? [] : folder ?? Array(root.utf8)
        var parts = base.split(separator: slash).map { Array($0) }
        for part in path.split(separator: slash) where !part.elementsEqual([0x2e]) {
            if !part.elementsEqual([0x2e, 0x2e]) {
                parts.append(Array(part))
            } else if !parts.isEmpty {
                parts.removeLast()
            }
        }
        let name = parts.flatMap { [slash] + $0 }
        return name.count <= Self.longestPath ? name : nil
    }

    /// Opens a file of the book, or of a different folder from which files may be served.
    ///
    /// - Parameters:
    ///   - path: A path relative to the book's folder, or an absolute one.
    ///   - isNamed: A function that returns whether a page's content refers to a file. Its argument
    ///     is the file's path, as `name(of:in:)` returns it.
    /// - Throws: `Problem`: `outside` for a path that leads out of the folders, whether or not the
    ///   file exists; `missing` for a file that does not exist, is hidden or may not be served;
    ///   `tooLarge` for a file of more than `largestFile` bytes.
    func open(
        _ path: some Collection<UInt8>, if isNamed: ([UInt8]) -> Bool
    ) throws(Problem) -> OpenFile {
        guard let name = name(of: path) else { throw .missing }
        // The path as the kernel resolves it, because `..` after a link leads to another folder.
        let prefix = path.first == UInt8(ascii: "/") ? "" : root + "/"
        let full = prefix + String(decoding: path, as: UTF8.self)
        guard let real = Self.real(full) else {
            throw home(of: String(decoding: name, as: UTF8.self)) == nil ? .outside : .missing
        }
        guard home(of: real) != nil else { throw .outside }
        guard book == nil || real != book.flatMap(Self.real), !isHidden(real),
            !isHidden(String(decoding: name, as: UTF8.self)),
            assets.contains(where: { Self.is(real, inside: $0) }) || isNamed(name)
        else { throw .missing }
        return try Self.open(real)
    }

    /// Returns the version of the file at a path. Returns nil if there is no regular file.
    func version(of path: [UInt8]) -> OpenFile.Version? {
        var status = stat()
        let full = String(decoding: fullPath(of: path), as: UTF8.self)
        guard stat(at: full, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return OpenFile.Version(status)
    }

    /// Returns the absolute form of a path, in which links are not resolved.
    func fullPath(of path: [UInt8]) -> [UInt8] {
        path.first == UInt8(ascii: "/") ? path : Array(root.utf8) + [UInt8(ascii: "/")] + path
    }

    /// Returns the absolute form of the path of the folder around a file.
    func parent(of path: [UInt8]) -> [UInt8] {
        let full = fullPath(of: path)
        let slash = full.lastIndex(of: UInt8(ascii: "/")) ?? 0
        return slash == 0 ? [UInt8(ascii: "/")] : Array(full[..<slash])
    }

    private static func open(_ real: String) throws(Problem) -> OpenFile {
        let descriptor = SystemCalls.open(real, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .missing }
        var status = stat()
        let isFound = fstat(descriptor, &status) == 0
        let file = OpenFile(descriptor: descriptor, status)
        // This check detects a link that has replaced a folder since the path was resolved.
        guard isFound, status.st_mode & S_IFMT == S_IFREG,
            Self.real("/proc/self/fd/\(descriptor)") == real
        else { throw .missing }
        guard file.count <= largestFile else { throw .tooLarge }
        return file
    }

    /// Returns whether the name of the file, or of a folder between the file and the served folder,
    /// begins with a dot. Also returns true for a path outside of the served folders.
    private func isHidden(_ path: String) -> Bool {
        guard let home = home(of: path) else { return true }
        return path.utf8.dropFirst(home.utf8.count).split(separator: UInt8(ascii: "/"))
            .contains { $0.first == UInt8(ascii: ".") }
    }

    /// Returns the folder that contains a path: the book's folder or one of the allowed folders. If
    /// several of these folders contain the path, returns the deepest one. Links in the path of the
    /// book's folder may be resolved in `path` or not.
    private func home(of path: String) -> String? {
        ([root, Self.real(root) ?? root] + allowed).filter { Self.is(path, inside: $0) }
            .max { $0.utf8.count < $1.utf8.count }
    }

    private static func `is`(_ path: String, inside folder: String) -> Bool {
        path.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
    }

    private static func real(_ path: String) -> String? {
        realPath(path)
    }

    private static func parent(of path: String) -> String {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(at: path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
