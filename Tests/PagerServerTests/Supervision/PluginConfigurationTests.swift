import PagerModel
import PagerPlugins
import PagerServer
import Testing

/// Tests of the configuration of plugin programs.
@Suite struct PluginConfigurationTests {
    private func refusal(_ value: Value) -> CommandError? {
        do throws(CommandError) {
            _ = try PluginConfiguration(reading: value)
            return nil
        } catch {
            return error
        }
    }

    @Test func `All fields of a plugin configuration except the command have defaults`() throws {
        let read = try PluginConfiguration(reading: ["command": ["clock"]])
        #expect(read.command == ["clock"])
        #expect(read.directory == nil)
        #expect(read.environment.values.isEmpty)
        #expect(read.kinds.isEmpty && read.grants.isEmpty)
        #expect(read.restart == .onFailure)
        #expect(read.backOff.first == 0.2 && read.backOff.most == 30)
    }

    @Test func `Every field of a plugin configuration is parsed`() throws {
        let read = try PluginConfiguration(reading: [
            "command": ["python3", "-m", "clock"], "directory": "here",
            "environment": ["TZ": "UTC"], "kinds": ["clock", "calendar"], "restart": "always",
            "backOff": ["first": 1, "most": 1], "grants": ["content", "select"],
        ])
        #expect(read.command == ["python3", "-m", "clock"])
        #expect(read.directory == "here")
        #expect(read.environment.values.map(\.name) == ["TZ"])
        #expect(read.environment.values.map(\.text) == ["UTC"])
        #expect(read.kinds.map(\.text) == ["clock", "calendar"])
        #expect(read.restart == .always)
        #expect(read.backOff.first == 1 && read.backOff.most == 1)
        #expect(read.grants == [.content, .select])
    }

    /// Additional members of a valid configuration, each with the path of the mistake and a part of
    /// the message.
    static let mistakes: [(Value, String, String)] = [
        (["command": []], "command", "executable is missing"),
        (["command": [""]], "command[0]", "executable is missing"),
        (["command": "clock"], "command", "array"),
        (["command": ["a", 1]], "command[1]", "string"),
        (["command": ["a\u{0}b"]], "command[0]", "U+0000"),
        (["directory": ""], "directory", "not a path"),
        (["environment": ["PAGERD_PLUGIN": "x"]], "environment.PAGERD_PLUGIN", "daemon itself"),
        (["environment": ["A=B": "x"]], "environment.A=B", "cannot be called"),
        (["environment": ["PORT": 80]], "environment.PORT", "string"),
        (["environment": ["TZ"]], "environment", "object"),
        (["kinds": ["a b"]], "kinds[0]", "must be 1 to 64 characters"),
        (["kinds": ["a", "b", "a"]], "kinds[2]", "twice"),
        (["kinds": ["a", "pager"]], "kinds[1]", "built in"),
        (["kinds": ["view"]], "kinds[0]", "built in"),
        (["restart": "sometimes"], "restart", "always, onFailure, never"),
        (["backOff": ["first": 0]], "backOff.first", "above 0"),
        (["backOff": ["first": 1e10]], "backOff.first", "at most"),
        (["backOff": ["first": 2, "most": 1]], "backOff.most", "between first"),
        (["backOff": ["last": 1]], "backOff.last", "last"),
        (["grants": ["content", "fly"]], "grants[1]", "administer"),
        (["comand": []], "comand", "comand"),
    ]

    @Test(arguments: mistakes)
    func `The error for a mistake in a plugin configuration contains its path`(
        members: Value, path: String, sentence: String
    ) {
        var all = members.members ?? []
        if members["command"] == nil { all.insert(.init("command", ["clock"]), at: 0) }
        let refusal = refusal(.object(all))
        #expect(refusal?.path == path, "\(refusal?.message ?? "nothing wrong")")
        #expect(refusal?.message.contains(sentence) == true, "\(refusal?.message ?? "")")
    }

    @Test func `A plugin configuration without a command is refused`() {
        #expect(refusal([:])?.path == "command")
        #expect(refusal(["a"])?.message.contains("expected an object") == true)
    }

    @Test func `Two plugins cannot be configured to host the same kind`() throws {
        var first = try PluginConfiguration(reading: ["command": ["a"], "kinds": ["x"]])
        var second = try PluginConfiguration(reading: ["command": ["b"], "kinds": ["y", "x"]])
        first.name = "first"
        second.name = "second"
        #expect(throws: Never.self) { try PluginConfiguration.check([first]) }
        let refusal = #expect(throws: CommandError.self) {
            try PluginConfiguration.check([first, second])
        }
        #expect(refusal?.path == "second.kinds[1]")
        #expect(refusal?.message == "the plugin first already hosts the kind x")
    }
}
