internal import Glibc
internal import PagerJournal
internal import SystemCalls

/// A file or folder that this process has opened and locked.
struct LockedFile: ~Copyable {
    let descriptor: Int32
    private let path: String

    enum Problem: Error {
        /// Another process has the lock.
        case held
        /// The path no longer leads to the locked file, so the lock has no effect.
        case replaced
        /// The file cannot be opened or locked.
        case system(code: Int32)
    }

    /// Opens or creates a file, and locks it.
    init(file path: String) throws(Problem) {
        descriptor = try Self.open(path, O_CREAT | O_RDWR, mustLock: true)
        self.path = path
    }

    /// Opens a folder, and locks it if its file system can lock folders.
    init(folder path: String) throws(Problem) {
        descriptor = try Self.open(path, O_RDONLY | O_DIRECTORY, mustLock: false)
        self.path = path
    }

    private static func open(
        _ path: String, _ flags: Int32, mustLock: Bool
    ) throws(Problem) -> Int32 {
        let descriptor = SystemCalls.open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw errno == ENOENT ? .replaced : .system(code: errno) }
        if let problem = problem(locking: descriptor, at: path, mustLock: mustLock) {
            close(descriptor)
            throw problem
        }
        return descriptor
    }

    private static func problem(
        locking descriptor: Int32, at path: String, mustLock: Bool
    ) -> Problem? {
        switch FileLock.attempt(descriptor) {
        case .held: return .held
        case .unsupported(let code) where mustLock: return .system(code: code)
        case .taken, .unsupported: break
        }
        return FileIdentity(at: path) == FileIdentity(descriptor) ? nil : .replaced
    }

    deinit { close(descriptor) }

    /// Whether the path still leads to this file.
    var isInPlace: Bool { FileIdentity(at: path) == FileIdentity(descriptor) }
}
