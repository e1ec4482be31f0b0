import PagerModel
import PagerWire
import Testing

@Suite struct JSONParserTests {
    /// Texts and their parsed values.
    static let accepted: [(String, Value)] = [
        ("null", nil), ("true", true), ("false", false), (" \t\r\n0 \n", 0), ("-0", 0),
        ("-0.0", .number(-0.0)), ("1", 1), ("-1", -1), ("9007199254740993", 9_007_199_254_740_993),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number(9.223372036854775808e18)),
        ("-9223372036854775809", .number(-9.223372036854775808e18)),
        ("123456789012345678901234567890", .number(1.2345678901234568e29)),
        ("390.0", .number(390)), ("0.1", 0.1), ("0.30000000000000004", 0.30000000000000004),
        ("1e3", .number(1000)), ("1E+3", .number(1000)), ("1e-3", 0.001), ("1.5e300", 1.5e300),
        ("1e22", .number(1e22)), ("1e23", .number(1e23)),
        ("5e-324", .number(.leastNonzeroMagnitude)),
        ("1e-400", .number(0)), ("0e99999999999999999999", .number(0)),
        ("2.2250738585072011e-308", .number(.leastNormalMagnitude.nextDown)),
        ("8.98846567431158e307", .number(8.98846567431158e307)),
        ("9007199254740993.0", .number(9_007_199_254_740_992)),
        ("1.00000000000000011102230246251565404236316680908203125", .number(1)),
        ("\"\"", ""), ("\"a\"", "a"), ("\"a/b\"", "a/b"),
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0041\u00e9\u20AC""#, "A\u{E9}\u{20AC}"), (#""\uD83D\uDE00""#, "\u{1F600}"),
        (#""\u0000""#, "\u{0}"),
        ("\"\u{7F}\u{80}\u{2028}\u{FFFF}\u{10FFFF}\"", "\u{7F}\u{80}\u{2028}\u{FFFF}\u{10FFFF}"),
        ("\"nine bytes and more: \u{E9}\u{1F600}\"", "nine bytes and more: \u{E9}\u{1F600}"),
        (#""seven77\n8 after an escape""#, "seven77\n8 after an escape"),
        ("[]", []), ("[ ]", []), ("{}", [:]), ("{ }", [:]), ("[1,[2,{}]]", [1, [2, [:]]]),
        (#"{"b":1,"a":[null,true]}"#, ["b": 1, "a": [nil, true]]),
        (#"{"":0}"#, ["": 0]), (#"{"a\u0062":1,"ac":2}"#, ["ab": 1, "ac": 2]),
    ]

    @Test(arguments: accepted)
    func `Valid JSON is parsed into its value`(_ text: String, _ value: Value) throws {
        #expect(try JSONParser.parse(text) == value)
    }

    /// Invalid texts, each with the offset of the first unexpected byte and a part of the message.
    static let refused: [(String, Int, String)] = [
        ("", 0, "ends before a value"), ("  ", 2, "ends before a value"),
        ("nul", 3, "ends before null"), ("nulL", 3, "expected null, found L"),
        ("True", 0, "expected a value, found T"), ("truex", 4, "text after"),
        ("NaN", 0, "found N"), ("Infinity", 0, "found I"), ("-Infinity", 1, "a digit, found I"),
        ("1 2", 2, "text after"), ("{} x", 3, "text after"), ("\u{FEFF}1", 0, "0xEF"),
        ("01", 0, "leading zeros"), ("-01", 1, "leading zeros"), ("00", 0, "leading zeros"),
        ("+1", 0, "found +"), (".5", 0, "found ."), ("1.", 2, "after the point"),
        ("1.e3", 2, "after the point"), ("-", 1, "ends before a digit"), ("1e", 2, "exponent"),
        ("1e+", 3, "exponent"), ("0x10", 1, "text after"), ("1_000", 1, "text after"),
        ("1e400", 0, "too large"), ("[-1e309]", 1, "too large"), ("--1", 1, "a digit"),
        ("\"", 0, "not closed"), ("\"abc", 0, "not closed"), ("'a'", 0, "found '"),
        ("\"a\nb\"", 2, "control character"), ("\"12345678\u{0}\"", 9, "control character"),
        ("\"\t\"", 1, "control character"), (#""\x""#, 1, "invalid escape"),
        (#""\u12G4""#, 1, "four hexadecimal"), (#""\u12""#, 1, "four hexadecimal"),
        (#""\"#, 1, "invalid escape"), (#""\uD800""#, 1, "surrogate"),
        (#""\uD800x""#, 1, "surrogate"), (#""\uD800\n""#, 1, "surrogate"),
        (#""\uD800\u0041""#, 1, "surrogate"), (#""\uDC00""#, 1, "surrogate"),
        (#""ab\uD83D\uD83D""#, 3, "surrogate"),
        ("[", 1, "ends before a value"), ("[1", 2, "comma or ]"), ("[1,]", 3, "found ]"),
        ("[,1]", 1, "found ,"), ("[1 2]", 3, "comma or ]"), ("[1}", 2, "comma or ]"),
        ("]", 0, "found ]"), ("{", 1, "name in quotes"), ("{a:1}", 1, "name in quotes"),
        ("{1:1}", 1, "name in quotes"), (#"{"a"}"#, 4, "colon"), (#"{"a":}"#, 5, "found }"),
        (#"{"a":1,}"#, 7, "name in quotes"), (#"{"a":1"#, 6, "comma or }"),
        (#"{"a":1 "b":2}"#, 7, "comma or }"), (#"{"a":1,"a":2}"#, 7, "occurs twice"),
        (#"{"a":1,"\u0061":2}"#, 7, "occurs twice"), ("// x\n1", 0, "found /"),
        ("[1,/* x */2]", 3, "found /"), ("\u{0}", 0, "0x00"), ("1\u{0}", 1, "text after"),
        ("\u{A0}1", 0, "0xC2"),
    ]

    @Test(arguments: refused)
    func `Invalid JSON is refused with an offset and a message`(
        _ text: String, _ offset: Int, _ message: String
    ) {
        #expect {
            try JSONParser.parse(text)
        } throws: { error in
            let error = error as? JSONError
            return error?.offset == offset && error?.message.contains(message) == true
        }
    }

    /// String contents that are not UTF-8, each with the offset of the first invalid byte.
    static let notUTF8: [([UInt8], Int)] = [
        ([0x80], 0), ([0x61, 0xBF], 1), ([0xC0, 0x80], 0), ([0xC1, 0xBF], 0), ([0xC3], 0),
        ([0xC3, 0x28], 0), ([0xE0, 0x80, 0x80], 0), ([0xE2, 0x82], 0),
        ([0xED, 0xA0, 0x80], 0), ([0xED, 0xBF, 0xBF], 0), ([0xF0, 0x80, 0x80, 0x80], 0),
        ([0xF4, 0x90, 0x80, 0x80], 0), ([0xF5, 0x80, 0x80, 0x80], 0), ([0xFF], 0),
        ([0x61, 0x62, 0xC3, 0xA9, 0x80], 4), ([0xC3, 0x5C, 0x6E], 0), ([0x5C, 0x6E, 0xFE], 2),
    ]

    @Test(arguments: notUTF8)
    func `A string that is not UTF-8 is refused with an offset`(_ bytes: [UInt8], _ offset: Int) {
        #expect {
            try JSONParser.parse([0x22] + bytes + [0x22])
        } throws: { error in
            let error = error as? JSONError
            return error?.message == "the string is not valid UTF-8" && error?.offset == offset + 1
        }
    }

    @Test func `JSON that is nested deeper than 64 levels is refused`() throws {
        let open = String(repeating: "[", count: 64)
        let closed = open + String(repeating: "]", count: 64)
        _ = try JSONParser.parse(closed)
        for text in [
            "[\(closed)]", String(repeating: "[", count: 10_000),
            String(repeating: #"{"a":"#, count: 10_000),
        ] {
            #expect {
                try JSONParser.parse(text)
            } throws: {
                ($0 as? JSONError)?.message == "the text is nested deeper than 64 levels"
            }
        }
        #expect(throws: JSONError.self) {
            try JSONParser.parse(String(repeating: "[", count: 1_000_000), maximumDepth: .max)
        }
    }

    @Test func `A name that occurs twice in a large object is refused`() throws {
        let members = (0..<1_000).map { "\"name\($0)\":\($0)" }
        #expect(
            try JSONParser.parse("{\(members.joined(separator: ","))}").members?.count == 1_000)
        for twice in [0, 15, 16, 500] {
            let text = "{\(members.joined(separator: ",")),\"name\(twice)\":0}"
            #expect(throws: JSONError.self) { try JSONParser.parse(text) }
        }
    }

    @Test func `An error contains the offset, line and column`() {
        #expect {
            try JSONParser.parse("{\n  \"\u{E9}\": 1,\n  \"\u{E9}\u{1F600}\": x\n}")
        } throws: {
            $0 as? JSONError
                == JSONError(
                    offset: 25, line: 3, column: 9, message: "expected a value, found x")
        }
    }

    @Test func `Numbers of any length are parsed, and too large ones are refused`() throws {
        #expect(
            try JSONParser.parse("0." + String(repeating: "3", count: 100_000)) == .number(1.0 / 3))
        #expect(throws: JSONError.self) {
            try JSONParser.parse(String(repeating: "9", count: 100_000))
        }
    }
}
