import Foundation
import PagerModel
import PagerWire
import Synchronization
import Testing

/// Tests of commands that pagerctl knows only from a daemon's description, whatever it contains.
@Suite struct DescribedCommandTests {
    /// A fake daemon that describes some methods and records the methods of its requests, with
    /// pagerctl in its folder.
    private final class Stage: Sendable {
        let daemon: HostileDaemon
        init(_ methods: [Value], kinds: [Value] = []) throws {
            let heard = Heard()
            daemon = try HostileDaemon { request in
                heard.methods.withLock { $0.append(request["method"]?.string ?? "") }
                guard request["method"] == "server.describe" else {
                    return ["result": ["seq": 1, "revision": 1, "controllers": []]]
                }
                return [
                    "result": [
                        "seq": 1, "revision": 1, "methods": .array(methods),
                        "kinds": .array(kinds), "events": [], "errors": [],
                    ]
                ]
            }
            self.heard = heard
        }

        private final class Heard: Sendable {
            let methods = Mutex<[String]>([])
        }

        private let heard: Heard

        /// Returns the methods of the requests since the last call, except those that only read. A
        /// request that is repeated because the reply is late counts once.
        func sent() -> [String] {
            heard.methods.withLock { methods in
                defer { methods = [] }
                return methods.reduce(into: []) { sent, method in
                    let onlyReads = method == "server.describe" || method == "server.hello"
                    if !onlyReads, sent.last != method { sent.append(method) }
                }
            }
        }

        func run(_ arguments: String...) throws -> ControlTool.Result {
            try ControlTool(folder: daemon.folder).start(["--timeout", "60"] + arguments).finish()
        }
    }

    private static func method(_ name: String, params: [Value] = []) -> Value {
        [
            "method": .string(name), "summary": "Replaced.", "params": .array(params),
            "result": [], "errors": [],
        ]
    }

    private static func field(_ name: String, type: String = "string") -> Value {
        [
            "name": .string(name), "type": .string(type), "presence": "optional", "doc": "replaced",
        ]
    }

    @Test func `A command that is described once is sent`() throws {
        let stage = try Stage([Self.method("lamp.on", params: [Self.field("color")])])
        defer { stage.daemon.end() }
        #expect(try stage.run("lamp.on", "--color", "red").status == 0)
        #expect(stage.sent() == ["lamp.on"])
    }

    @Test func `A command that is described twice is refused`() throws {
        let twice = [
            Self.method("lamp.on", params: [Self.field("color")]),
            Self.method("lamp.on", params: [Self.field("id")]),
        ]
        for methods in [twice, twice.reversed()] {
            let stage = try Stage(methods)
            defer { stage.daemon.end() }
            for words in [["lamp.on"], ["help", "lamp.on"], ["completions", "added"]] {
                let result = try ControlTool(folder: stage.daemon.folder)
                    .start(["--timeout", "60"] + words).finish()
                #expect(result.status == 1, "\(words)")
                #expect(
                    result.errors.contains(#"describes the command "lamp.on" twice"#), "\(words)")
                #expect(result.output == "")
            }
            #expect(stage.sent() == [])
        }
    }

    @Test func `A parameter or a kind that is described twice is refused`() throws {
        let fields = [Self.field("color"), Self.field("color", type: "boolean")]
        let kind: Value = ["kind": "lamp", "options": []]
        let stage = try Stage([Self.method("lamp.on", params: fields)], kinds: [kind, kind])
        defer { stage.daemon.end() }
        let parameter = try stage.run("lamp.on", "--color", "red")
        #expect(parameter.status == 1)
        #expect(parameter.errors.contains(#"a parameter of "lamp.on" twice"#))
        let options = try stage.run("help", "lamp")
        #expect(options.status == 1)
        #expect(options.errors.contains(#"the kind "lamp" twice"#))
        #expect(stage.sent() == [])
    }

    @Test func `A description of another command than the requested one is not used`() throws {
        let stage = try Stage([Self.method("lamp.off")])
        defer { stage.daemon.end() }
        let result = try stage.run("lamp.on")
        #expect(result.status == 64)
        #expect(result.errors.contains(#"there is no subcommand "lamp.on""#))
        #expect(stage.sent() == [])
    }

    /// pagerctl's own methods and subcommands, described by a daemon as if a plugin had added them.
    @Test(arguments: [
        "window.list", "server.shutdown", "list", "help", "apply", "--help", "--timeout.x", "next",
        "pager.next",
    ])
    func `No description replaces a command of pagerctl`(name: String) throws {
        let described = Self.method(
            name, params: [Self.field("help"), Self.field("wait"), Self.field("json")])
        let stage = try Stage([described, described])
        defer { stage.daemon.end() }
        let added = try stage.run("completions", "added")
        #expect(added.status == 0)
        #expect(added.output == "")
        let help = try stage.run("help", "pager.next")
        #expect(help.output.contains("--wait"))
        #expect(!help.output.contains("eplaced"))
        #expect(try stage.run("help").output.contains("Controls pagerd"))
        #expect(try stage.run("--help").output.contains("Controls pagerd"))
        #expect(stage.sent() == [])
        #expect(try stage.run("window.list", "--json").status == 0)
        #expect(stage.sent() == ["window.list"])
    }

    @Test func `Options of pagerctl take precedence over parameters of the same name`() throws {
        let fields = ["help", "json", "timeout", "version"].map { Self.field($0) }
        let stage = try Stage([Self.method("lamp.on", params: fields)])
        defer { stage.daemon.end() }
        #expect(try stage.run("lamp.on", "--help").output.contains("Replaced."))
        #expect(try stage.run("--version").output.contains("wire contract"))
        #expect(stage.sent() == [])
        #expect(try stage.run("lamp.on", "--json").output.hasPrefix("{"))
        #expect(stage.sent() == ["lamp.on"])
    }

    @Test func `Help for a described command is printed without escape sequences`() throws {
        let escape = "\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}\r"
        let text = Value.string("x\(escape)y")
        let field: Value = [
            "name": text, "type": ["oneOf": [text]], "presence": "required", "doc": text,
            "default": text,
        ]
        let described: Value = [
            "method": "lamp.on", "summary": text, "params": [field], "result": [field],
            "errors": [text],
        ]
        let stage = try Stage(
            [described], kinds: [["kind": "lamp", "options": [field], "summary": text]])
        defer { stage.daemon.end() }
        for words in [
            ["help", "lamp.on"], ["lamp.on", "--help"], ["help", "lamp"], ["lamp.on", "--no"],
        ] {
            let result = try ControlTool(folder: stage.daemon.folder)
                .start(["--timeout", "60"] + words).finish()
            let shown = result.output + result.errors
            // Usage lines show names in capital letters.
            #expect(
                shown.lowercased().contains(#"\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}\u{d}y"#),
                "\(words)")
            let bad = shown.unicodeScalars.first { $0.isControl && $0 != "\n" }
            #expect(bad == nil, "\(words): \(shown.debugDescription)")
        }
        #expect(stage.sent() == [])
    }
}
