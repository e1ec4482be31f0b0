import Glibc
import Testing

/// Tests of the folder that `PAGERD_RUNTIME_DIR` and `XDG_RUNTIME_DIR` name.
@Suite struct RuntimeFolderTests {
    private func problem(_ environment: [String], runtime: String = "") throws -> String {
        let end = try PagerProcess(
            ["--journal", "none"], runtime: runtime, environment: environment
        ).end()
        #expect(end.status == 1, "\(end.output)")
        #expect(end.output.split(separator: "\n").count == 1, "\(end.output)")
        return end.output
    }

    @Test func `The error for an absent session folder says what to unset or to set`() throws {
        let absent = try Scratch().path("absent")
        let text = try problem(["XDG_RUNTIME_DIR=\(absent)"])
        #expect(text.contains("XDG_RUNTIME_DIR names the folder \(absent), which does not exist"))
        #expect(text.contains("unset XDG_RUNTIME_DIR, or set PAGERD_RUNTIME_DIR"), "\(text)")
    }

    @Test func `The error for a runtime folder without a parent names the parent`() throws {
        let folder = try Scratch()
        let text = try problem([], runtime: folder.path("absent/run"))
        #expect(text.contains("cannot create the folder \(folder.path("absent/run"))"), "\(text)")
        #expect(text.contains("the folder \(folder.path("absent")) does not exist"), "\(text)")
    }

    @Test func `A relative runtime folder is one in the current folder`() throws {
        let folder = try Scratch()
        var buffer = [CChar](repeating: 0, count: 4_096)
        let here = String(cString: try #require(getcwd(&buffer, buffer.count)))
        let up = here.split(separator: "/").map { _ in "../" }.joined()
        let relative = up + folder.path.dropFirst() + "/"
        let daemon = try PagerProcess(
            ["--journal", "none"], runtime: relative, environment: [])
        let line = try daemon.line()
        #expect(line.contains("command=ipc://\(here)/\(relative)default/command"), "\(line)")
        #expect(access(folder.path("default/command"), F_OK) == 0)
        #expect(try daemon.end(signal: SIGTERM).status == 0)
    }
}
