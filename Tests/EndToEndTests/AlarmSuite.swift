import DaemonUnderTest
import PagerClient
import PagerModel
import Testing

/// Tests of `pagerctl alarm`, each with a daemon of its own.
protocol AlarmSuite {
    var daemon: TestDaemon { get }
}

extension AlarmSuite {
    var tool: ControlTool { ControlTool(daemon) }

    /// Runs pagerctl, which must succeed. Returns its output.
    @discardableResult
    func run(_ words: String...) throws -> String {
        let result = try tool.start(words).finish()
        #expect(result.status == 0, "\(words): \(result.errors)")
        return result.output
    }

    /// Applies a book with this text.
    @discardableResult
    func apply(_ text: String) throws -> String {
        let folder = try Folder()
        try folder.write("book.yaml", text)
        return try run("apply", "\(folder.path)/book.yaml", "--human")
    }

    @discardableResult
    func request(_ method: String, _ params: Value) throws -> Value {
        var requester = try daemon.requester()
        return try requester.request(method, params.members ?? []).result
    }

    func get(_ id: String) throws -> Value {
        try request("controller.get", ["id": .string(id)])
    }

    func advance(_ seconds: Double) throws {
        try request("clock.advance", ["seconds": .number(seconds)])
    }

    /// Returns what `status` shows, without the rest of the page's time.
    func shown() throws -> String {
        try run("status", "--human").replacing(/, for another \d+ s/, with: "")
    }
}
