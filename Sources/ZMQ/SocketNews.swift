import CZMQ

/// The messages of `zmq_socket_monitor` about one socket.
struct SocketNews: ~Copyable {
    /// Readable once there is news.
    let socket: Socket
    private var message = Message()

    /// - Parameters:
    ///   - name: unique within the context.
    ///   - events: the `ZMQ_EVENT_` bits to report.
    ///   - isUnbounded: whether unread news is kept without a bound, rather than 1,000 of it.
    /// - Throws: what libzmq says.
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
        // Else libzmq's I/O thread would wait where a thousand of its news are unread.
        if isUnbounded { try socket.set(.receiveHighWaterMark, 0) }
        try socket.connect(endpoint)
        return socket
    }

    /// Returns the next event and its value, nil where none has come.
    ///
    /// - Throws: what libzmq says.
    mutating func next() throws(ZMQError) -> (event: Int32, value: Int32)? {
        guard try socket.receive(into: &message, wait: false) else { return nil }
        let (event, value) = message.withBytes { bytes in
            // The number of the event, then its value, unaligned, in the machine's order.
            bytes.count < 6
                ? (0, 0)
                : (
                    bytes.bytes.unsafeLoadUnaligned(as: UInt16.self),
                    bytes.bytes.unsafeLoadUnaligned(fromByteOffset: 2, as: Int32.self)
                )
        }
        // The second frame is the address.
        while message.more { _ = try socket.receive(into: &message, wait: true) }
        return (Int32(event), value)
    }
}
