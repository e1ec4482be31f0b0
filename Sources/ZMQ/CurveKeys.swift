import CZMQ

/// A pair of keys of CURVE, both as 40 characters of Z85.
public struct CurveKeys: Sendable {
    /// What others may know and know this one by.
    public let known: String
    /// Never shown, never logged.
    public let secret: String

    /// A new pair.
    ///
    /// - Throws: what libzmq says, such as being built without CURVE.
    public static func make() throws(ZMQError) -> CurveKeys {
        var known = [CChar](repeating: 0, count: 41)
        var secret = known
        guard zmq_curve_keypair(&known, &secret) == 0 else { throw .last("make keys") }
        return CurveKeys(known: text(known), secret: text(secret))
    }

    private init(known: String, secret: String) {
        self.known = known
        self.secret = secret
    }

    /// The pair that a secret key belongs to.
    ///
    /// - Throws: what libzmq says of a text that is no key.
    public init(secret: String) throws(ZMQError) {
        known = try Self.known(secret)
        self.secret = secret
    }

    private static func known(_ secret: String) throws(ZMQError) -> String {
        var known = [CChar](repeating: 0, count: 41)
        guard zmq_curve_public(&known, secret) == 0 else { throw .last("read a key") }
        return text(known)
    }

    /// A key of 32 bytes as text, nil for another number of them.
    public static func text(ofKey bytes: [UInt8]) -> String? {
        guard bytes.count == 32 else { return nil }
        var characters = [CChar](repeating: 0, count: 41)
        guard zmq_z85_encode(&characters, bytes, bytes.count) != nil else { return nil }
        return text(characters)
    }

    private static func text(_ characters: [CChar]) -> String {
        String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension Socket {
    /// Lets in over CURVE only, and only whom the handler of ZAP lets in. Before binding.
    ///
    /// - Parameter domain: what the handler is told of this socket; not empty.
    /// - Throws: what libzmq says.
    public func serveCurve(_ keys: CurveKeys, domain: String) throws(ZMQError) {
        try set(.curveServer, true)
        try set(.curveSecretKey, Array(keys.secret.utf8))
        try set(.zapDomain, Array(domain.utf8))
    }

    /// Speaks only with who has the secret of the server's key. Before connecting.
    ///
    /// - Throws: what libzmq says, such as of a text that is no key.
    public func useCurve(server: String, _ keys: CurveKeys) throws(ZMQError) {
        try set(.curveServerKey, Array(server.utf8))
        try set(.curvePublicKey, Array(keys.known.utf8))
        try set(.curveSecretKey, Array(keys.secret.utf8))
    }
}
