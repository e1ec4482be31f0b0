import DaemonUnderTest
import Foundation
import PagerModel
import Testing

/// Tests of books and batches on standard input, and of the difference between a book and the
/// running state.
@Suite struct StandardInputTests {
    private let daemon: TestDaemon
    private let tool: ControlTool

    init() throws {
        daemon = try TestDaemon()
        tool = ControlTool(daemon)
    }

    private static let book = "pager:\n  id: book\n  pages: [{id: a, title: One}, {id: b}]\n"

    private func run(_ arguments: String..., input: String) throws -> ControlTool.Result {
        let path = NSTemporaryDirectory() + "pagerctl-\(UUID().uuidString)"
        try input.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try tool.start(["--human"] + arguments, input: path).finish()
    }

    @Test func `apply reads a book from standard input`() throws {
        #expect(try run("apply", "-", input: Self.book).status == 0)
        #expect(try run("apply", "-", input: Self.book).output == "nothing to change\n")
        let broken = try run("apply", "-", input: "pager:\n  id: [book\n")
        #expect(broken.status == 1)
        #expect(broken.errors.contains("standard input:"), "\(broken.errors)")
        #expect(try run("apply", "-", "--watch", input: "").status == 64)
    }

    @Test func `diff prints what apply would send and sends nothing`() throws {
        let before = try run("diff", "-", "--exit-code", input: Self.book)
        #expect(before.status == 4)
        #expect(before.lines.contains { $0.hasPrefix("controller.create  id=a") }, "\(before)")
        #expect(try run("diff", "-", input: Self.book).status == 0)
        #expect(try run("apply", "-", input: Self.book).status == 0)
        let after = try run("diff", "-", "--exit-code", input: Self.book)
        #expect(after.status == 0)
        #expect(after.output == "no difference\n")
    }

    @Test func `batch reads a command a line, in pagerctl's syntax or as JSON`() throws {
        #expect(try run("apply", "-", input: Self.book).status == 0)
        let lines = """
            # the second page, with a title
            select b --no-animated
            controller.update book --title "Hall  door"
            {"method": "pager.previous", "params": {"animated": false}}
            """
        let result = try run("batch", "-", "--atomic", input: lines)
        #expect(result.output == "executed 3 commands\n", "\(result.errors)")
        #expect(try tool("get", "book").output.contains(#""title":"Hall  door""#))
        #expect(
            try run("batch", "-", input: #"[{"method":"pager.next","params":{}}]"#).output
                == "executed 1 command\n")
    }

    @Test func `A mistake in a batch is reported with its line and nothing is sent`() throws {
        #expect(try run("apply", "-", input: Self.book).status == 0)
        let result = try run("batch", "-", input: "select b\n\nselct a\n")
        #expect(result.status == 64)
        #expect(
            result.errors.contains("line 3: there is no subcommand \"selct\"; did you mean select?")
        )
        for (word, reason) in [("status", "not a method"), ("last", "more than one method")] {
            let refused = try run("batch", "-", input: "prev\n\(word)\n")
            #expect(refused.errors.contains("line 2: \(word) "), "\(refused)")
            #expect(refused.errors.contains(reason), "\(refused)")
        }
        let open = try run("batch", "-", input: "update book --title 'Hall\n")
        #expect(open.errors.contains("line 1: a quotation mark is not closed"))
        #expect(try tool("status").output.contains(#""id":"a""#))
    }

    @Test func `A refused command of a batch is reported with its place and status 2`() throws {
        #expect(try run("apply", "-", input: Self.book).status == 0)
        let result = try run("batch", "-", input: "select b\nselect nowhere\n")
        #expect(result.status == 2)
        #expect(result.output == "executed 1 command\n")
        #expect(result.errors.hasPrefix("pagerctl: command 2: refused: "))
    }
}
