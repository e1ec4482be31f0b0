import CZMQ
import LibC

/// One received frame, reusable: receiving into it releases what it held before.
public struct Message: ~Copyable {
    /// On the heap, because libzmq wants a message to stay where it is.
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

    /// The frame where it lies, valid inside the closure only. O(1).
    public func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(frame.span)
    }

    private var frame: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(
            start: zmq_msg_data(raw)?.assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// A copy of the frame. O(count).
    public var bytes: [UInt8] { Array(frame) }

    /// What the connection that brought the frame says about itself, nil where it says nothing.
    ///
    /// `Peer-Address`, `Socket-Type`, `User-Id`, `Routing-Id` and what a handshake adds.
    public func metadata(_ name: String) -> String? {
        zmq_msg_gets(raw, name).map { String(cString: $0) }
    }

    /// The user whose process sent the frame over ipc, by the kernel's word; nil over tcp and
    /// inproc.
    public var peerUID: UInt32? { credential(1) }

    /// The process that sent the frame over ipc; nil over tcp and inproc. As it may have ended
    /// since, its number proves nothing.
    public var peerPID: UInt32? { credential(3) }

    /// The descriptor of the connection that brought the frame, as a `ConnectionMonitor` tells of
    /// it; nil over inproc. Its number comes to mean another connection once this one has ended.
    public var connectionDescriptor: Int32? {
        let descriptor = zmq_msg_get(raw, ZMQ_SRCFD)
        return descriptor < 0 ? nil : descriptor
    }

    /// libzmq writes the address of an ipc peer as `localhost:UID:GID:PID`. No IPv6 address has
    /// that form: with three colons at least one of its fields is empty.
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
