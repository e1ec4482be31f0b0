internal import Glibc
internal import SystemCalls

/// The reason why a file cannot be read.
enum FileProblem: Error {
    case folder
    case noFolder
    case notRegular
    case tooLarge(Int)
    case failed(Int32)

    /// A description of the problem for error messages, without a full stop.
    var sentence: String {
        switch self {
        case .folder: "this is a folder, not a file"
        case .noFolder: "this is not a folder"
        case .notRegular: "this is not a regular file"
        case .tooLarge(let bytes) where bytes < 1 << 20:
            "the file is larger than \(bytes >> 10) KiB"
        case .tooLarge(let bytes): "the file is larger than \(bytes >> 20) MiB"
        case .failed(ENOENT): "there is no such file or folder"
        case .failed(let code): "cannot be read: \(errorText(code))"
        }
    }
}

/// Functions that read files, and that distinguish files from folders.
enum FileContents {
    /// Returns the contents of a file.
    ///
    /// - Throws: `FileProblem` if the path does not name a regular file, or if the file has more
    ///   than `limit` bytes or cannot be read.
    static func read(_ path: String, atMost limit: Int) throws(FileProblem) -> [UInt8] {
        // O_NONBLOCK avoids waiting for the other end of a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .failed(errno) }
        defer { close(descriptor) }
        let size = try regularSize(descriptor)
        guard size <= limit else { throw .tooLarge(limit) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(max(size + 1, 4096), 1 << 20))
        while true {
            let count = SystemCalls.read(descriptor, into: &chunk)
            if count < 0 {
                if errno == EINTR { continue }
                throw .failed(errno)
            }
            if count == 0 { return bytes }
            bytes.append(contentsOf: chunk[..<count])
            guard bytes.count <= limit else { throw .tooLarge(limit) }
        }
    }

    static func isFolder(_ path: String) -> Bool { type(of: path) == S_IFDIR }

    static func isRegular(_ path: String) -> Bool { type(of: path) == S_IFREG }

    private static func type(of path: String) -> mode_t? {
        var status = stat()
        return stat(at: path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Returns at most `limit` bytes from the start of a file, and the total size of the file.
    ///
    /// - Throws: `FileProblem` if the path does not name a regular file, or if the file cannot be
    ///   read.
    static func start(
        of path: String, _ limit: Int
    ) throws(FileProblem) -> (bytes: [UInt8], size: Int) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .failed(errno) }
        defer { close(descriptor) }
        let size = try regularSize(descriptor)
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = SystemCalls.read(descriptor, into: &bytes)
        while count < 0, errno == EINTR { count = SystemCalls.read(descriptor, into: &bytes) }
        guard count >= 0 else { throw .failed(errno) }
        return (Array(bytes[..<count]), size)
    }

    private static func regularSize(_ descriptor: Int32) throws(FileProblem) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .failed(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return Int(status.st_size)
        case S_IFDIR: throw .folder
        default: throw .notRegular
        }
    }
}
