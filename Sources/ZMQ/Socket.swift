import CZMQ

/// A ZeroMQ socket, closed when it goes out of scope.
///
/// A socket belongs to one thread; it is neither copyable nor sendable. LINGER starts at 0, so
/// closing never blocks. Calls that a signal interrupts are repeated.
public struct Socket: ~Copyable {
    let raw: UnsafeMutableRawPointer
    private let context: Context
    /// A flag that is true if the last check found no message to read, and no other call has used
    /// the socket since that check. While it is true, the socket's descriptor becomes readable when
    /// a message arrives.
    let rest: UnsafeMutablePointer<Bool>

    /// Creates a socket.
    ///
    /// - Throws: `ZMQError`, for example if there are too many open files.
    public init(_ context: Context, _ type: SocketType) throws(ZMQError) {
        raw = try Self.open(context, type)
        self.context = context
        rest = .allocate(capacity: 1)
        rest.initialize(to: false)
    }

    private static func open(
        _ context: Context, _ type: SocketType
    ) throws(ZMQError) -> UnsafeMutableRawPointer {
        guard let raw = zmq_socket(context.raw, type.code) else {
            throw .last("create a \(type) socket")
        }
        var linger: Int32 = 0
        _ = zmq_setsockopt(raw, ZMQ_LINGER, &linger, MemoryLayout<Int32>.size)
        return raw
    }

    deinit {
        _ = untilDone { zmq_close(raw) }
        rest.deallocate()
    }

    /// Binds the socket to an endpoint. An ipc path that another process has bound is taken over
    /// without an error.
    ///
    /// - Throws: `ZMQError`, for example if the address is in use or the path is too long.
    public func bind(_ endpoint: String) throws(ZMQError) {
        rest.pointee = false
        guard untilDone({ zmq_bind(raw, endpoint) }) == 0 else { throw .last("bind \(endpoint)") }
    }

    /// Unbinds the socket from an endpoint.
    ///
    /// - Throws: `ZMQError`, for example if the endpoint was not bound.
    public func unbind(_ endpoint: String) throws(ZMQError) {
        rest.pointee = false
        guard untilDone({ zmq_unbind(raw, endpoint) }) == 0 else {
            throw .last("unbind \(endpoint)")
        }
    }

    /// Connects the socket to an endpoint. libzmq retries in the background until a peer has bound
    /// the endpoint.
    ///
    /// - Throws: `ZMQError`, for example if the endpoint is malformed.
    public func connect(_ endpoint: String) throws(ZMQError) {
        rest.pointee = false
        guard untilDone({ zmq_connect(raw, endpoint) }) == 0 else {
            throw .last("connect \(endpoint)")
        }
    }

    /// Disconnects the socket from an endpoint.
    ///
    /// - Throws: `ZMQError`, for example if the endpoint was not connected.
    public func disconnect(_ endpoint: String) throws(ZMQError) {
        rest.pointee = false
        guard untilDone({ zmq_disconnect(raw, endpoint) }) == 0 else {
            throw .last("disconnect \(endpoint)")
        }
    }
}

extension Socket {
    /// Sends one frame. Returns false if the call would block and `wait` is false, or if the send
    /// timeout has expired.
    ///
    /// - Throws: `ZMQError`, for example if a REQ socket has not received its reply yet.
    public func send(
        _ bytes: Span<UInt8>, more: Bool = false, wait: Bool = true
    ) throws(ZMQError) -> Bool {
        let flags = (more ? ZMQ_SNDMORE : 0) | (wait ? 0 : ZMQ_DONTWAIT)
        rest.pointee = false
        let sent = bytes.withUnsafeBytes { bytes in
            untilDone { zmq_send(raw, bytes.baseAddress, bytes.count, flags) }
        }
        if sent >= 0 { return true }
        guard zmq_errno() == EAGAIN else { throw .last("send") }
        return false
    }

    /// Sends one frame. Returns false if the call would block and `wait` is false, or if the send
    /// timeout has expired.
    ///
    /// - Throws: `ZMQError`, for example if a REQ socket has not received its reply yet.
    public func send(
        _ bytes: borrowing [UInt8], more: Bool = false, wait: Bool = true
    ) throws(ZMQError) -> Bool {
        try send(bytes.span, more: more, wait: wait)
    }

    /// Sends a received frame, and leaves `message` empty. If more frames of the received message
    /// follow, forward them too. Otherwise the sent message is incomplete. O(1).
    ///
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    public func forward(_ message: inout Message) throws(ZMQError) {
        rest.pointee = false
        let flags = message.more ? ZMQ_SNDMORE : 0
        guard untilDone({ zmq_msg_send(message.raw, raw, flags) }) >= 0 else {
            throw .last("forward")
        }
    }

    /// Receives one frame. Returns false if there is none and `wait` is false, or if the receive
    /// timeout has expired.
    ///
    /// If `interruptible` is true, a signal ends the wait, and the call returns false. The frame
    /// that `message` contained before is released.
    ///
    /// - Throws: `ZMQError`, for example if a REP socket has not sent its reply yet.
    public func receive(
        into message: inout Message, wait: Bool = true, interruptible: Bool = false
    ) throws(ZMQError) -> Bool {
        let flags = wait ? 0 : ZMQ_DONTWAIT
        rest.pointee = false
        while true {
            if zmq_msg_recv(message.raw, raw, flags) >= 0 { return true }
            switch zmq_errno() {
            case EAGAIN:
                rest.pointee = true
                return false
            case EINTR where interruptible: return false
            case EINTR: continue
            default: throw .last("receive")
            }
        }
    }
}

/// The type of a socket, which determines its messaging pattern.
public enum SocketType: Sendable {
    case req, rep, dealer, router, pub, sub, xpub, xsub, pair

    var code: Int32 {
        switch self {
        case .req: ZMQ_REQ
        case .rep: ZMQ_REP
        case .dealer: ZMQ_DEALER
        case .router: ZMQ_ROUTER
        case .pub: ZMQ_PUB
        case .sub: ZMQ_SUB
        case .xpub: ZMQ_XPUB
        case .xsub: ZMQ_XSUB
        case .pair: ZMQ_PAIR
        }
    }
}

/// A socket option with the type of its value.
public struct SocketOption<Value: Sendable>: Sendable {
    let code: Int32
    let name: StaticString
}

extension SocketOption<Int32> {
    /// The maximum number of messages queued for one peer. If it is reached, sends block or drop
    /// messages. 0 means no limit.
    public static var sendHighWaterMark: Self {
        Self(code: ZMQ_SNDHWM, name: "sendHighWaterMark")
    }
    /// The maximum number of received messages queued from one peer; 0 means no limit.
    public static var receiveHighWaterMark: Self {
        Self(code: ZMQ_RCVHWM, name: "receiveHighWaterMark")
    }
    /// The time limit, in milliseconds, for the handshake of a new connection; 0 for no limit.
    public static var handshakeInterval: Self {
        Self(code: ZMQ_HANDSHAKE_IVL, name: "handshakeInterval")
    }
    /// The interval, in milliseconds, between heartbeats to each peer; 0 for no heartbeats.
    public static var heartbeatInterval: Self {
        Self(code: ZMQ_HEARTBEAT_IVL, name: "heartbeatInterval")
    }
    /// The time in milliseconds after which a connection is closed if its peer does not reply to a
    /// heartbeat.
    public static var heartbeatTimeout: Self {
        Self(code: ZMQ_HEARTBEAT_TIMEOUT, name: "heartbeatTimeout")
    }
    /// The time limit for a blocking send in milliseconds, -1 for none.
    public static var sendTimeout: Self { Self(code: ZMQ_SNDTIMEO, name: "sendTimeout") }
    /// The time limit for a blocking receive in milliseconds, -1 for none.
    public static var receiveTimeout: Self { Self(code: ZMQ_RCVTIMEO, name: "receiveTimeout") }
    /// The time in milliseconds for which unsent messages are kept after the socket is closed;
    /// initially 0.
    public static var linger: Self { Self(code: ZMQ_LINGER, name: "linger") }
}

extension SocketOption<Int64> {
    /// The size limit for received messages in bytes, -1 for none. A peer that sends a larger
    /// message is disconnected.
    public static var maxMessageSize: Self { Self(code: ZMQ_MAXMSGSIZE, name: "maxMessageSize") }
}

extension SocketOption<Bool> {
    /// Whether subscriptions take effect only when `subscribe` is set on the XPUB socket.
    public static var xpubManual: Self { Self(code: ZMQ_XPUB_MANUAL, name: "xpubManual") }
    /// Whether an XPUB socket receives every subscription and unsubscription, including repeated
    /// ones.
    public static var xpubVerboser: Self { Self(code: ZMQ_XPUB_VERBOSER, name: "xpubVerboser") }
    /// Whether a REQ socket may send again before it has received a reply.
    public static var reqRelaxed: Self { Self(code: ZMQ_REQ_RELAXED, name: "reqRelaxed") }
    /// Whether a REQ socket drops replies to earlier requests.
    public static var reqCorrelate: Self { Self(code: ZMQ_REQ_CORRELATE, name: "reqCorrelate") }
    /// Whether a send on a ROUTER socket to an unknown peer fails. Otherwise the message is
    /// dropped.
    public static var routerMandatory: Self {
        Self(code: ZMQ_ROUTER_MANDATORY, name: "routerMandatory")
    }
    /// Whether the socket is the server of CURVE connections. Clients need the server's public key.
    static var curveServer: Self { Self(code: ZMQ_CURVE_SERVER, name: "curveServer") }
}

extension SocketOption<[UInt8]> {
    /// A prefix to subscribe to. On an XPUB socket with `xpubManual`, it becomes a subscription of
    /// the peer that sent the last message.
    public static var subscribe: Self { Self(code: ZMQ_SUBSCRIBE, name: "subscribe") }
    /// A prefix to unsubscribe from. On an XPUB socket with `xpubManual`, the subscription of the
    /// peer that sent the last message ends.
    public static var unsubscribe: Self { Self(code: ZMQ_UNSUBSCRIBE, name: "unsubscribe") }
    /// The identity of this socket for a ROUTER socket at the other end: 1 to 255 bytes, of which
    /// the first is not 0.
    public static var routingID: Self { Self(code: ZMQ_ROUTING_ID, name: "routingID") }
    static var curveServerKey: Self { Self(code: ZMQ_CURVE_SERVERKEY, name: "curveServerKey") }
    static var curvePublicKey: Self { Self(code: ZMQ_CURVE_PUBLICKEY, name: "curvePublicKey") }
    static var curveSecretKey: Self { Self(code: ZMQ_CURVE_SECRETKEY, name: "curveSecretKey") }
    static var zapDomain: Self { Self(code: ZMQ_ZAP_DOMAIN, name: "zapDomain") }
}

extension SocketOption<UInt32> {
    /// The id of a user whose processes may connect over ipc. The option may be set several times.
    /// Connections of other users are closed.
    ///
    /// libzmq declares the option deprecated, but it works as long as libzmq reads the credentials
    /// of ipc peers.
    public static var ipcFilterUID: Self { Self(code: ZMQ_IPC_FILTER_UID, name: "ipcFilterUID") }
}

extension Socket {
    /// Sets an integer option.
    ///
    /// - Throws: `ZMQError`, for example if the value is out of range.
    public func set(_ option: SocketOption<Int32>, _ value: Int32) throws(ZMQError) {
        try set(option.code, option.name, value)
    }

    /// Sets a 64-bit integer option.
    ///
    /// - Throws: `ZMQError`, for example if the value is out of range.
    public func set(_ option: SocketOption<Int64>, _ value: Int64) throws(ZMQError) {
        try set(option.code, option.name, value)
    }

    /// Sets a Boolean option.
    ///
    /// - Throws: `ZMQError`, for example if the option belongs to a different socket type.
    public func set(_ option: SocketOption<Bool>, _ value: Bool) throws(ZMQError) {
        try set(option.code, option.name, Int32(value ? 1 : 0))
    }

    /// Sets an unsigned integer option.
    ///
    /// - Throws: `ZMQError`, for example if the option belongs to a different socket type.
    public func set(_ option: SocketOption<UInt32>, _ value: UInt32) throws(ZMQError) {
        try set(option.code, option.name, value)
    }

    /// Sets an option whose value is a byte string.
    ///
    /// - Throws: `ZMQError`, for example if the option belongs to a different socket type.
    public func set(_ option: SocketOption<[UInt8]>, _ value: [UInt8]) throws(ZMQError) {
        try value.withUnsafeBufferPointer { (bytes) throws(ZMQError) in
            try set(option.code, option.name, UnsafeRawBufferPointer(bytes))
        }
    }

    private func set<T: BitwiseCopyable>(
        _ code: Int32, _ name: StaticString, _ value: T
    ) throws(ZMQError) {
        var value = value
        try withUnsafeBytes(of: &value) { (bytes) throws(ZMQError) in
            try set(code, name, bytes)
        }
    }

    private func set(
        _ code: Int32, _ name: StaticString, _ bytes: UnsafeRawBufferPointer
    ) throws(ZMQError) {
        let result = untilDone { zmq_setsockopt(raw, code, bytes.baseAddress, bytes.count) }
        guard result == 0 else { throw .last("set \(name)") }
    }
}

extension Socket {
    /// Returns the endpoint that was bound last, with wildcards resolved, such as
    /// `tcp://127.0.0.1:40123`.
    ///
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    public func lastEndpoint() throws(ZMQError) -> String {
        var text = [UInt8](repeating: 0, count: 1_024)
        var length = text.count
        let result = untilDone { zmq_getsockopt(raw, ZMQ_LAST_ENDPOINT, &text, &length) }
        guard result == 0 else { throw .last("read the last endpoint") }
        return String(decoding: text.prefix(length).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Returns the operations that would not block now.
    ///
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    public func events() throws(ZMQError) -> PollEvents { try borrowed.events() }

    /// Returns the descriptor that becomes readable when `events` may have changed.
    ///
    /// The descriptor is edge-triggered: read `events` again after every send and receive, and
    /// before sleeping.
    ///
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    public func fileDescriptor() throws(ZMQError) -> Int32 {
        try borrowed.number(ZMQ_FD, "descriptor")
    }

    /// An unowned reference to the socket, for objects that the socket outlives.
    var borrowed: Borrowed { Borrowed(raw: raw, rest: rest) }

    struct Borrowed {
        fileprivate let raw: UnsafeMutableRawPointer
        fileprivate let rest: UnsafeMutablePointer<Bool>

        var isAtRest: Bool { rest.pointee }

        func events() throws(ZMQError) -> PollEvents {
            let events = PollEvents(
                rawValue: Int16(truncatingIfNeeded: try number(ZMQ_EVENTS, "events")))
            rest.pointee = !events.contains(.readable)
            return events
        }

        fileprivate func number(_ option: Int32, _ name: StaticString) throws(ZMQError) -> Int32 {
            var value: Int32 = 0
            var length = MemoryLayout<Int32>.size
            let result = untilDone { zmq_getsockopt(raw, option, &value, &length) }
            guard result == 0 else { throw .last("read the \(name)") }
            return value
        }
    }
}

/// A pair of CURVE keys, each as 40 characters of Z85.
public struct CurveKeys: Sendable {
    /// The public key, by which peers identify the owner of the pair.
    public let known: String
    /// The secret key. It must not appear in any output or log.
    public let secret: String

    /// Generates a new pair.
    ///
    /// - Throws: `ZMQError`, for example if libzmq was built without CURVE.
    public static func make() throws(ZMQError) -> CurveKeys {
        var known = [CChar](repeating: 0, count: 41)
        var secret = known
        guard zmq_curve_keypair(&known, &secret) == 0 else { throw .last("generate keys") }
        return CurveKeys(known: text(known), secret: text(secret))
    }

    private init(known: String, secret: String) {
        self.known = known
        self.secret = secret
    }

    /// Derives the pair from a secret key.
    ///
    /// - Throws: `ZMQError` if the text is not a key.
    public init(secret: String) throws(ZMQError) {
        known = try Self.known(secret)
        self.secret = secret
    }

    private static func known(_ secret: String) throws(ZMQError) -> String {
        var known = [CChar](repeating: 0, count: 41)
        guard zmq_curve_public(&known, secret) == 0 else { throw .last("read a key") }
        return text(known)
    }

    /// Encodes a key in Z85. Returns nil if the key does not have 32 bytes.
    public static func text(ofKey bytes: [UInt8]) -> String? {
        guard bytes.count == 32 else { return nil }
        var characters = [CChar](repeating: 0, count: 41)
        guard zmq_z85_encode(&characters, bytes, bytes.count) != nil else { return nil }
        return text(characters)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension Socket {
    /// Accepts only CURVE connections that the ZAP handler allows. Call this method before binding.
    ///
    /// - Parameter domain: the ZAP domain that the handler receives for this socket; not empty.
    /// - Throws: `ZMQError`, for example if a key is not valid.
    public func serveCurve(_ keys: CurveKeys, domain: String) throws(ZMQError) {
        try set(.curveServer, true)
        try set(.curveSecretKey, Array(keys.secret.utf8))
        try set(.zapDomain, Array(domain.utf8))
    }

    /// Allows connections only to the server whose public key is `server`. Call this method before
    /// connecting.
    ///
    /// - Throws: `ZMQError`, for example if `server` is not a key.
    public func useCurve(server: String, _ keys: CurveKeys) throws(ZMQError) {
        try set(.curveServerKey, Array(server.utf8))
        try set(.curvePublicKey, Array(keys.known.utf8))
        try set(.curveSecretKey, Array(keys.secret.utf8))
    }
}
