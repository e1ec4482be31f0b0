import CZMQ

/// One end of a messaging pattern, closed when it goes out of scope.
///
/// A socket belongs to one thread; it is neither copyable nor sendable. LINGER starts at 0, so that
/// closing never waits. Calls that a signal interrupts are made again.
public struct Socket: ~Copyable {
    let raw: UnsafeMutableRawPointer
    private let context: Context
    /// Whether nothing can be read before the descriptor tells so: the last call found nothing and
    /// left no news behind.
    let rest: UnsafeMutablePointer<Bool>

    /// - Throws: what libzmq says, such as too many open files.
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
            throw .last("make a \(type) socket")
        }
        var linger: Int32 = 0
        _ = zmq_setsockopt(raw, ZMQ_LINGER, &linger, MemoryLayout<Int32>.size)
        return raw
    }

    deinit {
        _ = untilDone { zmq_close(raw) }
        rest.deallocate()
    }

    /// Waits for peers at an endpoint. A live ipc path is taken over without an error.
    ///
    /// - Throws: what libzmq says, such as an address in use or a path that is too long.
    public func bind(_ endpoint: String) throws(ZMQError) {
        rest.pointee = false
        guard untilDone({ zmq_bind(raw, endpoint) }) == 0 else { throw .last("bind \(endpoint)") }
    }

    /// - Throws: what libzmq says, such as an endpoint that was not bound.
    public func unbind(_ endpoint: String) throws(ZMQError) {
        rest.pointee = false
        guard untilDone({ zmq_unbind(raw, endpoint) }) == 0 else {
            throw .last("unbind \(endpoint)")
        }
    }

    /// Reaches out to an endpoint, now or as soon as somebody binds it.
    ///
    /// - Throws: what libzmq says, such as an endpoint that makes no sense.
    public func connect(_ endpoint: String) throws(ZMQError) {
        rest.pointee = false
        guard untilDone({ zmq_connect(raw, endpoint) }) == 0 else {
            throw .last("connect \(endpoint)")
        }
    }

    /// - Throws: what libzmq says, such as an endpoint that was not connected.
    public func disconnect(_ endpoint: String) throws(ZMQError) {
        rest.pointee = false
        guard untilDone({ zmq_disconnect(raw, endpoint) }) == 0 else {
            throw .last("disconnect \(endpoint)")
        }
    }
}

extension Socket {
    /// Sends one frame; false where it would have to wait and `wait` is false or the send
    /// timeout is over.
    ///
    /// - Throws: what libzmq says, such as a REQ socket that has not received its reply yet.
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

    /// Sends one frame; false where it would have to wait and `wait` is false or the send
    /// timeout is over.
    ///
    /// - Throws: what libzmq says, such as a REQ socket that has not received its reply yet.
    public func send(
        _ bytes: borrowing [UInt8], more: Bool = false, wait: Bool = true
    ) throws(ZMQError) -> Bool {
        try send(bytes.span, more: more, wait: wait)
    }

    /// Receives one frame; false where none has come and `wait` is false or the receive timeout
    /// is over.
    ///
    /// With `interruptible` a signal ends the wait with false too. What the message held before
    /// is released.
    /// - Throws: what libzmq says, such as a REP socket that has not sent its reply yet.
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
