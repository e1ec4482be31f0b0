import CZMQ
import LibC
import Synchronization

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

/// A count of the bytes in sent messages whose memory libzmq has not released yet.
///
/// libzmq releases a message when the kernel has accepted it or its connection has ended.
public final class UnsentBytes: Sendable {
    private let held = Atomic<Int>(0)
    private let lost = Atomic<Int>(0)
    /// The common count of a group of connections, or nil if there is no group. The bytes of each
    /// message are added to this object's count and to the common count.
    private let total: UnsentBytes?

    public init(partOf total: UnsentBytes? = nil) { self.total = total }

    public var count: Int { held.load(ordering: .relaxed) }

    /// The number of messages that libzmq dropped inside the send call, because their connection
    /// had ended or was unknown. Messages that were dropped later are not counted.
    public var dropped: Int { lost.load(ordering: .relaxed) }

    fileprivate func take(_ bytes: Int) {
        held.add(bytes, ordering: .relaxed)
        total?.take(bytes)
    }

    fileprivate func release(_ bytes: Int, isDropped: Bool) {
        held.subtract(bytes, ordering: .relaxed)
        if isDropped { lost.add(1, ordering: .relaxed) }
        total?.release(bytes, isDropped: isDropped)
    }
}

/// A header that is stored directly before the bytes of a message. It refers to the `UnsentBytes`
/// that counts the bytes.
private struct CountedHeader {
    let account: Unmanaged<UnsentBytes>
    let count: Int
    let sender: pthread_t
}

/// Frees the memory of a message and subtracts its size from the count of unsent bytes. libzmq
/// calls this function on the sender's thread if no connection accepts the message. Otherwise it
/// calls the function on its I/O thread, after it has sent the message or the connection has ended.
private func release(_ data: UnsafeMutableRawPointer?, _ memory: UnsafeMutableRawPointer?) {
    guard let memory else { return }
    let header = memory.load(as: CountedHeader.self)
    header.account.takeRetainedValue()
        .release(header.count, isDropped: pthread_equal(pthread_self(), header.sender) != 0)
    free(memory)
}

extension Socket {
    /// Sends one frame without blocking. Counts its bytes in `account` until libzmq releases the
    /// frame. If libzmq does not accept the frame, its bytes are not counted.
    ///
    /// - Returns: whether libzmq accepted the frame.
    /// - Throws: `ZMQError`, for example if a REP socket has received no request.
    public func send(
        _ bytes: borrowing [UInt8], countedIn account: UnsentBytes
    ) throws(ZMQError) -> Bool {
        let size = MemoryLayout<CountedHeader>.size
        guard let memory = malloc(size + bytes.count) else {
            throw ZMQError(code: ENOMEM, operation: "send")
        }
        account.take(bytes.count)
        memory.storeBytes(
            of: CountedHeader(
                account: .passRetained(account), count: bytes.count, sender: pthread_self()),
            as: CountedHeader.self)
        let data = memory + size
        bytes.withUnsafeBytes { if let start = $0.baseAddress { memcpy(data, start, $0.count) } }
        rest.pointee = false
        var frame = zmq_msg_t()
        _ = zmq_msg_init_data(&frame, data, bytes.count, release, memory)
        if untilDone({ zmq_msg_send(&frame, raw, ZMQ_DONTWAIT) }) >= 0 { return true }
        let code = zmq_errno()
        _ = zmq_msg_close(&frame)
        guard code == EAGAIN else { throw ZMQError(code: code, operation: "send") }
        return false
    }
}
