import Testing

@testable import PagerViewer

@Suite struct RequestHeadTests {
    private func head(_ text: String) throws -> RequestHead {
        try RequestHead(parsing: Array(text.utf8)[...])
    }

    @Test func aHeadIsReadLineByLine() throws {
        let head = try head("GET /a%20b?c=d HTTP/1.1\r\nHost:  x \r\nX-A: 1:2\r\n\r\n")
        #expect(head.method == "GET" && head.path == "/a%20b")
        #expect(head["host"] == "x" && head["x-a"] == "1:2" && head["Host"] == nil)
        #expect(!head.hasBody)
    }

    @Test func aHeaderThatIsGivenTwiceHasNoValue() throws {
        let head = try head("GET / HTTP/1.1\r\nHost: a\r\nHOST: b\r\n\r\n")
        #expect(head["host"] == nil && head.has("host"))
    }

    @Test(arguments: [
        "", "GET", "GET /", "GET x HTTP/1.1", "GET /\u{301} HTTP/1.1", "GET / HTTP/2",
        "GET  / HTTP/1.1",
        "GET / HTTP/1.1\r\n: x", "GET / HTTP/1.1\r\nx", "GET / HTTP/1.1\r\nx\u{301}: y",
        "GET / HTTP/1.1\r\nx: \0", "GET / HTTP/1.1" + String(repeating: "\r\na: b", count: 101),
    ])
    func whatIsNoHeadIsRefused(text: String) {
        #expect(throws: RequestHead.Problem.malformed) { try head(text + "\r\n\r\n") }
    }

    /// RFC 9112 asks a server to refuse them: another program on the way may see a body, or the end
    /// of a line, where this one sees none.
    @Test(arguments: [
        "Transfer-Encoding : chunked", "Content-Length\t: 5", "Host : x", "A B: x", "A\"B: x",
        "X: a\rb", "X: a\rContent-Length: 5", "\rX: a", "X\r: a", "X: a\r", " Content-Length: 5",
        "\tfolded", "X: a\r\n folded", "X: a\r\n\r",
    ])
    func aHeaderThatOthersReadInAnotherWayIsRefused(header: String) {
        #expect(throws: RequestHead.Problem.malformed) {
            try head("GET / HTTP/1.1\r\n\(header)\r\n\r\n")
        }
    }

    @Test(arguments: [
        "\rGET / HTTP/1.1", "GET /\r HTTP/1.1", "GET / HTTP/1.1\r", " GET / HTTP/1.1",
        "G(T / HTTP/1.1", "GET /a\tb HTTP/1.1", "GET / HTTP/1.1 ", "GET / HTTP/1.x",
        "GET / HTTP/1.", "GET / HTTP/1.11",
    ])
    func aRequestLineOfAnotherFormIsRefused(line: String) {
        #expect(throws: RequestHead.Problem.malformed) { try head("\(line)\r\nHost: x\r\n\r\n") }
    }

    @Test func linesMayEndWithoutACarriageReturn() throws {
        let head = try head("GET / HTTP/1.0\nHost:\tx\t\nX:\n\n")
        #expect(head["host"] == "x" && head["x"] == "" && !head.hasBody)
    }

    @Test func theEndIsFoundHoweverTheBytesCome() throws {
        for blank in ["\r\n\r\n", "\n\n", "\n\r\n"] {
            let bytes = Array(("GET / HTTP/1.1\r\nHost: x" + blank + "rest").utf8)
            let whole = bytes.count - 4
            for cut in bytes.indices {
                let found = try RequestHead.length(in: Array(bytes[..<cut]), from: 0)
                #expect(found == (cut < whole ? nil : whole))
                #expect(try RequestHead.length(in: bytes, from: min(cut, whole - 1)) == whole)
            }
        }
    }

    @Test func aHeadWithoutAnEndIsTooLong() {
        let bytes = [UInt8](repeating: 65, count: RequestHead.longest)
        #expect(throws: RequestHead.Problem.tooLong) { try RequestHead.length(in: bytes, from: 0) }
    }

    @Test(arguments: ["Content-Length: 1", "Transfer-Encoding: chunked", "Content-Length: x"])
    func bodiesAreSeen(header: String) throws {
        #expect(try head("GET / HTTP/1.1\r\n\(header)\r\n\r\n").hasBody)
    }
}

@Suite struct WebSocketTests {
    private func frame(_ first: UInt8, _ payload: [UInt8], masked: Bool = true) -> [UInt8] {
        var bytes = WebSocket.head(.text, count: payload.count)
        bytes[0] = first
        bytes[1] |= masked ? 0x80 : 0
        let mask: [UInt8] = [1, 2, 3, 4]
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
    }

    @Test func theHandshakeIsThatOfTheStandard() {
        #expect(
            WebSocket.acceptance(of: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test(arguments: [0, 1, 125, 126, 65_535, 65_536, 100_000])
    func aFrameIsTakenWhenItIsWhole(count: Int) throws {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let whole = frame(0x81, payload)
        for cut in [1, 2, 5, whole.count - 1] where cut < whole.count {
            var part = Array(whole[..<cut])
            #expect(try WebSocket.takeFrame(from: &part, limit: 1 << 20) == nil)
            #expect(part.count == cut)
        }
        var bytes = whole + [7]
        let taken = try #require(try WebSocket.takeFrame(from: &bytes, limit: 1 << 20))
        #expect(taken.payload == payload && taken.isFinal && taken.opcode == .text)
        #expect(bytes == [7])
    }

    @Test func aLongFrameIsRefusedByItsLengthAlone() {
        for head: [UInt8] in [
            [0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0], [0x81, 0xff] + [UInt8](repeating: 255, count: 8),
            [0x81, 0xfe, 0x10, 0x01],
        ] {
            var bytes = head
            #expect(throws: WebSocket.Problem.tooLong) {
                try WebSocket.takeFrame(from: &bytes, limit: 4_096)
            }
        }
    }

    @Test func whatIsNoFrameOfABrowserIsRefused() {
        for whole in [
            frame(0x81, [1], masked: false), frame(0x91, [1]), frame(0x83, [1]), frame(0x09, [1]),
            frame(0x88, [UInt8](repeating: 0, count: 126)),
        ] {
            var bytes = whole
            #expect(throws: WebSocket.Problem.malformed) {
                try WebSocket.takeFrame(from: &bytes, limit: 4_096)
            }
        }
    }
}

@Suite struct ReferencesTests {
    private func references(in text: String) -> Set<String> {
        Set(References(in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) })
    }

    @Test(arguments: [
        ("don't ![a](a.png \"It's\") b.png", "a.png"), ("<img src='a.png?1#x'>", "a.png"),
        ("<img src=a.png>", "a.png"), ("<img src=a.png", "a.png"), ("url(a%20b.png)", "a b.png"),
        ("url( \"a.png\" )", "a.png"), ("\"a&amp;b.png\"", "a&b.png"), ("'100%.png'", "100%.png"),
        ("srcset=\"a.png 1x, b.png 2x\"", "b.png"), ("import `./m.js`", "./m.js"),
        ("[x](<a b.png>)", "a b.png"), ("it's src='a.png'", "a.png"),
    ])
    func whatADocumentRefersToIsFound(text: String, path: String) {
        #expect(references(in: text).contains(path))
    }

    @Test(arguments: ["=,./", "(,./", "\",./", "=a/b "])
    func `What is taken from a document is a few times as long as the document`(unit: String) {
        let text = Array(String(repeating: unit, count: 100_000 / unit.utf8.count).utf8)
        let bytes = References(in: text).reduce(0) { $0 + $1.count }
        #expect(bytes <= 9 * text.count)
    }

    @Test func proseNamesNothing() {
        #expect(references(in: "the file taxes.pdf lies in Documents/taxes.pdf").isEmpty)
    }

    @Test func whatIsTooLongForAPathIsNone() {
        let long = String(repeating: "a.", count: 600)
        #expect(references(in: "'\(long)' (\(long)) ='b.png'") == ["b.png"])
    }
}
