import CZMQ

/// Tells which connections of a socket have begun and ended.
///
/// libzmq numbers connections by their descriptors and tells of an end before the number can mean
/// another connection. Read it before receiving anything from a connection that is new, and to the
/// last: libzmq waits where a thousand of its news are unread.
public struct ConnectionMonitor: ~Copyable {
    /// What has become of a connection, by its descriptor.
    public enum News: Equatable, Sendable {
        /// It is there; nobody has shaken hands yet.
        case accepted(Int32)
        case ended(Int32)
    }

    /// Readable once there is news.
    public let socket: Socket
    private var message = Message()

    /// - Parameter name: one of its own within the context.
    /// - Throws: what libzmq says.
    public init(
        _ context: Context, of monitored: borrowing Socket, name: String
    ) throws(ZMQError) {
        socket = try Self.open(context, monitored, "inproc://\(name)")
    }

    private static func open(
        _ context: Context, _ monitored: borrowing Socket, _ endpoint: String
    ) throws(ZMQError) -> Socket {
        let news = ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_DISCONNECTED
        guard zmq_socket_monitor(monitored.raw, endpoint, news) == 0 else {
            throw .last("monitor a socket")
        }
        let socket = try Socket(context, .pair)
        try socket.connect(endpoint)
        return socket
    }

    /// The next news, nil where there is none.
    ///
    /// - Throws: what libzmq says.
    public mutating func next() throws(ZMQError) -> News? {
        while try socket.receive(into: &message, wait: false) {
            let (event, value) = message.withBytes { bytes in
                // The number of the event, then its value, unaligned, in the machine's order.
                bytes.count < 6
                    ? (0, 0)
                    : (
                        bytes.loadUnaligned(as: UInt16.self),
                        bytes.loadUnaligned(fromByteOffset: 2, as: Int32.self)
                    )
            }
            // The second frame is the address.
            while message.more { _ = try socket.receive(into: &message, wait: true) }
            switch Int32(event) {
            case ZMQ_EVENT_ACCEPTED: return .accepted(value)
            case ZMQ_EVENT_DISCONNECTED: return .ended(value)
            default: continue
            }
        }
        return nil
    }
}
