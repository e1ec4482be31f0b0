import CZMQ
import LibC

/// A ZeroMQ context: the I/O thread and the memory of a set of sockets.
///
/// Every socket keeps its context alive. The context ends when all its sockets are closed and this
/// object is released. A context can be shared between threads.
public final class Context: @unchecked Sendable {
    let raw: UnsafeMutableRawPointer

    /// Creates a context with one I/O thread.
    ///
    /// - Throws: `ZMQError`, for example if there are too many open files.
    public init() throws(ZMQError) {
        guard let raw = zmq_ctx_new() else { throw .last("create a context") }
        self.raw = raw
    }

    /// Runs libzmq's I/O thread under the Linux scheduling policy SCHED_BATCH, so that libzmq sends
    /// several messages with one system call.
    ///
    /// Under this policy, the I/O thread does not preempt the sending threads for each message. It
    /// runs when the sending threads wait, or on another core. Meanwhile several messages gather.
    /// This also reduces the number of context switches.
    ///
    /// Call this method before the first socket is created. It has no effect if a sandbox forbids
    /// the policy, or if the process was started with a different policy.
    ///
    /// - Throws: `ZMQError`, for example if libzmq refuses the policy.
    public func sendInBatches() throws(ZMQError) {
        guard sched_getscheduler(0) == SCHED_OTHER else { return }
        // libzmq aborts the process if it may not set the policy, so this thread tries it first.
        var parameters = sched_param(sched_priority: 0)
        guard sched_setscheduler(0, Self.batch, &parameters) == 0 else { return }
        guard sched_setscheduler(0, SCHED_OTHER, &parameters) == 0,
            zmq_ctx_set(raw, ZMQ_THREAD_SCHED_POLICY, Self.batch) == 0
        else { throw .last("set the scheduling policy of the I/O thread") }
    }

    /// The value of SCHED_BATCH. Swift does not import this constant from sched.h.
    private static let batch: Int32 = 3

    deinit {
        _ = untilDone { zmq_ctx_term(raw) }
    }

    /// Returns the version of the libzmq that is linked at run time, such as `4.3.4`.
    public static func libraryVersion() -> String {
        var major: Int32 = 0
        var minor: Int32 = 0
        var patch: Int32 = 0
        zmq_version(&major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }
}

/// An error that libzmq returned for an operation.
public struct ZMQError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The errno value; libzmq adds values of its own to those of the system.
    public let code: Int32
    /// The failed operation with its endpoint or option, such as `bind ipc:///run/x`.
    public let operation: String

    public init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
    }

    /// The description that libzmq has for the code.
    public var text: String { String(cString: zmq_strerror(code)) }

    /// Whether a send failed because a ROUTER socket has no connected peer with the given identity.
    public var isUnreachable: Bool { code == EHOSTUNREACH }

    public var description: String { "\(operation): \(text)" }
}

extension ZMQError {
    /// Returns the error of the last libzmq call that the calling thread has made.
    static func last(_ operation: @autoclosure () -> String) -> ZMQError {
        ZMQError(code: zmq_errno(), operation: operation())
    }
}

/// Repeats a call while signals interrupt it, and returns libzmq's result.
@inline(__always)
func untilDone(_ call: () -> Int32) -> Int32 {
    while true {
        let result = call()
        if result != -1 || zmq_errno() != EINTR { return result }
    }
}
