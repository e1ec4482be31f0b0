import Glibc
import PagerModel
import PagerWire
import Testing
import ZMQ

/// Messages that would end a careless daemon: numbers at the edge of what a machine holds.
@Suite struct HostileTests {
    /// Sends each request to a daemon of its own, and then asks whether it is still there.
    private func expectSurvival(_ requests: [String]) throws {
        let folder = try Scratch()
        let daemon = try PagerProcess(
            ["--name", "test", "--clock", "manual"], runtime: folder.path)
        try #require(try daemon.line().hasPrefix("ready"))
        let socket = try Socket(try Context(), .req)
        try socket.set(.receiveTimeout, 5_000)
        try socket.connect("ipc://\(folder.path)/test/command")
        var message = Message()
        for text in requests + [Self.request("server.ping", "{}")] {
            _ = try socket.send(Array(text.utf8))
            try #require(try socket.receive(into: &message), "no reply to \(text)")
            #expect(try JSONParser.parse(message.bytes)["id"] == 1)
        }
        #expect(try daemon.end(signal: SIGTERM).status == 0)
    }

    private static func request(_ method: String, _ params: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
    }

    @Test(arguments: [
        ("events.replay", #"{"since":-9223372036854775807}"#),
        ("events.replay", #"{"since":0,"limit":9223372036854775807}"#),
        ("events.replay", #"{"since":1e308}"#),
        ("clock.advance", #"{"seconds":1e308}"#),
        ("state.snapshot", #"{"after":"-"}"#),
        ("state.snapshot", #"{"after":"0--1"}"#),
        ("state.snapshot", #"{"limit":9007199254740991}"#),
        ("window.create", #"{"size":{"width":1e308,"height":-1}}"#),
        ("controller.create", #"{"kind":"pager","offscreenLimit":9007199254740991}"#),
        ("controller.create", #"{"kind":"pager","autoAdvance":1e308}"#),
        ("controller.create", #"{"kind":"pager","duration":-1}"#),
    ])
    func largeNumbersAreSurvived(method: String, params: String) throws {
        try expectSurvival([Self.request(method, params)])
    }

    @Test func smallestIntegerIsSurvived() throws {
        try expectSurvival([Self.request("events.replay", #"{"since":-9223372036854775808}"#)])
    }

    @Test func largestOffsetIsSurvived() throws {
        try expectSurvival([
            Self.request("state.snapshot", #"{"after":"0-9223372036854775807"}"#)
        ])
    }

    @Test func clockIsNotMovedBeyondItsEnd() throws {
        let step = Self.request("clock.advance", #"{"seconds":1000000000}"#)
        try expectSurvival(Array(repeating: step, count: 12))
    }
}
