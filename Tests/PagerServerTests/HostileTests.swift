import Glibc
import PagerModel
import PagerWire
import Testing
import ZMQ

/// Tests of messages that would crash a careless daemon: numbers at the limits of machine integers.
@Suite struct HostileTests {
    /// Sends each request to a new daemon and checks the whole reply: its id, the error's code,
    /// name and path, and that the state is unchanged.
    ///
    /// - Parameter refusal: the error of the last request, or nil if it is accepted. All earlier
    ///   requests must be accepted.
    private func expectSurvival(_ requests: [String], refusal: String?) throws {
        let folder = try Scratch()
        let daemon = try PagerProcess(
            ["--name", "test", "--clock", "manual"], runtime: folder.path)
        try #require(try daemon.line().hasPrefix("ready"))
        let socket = try Socket(try Context(), .req)
        try socket.set(.receiveTimeout, 5_000)
        try socket.connect("ipc://\(folder.path)/test/command")
        var message = Message()
        func exchange(_ text: String) throws -> Value {
            _ = try socket.send(Array(text.utf8))
            try #require(try socket.receive(into: &message), "no reply to \(text)")
            let reply = try JSONParser.parse(message.bytes)
            #expect(reply["id"] == 1)
            #expect(reply["jsonrpc"] == "2.0")
            return reply
        }
        func state() throws -> [Value?] {
            try ["state.snapshot", "clock.get"].map {
                try exchange(Self.request($0, "{}"))["result"]
            }
        }
        for text in requests.dropLast() {
            let reply = try exchange(text)
            #expect(reply["error"] == nil, "\(reply.json)")
        }
        let before = try state()
        let reply = try exchange(try #require(requests.last))
        #expect(reply["error"]?.refusal == refusal, "\(reply.json)")
        #expect((reply["result"] == nil) == (refusal != nil))
        if let error = reply["error"] {
            #expect(error["message"]?.string?.isEmpty == false)
            #expect(error["data"]?["revision"] == before[0]?["revision"])
            #expect(error["data"]?["seq"] == before[0]?["seq"])
        }
        #expect(try state() == before)
        #expect(try daemon.end(signal: SIGTERM).status == 0)
    }

    private static func request(_ method: String, _ params: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
    }

    @Test(arguments: [
        ("events.replay", #"{"since":-9223372036854775807}"#, "-32602 invalidParams at since"),
        ("events.replay", #"{"since":-9223372036854775808}"#, "-32602 invalidParams at since"),
        (
            "events.replay", #"{"since":0,"limit":9223372036854775807}"#,
            "-32602 invalidParams at limit"
        ),
        ("events.replay", #"{"since":1e308}"#, "-32602 invalidParams at since"),
        ("clock.advance", #"{"seconds":1e308}"#, "-32000 invalidArgument at seconds"),
        ("state.snapshot", #"{"after":"-"}"#, "-32000 invalidArgument at after"),
        ("state.snapshot", #"{"after":"0--1"}"#, "-32000 invalidArgument at after"),
        (
            "state.snapshot", #"{"limit":9007199254740991}"#, "-32000 invalidArgument at limit"
        ),
        (
            "window.create", #"{"size":{"width":1e308,"height":-1}}"#,
            "-32000 invalidArgument at size"
        ),
        (
            "controller.create", #"{"kind":"pager","offscreenLimit":9007199254740991}"#,
            "-32001 limitExceeded at offscreenLimit"
        ),
        (
            "controller.create", #"{"kind":"pager","autoAdvance":1e308}"#,
            "-32000 invalidArgument at autoAdvance"
        ),
        (
            "controller.create", #"{"kind":"pager","duration":-1}"#,
            "-32000 invalidArgument at duration"
        ),
    ])
    func `Numbers out of range are refused and change nothing`(
        method: String, params: String, refusal: String
    ) throws {
        try expectSurvival([Self.request(method, params)], refusal: refusal)
    }

    @Test func `A cursor with the largest position is refused`() throws {
        try expectSurvival(
            [Self.request("state.snapshot", #"{"after":"0-9223372036854775807"}"#)],
            refusal: "-32000 invalidArgument at after")
    }

    @Test func `An advance beyond the largest time of the clock is refused`() throws {
        let step = Self.request("clock.advance", #"{"seconds":1000000000}"#)
        try expectSurvival(
            Array(repeating: step, count: 10), refusal: "-32001 limitExceeded at seconds")
    }
}
