internal import Glibc

/// A lock that a process holds on an open file.
package enum FileLock {
    /// The time for which `take` tries to get the lock, and the pause between two attempts, in
    /// microseconds.
    private static let (patience, pause) = (250_000, 5_000)

    /// Takes the lock. Returns false if another process still has it after some attempts.
    ///
    /// A process that is being started shares its parent's open files and their locks until it
    /// executes its program. So if a daemon starts right after another daemon has crashed, it may
    /// find the lock taken for some milliseconds.
    package static func take(_ descriptor: Int32) -> Bool {
        for _ in 0..<patience / pause {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            usleep(UInt32(pause))
        }
        return false
    }
}
