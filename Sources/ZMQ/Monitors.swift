import CZMQ

/// A stream of the events that `zmq_socket_monitor` reports about one socket.
struct SocketNews: ~Copyable {
    /// The socket that becomes readable when a monitor event is waiting.
    let socket: Socket
    private var message = Message()

    /// Starts to monitor a socket.
    ///
    /// - Parameters:
    ///   - name: a name that no other monitor of the same ZeroMQ context uses.
    ///   - events: the `ZMQ_EVENT_` bits to report.
    ///   - isUnbounded: If true, the queue of unread events has no limit. If false, the limit is
    ///     2,000.
    /// - Throws: `ZMQError`, for example if there are too many open files.
    init(
        _ context: Context, of monitored: borrowing Socket, name: String, events: Int32,
        isUnbounded: Bool
    ) throws(ZMQError) {
        socket = try Self.open(context, monitored, "inproc://\(name)", events, isUnbounded)
    }

    private static func open(
        _ context: Context, _ monitored: borrowing Socket, _ endpoint: String, _ events: Int32,
        _ isUnbounded: Bool
    ) throws(ZMQError) -> Socket {
        guard zmq_socket_monitor(monitored.raw, endpoint, events) == 0 else {
            throw .last("monitor a socket")
        }
        let socket = try Socket(context, .pair)
        // With a full queue of 2,000 unread events, libzmq's I/O thread would block.
        if isUnbounded { try socket.set(.receiveHighWaterMark, 0) }
        try socket.connect(endpoint)
        return socket
    }

    /// Returns the next event and its value, or nil if there is none.
    ///
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    mutating func next() throws(ZMQError) -> (event: Int32, value: Int32)? {
        guard try socket.receive(into: &message, wait: false) else { return nil }
        let (event, value) = message.withBytes { bytes in
            // The event number is followed by its value, unaligned and in native byte order.
            bytes.count < 6
                ? (0, 0)
                : (
                    bytes.bytes.unsafeLoadUnaligned(as: UInt16.self),
                    bytes.bytes.unsafeLoadUnaligned(fromByteOffset: 2, as: Int32.self)
                )
        }
        // The second frame holds the address, which is not needed.
        while message.more { _ = try socket.receive(into: &message, wait: true) }
        return (Int32(event), value)
    }
}

/// A monitor that reports when the connections of a socket begin and end.
///
/// libzmq identifies a connection by its descriptor, and reports the end of a connection before it
/// reuses the descriptor's number. Call `next` until it returns nil before you receive messages
/// from a new connection. If 2,000 events are unread, libzmq's I/O thread blocks at the next event.
public struct ConnectionMonitor: ~Copyable {
    /// The beginning or end of a connection. The associated value is the connection's descriptor.
    public enum News: Equatable, Sendable {
        /// A peer has connected; the handshake has not begun.
        case accepted(Int32)
        case ended(Int32)
    }

    private var news: SocketNews

    /// The socket that becomes readable when a monitor event is waiting.
    public var socket: Socket { _read { yield news.socket } }

    /// Starts to monitor a socket.
    ///
    /// - Parameter name: a name that no other monitor of the same ZeroMQ context uses.
    /// - Throws: `ZMQError`, for example if there are too many open files.
    public init(
        _ context: Context, of monitored: borrowing Socket, name: String
    ) throws(ZMQError) {
        news = try SocketNews(
            context, of: monitored, name: name,
            events: ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_DISCONNECTED, isUnbounded: false)
    }

    /// Returns the next report that a connection has begun or ended, or nil if no report is
    /// waiting.
    ///
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    public mutating func next() throws(ZMQError) -> News? {
        while let (event, value) = try news.next() {
            switch event {
            case ZMQ_EVENT_ACCEPTED: return .accepted(value)
            case ZMQ_EVENT_DISCONNECTED: return .ended(value)
            default: continue
            }
        }
        return nil
    }
}

/// A monitor of an outgoing connection, from the first attempt to the end of the handshake.
public struct HandshakeMonitor: ~Copyable {
    /// The most recently observed state of the connection.
    public enum Stage: Equatable, Sendable {
        /// No connection exists yet: the other end has not accepted one.
        case connecting
        /// A connection attempt ended with an error, such as a refused connection or an unknown
        /// host.
        case unreachable
        /// The other end has accepted the connection and has not completed the ZMTP handshake.
        case connected
        /// The other end ended the connection during the handshake.
        case cutOff
        /// The other end's ZAP handler refused this socket's key.
        case refused
        /// The handshake is complete, and messages can be exchanged.
        case established
    }

    public private(set) var stage = Stage.connecting
    private var news: SocketNews

    /// The socket that becomes readable when a monitor event is waiting.
    public var socket: Socket { _read { yield news.socket } }

    private static let events =
        ZMQ_EVENT_CONNECTED | ZMQ_EVENT_CONNECT_RETRIED | ZMQ_EVENT_CLOSED
        | ZMQ_EVENT_DISCONNECTED | ZMQ_EVENT_HANDSHAKE_SUCCEEDED
        | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
        | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH

    /// Starts to monitor a socket.
    ///
    /// - Parameters:
    ///   - monitored: a socket that is not connected yet.
    ///   - name: a name that no other monitor of the same ZeroMQ context uses.
    /// - Throws: `ZMQError`, for example if there are too many open files.
    public init(
        _ context: Context, of monitored: borrowing Socket, name: String
    ) throws(ZMQError) {
        news = try SocketNews(
            context, of: monitored, name: name, events: Self.events, isUnbounded: true)
    }

    /// Stops monitoring a socket.
    public func stop(_ monitored: borrowing Socket) {
        _ = zmq_socket_monitor(monitored.raw, nil, 0)
    }

    /// Reads all waiting monitor events and updates `stage`. While libzmq retries, `stage` keeps
    /// the outcome of the last attempt.
    ///
    /// - Throws: `ZMQError`, for example if the context has been shut down.
    public mutating func update() throws(ZMQError) {
        while let (event, _) = try news.next() {
            switch event {
            case ZMQ_EVENT_CONNECTED:
                // After a failed handshake libzmq connects again and fails in the same way, so keep
                // the failure.
                if stage != .cutOff, stage != .refused { stage = .connected }
            case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: stage = .established
            case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: stage = .refused
            case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL, ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
                if stage != .refused { stage = .cutOff }
            case ZMQ_EVENT_CLOSED: stage = .unreachable
            case ZMQ_EVENT_CONNECT_RETRIED where stage == .connecting || stage == .established:
                stage = .unreachable
            case ZMQ_EVENT_DISCONNECTED where stage == .established: stage = .connecting
            default: continue
            }
        }
    }
}
