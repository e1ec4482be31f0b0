@testable import PagerWire
import Testing

@Suite struct ByteBufferTests {
    @Test func `Numbers with any number of digits are written correctly`() {
        var numbers: [UInt64] = [0, .max, .max - 1]
        var power: UInt64 = 1
        for _ in 0..<19 {
            power *= 10
            numbers += [power - 1, power, power + 1]
        }
        for number in numbers {
            var buffer = ByteBuffer()
            buffer.append(digits: number)
            #expect(String(decoding: buffer.array, as: UTF8.self) == "\(number)")
        }
    }

    @Test func `A copy of a buffer keeps its bytes when the original changes`() {
        var buffer = ByteBuffer(reserving: 100)
        buffer.append("first")
        let copy = buffer
        buffer.append(" second")
        #expect(String(decoding: copy.array, as: UTF8.self) == "first")
        #expect(String(decoding: buffer.array, as: UTF8.self) == "first second")
        buffer.removeAll()
        buffer.append("third")
        #expect(String(decoding: copy.array, as: UTF8.self) == "first")
        #expect(String(decoding: buffer.array, as: UTF8.self) == "third")
    }

    @Test func `A buffer can grow by any number of bytes`() {
        var buffer = ByteBuffer()
        var expected: [UInt8] = []
        for size in [0, 1, 63, 64, 65, 1000, 0, 70_000] {
            let piece = (0..<size).map { UInt8(truncatingIfNeeded: $0) }
            buffer.append(piece)
            expected += piece
        }
        #expect(buffer.array == expected)
        #expect(buffer.count == expected.count)
        #expect(buffer.last == expected.last)
        let copy = buffer
        buffer.append(copy)
        #expect(buffer.array == expected + expected)
    }
}
