import DaemonUnderTest
import Foundation
import PagerModel
import PagerWire
import Testing

/// Tests of the shell completion of words that come from a daemon.
@Suite struct CompletionTests {
    /// Words that a shell would execute or split. Each of the first ones would create a file.
    private static let hostile = [
        "$(touch ran)", "`touch ran`", "${x:=$(touch ran)}", "a;touch ran", "a b", "a\nb", "a*",
        "~root", "'a", "\"a", "a\\", "$HOME", "é", "",
    ]

    private static func daemon() throws -> HostileDaemon {
        let methods = ["lamp.on"] + hostile.map { "lamp.\($0)" } + hostile
        let fields = ["color"] + hostile
        let records = (["page-1", "page_2"] + hostile).map { id in
            [
                "id": .string(id), "kind": "view", "title": .string(id),
                "content": ["id": .string(id), "body": .string("\"id\":\"\(id)\"")],
                "parent": .null, "appearance": "appeared",
            ] as Value
        }
        let params = fields.map { name in
            [
                "name": .string(name), "type": "string", "presence": "optional", "doc": "",
            ] as Value
        }
        return try HostileDaemon { request in
            let isOne = request["params"]?["method"] != nil
            let described = (isOne ? ["lamp.on"] : methods).map { name in
                [
                    "method": .string(name), "summary": "", "params": .array(params),
                    "result": [], "errors": [],
                ] as Value
            }
            return [
                "result": [
                    "seq": 1, "revision": 1, "methods": .array(described),
                    "kinds": .array((["lamp"] + hostile).map { ["kind": .string($0)] }),
                    "events": .array((["lamp"] + hostile).map { ["category": .string($0)] }),
                    "errors": [], "controllers": .array(records),
                ]
            ]
        }
    }

    /// Completes the last of some words in bash, in a new folder.
    ///
    /// - Parameter before: commands that bash runs after loading the script.
    /// - Returns: the offered words, and whether one of them was executed.
    private func complete(
        _ words: [String], _ daemon: HostileDaemon, before: String = ""
    ) throws -> (offered: [String], hasRun: Bool) {
        let place = URL(fileURLWithPath: "\(daemon.folder)/\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        // A person does not wait for a slow daemon, but a test does.
        let script = """
            source <(pagerctl completions bash | sed 's/--timeout 0.3/--timeout 60/')
            \(before)
            COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=\(words.count - 1)
            _pagerctl
            printf '%s\\0' "${COMPREPLY[@]}"
            """
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/bash")
        shell.arguments = ["--norc", "--noprofile", "-c", script]
        shell.currentDirectoryURL = place
        shell.environment = [
            "PATH": "\(TestDaemon.products):/usr/bin:/bin", "HOME": "/root",
            "PAGERD_RUNTIME_DIR": daemon.folder, "PAGERD_NAME": "test",
        ]
        let output = Pipe()
        shell.standardOutput = output
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0)
        let offered = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        let made = try FileManager.default.contentsOfDirectory(atPath: place.path)
        return (offered, !made.isEmpty)
    }

    @Test func `Names of pages that a shell would execute or split are not completed`() throws {
        let daemon = try Self.daemon()
        defer { daemon.end() }
        let (offered, hasRun) = try complete(["pagerctl", "controller.get", ""], daemon)
        #expect(Set(offered.map { TextKey($0) }) == ["page-1", "page_2"])
        #expect(!hasRun)
    }

    @Test func `Commands that a shell would execute or split are not completed`() throws {
        let daemon = try Self.daemon()
        defer { daemon.end() }
        let (offered, hasRun) = try complete(["pagerctl", ""], daemon)
        let known = Set(CommandList.all.map { TextKey($0.method) })
        let added = offered.filter { $0.contains(".") && !known.contains(TextKey($0)) }
        // An empty hostile text gives "lamp.".
        #expect(added == ["lamp.on", "lamp."])
        #expect(offered.allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } })
        #expect(!hasRun)
    }

    @Test func `Parameters that a shell would execute or split are not completed`() throws {
        let daemon = try Self.daemon()
        defer { daemon.end() }
        let (offered, hasRun) = try complete(["pagerctl", "lamp.on", "--"], daemon)
        #expect(offered.contains("--color"))
        #expect(offered.allSatisfy { $0.hasPrefix("--") && !$0.contains("touch") })
        #expect(!hasRun)
        let values = try complete(["pagerctl", "lamp.on", ""], daemon)
        #expect(Set(values.offered.map { TextKey($0) }) == ["page-1", "page_2"])
        #expect(!values.hasRun)
    }

    @Test(arguments: ["create", "subscribe", "help"])
    func
        `Words that a daemon adds to the first argument are completed if they are safe for a shell`(
            verb: String
        ) throws
    {
        let daemon = try Self.daemon()
        defer { daemon.end() }
        let (offered, hasRun) = try complete(["pagerctl", verb, ""], daemon)
        let (own, added) =
            ["create": ("pager", "lamp"), "subscribe": ("view.", "lamp.")][verb]
            ?? ("pager.next", "lamp.on")
        #expect(offered.contains(own))
        #expect(offered.contains(added))
        #expect(offered.allSatisfy { !$0.contains("touch") && !$0.contains("$") })
        #expect(!hasRun)
    }

    /// bash expands the words that it completes: without the filter, the tests above would fail.
    @Test(arguments: ["$(touch ran)", "`touch ran`"])
    func `A word that is not filtered would be executed`(word: String) throws {
        let daemon = try Self.daemon()
        defer { daemon.end() }
        let unfiltered = "_pagerctl_ids() { printf '%s\\n' '\(word)'; }"
        let (_, hasRun) = try complete(
            ["pagerctl", "controller.get", ""], daemon, before: unfiltered)
        #expect(hasRun)
    }

    /// zsh and fish do not expand words. Their scripts request the words in one place each, where
    /// the filter removes unsafe ones.
    @Test(arguments: ["bash", "zsh", "fish"])
    func `Each script uses only words of a daemon that have passed the filter`(shell: String) throws
    {
        let script = try ControlTool(folder: "/nowhere")("completions", shell).output
        let asking = script.split(separator: "\n").filter { $0.contains("--timeout 0.3") }
        #expect(!asking.isEmpty)
        let ids = "--json controller.list 2>/dev/null | grep -oE '\"id\":\"[A-Za-z0-9_-]+\"' |"
        for line in asking {
            let questions = line.split(separator: "pagerctl --timeout 0.3 ").dropFirst(
                line.hasPrefix("pagerctl --timeout") ? 0 : 1)
            for question in questions {
                #expect(
                    question.hasPrefix(ids) || question.hasPrefix("completions added "),
                    "\(shell): \(line)")
            }
        }
    }
}
