import Glibc
import PagerModel
import Testing

/// Tests of the daemon's start, refused start and end.
@Suite struct DaemonTests {
    private func run(
        _ options: [String], runtime: String
    ) throws -> (status: Int32?, output: String) {
        try PagerProcess(options, runtime: runtime).end()
    }

    /// Expects one sentence on standard error and no crash report.
    private func expectSentence(
        _ end: (status: Int32?, output: String), _ parts: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(end.status == 1, "\(end.output)", sourceLocation: sourceLocation)
        #expect(end.output.hasPrefix("pagerd: "), "\(end.output)", sourceLocation: sourceLocation)
        #expect(
            end.output.split(separator: "\n").count == 1, "\(end.output)",
            sourceLocation: sourceLocation)
        for part in parts {
            #expect(
                end.output.contains(part), "\(part) is not in: \(end.output)",
                sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `The daemon exits with status 0 on SIGTERM and SIGINT`(signal: Int32) throws {
        let folder = try Scratch()
        let daemon = try PagerProcess(["--name", "test"], runtime: folder.path)
        let line = try daemon.line()
        #expect(line.hasPrefix("ready test "))
        #expect(line.contains("ipc://\(folder.path)/test/command"))
        let end = try daemon.end(signal: signal)
        #expect(end.status == 0)
        #expect(end.output == "")
    }

    @Test func `Two daemons cannot have the same name`() throws {
        let folder = try Scratch()
        let first = try PagerProcess(["--name", "test"], runtime: folder.path)
        #expect(try first.line().hasPrefix("ready"))
        let second = try run(["--name", "test"], runtime: folder.path)
        expectSentence(second, ["test", "running already", "--name"])
        let other = try PagerProcess(["--name", "other"], runtime: folder.path)
        #expect(try other.line().hasPrefix("ready other "))
        #expect(try other.end(signal: SIGTERM).status == 0)
        #expect(try first.end(signal: SIGTERM).status == 0)
    }

    @Test func `Two daemons cannot listen at the same endpoint`() throws {
        let folder = try Scratch()
        let endpoint = "ipc://\(folder.path)/shared"
        let first = try PagerProcess(
            ["--name", "first", "--command", endpoint], runtime: folder.path)
        #expect(try first.line().hasPrefix("ready"))
        let second = try run(["--name", "second", "--command", endpoint], runtime: folder.path)
        expectSentence(second, ["\(folder.path)/shared", "a process listens"])
        #expect(try first.end(signal: SIGTERM).status == 0)
    }

    @Test func `The command line takes precedence over the configuration`() throws {
        let folder = try Scratch()
        let file = folder.path("pagerd.yaml")
        try folder.write("pagerd.yaml", "name: hall\nclock: manual\n")
        let hall = try PagerProcess(["--config", file], runtime: folder.path)
        #expect(try hall.line().hasPrefix("ready hall "))
        #expect(try hall.end(signal: SIGTERM).status == 0)
        let other = try PagerProcess(["--config", file, "--name", "other"], runtime: folder.path)
        #expect(try other.line().hasPrefix("ready other "))
        #expect(try other.end(signal: SIGTERM).status == 0)
        expectSentence(
            try run(["--config", folder.path("none")], runtime: folder.path), ["no such file"])
    }

    @Test(arguments: [
        ("name: hall\nclock: [1]\n", "pagerd.yaml:2:1", "clock: expected a text"),
        ("name: hall\nallow: [{}]\n", "pagerd.yaml:2:9", "found an object"),
        ("- name\n", "pagerd.yaml:1:1", "expected an object with options"),
        ("plugins: ipc:///x\n", "pagerd.yaml:1:1", "--plugins"),
        ("plugins: [clock]\n", "pagerd.yaml:1:1", "expected an object, found an array"),
        ("plugins:\n  a b: {command: [x]}\n", "pagerd.yaml:2:3", "a name is"),
        ("plugins:\n  clock: {}\n", "pagerd.yaml:2:3", "parameter command is missing"),
        ("plugins:\n  clock:\n    comand: [x]\n", "pagerd.yaml:3:5", "did you mean command?"),
        (
            "plugins:\n  clock:\n    command: [x, 1]\n", "pagerd.yaml:3:18",
            "expected a string, found a number; put it in quotes"
        ),
        (
            "plugins:\n  clock: {command: [x], backOff: {first: 9, most: 3}}\n",
            "pagerd.yaml:2:45", "most: must be between first"
        ),
        (
            "plugins:\n  a: {command: [x], kinds: [k]}\n  b: {command: [x], kinds: [k]}\n",
            "pagerd.yaml:3:29", "the plugin a already hosts the kind k"
        ),
    ])
    func `The error for a mistake in the configuration contains its file, line and column`(
        text: String, place: String, part: String
    ) throws {
        let folder = try Scratch()
        try folder.write("pagerd.yaml", text)
        let end = try run(["--config", folder.path("pagerd.yaml")], runtime: folder.path)
        expectSentence(end, [place, part])
    }

    @Test(arguments: [
        #""\e[2Jx": 1"#, #"clock: "\e[2J""#, #"uikit: "\e]0;x\a""#, #"retain: "\x9B2J""#,
        #"log-level: "\e[2J""#, #"insecure-tcp: "\e[2J""#, #"journal-sync: "\u202E""#,
        #"log-format: "\r\e[2J""#, #"journal-growth: "\e[2J""#,
    ])
    func `Terminal escapes are shown as text when a configuration is refused`(text: String) throws {
        let folder = try Scratch()
        try folder.write("pagerd.yaml", text + "\n")
        let end = try run(["--config", folder.path("pagerd.yaml")], runtime: folder.path)
        #expect(end.status != 0)
        #expect(end.output.contains(#"\u{"#), "\(end.output)")
        #expect(end.output == end.output.printableLines)
    }

    @Test(arguments: [
        ["--\u{1B}[2J"], ["--clock", "\u{1B}[2J"], ["\u{1B}[2J"], ["--uikit=\u{9B}2J"],
        ["relay", "--to", "tcp://\u{1B}[2J"], ["relay", "--to", "x", "--\u{1B}]0;x\u{7}"],
        ["recover", "--clock", "\u{1B}[2J"], ["recover", "\u{202E}x"],
    ])
    func `Terminal escapes are shown as text when a command line is refused`(
        options: [String]
    ) throws {
        let end = try run(options, runtime: try Scratch().path)
        #expect(end.status == 64, "\(end.output)")
        #expect(end.output.contains(#"\u{"#), "\(end.output)")
        #expect(end.output == end.output.printableLines)
    }

    @Test(arguments: [
        ("? \(String(repeating: "a", count: 200_000))\n: 1\n", "pagerd.yaml:1:3", "has no \"aaa"),
        ("name: hall\nclok: manual\n", "pagerd.yaml:2:1", "did you mean clock?"),
        ("config: other.yaml\n", "pagerd.yaml:1:1", "has no \"config\""),
        (
            "name: \(String(repeating: "a", count: 100_000))\n", "pagerd.yaml:1:1",
            "name: must have at most 4096 bytes, got 100000"
        ),
        (
            "book: .\nallow:\n" + String(repeating: "- a\n", count: 60_000), "pagerd.yaml:2:1",
            "allow: must have at most 256 values, got 60000"
        ),
        ("a:\n" + String(repeating: "- &a x\n", count: 200_000), "pagerd.yaml", "KiB"),
    ])
    func `A configuration that is too large is refused before its options are parsed`(
        text: String, place: String, part: String
    ) throws {
        let folder = try Scratch()
        try folder.write("pagerd.yaml", text)
        let end = try run(["--config", folder.path("pagerd.yaml")], runtime: folder.path)
        expectSentence(end, [place, part])
        #expect(end.output.utf8.count < 1_000)
    }

    @Test func `Each option of the command line may be set in a configuration`() throws {
        let folder = try Scratch()
        let help = try run(["--help"], runtime: folder.path)
        #expect(help.status == 0)
        let names = help.output.split(separator: "\n").compactMap { line -> Substring? in
            let words = line.split(separator: " ")
            return line.hasPrefix("  --") ? words.first?.dropFirst(2) : nil
        }
        #expect(names.contains("journal-growth"))
        let own = ["config", "plugins", "version", "help"]
        for name in names where !own.contains(String(name)) {
            try folder.write("pagerd.yaml", "\(name): \n")
            let end = try run(["--config", folder.path("pagerd.yaml")], runtime: folder.path)
            expectSentence(end, ["pagerd.yaml:1:1", "\(name): expected a text"])
        }
    }

    @Test func `A socket path that is too long is refused`() throws {
        let folder = try Scratch()
        let long = folder.path(String(repeating: "long-", count: 20))
        expectSentence(try run([], runtime: long), ["107", "bytes", "PAGERD_RUNTIME_DIR"])
    }

    @Test func `A file at the path of a socket is refused and not deleted`() throws {
        let folder = try Scratch()
        try folder.write("file", "precious")
        let end = try run(["--command", "ipc://\(folder.path("file"))"], runtime: folder.path)
        expectSentence(end, ["not a socket"])
        #expect(access(folder.path("file"), F_OK) == 0)
    }

    @Test func `A runtime folder that other users can access is refused`() throws {
        let folder = try Scratch()
        folder.makeFolder("open", mode: 0o755)
        expectSentence(
            try run([], runtime: folder.path("open")), ["to other users", "755", "700"])
    }

    @Test func `A runtime folder that is a symbolic link is refused`() throws {
        let folder = try Scratch()
        folder.makeFolder("real")
        folder.link("link", to: "real")
        expectSentence(try run([], runtime: folder.path("link")), ["is a link"])
        // The check also covers the next level, where the instance has its folder.
        folder.makeFolder("runtime")
        folder.link("runtime/default", to: "real")
        expectSentence(try run([], runtime: folder.path("runtime")), ["is a link"])
    }

    @Test(arguments: [
        ("pager:\n  id: book\n  pages: 7\n", 3),
        ("pager:\n  id: book\n  colour: red\n  pages: []\n", 3),
        ("pager:\n  pages: [\n", 3),
    ])
    func `The error for a mistake in a book contains its file and line`(text: String, line: Int)
        throws
    {
        let folder = try Scratch()
        try folder.write("book.yaml", text)
        let end = try run(["--book", folder.path("book.yaml")], runtime: folder.path)
        expectSentence(end, ["book.yaml:\(line)"])
    }

    @Test(arguments: [
        "pager:\n  pages:\n    - {id: a, kind: view}\n    - {id: b, kind: spaceship}\n",
        "pager:\n  pages:\n    - {id: a}\n    - {id: a}\n",
    ])
    func `A mistake in a page does not stop the daemon, and the log has its place`(
        text: String
    ) throws {
        let folder = try Scratch()
        try folder.write("book.yaml", text)
        let daemon = try PagerProcess(
            ["--journal", "none", "--book", folder.path("book.yaml")], runtime: folder.path)
        #expect(try daemon.line().contains("book.yaml:4"))
        #expect(try daemon.line().hasPrefix("ready"))
        #expect(try daemon.end(signal: SIGTERM).status == 0)
    }

    @Test(arguments: ["--command", "--events"])
    func `tcp without keys needs --insecure-tcp and a loopback address`(option: String) throws {
        let folder = try Scratch()
        let loopback = try run([option, "tcp://127.0.0.1:1"], runtime: folder.path)
        expectSentence(loopback, ["tcp://127.0.0.1:1", "--insecure-tcp"])
        for address in ["0.0.0.0:1", "*:1", "192.0.2.1:1"] {
            let end = try run([option, "tcp://\(address)", "--insecure-tcp"], runtime: folder.path)
            expectSentence(end, ["tcp://\(address): tcp without authentication"])
        }
    }

    @Test func `A daemon name that is not an identifier is refused`() throws {
        let folder = try Scratch()
        for name in ["a/b", "..", "", "a b"] {
            expectSentence(try run(["--name", name], runtime: folder.path), ["a name is"])
        }
    }
}
