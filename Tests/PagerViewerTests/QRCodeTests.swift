import QRCode
import Testing

@Suite struct QRCodeTests {
    /// A code of version 1 has 21 modules a side, and each version four more.
    @Test(arguments: [(14, 21), (15, 25), (26, 25), (27, 29), (120, 45)])
    func `The size of a code depends on the length of its text`(count: Int, size: Int) throws {
        let code = try #require(QRCode(String(repeating: "a", count: count)))
        #expect(code.size == size)
    }

    @Test func `A code has a finder pattern in three corners`() throws {
        let code = try #require(QRCode("https://wall.example/remote"))
        let finder = [
            "1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111",
        ]
        for (top, left) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
            let found = code.rows[top..<top + 7].map { String($0.dropFirst(left).prefix(7)) }
            #expect(found == finder)
        }
    }

    @Test func `The code for a terminal has a light border`() throws {
        let code = try #require(QRCode("x"))
        #expect(code.blocks.count == 15)
        #expect(code.blocks.allSatisfy { $0.count == 29 && $0.hasPrefix("████") })
        #expect(code.blocks[0].allSatisfy { $0 == "█" })
        #expect(!code.isDark(-1, 0) && !code.isDark(0, 21))
    }

    @Test func `An empty, invalid or too long text has no code`() {
        #expect(QRCode("") == nil && QRCode("a\0b") == nil)
        #expect(QRCode(String(repeating: "a", count: QRCode.longestText + 1)) == nil)
    }
}
