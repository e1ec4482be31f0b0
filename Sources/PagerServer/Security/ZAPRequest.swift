internal import ZMQ

/// What libzmq asks about a client before it lets it in: ZeroMQ's ZAP, version 1.0.
struct ZAPRequest {
    /// Why an answer is given that admits nobody.
    enum Fault: Error { case malformed }

    private let number: [UInt8]
    /// The name of the socket.
    let door: String
    /// Where the client comes from.
    let address: String
    /// The client's public key in Z85.
    let key: String

    /// Reads the frames of a request.
    ///
    /// - Throws: `malformed` for any other version or mechanism and for what is no key.
    init(frames: [[UInt8]]) throws(Fault) {
        guard frames.count == 7, frames[0] == Array("1.0".utf8), frames[5] == Array("CURVE".utf8),
            let key = CurveKeys.text(ofKey: frames[6])
        else { throw .malformed }
        number = frames[1]
        door = String(decoding: frames[2].prefix(255), as: UTF8.self)
        address = String(decoding: frames[3].prefix(255), as: UTF8.self)
        self.key = key
    }

    /// The frames that let the client in, its key for its name, or send it away.
    func answer(admitted: Bool) -> [[UInt8]] {
        [
            Array("1.0".utf8), number, Array((admitted ? "200" : "400").utf8),
            Array((admitted ? "OK" : "this key is not listed").utf8),
            admitted ? Array(key.utf8) : [], [],
        ]
    }

    /// The frames for what cannot be read.
    static func refusal(of frames: [[UInt8]]) -> [[UInt8]] {
        [
            Array("1.0".utf8), frames.count > 1 ? frames[1] : [], Array("500".utf8),
            Array("this cannot be read".utf8), [], [],
        ]
    }
}
