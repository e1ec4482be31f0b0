import CZMQ

extension Context {
    /// Ends every wait on its sockets, for good. Safe from any thread.
    public func shutDown() { _ = zmq_ctx_shutdown(raw) }
}

/// Passes every message between two sockets, both ways, until their context is shut down.
///
/// - Throws: what libzmq says.
public func proxy(_ first: borrowing Socket, _ second: borrowing Socket) throws(ZMQError) {
    while zmq_proxy(first.raw, second.raw, nil) != 0 {
        switch zmq_errno() {
        case EINTR: continue
        case ETERM: return
        default: throw .last("pass messages on")
        }
    }
}
