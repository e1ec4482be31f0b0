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
