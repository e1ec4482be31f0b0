import PagerModel
import PagerWire
import RandomCommands
import Testing

/// Tests that parsing and encoding JSON takes time in proportion to its length, whatever its shape.
@Suite struct JSONCostTests {
    private static let small = 8 << 10
    /// The length ratio of the long text to the short one. Quadratic time would grow by its square.
    private static let growth = 32

    /// Shapes of JSON, each with a function that returns a text of about the given size.
    private static let shapes: [(String, @Sendable (Int) -> String)] = [
        ("letters", { "\"\(String(repeating: "a", count: $0))\"" }),
        ("combining marks", { "\"\(CombiningMarks.text($0))\"" }),
        (
            "escaped combining marks",
            { "\"a\(String(repeating: #"\u0301\u0323"#, count: $0 / 12))\"" }
        ),
        ("escapes", { "\"\(String(repeating: #"\n"#, count: $0 / 2))\"" }),
        ("surrogate pairs", { "\"\(String(repeating: #"\uD83D\uDE00"#, count: $0 / 12))\"" }),
        ("digits", { String(repeating: "7", count: $0) }),
        ("digits of a fraction", { "0." + String(repeating: "7", count: $0) }),
        ("zeros of a fraction", { "0." + String(repeating: "0", count: $0) + "1" }),
        ("digits of an exponent", { "1e" + String(repeating: "9", count: $0) }),
        ("a small number of many digits", { "0." + String(repeating: "3", count: $0) + "e-200" }),
        ("numbers", { "[\(String(repeating: "0.1,", count: $0 / 4))1]" }),
        ("spaces", { String(repeating: " \n", count: $0 / 2) + "1" }),
        ("empty arrays", { "[\(String(repeating: "[],", count: $0 / 3))1]" }),
        ("empty objects", { "[\(String(repeating: "{},", count: $0 / 3))1]" }),
        (
            "deep arrays",
            { size in
                let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
                return "[\(String(repeating: deep + ",", count: size / 120))1]"
            }
        ),
        (
            "members",
            { size in "{\((0..<size / 12).map { "\"name\($0)\":1" }.joined(separator: ","))}" }
        ),
        (
            "members with names of marks",
            { size in
                let name = CombiningMarks.text(256)
                let members = (0..<size / 256).map { "\"\(name)\($0)\":1" }
                return "{\(members.joined(separator: ","))}"
            }
        ),
        (
            "two members with long names of marks",
            { "{\"\(CombiningMarks.text($0))x\":1,\"\(CombiningMarks.text($0))y\":1}" }
        ),
        ("a late mistake", { String(repeating: "\n", count: $0) + "?" }),
        ("a string that is not closed", { "\"" + String(repeating: "\u{E9}", count: $0 / 2) }),
        ("a bad escape at the end", { "\"" + String(repeating: "a", count: $0) + "\\x\"" }),
    ]

    @Test func `Parsing JSON of any shape takes time in proportion to its length`() {
        for (name, text) in Self.shapes {
            let small = Array(text(Self.small).utf8)
            let large = Array(text(Self.small * Self.growth).utf8)
            func cost(_ bytes: [UInt8], enough: Double = 0) -> Double {
                ProcessorTime.of(enough: enough) { _ = try? JSONParser.parse(bytes) }
            }
            let one = cost(small)
            let ratio = Double(large.count) / Double(small.count)
            let many = cost(large, enough: one * ratio * 2)
            #expect(many <= one * ratio * 8, "\(name): \(one) s, then \(many) s")
        }
    }

    @Test func `Encoding, comparing and hashing take time in proportion to the length`() throws {
        for (name, text) in Self.shapes {
            guard let small = try? JSONParser.parse(text(Self.small)),
                let large = try? JSONParser.parse(text(Self.small * Self.growth)),
                let again = try? JSONParser.parse(text(Self.small * Self.growth))
            else { continue }
            let one = ProcessorTime.of {
                #expect(small == small)
                #expect(Set([small, small]).count == 1)
                #expect(!small.json.isEmpty)
            }
            let many = ProcessorTime.of(enough: one * Double(Self.growth)) {
                #expect(large == again)
                #expect(Set([large, again]).count == 1)
                #expect(!large.json.isEmpty)
            }
            #expect(many <= one * Double(Self.growth) * 8, "\(name): \(one) s, then \(many) s")
        }
    }
}
