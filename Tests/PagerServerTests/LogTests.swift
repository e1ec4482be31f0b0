import Glibc
import PagerModel
import PagerWire
import Testing

/// Tests of `--log-format json`.
@Suite struct LogTests {
    private func objects(_ text: String) throws -> [Value] {
        try text.split(separator: "\n").map { try JSONParser.parse(Array($0.utf8)) }
    }

    @Test func `Every line of a JSON log is an object with time, level and message`() throws {
        let folder = try Scratch()
        let daemon = try PagerProcess(
            ["--name", "test", "--journal", "none", "--log-format", "json", "--log-level", "info"],
            runtime: folder.path)
        let ready = try JSONParser.parse(Array(try daemon.line().utf8))
        #expect(ready["message"] == "ready")
        #expect(ready["level"] == "notice")
        let metadata = ready["metadata"]
        #expect(metadata?["name"] == "test")
        #expect(metadata?["command"]?.string == "ipc://\(folder.path)/test/command")
        let rest = try objects(try daemon.end(signal: SIGTERM).output)
        #expect(rest.map { $0["message"]?.string } == ["ending on signal 15", "ended"])
        #expect(rest.last?["metadata"]?["seq"] == "0")
        for line in [ready] + rest {
            let time = try #require(line["time"]?.string)
            #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil, "\(time)")
        }
    }

    @Test func `A failed start logs its reason as a JSON object`() throws {
        let folder = try Scratch()
        let end = try PagerProcess(
            ["--log-format", "json", "--book", folder.path("nothing.yaml")], runtime: folder.path
        ).end()
        #expect(end.status == 1)
        let line = try #require(try objects(end.output).first)
        #expect(line["level"] == "critical")
        #expect(line["message"]?.string?.contains("nothing.yaml") == true)
    }
}
