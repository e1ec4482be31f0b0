internal import ZMQ

/// An authentication request that libzmq sends about a client, in version 1.0 of the ZeroMQ
/// Authentication Protocol (ZAP).
struct ZAPRequest {
    /// The error for a request that cannot be parsed.
    enum Fault: Error { case malformed }

    private let number: [UInt8]
    /// The ZAP domain of the request: the name of the socket to which the client connects.
    let domain: String
    /// The address of the client.
    let address: String
    /// The client's public key in Z85.
    let key: String

    /// Parses the frames of a request.
    ///
    /// - Throws: `malformed` if the ZAP version is not 1.0, the mechanism is not CURVE or the key
    ///   is invalid.
    init(frames: [[UInt8]]) throws(Fault) {
        guard frames.count == 7, frames[0] == Array("1.0".utf8), frames[5] == Array("CURVE".utf8),
            let key = CurveKeys.text(ofKey: frames[6])
        else { throw .malformed }
        number = frames[1]
        domain = String(decoding: frames[2].prefix(255), as: UTF8.self)
        address = String(decoding: frames[3].prefix(255), as: UTF8.self)
        self.key = key
    }

    /// Returns the frames of the reply to libzmq. The user id of an admitted client is its public
    /// key.
    func answer(admitted: Bool) -> [[UInt8]] {
        [
            Array("1.0".utf8), number, Array((admitted ? "200" : "400").utf8),
            Array((admitted ? "OK" : "this key is not listed").utf8),
            admitted ? Array(key.utf8) : [], [],
        ]
    }

    /// Returns the frames of the answer to an unreadable request.
    static func refusal(of frames: [[UInt8]]) -> [[UInt8]] {
        [
            Array("1.0".utf8), frames.count > 1 ? frames[1] : [], Array("500".utf8),
            Array("the request cannot be parsed".utf8), [], [],
        ]
    }
}
