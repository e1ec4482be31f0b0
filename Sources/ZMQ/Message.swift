import CZMQ
import LibC

/// A buffer for one received frame. Receiving another frame into the buffer releases the previous
/// one.
public struct Message: ~Copyable {
    /// The libzmq message, on the heap because libzmq requires a stable address.
    let raw: UnsafeMutablePointer<zmq_msg_t>

    public init() {
        raw = .allocate(capacity: 1)
        _ = zmq_msg_init(raw)
    }

    deinit {
        _ = zmq_msg_close(raw)
        raw.deallocate()
    }

    public var count: Int { zmq_msg_size(raw) }

    /// Whether another frame of the same message follows.
    public var more: Bool { zmq_msg_more(raw) != 0 }

    /// Calls the closure with the bytes of the frame, without a copy. The bytes are valid only
    /// inside the closure. O(1).
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(frame.span)
    }

    private var frame: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
            start: zmq_msg_data(raw)?.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// A copy of the frame's bytes. O(count).
    public var bytes: [UInt8] { Array(frame) }

    /// Returns a metadata property of the connection that sent the frame, or nil if it is not set.
    ///
    /// The names are `Peer-Address`, `Socket-Type`, `User-Id`, `Routing-Id` and those that the
    /// handshake adds.
    public func metadata(_ name: String) -> String? {
        zmq_msg_gets(raw, name).map { String(cString: $0) }
    }

    /// The user id of the process that sent the frame over ipc, as reported by the kernel; nil over
    /// tcp and inproc.
    public var peerUID: UInt32? { credential(1) }

    /// The id of the process that sent the frame over ipc; nil over tcp and inproc. The process may
    /// have ended, and the system may have reused its id.
    public var peerPID: UInt32? { credential(3) }

    /// The descriptor of the connection that sent the frame, as in the events of
    /// `ConnectionMonitor`; nil over inproc. The system reuses the number after the connection has
    /// ended.
    public var connectionDescriptor: Int32? {
        let descriptor = zmq_msg_get(raw, ZMQ_SRCFD)
        return descriptor < 0 ? nil : descriptor
    }

    /// Returns the number in the field `wanted` of an ipc peer's address, which libzmq writes as
    /// `localhost:UID:GID:PID`. UID is field 1. Returns nil for a tcp address. This includes an
    /// IPv6 address with three colons, because one of its fields is empty.
    private func credential(_ wanted: Int) -> UInt32? {
        guard let address = zmq_msg_gets(raw, "Peer-Address") else { return nil }
        let text = UnsafeRawBufferPointer(start: address, count: strlen(address))
        var found: UInt32?
        var field = 0
        var start = 0
        for index in 0...text.count where index == text.count || text[index] == colon {
            if field > 0 {
                guard let number = Self.decimal(text[start..<index]) else { return nil }
                if field == wanted { found = number }
            }
            field += 1
            start = index + 1
        }
        return field == 4 ? found : nil
    }

    private static func decimal(_ digits: Slice<UnsafeRawBufferPointer>) -> UInt32? {
        guard !digits.isEmpty else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + UInt64(digit - UInt8(ascii: "0"))
            guard number <= UInt32.max else { return nil }
        }
        return UInt32(number)
    }
}

private let colon = UInt8(ascii: ":")
