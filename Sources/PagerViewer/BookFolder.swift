internal import Foundation
internal import Glibc
internal import PagerModel

/// The folder that contents name files of. Nothing outside of it is read, unless another folder
/// was allowed.
struct BookFolder: Sendable {
    /// The largest file that is served, in bytes.
    static let largestFile = 256 << 20

    enum Problem: Error, Equatable {
        case missing
        case outside
        case tooLarge
    }

    private let root: String
    private let allowed: [String]

    /// - Parameters:
    ///   - path: the book: a folder, or a file in it.
    ///   - allowed: folders that the book's paths and links may lead into as well.
    /// - Returns: nil where one of them is not there.
    init?(path: String, allowing allowed: [String] = []) {
        guard let real = Self.real(path) else { return nil }
        root = Self.isFolder(real) ? real : (real as NSString).deletingLastPathComponent
        var folders: [String] = []
        for folder in allowed {
            guard let real = Self.real(folder), Self.isFolder(real) else { return nil }
            folders.append(real)
        }
        self.allowed = folders
    }

    /// Reads a file.
    ///
    /// - Throws: `Problem`: `outside` before anything is said about whether the file is there.
    func read(_ path: String) throws(Problem) -> Data {
        guard !path.utf8.contains(0) else { throw .missing }
        let full = path.hasPrefix("/") ? path : "\(root)/\(path)"
        guard let real = Self.real(full) else {
            let plain = (full as NSString).standardizingPath
            throw isInside(plain) ? .missing : .outside
        }
        guard isInside(real) else { throw .outside }
        // The path was real a moment ago; a link that has taken its place since is not followed.
        let descriptor = open(real, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .missing }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw .missing
        }
        guard status.st_size <= Self.largestFile else { throw .tooLarge }
        do {
            return try file.readToEnd() ?? Data()
        } catch {
            throw .missing
        }
    }

    private func isInside(_ path: String) -> Bool {
        ([root] + allowed).contains { path.hasPrefix($0 == "/" ? "/" : $0 + "/") }
    }

    private static func real(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
