import PagerModel
import PagerWire
import Testing

@Suite struct JSONWriterTests {
    @Test(arguments: [
        ("", #""""#), ("a\"b\\c/d", #""a\"b\\c/d""#),
        (
            "\u{8}\u{C}\n\r\t\u{0}\u{1}\u{F}\u{10}\u{1F}",
            #""\b\f\n\r\t\u0000\u0001\u000f\u0010\u001f""#
        ),
        ("\u{7F}\u{E9}\u{2028}\u{2029}\u{1F600}", "\"\u{7F}\u{E9}\u{2028}\u{2029}\u{1F600}\""),
        ("a longer run of plain text\nand another", #""a longer run of plain text\nand another""#),
    ])
    func `Strings are written with JSON escapes`(_ text: String, _ json: String) {
        #expect(Value.string(text).json == json)
        #expect(Value.object([Value.Member(text, nil)]).json == "{\(json):null}")
    }

    @Test(
        arguments: [
            (390, "390"), (0, "0"), (-0.0, "-0.0"), (-1, "-1"), (0.1, "0.1"), (12.5, "12.5"),
            (1e-7, "1e-07"), (.leastNonzeroMagnitude, "5e-324"), (1e22, "1e+22"),
            (1.7976931348623157e308, "1.7976931348623157e+308"),
            (9_007_199_254_740_991, "9007199254740991"),
            (9_007_199_254_740_992, "9007199254740992.0"),
            (-9_007_199_254_740_991, "-9007199254740991"),
            (0.30000000000000004, "0.30000000000000004"),
            (.nan, "null"), (.infinity, "null"),
        ] as [(Double, String)])
    func `Finite numbers keep their value, and others are written as null`(
        _ number: Double, _ json: String
    ) throws {
        #expect(Value.number(number).json == json)
        guard number.isFinite else { return }
        #expect(try JSONParser.parse(json).double == number)
    }

    @Test(arguments: [0, 9, 10, -7, 1_042, .max, .min])
    func `Integers are written in decimal`(_ number: Int) {
        #expect(Value.integer(number).json == "\(number)")
    }

    @Test(
        arguments: [
            (0, "0"), (12_031_000_000, "12.031"), (1, "0.000000001"), (100_000_000, "0.1"),
            (1_000_000_000, "1"), (59_999_999_999, "59.999999999"), (-1_500_000_000, "-1.5"),
            (.max, "9223372036.854775807"),
        ] as [(Int64, String)])
    func `Times are written as decimal seconds`(_ nanoseconds: Int64, _ json: String) {
        var writer = JSONWriter()
        writer.seconds(Instant(nanoseconds: nanoseconds))
        #expect(writer.text == json)
    }

    @Test func `Commas separate the elements of arrays and objects`() {
        var writer = JSONWriter(reserving: 64)
        writer.beginArray()
        writer.beginObject()
        writer.key(plain: "a")
        writer.beginArray()
        writer.endArray()
        writer.key("b,")
        writer.string(plain: ",")
        writer.key(plain: "c")
        writer.raw(Array("{}".utf8))
        writer.endObject()
        writer.null()
        writer.raw(Array("[1]".utf8))
        writer.transition(TransitionID(12))
        writer.bool(false)
        writer.endArray()
        #expect(writer.text == #"[{"a":[],"b,":",","c":{}},null,[1],"t12",false]"#)
        writer.clear()
        writer.integer(1)
        #expect(writer.text == "1")
    }

    @Test func `Pretty-printed JSON is indented by two spaces`() throws {
        let value: Value = ["a": [1, ["b": nil]], "c": [], "d": [:], "e": "x,"]
        let pretty = """
            {
              "a": [
                1,
                {
                  "b": null
                }
              ],
              "c": [],
              "d": {},
              "e": "x,"
            }
            """
        #expect(value.prettyJSON == pretty)
        #expect(try JSONParser.parse(pretty) == value)
    }

    @Test func `An array of frames is written as an array of objects`() {
        let frames = [Frame](repeating: Frame(.standard), count: 3)
        var writer = JSONWriter()
        frames.write(to: &writer)
        let frame = #"{"x":0,"y":0,"width":390,"height":844}"#
        #expect(writer.text == "[\(frame),\(frame),\(frame)]")
    }
}
