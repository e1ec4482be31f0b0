import CZMQ

extension Context {
    /// Shuts the context down: every pending and later wait on its sockets ends. Safe from any
    /// thread.
    public func shutDown() { _ = zmq_ctx_shutdown(raw) }
}

/// Forwards messages between two sockets in both directions until their context is shut down.
///
/// - Throws: `ZMQError` for errors other than the shutdown of the context.
public func proxy(_ first: borrowing Socket, _ second: borrowing Socket) throws(ZMQError) {
    while zmq_proxy(first.raw, second.raw, nil) != 0 {
        switch zmq_errno() {
        case EINTR: continue
        case ETERM: return
        default: throw .last("pass messages on")
        }
    }
}
