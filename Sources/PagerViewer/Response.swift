internal import CLinux
internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import SystemCalls

/// SwiftNIO's; `PagerWire` has another.
typealias ByteBuffer = NIOCore.ByteBuffer

/// An HTTP response.
struct Response {
    enum Body {
        case bytes(ByteBuffer)
        /// Read piece by piece while it is sent.
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
    /// Whether the connection ends after it.
    var isLast = false
    /// Whether the request showed that its browser has the token.
    var isForToken = false

    init(_ status: HTTPResponseStatus, _ headers: [(name: String, value: String)], _ body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// A file that is open for reading; it is closed with the last reference.
final class OpenFile {
    private let descriptor: Int32
    /// Its version when it was opened.
    let version: Version
    /// Its size in bytes.
    var count: Int { version.count }

    /// Changes with every change of a file.
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

    /// Reads up to `count` bytes at a place; nil where the file has become shorter.
    func read(at place: Int, count: Int) -> [UInt8]? {
        let bytes = bytes(of: descriptor, at: place, count: count)
        return bytes.isEmpty ? nil : bytes
    }
}
