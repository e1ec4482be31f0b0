/// Functions that decode text files: UTF-8, UTF-16, and Windows-1252, which contains Latin-1.
enum TextEncoding {
    /// Returns the text of a file, and the name of its encoding unless that is UTF-8. Returns nil
    /// if the bytes are no text.
    static func decode(_ bytes: [UInt8]) -> (text: String, encoding: String?)? {
        if let isBigEndian = isUTF16(bytes) {
            var units: [UInt16] = []
            for index in stride(from: 0, to: bytes.count - 1, by: 2) {
                let (a, b) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
                units.append(isBigEndian ? a << 8 | b : b << 8 | a)
            }
            let hasMark = units.first == 0xFEFF
            return (
                String(decoding: hasMark ? units[1...] : units[...], as: UTF16.self), "UTF-16"
            )
        }
        if let text = String(validating: bytes, as: UTF8.self) { return (text, nil) }
        let controls = bytes.contains { $0 < 0x20 && ![9, 10, 12, 13, 0x1B].contains($0) }
        guard !controls else { return nil }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(scalar(byte)) }
        return (text, "Windows-1252")
    }

    /// Returns whether the start of a file can be that of a text in UTF-8.
    static func isUTF8(start: [UInt8]) -> Bool {
        // The last character may be cut.
        (0...3).contains { cut in
            String(validating: start.dropLast(cut), as: UTF8.self) != nil
        }
    }

    /// Returns whether bytes in UTF-16 have the high byte first. Returns nil for other bytes.
    static func isUTF16(_ bytes: [UInt8]) -> Bool? {
        if bytes.starts(with: [0xFF, 0xFE]) { return false }
        if bytes.starts(with: [0xFE, 0xFF]) { return true }
        // Without a mark, the high bytes of most characters are 0.
        guard bytes.count >= 4, bytes.count.isMultiple(of: 2) else { return nil }
        var zeros = [0, 0]
        for (index, byte) in bytes.enumerated() where byte == 0 { zeros[index & 1] += 1 }
        let half = bytes.count / 2
        if zeros[0] == 0, zeros[1] * 10 >= half * 9 { return false }
        if zeros[1] == 0, zeros[0] * 10 >= half * 9 { return true }
        return nil
    }

    private static func scalar(_ byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(high[Int(byte - 0x80)]) ?? "\u{FFFD}"
    }

    /// The characters 0x80 to 0x9F of Windows-1252.
    private static let high: [UInt32] = [
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
    ]
}
