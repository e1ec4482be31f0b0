import DaemonUnderTest
import PagerClient
import PagerModel
import RandomCommands
import Testing

@Suite(.serialized)
struct OutsideTests {
    @Test func `A book is reconciled with the restored state, and the shown page stays`() throws {
        let killed = try KilledDaemon(["--clock", "manual", "--journal-growth", "1024"])
        try killed.restart(showing: "pager: {id: book, pages: [{id: a}, {id: b}]}\n")
        try killed.send("pager.select", ["id": "book", "index": 1, "animated": false])
        try killed.restart(showing: "pager: {id: book, pages: [{id: a}, {id: b}, {id: c}]}\n")
        let pager = try killed.result("controller.get", ["id": "book"])
        #expect(pager["pages"] == ["a", "b", "c"])
        #expect(pager["selected"] == "b")
        #expect(try killed.result("controller.get", ["id": "b"])["appearance"] == "appeared")
    }

    @Test
    func `A start with a book and a replay work with any styles that clients define`() throws {
        let killed = try KilledDaemon(["--clock", "manual"])
        func book(_ style: String, _ duration: Int) -> String {
            """
            pager:
              id: book
              transition: {forward: \(style), backward: \(style)}
              pages: [{id: a}, {id: b}]
            styles:
              - {style: \(style), duration: \(duration), curve: linear, tracks: {from: [], to: []}}

            """
        }
        func durations() throws -> [String: Double] {
            let reply = try killed.result("transition.styles")
            let styles = (reply["styles"]?.array ?? []).dropFirst(TransitionStyle.builtIn.count)
            return Dictionary(
                uniqueKeysWithValues: styles.map {
                    ($0["style"]?.string ?? "", $0["duration"]?.double ?? -1)
                })
        }
        func define(_ name: String) throws -> Value {
            try killed.send(
                "transition.define",
                [
                    "style": .string(name), "duration": 9, "curve": "linear",
                    "tracks": ["from": [], "to": []],
                ])
        }
        /// Restarts with a book, then without one. The journal must restore the same state.
        func restart(showing book: String) throws -> (duration: Double?, complete: Value?) {
            let seq = killed.acknowledged
            try killed.restart(showing: book)
            let styles = try durations()
            let snapshot = try killed.result("state.snapshot")
            killed.kill()
            try killed.restart()
            #expect(try durations() == styles)
            let again = try killed.result("state.snapshot")
            for member in ["seq", "revision", "controllers", "views", "windows"] {
                #expect(again[member] == snapshot[member], "\(member)")
            }
            let replay = try killed.result("events.replay", ["since": .integer(max(seq - 1, 0))])
            return (styles["wipe"], replay["complete"])
        }

        _ = try define("wipe")
        #expect(try restart(showing: book("wipe", 1)).duration == 1)
        #expect(try durations() == ["wipe": 1])
        let turned = try killed.result("pager.select", ["id": "book", "index": 1])
        let transition = try #require(turned["transition"])
        try killed.send("clock.advance", ["seconds": 5])
        // Transitions that ended with the old style are no longer reported after the style has
        // changed.
        let (duration, isComplete) = try restart(showing: book("wipe", 2))
        #expect(duration == 2 && isComplete == false)
        let ended = try killed.send("transition.get", ["id": transition])["error"]
        #expect(ended?["data"]?["name"] == "transitionNotFound")
        #expect(try killed.result("controller.get", ["id": "book"])["selected"] == "b")

        for number in 0... {
            if try define("s\(number)")["error"] != nil { break }
        }
        _ = try restart(showing: book("other", 3))
        #expect(try durations() == ["other": 3])
        #expect(try define("s1")["error"] == nil)
    }

    @Test
    func `A connected plugin is lost at a restart, shows its placeholder, and reconnects`() throws {
        let killed = try KilledDaemon(["--clock", "manual", "--journal-growth", "1024"])
        var plugin = try Self.plugin(killed)
        let made = try killed.send("controller.create", ["id": "m", "kind": "map"])
        #expect(made["result"]?["id"] == "m")
        try killed.send("controller.loadViewIfNeeded", ["id": "m"])
        while let line = try plugin.line(), line.contains("viewDidLoad") == false {}
        try content(of: "m", in: killed, becomes: "m's own")
        killed.kill()
        try killed.restart()
        let list = try killed.send("plugin.list")["result"]
        #expect(list?["plugins"]?.array?.first?["state"] == "lost")
        try content(of: "m", in: killed, becomes: "maps is not running")
        killed.kill()
        try killed.restart()
        plugin = try Self.plugin(killed)
        try content(of: "m", in: killed, becomes: "m's own")
        let replay = try killed.send("events.replay", ["since": 0])["result"]
        let seqs = replay?["events"]?.array?.compactMap { $0["seq"]?.integer } ?? []
        #expect(seqs == Array(1...seqs.count))
        let told = replay?["events"]?.array?.filter { $0["category"] == "plugin" }
            .compactMap { $0["event"]?.string }.filter { !$0.hasPrefix("decision") }
        #expect(told == ["attached", "lost", "restored"])
    }

    @Test func `A command that waited for a plugin's decision gets the default decision`() throws {
        let killed = try KilledDaemon(["--clock", "manual", "--journal-growth", "1024"])
        // The plugin is asked and never replies.
        var plugin = try PluginConnection(killed.daemon.plugins)
        _ = try plugin.register(name: "maps", kinds: ["map"], decisions: ["shouldSelect"])
        for (id, kind) in [("a", "view"), ("b", "map"), ("tab", "tabBar")] {
            try killed.send("controller.create", ["id": .string(id), "kind": .string(kind)])
        }
        try killed.send("tabBar.setControllers", ["id": "tab", "controllers": ["a", "b"]])
        let select = Step(
            method: "tabBar.select", params: ["id": "tab", "index": 1, "user": true])
        #expect(try killed.send(select)["result"]?["pending"] == "d1")
        killed.kill()
        try killed.restart()
        let replay = try killed.send("events.replay", ["since": 0, "topic": "plugin."])["result"]
        let verdict = replay?["events"]?.array?.last
        #expect(verdict?["event"] == "decisionMade")
        #expect(verdict?["decision"] == "d1")
        #expect(verdict?["by"] == "lost")
        let bar = try killed.send("controller.get", ["id": "tab"])["result"]
        #expect(bar?["selected"] == "b")
    }

    private static func plugin(_ killed: KilledDaemon) throws -> TestProcess {
        let process = try TestProcess([
            "\(TestDaemon.products)/PluginUnderTest", killed.daemon.plugins, "maps", "map",
        ])
        while let line = try process.line(), !line.hasPrefix("attached") {}
        return process
    }

    private func content(of id: String, in killed: KilledDaemon, becomes body: String) throws {
        var subscription = try Subscription.open(
            killed.daemon.address, topics: ["controller.\(id).contentChanged"])
        while true {
            let found = try killed.send("controller.get", ["id": .string(id)])
            if found["result"]?["content"]?["body"]?.string == body { return }
            let event = try subscription.nextEvent(timeout: 60)
            _ = try #require(event, "the content of \(id) did not become \(body)")
        }
    }
}

@Suite(.serialized)
struct BrokenBookTests {
    /// Returns a daemon that shows a book of two pages.
    private func daemonWithBook() throws -> KilledDaemon {
        let killed = try KilledDaemon(["--clock", "manual"])
        try killed.restart(showing: "pager: {id: book, pages: [{id: a}, {id: b}]}\n")
        return killed
    }

    @Test
    func `A book that cannot be read starts with the state from the journal, and says so`() throws {
        let killed = try daemonWithBook()
        #expect(try killed.result("server.stats")["book"]?["shown"] == true)
        try killed.result("pager.select", ["id": "book", "index": 1, "animated": false])
        for text in [
            "pager: [\n", "pager: {id: book, autoAdvance: -1, pages: [{id: a}]}\n",
            "pager: {id: book, pages: [missing.md]}\n",
        ] {
            try killed.restart(showing: text)
            #expect(try killed.result("controller.get", ["id": "book"])["selected"] == "b")
            let report = try killed.result("server.stats")["book"]
            #expect(report?["shown"] == false, "\(text)")
            #expect(report?["path"] == .string(killed.book))
            let problem = report?["problems"]?.array?.first?.string
            #expect(problem?.hasPrefix("\(killed.book):") == true, "\(problem ?? "none")")
            #expect(killed.daemon.warnings.contains { $0.contains("state from the journal") })
        }
        try killed.restart(showing: "pager: {id: book, pages: [{id: a}, {id: b}, {id: c}]}\n")
        #expect(try killed.result("server.stats")["book"]?["problems"] == [])
        #expect(
            try killed.result("controller.get", ["id": "book"])["pages"] == ["a", "b", "c"])
    }

    @Test func `A broken page becomes a warning over the journal's state until corrected`() throws {
        let killed = try daemonWithBook()
        for text in ["{id: b, dwellTime: -1}", "{id: b, file: missing.md}"] {
            try killed.restart(showing: "pager: {id: book, pages: [{id: a}, \(text), {id: c}]}\n")
            #expect(
                try killed.result("controller.get", ["id": "book"])["pages"] == ["a", "b", "c"])
            let content = try killed.result("controller.get", ["id": "b"])["content"]
            let report = try killed.result("server.stats")["book"]
            #expect(report?["shown"] == true)
            #expect(report?["problems"]?.array == [content?["problem"] ?? .null])
            #expect(
                content?["problem"]?.string?.hasPrefix("\(killed.book):1:") == true,
                "\(content ?? nil)")
        }
        try killed.restart(showing: "pager: {id: book, pages: [{id: a}, {id: b}]}\n")
        #expect(try killed.result("controller.get", ["id": "b"])["content"] == .null)
    }
}
