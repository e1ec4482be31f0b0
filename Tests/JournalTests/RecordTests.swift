import PagerModel
@testable import PagerJournal
@testable import PagerServer
import PagerWire
import SystemCalls
import Testing

@Suite struct RecordTests {
    private func record(_ body: String) -> [UInt8] {
        var bytes: [UInt8] = []
        JournalRecord.append(
            .request, at: Instant(nanoseconds: 5), StatePoint(seq: 7, revision: 3), to: &bytes
        ) { $0 += Array(body.utf8) }
        return bytes
    }

    @Test func `A record has the standard checksum for the same bytes`() {
        func checksum(_ bytes: [UInt8]) -> UInt32 { Checksum.crc32c(bytes.span) }
        #expect(checksum(Array("123456789".utf8)) == 0xE306_9283)
        #expect(checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(checksum([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
        #expect(checksum([]) == 0)
    }

    @Test func `A record is detected as damaged if any one bit is flipped`() {
        let bytes = record("{\"method\":\"pager.next\"}")
        for bit in 0..<bytes.count * 8 {
            var damaged = bytes
            damaged[bit / 8] ^= 1 << (bit % 8)
            let file = FileBytes(damaged)
            _ = #expect(throws: JournalRecord.Fault.self, "bit \(bit)") {
                _ = try JournalRecord(in: file, at: 0)
            }
        }
    }

    @Test func `A record that lacks bytes counts as cut, and an empty log as complete`() {
        let bytes = record("{\"method\":\"pager.next\"}")
        for count in 0..<bytes.count {
            let part = FileBytes(Array(bytes.prefix(count)))
            let expected: JournalRecord.Fault = count == 0 ? .nothing : .cut
            _ = #expect(throws: expected, "\(count) bytes") {
                _ = try JournalRecord(in: part, at: 0)
            }
        }
    }
}
