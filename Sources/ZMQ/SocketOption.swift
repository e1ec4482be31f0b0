import CZMQ

/// A socket option with the type of its value.
public struct SocketOption<Value: Sendable>: Sendable {
    let code: Int32
    let name: StaticString
}

extension SocketOption<Int32> {
    /// The maximum number of messages queued for one peer. If it is reached, sends block or drop
    /// messages. 0 means no limit.
    public static var sendHighWaterMark: Self {
        Self(code: ZMQ_SNDHWM, name: "sendHighWaterMark")
    }
    /// The maximum number of received messages queued from one peer; 0 means no limit.
    public static var receiveHighWaterMark: Self {
        Self(code: ZMQ_RCVHWM, name: "receiveHighWaterMark")
    }
    /// The time limit, in milliseconds, for the handshake of a new connection; 0 for no limit.
    public static var handshakeInterval: Self {
        Self(code: ZMQ_HANDSHAKE_IVL, name: "handshakeInterval")
    }
    /// The interval, in milliseconds, between heartbeats to each peer; 0 for no heartbeats.
    public static var heartbeatInterval: Self {
        Self(code: ZMQ_HEARTBEAT_IVL, name: "heartbeatInterval")
    }
    /// The time in milliseconds after which a connection is closed if its peer does not reply to a
    /// heartbeat.
    public static var heartbeatTimeout: Self {
        Self(code: ZMQ_HEARTBEAT_TIMEOUT, name: "heartbeatTimeout")
    }
    /// The time limit for a blocking send in milliseconds, -1 for none.
    public static var sendTimeout: Self { Self(code: ZMQ_SNDTIMEO, name: "sendTimeout") }
    /// The time limit for a blocking receive in milliseconds, -1 for none.
    public static var receiveTimeout: Self { Self(code: ZMQ_RCVTIMEO, name: "receiveTimeout") }
    /// The time in milliseconds for which unsent messages are kept after the socket is closed;
    /// initially 0.
    public static var linger: Self { Self(code: ZMQ_LINGER, name: "linger") }
}

extension SocketOption<Int64> {
    /// The size limit for received messages in bytes, -1 for none. A peer that sends a larger
    /// message is disconnected.
    public static var maxMessageSize: Self { Self(code: ZMQ_MAXMSGSIZE, name: "maxMessageSize") }
}

extension SocketOption<Bool> {
    /// Whether subscriptions take effect only when `subscribe` is set on the XPUB socket.
    public static var xpubManual: Self { Self(code: ZMQ_XPUB_MANUAL, name: "xpubManual") }
    /// Whether an XPUB socket receives every subscription and unsubscription, including repeated
    /// ones.
    public static var xpubVerboser: Self { Self(code: ZMQ_XPUB_VERBOSER, name: "xpubVerboser") }
    /// Whether a REQ socket may send again before it has received a reply.
    public static var reqRelaxed: Self { Self(code: ZMQ_REQ_RELAXED, name: "reqRelaxed") }
    /// Whether a REQ socket drops replies to earlier requests.
    public static var reqCorrelate: Self { Self(code: ZMQ_REQ_CORRELATE, name: "reqCorrelate") }
    /// Whether a send on a ROUTER socket to an unknown peer fails. Otherwise the message is
    /// dropped.
    public static var routerMandatory: Self {
        Self(code: ZMQ_ROUTER_MANDATORY, name: "routerMandatory")
    }
    /// Whether a new peer of a ROUTER socket takes over an identity that another peer uses.
    public static var routerHandover: Self {
        Self(code: ZMQ_ROUTER_HANDOVER, name: "routerHandover")
    }
    /// Whether the socket is the server of CURVE connections. Clients need the server's public key.
    static var curveServer: Self { Self(code: ZMQ_CURVE_SERVER, name: "curveServer") }
}

extension SocketOption<[UInt8]> {
    /// A prefix to subscribe to. On an XPUB socket with `xpubManual`, it becomes a subscription of
    /// the peer that sent the last message.
    public static var subscribe: Self { Self(code: ZMQ_SUBSCRIBE, name: "subscribe") }
    /// A prefix to unsubscribe from. On an XPUB socket with `xpubManual`, the subscription of the
    /// peer that sent the last message ends.
    public static var unsubscribe: Self { Self(code: ZMQ_UNSUBSCRIBE, name: "unsubscribe") }
    /// The identity of this socket for a ROUTER socket at the other end: 1 to 255 bytes, of which
    /// the first is not 0.
    public static var routingID: Self { Self(code: ZMQ_ROUTING_ID, name: "routingID") }
    static var curveServerKey: Self { Self(code: ZMQ_CURVE_SERVERKEY, name: "curveServerKey") }
    static var curvePublicKey: Self { Self(code: ZMQ_CURVE_PUBLICKEY, name: "curvePublicKey") }
    static var curveSecretKey: Self { Self(code: ZMQ_CURVE_SECRETKEY, name: "curveSecretKey") }
    static var zapDomain: Self { Self(code: ZMQ_ZAP_DOMAIN, name: "zapDomain") }
}

extension SocketOption<UInt32> {
    /// The id of a user whose processes may connect over ipc. The option may be set several times.
    /// Connections of other users are closed.
    ///
    /// libzmq declares the option deprecated, but it works as long as libzmq reads the credentials
    /// of ipc peers.
    public static var ipcFilterUID: Self { Self(code: ZMQ_IPC_FILTER_UID, name: "ipcFilterUID") }
}
