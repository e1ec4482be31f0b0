import CZMQ

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
