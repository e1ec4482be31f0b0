import CZMQ
import LibC
import Synchronization

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
