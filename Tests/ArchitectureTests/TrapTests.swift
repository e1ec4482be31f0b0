import Testing

/// Traps: code that ends the process if a condition is false. Each one in the daemon, in the viewer
/// and in pagerctl is listed here with the reason why no input reaches it. A new one needs
/// a reason too.
@Suite struct TrapTests {
    private struct Allowed {
        let file: String
        let count: Int
        let reason: String
    }

    private static let targets: Set = [
        "PagerServer", "PagerJournal", "PagerPlugins", "PagerDaemon", "PagerBook", "PagerDump",
        "PagerViewer", "pagerctl",
    ]

    private static let allowed = [
        Allowed(
            file: "Sources/PagerBook/YAML/YAMLEvents.swift", count: 1,
            reason: "libyaml's parser cannot be made only if there is no memory"),
        Allowed(
            file: "Sources/PagerServer/Loop/Signals.swift", count: 1,
            reason: "the pipe for signals is made at the start, before any input"),
        Allowed(
            file: "Sources/PagerServer/Plugins/PluginTable.swift", count: 1,
            reason: "the line before it returns if there is no plugin of that name"),
        Allowed(
            file: "Sources/PagerServer/Service/MethodTable.swift", count: 1,
            reason: "the list of the service's commands is a constant, which every start checks"),
        Allowed(
            file: "Sources/pagerctl/Verbs/Wait.swift", count: 2,
            reason: "the clauses before it catch both types of errors that are thrown"),
        Allowed(
            file: "Sources/pagerctl/Watch/Watch.swift", count: 1,
            reason: "the clauses before it catch both types of errors that are thrown"),
        Allowed(
            file: "Sources/pagerctl/CommandLine/CommandForm.swift", count: 1,
            reason: "the clauses before it catch both types of errors that are thrown"),
    ]

    private static let words = [
        "precondition(", "preconditionFailure(", "fatalError(", "unsafelyUnwrapped",
        "unowned(unsafe)",
    ]

    /// Returns the number of traps in a line: words of the list and forced operations.
    static func traps(in line: Substring) -> Int {
        let code = SourceFiles.code(of: line)
        let named = words.reduce(0) { $0 + code.ranges(of: $1).count }
        return named + forced(in: code)
    }

    /// Returns the number of `!` after a name, a call, a subscript, `try` or `as`, and not before
    /// `=`.
    private static func forced(in code: Substring) -> Int {
        var count = 0
        var before: Character = " "
        let characters = Array(code) + [" "]
        for (index, character) in characters.dropLast().enumerated() {
            let isBehindValue =
                before.isLetter || before.isNumber || before == ")" || before == "]"
                || before == "_"
            if character == "!", isBehindValue, characters[index + 1] != "=" {
                count += 1
            }
            before = character
        }
        return count
    }

    @Test func `The programs contain only the traps that are listed with a reason`() throws {
        for file in try SourceFiles.all() where Self.targets.contains(file.target) {
            let count = file.lines.reduce(0) { $0 + Self.traps(in: $1) }
            let allowed = Self.allowed.first { $0.file == file.path }
            #expect(count == allowed?.count ?? 0, "\(file.path): \(allowed?.reason ?? "unlisted")")
        }
    }

    @Test(arguments: [
        ("precondition(x > 0)", 1), ("fatalError(\"x\")", 1), ("let a = b!", 1), ("f()!.c[0]!", 2),
        ("try! f()", 1), ("x as! Int", 1), ("if !a, b != c {", 0), ("// a!", 0), ("a! = b", 1),
        ("entry!", 1), ("bias! as! Int", 2),
    ])
    func `The check counts the traps in a line of code`(line: String, count: Int) {
        #expect(Self.traps(in: line[...]) == count)
    }
}
