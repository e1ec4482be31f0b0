internal import Logging
internal import PagerModel
internal import PagerPaths
internal import PagerWire
internal import ZMQ

/// Answers libzmq's question who may come in over CURVE, and tells who may not.
///
/// libzmq holds a connection back until it is answered; whoever waits holds nobody else up.
struct ZAPHandler: ~Copyable {
    let socket: Socket
    private let listed: [String: Role]
    private var message = Message()
    private var complaints = Complaints()

    /// The address at which libzmq asks, one for each context.
    private static let endpoint = "inproc://zeromq.zap.01"
    /// Questions answered before the other sockets are looked at again.
    private static let burst = 64

    /// Before any other socket is bound: where nobody answers, libzmq asks nobody.
    ///
    /// - Throws: what libzmq says.
    init(_ context: Context, _ access: AccessList?) throws(ZMQError) {
        socket = try Self.open(context)
        listed = access?.keys ?? [:]
    }

    private static func open(_ context: Context) throws(ZMQError) -> Socket {
        let socket = try Socket(context, .rep)
        try socket.bind(endpoint)
        return socket
    }

    /// Answers what has been asked.
    ///
    /// - Throws: what libzmq says.
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
        if !isListed, complaints.isNew(request.key, at: time) {
            logger.warning(
                "refused a key that is not listed",
                metadata: [
                    "socket": "\(request.door)", "address": "\(request.address)",
                    "key": "\(request.key)",
                ])
        }
        return request.answer(admitted: isListed)
    }
}

/// What has been complained about lately: whoever knocks without an end is told of once a minute.
struct Complaints {
    private var last: [String: Instant] = [:]

    /// Seconds.
    private static let silence = 60.0
    /// Different ones in that time.
    private static let most = 16

    /// Whether to tell of it now.
    mutating func isNew(_ subject: String, at time: Instant) -> Bool {
        last = last.filter { time < $0.value.advanced(by: Self.silence) }
        guard last[subject] == nil, last.count < Self.most else { return false }
        last[subject] = time
        return true
    }
}
