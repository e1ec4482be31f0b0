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
