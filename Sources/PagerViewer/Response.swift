internal import CLinux
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import SystemCalls

/// SwiftNIO's byte buffer. The module `PagerWire` has a different type with the same name.
typealias ByteBuffer = NIOCore.ByteBuffer

/// An HTTP response.
struct Response {
    enum Body {
        case bytes(ByteBuffer)
        /// A file, which is read in pieces while it is sent.
        case file(OpenFile)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.readableBytes
            case .file(let file): file.count
            }
        }
    }

    var status: HTTPResponseStatus
    var headers: [(name: String, value: String)]
    var body: Body
    /// Whether the connection closes after the response.
    var isLast = false
    /// The right that the request has proved with a token or a folder key. Nil without a proof.
    var right: AccessTokens.Right?

    init(_ status: HTTPResponseStatus, _ headers: [(name: String, value: String)], _ body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// A file open for reading. The file is closed when the last reference to this object is released.
final class OpenFile {
    private let descriptor: Int32
    /// The version of the file when it was opened.
    let version: Version
    /// The size of the file in bytes.
    var count: Int { version.count }

    /// The inode number, size and modification time of a file, which show whether it has changed.
    struct Version: Hashable {
        var inode: UInt64
        var count: Int
        var seconds: Int
        var nanoseconds: Int
    }

    init(descriptor: Int32, _ status: stat) {
        self.descriptor = descriptor
        version = Version(
            inode: UInt64(status.st_ino), count: Int(status.st_size),
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
    }

    deinit { close(descriptor) }

    /// Reads up to `count` bytes at an offset. Returns nil if the file now ends before the offset,
    /// or after an error.
    func read(at place: Int, count: Int) -> [UInt8]? {
        let bytes = bytes(of: descriptor, at: place, count: count)
        return bytes.isEmpty ? nil : bytes
    }
}
