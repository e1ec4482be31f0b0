internal import Glibc
internal import SystemCalls

/// A watch for changes in folders.
struct FileWatch: ~Copyable {
    private let descriptor: Int32

    /// The number of milliseconds without another change after which a change is considered
    /// complete. Editors write a file in several steps.
    private static let quietMilliseconds: Int32 = 50
    private static let changes = UInt32(
        IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF
            | IN_DELETE_SELF)

    /// Starts watching the given folders.
    ///
    /// - Throws: `Failure` with exit status 1 if a folder cannot be watched.
    init(_ folders: [String]) throws(Failure) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw Failure(
                Failure.unreachable, "cannot watch files: \(errorText(errno))")
        }
        for folder in folders where inotifyAddWatch(descriptor, folder, Self.changes) < 0 {
            throw Failure(
                Failure.unreachable,
                "cannot watch \(folder): \(errorText(errno))")
        }
    }

    deinit { close(descriptor) }

    /// Waits for a change, and then until no other change has happened for `quietMilliseconds`.
    mutating func awaitChange() throws(Failure) {
        var wait: Int32 = -1
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = awaitInput(descriptor, wait)
            if count == 0 { return }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure(
                    Failure.unreachable, "cannot wait: \(errorText(errno))")
            }
            _ = read(descriptor, into: &buffer)
            wait = Self.quietMilliseconds
        }
    }

    /// Returns the folder of the book at `path`. If `path` is a folder, returns `path`, otherwise
    /// its parent.
    static func folder(of path: String) -> String {
        var status = stat()
        if stat(at: path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return path }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
