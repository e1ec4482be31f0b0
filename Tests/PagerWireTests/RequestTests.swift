import PagerModel
import PagerWire
import Testing

@Suite struct RequestTests {
    @Test func `The members of the envelope are parsed`() throws {
        let request = try Request(
            parsing: Array(
                #"""
                {"jsonrpc":"2.0","id":7,"method":"pager.swipe","client":"me.1:a-B_",
                 "params":{"id":"book","trace":true,"direction":"left","ifRevision":311}}
                """#.utf8))
        #expect(request.id == 7)
        #expect(request.method == "pager.swipe")
        #expect(request.client == "me.1:a-B_")
        #expect(request.trace)
        #expect(request.ifRevision == 311)
        #expect(request.params == [.init("id", "book"), .init("direction", "left")])
    }

    @Test(
        arguments: [
            (#"{"method":"a","jsonrpc":"2.0"}"#, nil),
            (#"{"jsonrpc":"2.0","method":"a","id":null}"#, .null),
            (#"{"jsonrpc":"2.0","method":"a","id":"x"}"#, "x"),
            (#"{"jsonrpc":"2.0","method":"a","id":1.5}"#, 1.5),
            (#"{"jsonrpc":"2.0","method":"a","params":{"trace":false,"ifRevision":null}}"#, nil),
        ] as [(String, Value?)])
    func `Omitted members have their defaults`(_ text: String, _ id: Value?) throws {
        let request = try Request(parsing: Array(text.utf8))
        #expect(request.id == id)
        #expect(request.params.isEmpty && !request.trace && request.ifRevision == nil)
    }

    @Test(
        arguments: [
            (
                #"{"jsonrpc":"2.0","id":7,"id":8,"method":"a"}"#,
                "line 1, column 25: the name \"id\" occurs twice in one object"
            ),
            (
                "[]",
                "a request must be an object, got an array; the method `batch` takes several "
                    + "commands at once"
            ),
        ] as [(String, String)])
    func `The error about a message says what is wrong in it`(_ text: String, _ message: String) {
        #expect {
            try Request(parsing: Array(text.utf8))
        } throws: {
            ($0 as? RequestError)?.refusal.message == message
        }
    }

    /// Request ids as they are sent, and as the reply contains them.
    static let echoed: [(String, String)] = [
        ("7", "7"), ("-0", "0"), ("1.0", "1"), ("1e2", "100"), ("1.500", "1.5"), ("-0.0", "0"),
        ("9223372036854775807", "9223372036854775807"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("9007199254740992.0", "9007199254740992.0"),
        ("0.1", "0.1"), ("1e22", "1e+22"), ("0e-9223372036854775808", "0"),
        ("0.6513269859281436", "0.6513269859281436"), ("5e-324", "5e-324"),
        (#""18446744073709551616""#, #""18446744073709551616""#),
    ]

    @Test(arguments: echoed)
    func `A number as an id is returned with the digits of the request`(
        sent: String, echo: String
    ) throws {
        let text = #"{"method":"a","params":{"id":1},"id": \#(sent) ,"jsonrpc":"2.0"}"#
        #expect(try Request(parsing: Array(text.utf8)).id?.json == echo)
    }

    @Test(arguments: [
        "18446744073709551615", "18446744073709551616", "9223372036854775808",
        "18446744073709551617", "-9223372036854775809", "9007199254740993.0",
        "9007199254740993.5", "1.0000000000000000001", "0.1000000000000000055",
        "0.10000000000000000001", "1e-400", "0.1e-9223372036854775808",
        "123456789012345678901234567890",
    ])
    func `An id with more digits than a number can store is refused`(sent: String) {
        let text = #"{"jsonrpc":"2.0","id":\#(sent),"method":"a"}"#
        #expect {
            try Request(parsing: Array(text.utf8))
        } throws: {
            let error = $0 as? RequestError
            return error?.refusal.name == .invalidRequest && error?.refusal.path == "id"
                && error?.id == .null && error?.refusal.message.contains(sent) == true
        }
    }
}
