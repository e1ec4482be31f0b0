internal import PagerModel

/// A CRC-32C checksum, computed eight bytes at a time.
///
/// It detects every error within 32 consecutive bits, and all but one in four billion other errors.
/// It does not protect against intentional changes.
enum Checksum {
    /// The Castagnoli polynomial with reflected bits.
    private static let polynomial: UInt32 = 0x82F6_3B78

    /// Eight tables of 256 entries, one after the other. Entry b of table n is the value that a
    /// byte b contributes to the checksum if n bytes follow it.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for index in 0..<256 {
            var value = UInt32(index)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ polynomial : value >> 1 }
            tables[index] = value
        }
        for index in 256..<8 * 256 {
            let before = tables[index - 256]
            tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
        }
        return tables
    }()

    /// Returns the checksum. O(bytes), about one nanosecond per byte.
    static func crc32c(_ bytes: Span<UInt8>) -> UInt32 {
        let tables = tables.span
        var crc = ~UInt32(0)
        var place = 0
        while place + 8 <= bytes.count {
            crc = step(bytes.littleEndian(UInt64.self, at: place) ^ UInt64(crc), tables)
            place += 8
        }
        while place < bytes.count {
            crc = crc >> 8 ^ tables[Int((crc ^ UInt32(bytes[place])) & 0xFF)]
            place += 1
        }
        return ~crc
    }

    @inline(__always)
    private static func step(_ word: UInt64, _ tables: Span<UInt32>) -> UInt32 {
        var crc: UInt32 = 0
        for byte in 0..<8 {
            crc ^= tables[(7 - byte) * 256 + Int(truncatingIfNeeded: word >> (8 * byte)) & 0xFF]
        }
        return crc
    }
}
