internal import Glibc
internal import SystemCalls

/// The system calls that a journal uses. Tests replace them with functions that fail.
package struct FileCalls: Sendable {
    /// The call that reserves disk space for a part of a file, given the descriptor, the part's
    /// offset and its size in bytes. It returns 0 or an error number.
    package var allocate: @Sendable (Int32, Int, Int) -> Int32 = { descriptor, start, count in
        posix_fallocate(descriptor, off_t(start), off_t(count))
    }
    /// The call that writes bytes to a file at an offset. It returns the number of bytes written.
    /// On an error, it returns a negative number and sets `errno`.
    package var write: @Sendable (Int32, ArraySlice<UInt8>, Int) -> Int = {
        descriptor, bytes, place in
        pwrite(descriptor, bytes, off_t(place))
    }
    /// The call that syncs a file to the disk. It returns 0. On an error, it returns a negative
    /// number and sets `errno`.
    package var sync: @Sendable (Int32) -> Int32 = { fdatasync($0) }
    /// The call that syncs the directory entries of a folder to the disk. It returns 0. On an
    /// error, it returns a negative number and sets `errno`.
    package var syncFolder: @Sendable (String) -> Int32 = { folder in
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return -1 }
        let result = fsync(descriptor)
        let error = errno
        close(descriptor)
        errno = error
        // Some file systems do not support syncing a folder, and do not need it.
        return result == 0 || error == EINVAL ? 0 : -1
    }

    /// Creates a value that uses the real calls of the operating system.
    package init() {}

    /// Syncs a file to the disk. Returns 0 or an error number.
    package func flush(_ descriptor: Int32) -> Int32 {
        while sync(descriptor) != 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }

    /// Syncs the directory entry of a file to the disk. Returns 0 or an error number.
    package func flushName(of path: String) -> Int32 {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        while syncFolder(folder) != 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }

    /// Writes all given bytes to a file. On an error, returns false and sets `errno`.
    package func write(all bytes: [UInt8], to descriptor: Int32, at place: Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = write(descriptor, bytes[written...], place + written)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Copies `count` bytes from the file `old` to the file `new`. On an error, returns false and
    /// sets `errno`. The error is EIO if `old` has too few bytes.
    package func copy(
        _ count: Int, from old: Int32, at start: Int, to new: Int32, at place: Int
    ) -> Bool {
        var copied = 0
        while copied < count {
            var chunk = [UInt8](repeating: 0, count: min(count - copied, 1 << 20))
            let read = pread(old, into: &chunk, at: start + copied)
            if read < 0, errno == EINTR { continue }
            if read == 0 { errno = EIO }
            guard read > 0 else { return false }
            chunk.removeLast(chunk.count - read)
            guard write(all: chunk, to: new, at: place + copied) else { return false }
            copied += read
        }
        return true
    }
}
