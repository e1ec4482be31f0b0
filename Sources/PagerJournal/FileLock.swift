internal import Glibc

/// A lock that a process holds on an open file.
package enum FileLock {
    package enum Outcome {
        case taken
        /// Another process still has the lock after some attempts.
        case held
        /// The file system cannot lock the file.
        case unsupported(code: Int32)
    }

    /// The time for which `attempt` tries to get the lock, and the pause between two attempts, in
    /// microseconds.
    private static let (patience, pause) = (250_000, 5_000)

    /// Takes the lock, and returns whether that worked.
    package static func take(_ descriptor: Int32) -> Bool {
        if case .taken = attempt(descriptor) { true } else { false }
    }

    /// Takes the lock.
    ///
    /// A process that is being started shares its parent's open files and their locks until it
    /// executes its program. So if a daemon starts right after another daemon has crashed, it may
    /// find the lock taken for some milliseconds.
    package static func attempt(_ descriptor: Int32) -> Outcome {
        for _ in 0..<patience / pause {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .taken }
            guard errno == EWOULDBLOCK || errno == EINTR else { return .unsupported(code: errno) }
            usleep(UInt32(pause))
        }
        return .held
    }
}
