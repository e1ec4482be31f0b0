import CZMQ

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
