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

    private var news: SocketNews

    /// Readable once there is news.
    public var socket: Socket { _read { yield news.socket } }

    /// - Parameter name: one of its own within the context.
    /// - Throws: what libzmq says.
    public init(
        _ context: Context, of monitored: borrowing Socket, name: String
    ) throws(ZMQError) {
        news = try SocketNews(
            context, of: monitored, name: name,
            events: ZMQ_EVENT_ACCEPTED | ZMQ_EVENT_DISCONNECTED, isUnbounded: false)
    }

    /// The next news, nil where there is none.
    ///
    /// - Throws: what libzmq says.
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
