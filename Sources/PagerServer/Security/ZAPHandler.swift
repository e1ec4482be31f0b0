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
