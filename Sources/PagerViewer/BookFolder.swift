internal import Glibc
internal import SystemCalls
internal import PagerModel

/// The folder that contents name files of, and the other folders that were allowed.
///
/// Files and folders whose name begins with a dot are never read, and no link that leads outside is
/// followed.
struct BookFolder: Sendable {
    /// The largest file that is served, in bytes.
    static let largestFile = 256 << 20
    /// The longest path, in bytes; Linux takes no longer one.
    static let longestPath = 4_096

    enum Problem: Error, Equatable {
        case missing
        case outside
        case tooLarge
    }

    /// Where relative paths begin.
    let root: String
    /// The book's own file, which is never served: it has what only the speaker may read. Nil where
    /// the book is a folder.
    private let book: String?
    private let allowed: [String]
    private let assets: [String]

    /// - Parameters:
    ///   - path: the book: a folder, or a file in it.
    ///   - allowed: folders that the book's paths and links may lead into as well.
    ///   - assets: folders in the book or an allowed one whose files need not be named.
    /// - Returns: nil where one of them is not there.
    init?(path: String, allowing allowed: [String] = [], assets: [String] = []) {
        guard let real = Self.real(path) else { return nil }
        book = Self.isFolder(real) ? nil : real
        root = Self.isFolder(real) ? real : Self.parent(of: real)
        var folders: [String] = []
        for folder in allowed + assets {
            guard let real = Self.real(folder), Self.isFolder(real) else { return nil }
            folders.append(real)
        }
        self.allowed = Array(folders.prefix(allowed.count))
        self.assets = Array(folders.dropFirst(allowed.count))
    }

    /// A path as it is compared: absolute, without `.`, `..` and doubled slashes; nil for one that
    /// is too long or no path at all.
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

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: relative to the book's folder, or absolute.
    ///   - isNamed: whether contents name a file, by its `name`.
    /// - Throws: `Problem`: `outside` before anything is said about whether the file is there,
    ///   `missing` for one that is hidden or that nothing names.
    func open(
        _ path: some Collection<UInt8>, if isNamed: ([UInt8]) -> Bool
    ) throws(Problem) -> OpenFile {
        guard let name = name(of: path) else { throw .missing }
        // As the kernel reads it: `..` behind a link leads elsewhere than its name says.
        let prefix = path.first == UInt8(ascii: "/") ? "" : root + "/"
        let full = prefix + String(decoding: path, as: UTF8.self)
        guard let real = Self.real(full) else {
            throw home(of: String(decoding: name, as: UTF8.self)) == nil ? .outside : .missing
        }
        guard home(of: real) != nil else { throw .outside }
        guard real != book, !isHidden(real), !isHidden(String(decoding: name, as: UTF8.self)),
            assets.contains(where: { Self.is(real, inside: $0) }) || isNamed(name)
        else { throw .missing }
        return try Self.open(real)
    }

    private static func open(_ real: String) throws(Problem) -> OpenFile {
        let descriptor = SystemCalls.open(real, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .missing }
        var status = stat()
        let isFound = fstat(descriptor, &status) == 0
        let file = OpenFile(descriptor: descriptor, status)
        // The path was real a moment ago; a link that has taken a folder's place since is noticed.
        guard isFound, status.st_mode & S_IFMT == S_IFREG,
            Self.real("/proc/self/fd/\(descriptor)") == real
        else { throw .missing }
        guard file.count <= largestFile else { throw .tooLarge }
        return file
    }

    /// Whether a part of a path below its folder begins with a dot.
    private func isHidden(_ path: String) -> Bool {
        guard let home = home(of: path) else { return true }
        return path.utf8.dropFirst(home.utf8.count).split(separator: UInt8(ascii: "/"))
            .contains { $0.first == UInt8(ascii: ".") }
    }

    /// The folder of this value that a path lies in: the deepest one.
    private func home(of path: String) -> String? {
        ([root] + allowed).filter { Self.is(path, inside: $0) }
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
