import CZMQ
import LibC
import Synchronization

/// Bytes of messages that have been sent and that libzmq still holds in memory.
///
/// libzmq lets go of a message when the kernel has taken it, or when its connection has ended.
public final class UnsentBytes: Sendable {
    private let held = Atomic<Int>(0)
    private let lost = Atomic<Int>(0)
    /// Counts them too.
    private let total: UnsentBytes?

    public init(partOf total: UnsentBytes? = nil) { self.total = total }

    public var count: Int { held.load(ordering: .relaxed) }

    /// Messages that libzmq has dropped while they were being sent: their connection had ended, or
    /// libzmq had lost track of it. A message that was dropped later is not among them.
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

/// What stands before the bytes of a counted message, in the same piece of memory.
private struct CountedHeader {
    let account: Unmanaged<UnsentBytes>
    let count: Int
    let sender: pthread_t
}

/// libzmq lets go of a message: on its own thread when it was sent, on the sender's when it could
/// not be handed to a connection.
private func release(_ data: UnsafeMutableRawPointer?, _ memory: UnsafeMutableRawPointer?) {
    guard let memory else { return }
    let header = memory.load(as: CountedHeader.self)
    header.account.takeRetainedValue()
        .release(header.count, isDropped: pthread_equal(pthread_self(), header.sender) != 0)
    free(memory)
}

extension Socket {
    /// Sends one frame whose bytes count in an account as long as libzmq holds them. It waits for
    /// nothing; where libzmq does not take it, the bytes are not counted.
    ///
    /// - Returns: whether libzmq has taken it.
    /// - Throws: what libzmq says, such as a REP socket that has received no request.
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
