import CZMQ
import LibC

/// The threads and memory behind a set of sockets.
///
/// Every socket keeps its context alive; the last one to go ends it. Safe to share between threads.
public final class Context: @unchecked Sendable {
    let raw: UnsafeMutableRawPointer

    /// Makes a context with one background thread for the transports.
    ///
    /// - Throws: what libzmq says, such as too many open files.
    public init() throws(ZMQError) {
        guard let raw = zmq_ctx_new() else { throw .last("make a context") }
        self.raw = raw
    }

    /// Lets what is to be sent gather while the processor is needed by whoever sends it.
    ///
    /// The background thread takes it up when the others wait, or on another processor; it does
    /// not interrupt them for each message. So many messages go out in one piece, and a core does
    /// not change from one thread to the other and back for each. Linux calls it SCHED_BATCH.
    /// Before the first socket. Nothing changes where a sandbox forbids it, or where whoever
    /// started the process has chosen another policy for it.
    ///
    /// - Throws: what libzmq says.
    public func sendInBatches() throws(ZMQError) {
        guard sched_getscheduler(0) == SCHED_OTHER else { return }
        // libzmq ends the process if it may not do it, so this thread tries it first.
        var parameters = sched_param(sched_priority: 0)
        guard sched_setscheduler(0, Self.batch, &parameters) == 0 else { return }
        guard sched_setscheduler(0, SCHED_OTHER, &parameters) == 0,
            zmq_ctx_set(raw, ZMQ_THREAD_SCHED_POLICY, Self.batch) == 0
        else { throw .last("let messages gather") }
    }

    /// SCHED_BATCH of sched.h, which Swift does not see.
    private static let batch: Int32 = 3

    deinit {
        _ = untilDone { zmq_ctx_term(raw) }
    }

    /// The libzmq that is linked at run time, such as `4.3.4`.
    public static func libraryVersion() -> String {
        var major: Int32 = 0
        var minor: Int32 = 0
        var patch: Int32 = 0
        zmq_version(&major, &minor, &patch)
        return "\(major).\(minor).\(patch)"
    }
}
