import CZMQ

/// The type of a socket, which determines its messaging pattern.
public enum SocketType: Sendable {
    case req, rep, dealer, router, pub, sub, xpub, xsub, pair

    var code: Int32 {
        switch self {
        case .req: ZMQ_REQ
        case .rep: ZMQ_REP
        case .dealer: ZMQ_DEALER
        case .router: ZMQ_ROUTER
        case .pub: ZMQ_PUB
        case .sub: ZMQ_SUB
        case .xpub: ZMQ_XPUB
        case .xsub: ZMQ_XSUB
        case .pair: ZMQ_PAIR
        }
    }
}
