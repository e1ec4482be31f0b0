internal import Logging
internal import PagerModel
internal import PagerPaths
internal import PagerWire
internal import ZMQ

/// The handler for the ZeroMQ Authentication Protocol (ZAP). It decides for libzmq which CURVE
/// clients may connect, and logs refused keys.
///
/// libzmq suspends a new connection until the handler answers, without blocking other connections.
struct ZAPHandler: ~Copyable {
    let socket: Socket
    private let listed: [String: Role]
    private var message = Message()
    private var logFilter = LogFilter()

    /// The address to which libzmq sends authentication requests. Each ZeroMQ context has its own
    /// socket at this address.
    private static let endpoint = "inproc://zeromq.zap.01"
    /// The maximum number of requests that one call of `answer` handles, so that other sockets do
    /// not have to wait.
    private static let burst = 64

    /// Creates and binds the handler's socket. Call this before other sockets are bound, because
    /// libzmq skips authentication if no handler is bound.
    ///
    /// - Throws: `ZMQError`, for example if the context already has a ZAP handler.
    init(_ context: Context, _ access: AccessList?) throws(ZMQError) {
        socket = try Self.open(context)
        listed = access?.keys ?? [:]
    }

    private static func open(_ context: Context) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .rep)
        try socket.bind(endpoint)
        return socket
    }

    /// Answers the authentication requests from libzmq that are waiting, at most `burst`.
    ///
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    mutating func answer(at time: Instant, _ logger: Logger) throws(ZMQError) {
        for _ in 0..<Self.burst {
            guard try socket.receive(into: &message, wait: false) else { return }
            var frames = [message.bytes]
            while message.more {
                _ = try socket.receive(into: &message, wait: true)
                frames.append(message.bytes)
            }
            let answer = answer(to: frames, at: time, logger)
            for (index, frame) in answer.enumerated() {
                _ = try socket.send(frame, more: index < answer.count - 1)
            }
        }
    }

    private mutating func answer(
        to frames: [[UInt8]], at time: Instant, _ logger: Logger
    ) -> [[UInt8]] {
        guard let request = try? ZAPRequest(frames: frames) else {
            return ZAPRequest.refusal(of: frames)
        }
        let isListed = listed[request.key] != nil
        if !isListed, logFilter.shouldLog(request.key, at: time) {
            logger.warning(
                "refused a key that is not listed",
                metadata: [
                    "socket": "\(request.domain)", "address": "\(request.address)",
                    "key": "\(request.key)",
                ])
        }
        return request.answer(admitted: isListed)
    }
}

/// A filter for repeated log messages: messages about the same subject, such as a refused key, are
/// logged at most once a minute.
struct LogFilter {
    private var last: [String: Instant] = [:]

    /// The number of seconds, after a logged message, during which no other message about the same
    /// subject is logged.
    private static let silence = 60.0
    /// The maximum number of subjects, such as refused keys, that are logged within `silence`
    /// seconds.
    private static let most = 16

    /// Returns whether a message about a subject, such as a refused key, should be logged now. If
    /// true, records the time.
    mutating func shouldLog(_ subject: String, at time: Instant) -> Bool {
        last = last.filter { time < $0.value.advanced(by: Self.silence) }
        guard last[subject] == nil, last.count < Self.most else { return false }
        last[subject] = time
        return true
    }
}

/// An authentication request that libzmq sends about a client, in version 1.0 of the ZeroMQ
/// Authentication Protocol (ZAP).
struct ZAPRequest {
    /// The error for a request that cannot be parsed.
    enum Fault: Error { case malformed }

    private let number: [UInt8]
    /// The ZAP domain of the request: the name of the socket to which the client connects.
    let domain: String
    /// The address of the client.
    let address: String
    /// The client's public key in Z85.
    let key: String

    /// Parses the frames of a request.
    ///
    /// - Throws: `malformed` if the ZAP version is not 1.0, the mechanism is not CURVE or the key
    ///   is invalid.
    init(frames: [[UInt8]]) throws(Fault) {
        guard frames.count == 7, frames[0] == Array("1.0".utf8), frames[5] == Array("CURVE".utf8),
            let key = CurveKeys.text(ofKey: frames[6])
        else { throw .malformed }
        number = frames[1]
        domain = String(decoding: frames[2].prefix(255), as: UTF8.self)
        address = String(decoding: frames[3].prefix(255), as: UTF8.self)
        self.key = key
    }

    /// Returns the frames of the reply to libzmq. The user id of an admitted client is its public
    /// key.
    func answer(admitted: Bool) -> [[UInt8]] {
        [
            Array("1.0".utf8), number, Array((admitted ? "200" : "400").utf8),
            Array((admitted ? "OK" : "this key is not listed").utf8),
            admitted ? Array(key.utf8) : [], [],
        ]
    }

    /// Returns the frames of the answer to an unreadable request.
    static func refusal(of frames: [[UInt8]]) -> [[UInt8]] {
        [
            Array("1.0".utf8), frames.count > 1 ? frames[1] : [], Array("500".utf8),
            Array("the request cannot be parsed".utf8), [], [],
        ]
    }
}
