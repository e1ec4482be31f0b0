/// Frames of the WebSocket protocol, RFC 6455.
enum WebSocket {
    enum Opcode: UInt8 {
        case continuation = 0
        case text = 1
        case binary = 2
        case close = 8
        case ping = 9
        case pong = 10
    }

    /// A frame of a browser, unmasked.
    struct Frame {
        let opcode: Opcode
        let isFinal: Bool
        let payload: [UInt8]
    }

    /// Why a connection is ended.
    enum Problem: Error, Equatable {
        case malformed
        case tooLong
    }

    /// Takes the first frame off bytes that have come; nil where it is not whole yet.
    ///
    /// - Parameter limit: bytes of payload that are accepted, known before any of it has come.
    /// - Throws: `Problem`.
    static func takeFrame(
        from bytes: inout [UInt8], limit: Int
    ) throws(Problem) -> Frame? {
        guard bytes.count >= 2 else { return nil }
        guard bytes[0] & 0x70 == 0, let opcode = Opcode(rawValue: bytes[0] & 0x0f),
            bytes[1] & 0x80 != 0
        else { throw .malformed }
        let short = Int(bytes[1] & 0x7f)
        let extra = short == 126 ? 2 : short == 127 ? 8 : 0
        guard bytes.count >= 2 + extra else { return nil }
        let long = bytes[2..<2 + extra].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let isControl = opcode.rawValue >= 8
        guard !isControl || (short <= 125 && bytes[0] & 0x80 != 0) else { throw .malformed }
        guard extra == 0 || long <= UInt64(limit), short <= max(limit, 127) else { throw .tooLong }
        let count = extra == 0 ? short : Int(long)
        let start = 2 + extra + 4
        guard bytes.count >= start + count else { return nil }
        let mask = Array(bytes[start - 4..<start])
        var payload = Array(bytes[start..<start + count])
        for index in payload.indices { payload[index] ^= mask[index & 3] }
        let frame = Frame(opcode: opcode, isFinal: bytes[0] & 0x80 != 0, payload: payload)
        bytes.removeFirst(start + count)
        return frame
    }

    /// What stands before the payload of a whole message to a browser.
    static func head(_ opcode: Opcode, count: Int) -> [UInt8] {
        let first = 0x80 | opcode.rawValue
        if count <= 125 { return [first, UInt8(count)] }
        if count <= 0xffff { return [first, 126, UInt8(count >> 8), UInt8(count & 0xff)] }
        return [first, 127] + (0..<8).map { UInt8(truncatingIfNeeded: count >> (56 - 8 * $0)) }
    }

    /// What proves to a browser that its key was read.
    static func acceptance(of key: String) -> String {
        base64(SHA1.digest(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)))
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = (0..<3).reduce(0) { bits, offset in
                bits << 8 | (offset < group.count ? Int(group[start + offset]) : 0)
            }
            for place in 0..<4 {
                text.append(
                    place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "=")
                )
            }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// SHA-1, which the handshake of a WebSocket asks for. Nothing secret depends on it.
enum SHA1 {
    static func digest(of message: [UInt8]) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
        var bytes = message + [0x80]
        while bytes.count % 64 != 56 { bytes.append(0) }
        let bits = UInt64(message.count) * 8
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
        for start in stride(from: 0, to: bytes.count, by: 64) {
            take(bytes[start..<start + 64], into: &state)
        }
        return state.flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) }
        }
    }

    private static func take(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = (0..<16).map { index in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(block[block.startIndex + 4 * index + $1]) }
        }
        for index in 16..<80 {
            words.append(
                rotated(
                    words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for index in 0..<80 {
            let (mix, constant): (UInt32, UInt32) =
                switch index {
                case 0..<20: (b & c | ~b & d, 0x5a82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ed9_eba1)
                case 40..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
                default: (b ^ c ^ d, 0xca62_c1d6)
                }
            let next = rotated(a, 5) &+ mix &+ e &+ constant &+ words[index]
            (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
