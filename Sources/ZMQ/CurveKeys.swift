import CZMQ

/// A pair of CURVE keys, each as 40 characters of Z85.
public struct CurveKeys: Sendable {
    /// The public key, by which peers identify the owner of the pair.
    public let known: String
    /// The secret key. It must not appear in any output or log.
    public let secret: String

    /// Generates a new pair.
    ///
    /// - Throws: `ZMQError`, for example if libzmq was built without CURVE.
    public static func make() throws(ZMQError) -> CurveKeys {
        var known = [CChar](repeating: 0, count: 41)
        var secret = known
        guard zmq_curve_keypair(&known, &secret) == 0 else { throw .last("generate keys") }
        return CurveKeys(known: text(known), secret: text(secret))
    }

    private init(known: String, secret: String) {
        self.known = known
        self.secret = secret
    }

    /// Derives the pair from a secret key.
    ///
    /// - Throws: `ZMQError` if the text is not a key.
    public init(secret: String) throws(ZMQError) {
        known = try Self.known(secret)
        self.secret = secret
    }

    private static func known(_ secret: String) throws(ZMQError) -> String {
        var known = [CChar](repeating: 0, count: 41)
        guard zmq_curve_public(&known, secret) == 0 else { throw .last("read a key") }
        return text(known)
    }

    /// Encodes a key in Z85. Returns nil if the key does not have 32 bytes.
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
    /// Accepts only CURVE connections that the ZAP handler allows. Call this method before binding.
    ///
    /// - Parameter domain: the ZAP domain that the handler receives for this socket; not empty.
    /// - Throws: `ZMQError`, for example if a key is not valid.
    public func serveCurve(_ keys: CurveKeys, domain: String) throws(ZMQError) {
        try set(.curveServer, true)
        try set(.curveSecretKey, Array(keys.secret.utf8))
        try set(.zapDomain, Array(domain.utf8))
    }

    /// Allows connections only to the server whose public key is `server`. Call this method before
    /// connecting.
    ///
    /// - Throws: `ZMQError`, for example if `server` is not a key.
    public func useCurve(server: String, _ keys: CurveKeys) throws(ZMQError) {
        try set(.curveServerKey, Array(server.utf8))
        try set(.curvePublicKey, Array(keys.known.utf8))
        try set(.curveSecretKey, Array(keys.secret.utf8))
    }
}
