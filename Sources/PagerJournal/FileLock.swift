internal import Glibc

/// A lock that a process holds on a file, for as long as it has it open.
package enum FileLock {
    /// Microseconds after which somebody else has it for good, and between two tries.
    private static let (patience, pause) = (250_000, 5_000)

    /// Takes the lock; false where another process keeps it.
    ///
    /// A process that is being started has all that its parent has open, the locks too, until it
    /// becomes its program. So a daemon that comes right after the sudden end of another may find
    /// the lock taken for some milliseconds more.
    package static func take(_ descriptor: Int32) -> Bool {
        for _ in 0..<patience / pause {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
            guard errno == EWOULDBLOCK || errno == EINTR else { return false }
            usleep(UInt32(pause))
        }
        return false
    }
}
