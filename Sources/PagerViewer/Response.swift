internal import CLinux
internal import Glibc
internal import SystemCalls

/// An HTTP response.
struct Response {
    enum Status: Int {
        case switchingProtocols = 101
        case ok = 200
        case badRequest = 400
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case payloadTooLarge = 413
        case headersTooLarge = 431
        case unavailable = 503

        var phrase: String {
            switch self {
            case .switchingProtocols: "Switching Protocols"
            case .ok: "OK"
            case .badRequest: "Bad Request"
            case .forbidden: "Forbidden"
            case .notFound: "Not Found"
            case .methodNotAllowed: "Method Not Allowed"
            case .payloadTooLarge: "Content Too Large"
            case .headersTooLarge: "Request Header Fields Too Large"
            case .unavailable: "Service Unavailable"
            }
        }
    }

    enum Body {
        case bytes([UInt8])
        /// Read piece by piece while it is sent.
        case file(OpenFile)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .file(let file): file.count
            }
        }
    }

    var status: Status
    var headers: [(name: String, value: String)]
    var body: Body
    /// Whether the connection ends after it.
    var isLast = false
    /// Whether the request showed that its browser has the token.
    var isForToken = false

    init(_ status: Status, _ headers: [(name: String, value: String)], _ body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The status line and the headers.
    var head: [UInt8] {
        var text = "HTTP/1.1 \(status.rawValue) \(status.phrase)\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        if status != .switchingProtocols {
            text += "Content-Length: \(body.count)\r\n"
            text += "Connection: \(isLast ? "close" : "keep-alive")\r\n"
        }
        return Array((text + "\r\n").utf8)
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
