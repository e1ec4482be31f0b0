import PagerModel
import PagerWire
import RandomCommands
import Testing

@Suite struct RoundTripTests {
    @Test func `Parsing the encoded JSON of a value returns the same value`() throws {
        let seed = RandomTest.seed
        print("round trip: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let value = Self.value(depth: 0, &random)
            #expect(try JSONParser.parse(value.json) == value, "seed \(seed)")
            #expect(try JSONParser.parse(value.prettyJSON) == value, "seed \(seed)")
        }
    }

    /// After a change of any byte, parsing returns a value or an error, and a parsed value can be
    /// encoded.
    @Test func `A changed text is parsed or refused, and a parsed value can be encoded`() throws {
        let seed = RandomTest.seed
        print("mutated texts: seed \(seed)")
        var random = SeededGenerator(seed: seed)
        var read = 0
        for _ in 0..<20_000 {
            var bytes = Array(Self.value(depth: 2, &random).json.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            guard let value = try? JSONParser.parse(bytes) else { continue }
            read += 1
            #expect(try JSONParser.parse(value.json).json == value.json, "seed \(seed)")
        }
        #expect(read > 100, "seed \(seed)")
    }

    private static func value(depth: Int, _ random: inout SeededGenerator) -> Value {
        switch Int.random(in: 0..<(depth < 5 ? 8 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2:
            let bits = Int.random(in: 0...63, using: &random)
            return .integer(Int(truncatingIfNeeded: random.next()) >> bits)
        case 3: return number(&random)
        case 4: return .string(string(&random))
        case 5:
            let count = Int.random(in: 0..<6, using: &random)
            return .array((0..<count).map { _ in value(depth: depth + 1, &random) })
        default:
            let count = Int.random(in: 0..<(depth == 0 ? 40 : 6), using: &random)
            var names: Set<String> = []
            return .object(
                (0..<count).compactMap { _ in
                    let name = string(&random)
                    guard names.insert(name).inserted else { return nil }
                    return Value.Member(name, value(depth: depth + 1, &random))
                })
        }
    }

    @Test func `Parsing the text of a number returns the same bits`() throws {
        let seed = RandomTest.seed
        var random = SeededGenerator(seed: seed)
        var numbers: [Double] = [
            0, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
            0x1p53, 0x1p63, 0x1p64,
        ]
        for _ in 0..<20_000 {
            let bits = random.next()
            numbers.append(Double(bitPattern: bits))
            // A number without exponent bits is subnormal.
            numbers.append(Double(bitPattern: bits & 0x800F_FFFF_FFFF_FFFF))
            numbers.append(Double(Int64(truncatingIfNeeded: bits) >> Int64(bits & 63)) / 1_000)
        }
        for number in numbers.flatMap({ [$0, -$0] }) where number.isFinite {
            let text = Value.number(number).json
            let read = try JSONParser.parse(text).double
            #expect(read?.bitPattern == number.bitPattern, "seed \(seed): \(text)")
        }
    }

    /// Returns a number that is not whole, because whole numbers are parsed as integers.
    private static func number(_ random: inout SeededGenerator) -> Value {
        while true {
            let number = Double(bitPattern: random.next())
            let scaled =
                Bool.random(using: &random)
                ? number : Double.random(in: -1000...1000, using: &random)
            if scaled.isFinite, scaled.magnitude >= 0x1p53 || scaled != scaled.rounded() {
                return .number(scaled)
            }
        }
    }

    private static func string(_ random: inout SeededGenerator) -> String {
        let highest: [UInt32] = [0x20, 0x7F, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF]
        var text = ""
        for _ in 0..<Int.random(in: 0..<24, using: &random) {
            let top = highest.randomElement(using: &random) ?? 0x7F
            let code = UInt32.random(in: 0...top, using: &random)
            if let scalar = Unicode.Scalar(code) { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}
