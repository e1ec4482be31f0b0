import CZMQ

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
