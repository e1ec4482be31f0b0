import CZMQ

/// An option of a socket and the type of its value.
public struct SocketOption<Value: Sendable>: Sendable {
    let code: Int32
    let name: StaticString
}

extension SocketOption<Int32> {
    /// Messages that wait for one peer before sending blocks or drops; 0 for no limit.
    public static var sendHighWaterMark: Self {
        Self(code: ZMQ_SNDHWM, name: "sendHighWaterMark")
    }
    /// Messages that wait to be received from one peer; 0 for no limit.
    public static var receiveHighWaterMark: Self {
        Self(code: ZMQ_RCVHWM, name: "receiveHighWaterMark")
    }
    /// Milliseconds that a new connection has for its handshake, 0 for any time.
    public static var handshakeInterval: Self {
        Self(code: ZMQ_HANDSHAKE_IVL, name: "handshakeInterval")
    }
    /// Milliseconds between two signs of life that are asked of each peer, 0 for none.
    public static var heartbeatInterval: Self {
        Self(code: ZMQ_HEARTBEAT_IVL, name: "heartbeatInterval")
    }
    /// Milliseconds that a peer has for one before its connection ends.
    public static var heartbeatTimeout: Self {
        Self(code: ZMQ_HEARTBEAT_TIMEOUT, name: "heartbeatTimeout")
    }
    /// Milliseconds until a waiting send gives up, -1 for never.
    public static var sendTimeout: Self { Self(code: ZMQ_SNDTIMEO, name: "sendTimeout") }
    /// Milliseconds until a waiting receive gives up, -1 for never.
    public static var receiveTimeout: Self { Self(code: ZMQ_RCVTIMEO, name: "receiveTimeout") }
    /// Milliseconds that unsent messages outlive the socket; every socket starts with 0.
    public static var linger: Self { Self(code: ZMQ_LINGER, name: "linger") }
}

extension SocketOption<Int64> {
    /// Bytes of the largest message taken, -1 for any. Whoever sends a larger one is cut off.
    public static var maxMessageSize: Self { Self(code: ZMQ_MAXMSGSIZE, name: "maxMessageSize") }
}

extension SocketOption<Bool> {
    /// Subscriptions take effect only when `subscribe` is set on the XPUB socket.
    public static var xpubManual: Self { Self(code: ZMQ_XPUB_MANUAL, name: "xpubManual") }
    /// Repeated subscriptions and unsubscriptions are received too.
    public static var xpubVerboser: Self { Self(code: ZMQ_XPUB_VERBOSER, name: "xpubVerboser") }
    /// A REQ socket may send again before the reply has come.
    public static var reqRelaxed: Self { Self(code: ZMQ_REQ_RELAXED, name: "reqRelaxed") }
    /// A REQ socket drops replies to earlier requests.
    public static var reqCorrelate: Self { Self(code: ZMQ_REQ_CORRELATE, name: "reqCorrelate") }
    /// A ROUTER socket refuses to send to a peer it does not know.
    public static var routerMandatory: Self {
        Self(code: ZMQ_ROUTER_MANDATORY, name: "routerMandatory")
    }
    /// A ROUTER socket gives a known identity to the peer that asks for it last.
    public static var routerHandover: Self {
        Self(code: ZMQ_ROUTER_HANDOVER, name: "routerHandover")
    }
    /// Whether this end of CURVE is the one whose key is known beforehand.
    static var curveServer: Self { Self(code: ZMQ_CURVE_SERVER, name: "curveServer") }
}

extension SocketOption<[UInt8]> {
    /// A prefix to receive; on a manual XPUB socket it lets the peer of the last message in.
    public static var subscribe: Self { Self(code: ZMQ_SUBSCRIBE, name: "subscribe") }
    /// A prefix to receive no longer; on a manual XPUB socket for the peer of the last message.
    public static var unsubscribe: Self { Self(code: ZMQ_UNSUBSCRIBE, name: "unsubscribe") }
    /// The name under which a ROUTER socket knows this one, 1 to 255 bytes not starting with 0.
    public static var routingID: Self { Self(code: ZMQ_ROUTING_ID, name: "routingID") }
    static var curveServerKey: Self { Self(code: ZMQ_CURVE_SERVERKEY, name: "curveServerKey") }
    static var curvePublicKey: Self { Self(code: ZMQ_CURVE_PUBLICKEY, name: "curvePublicKey") }
    static var curveSecretKey: Self { Self(code: ZMQ_CURVE_SECRETKEY, name: "curveSecretKey") }
    static var zapDomain: Self { Self(code: ZMQ_ZAP_DOMAIN, name: "zapDomain") }
}

extension SocketOption<UInt32> {
    /// A user whose processes may connect over ipc; all others are cut off. Adds to those set.
    ///
    /// libzmq calls it deprecated; it works as long as libzmq reads the peer's credentials.
    public static var ipcFilterUID: Self { Self(code: ZMQ_IPC_FILTER_UID, name: "ipcFilterUID") }
}
