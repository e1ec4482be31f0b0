import DaemonUnderTest
import Glibc
import PagerClient
import PagerModel
import PagerWire
import RandomCommands
import Testing

@Suite(.serialized)
struct OutsideTests {
    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }

    @Test func `A book is reconciled with the restored state, and the shown page stays`() throws {
        let killed = try KilledDaemon(["--clock", "manual", "--journal-growth", "1024"])
        let book = "\(killed.daemon.folder)/book.yaml"
        defer { unlink(book) }
        try write("pager: {id: book, pages: [{id: a}, {id: b}]}\n", to: book)
        killed.kill()
        try killed.restart(["--book", book])
        try killed.send("pager.select", ["id": "book", "index": 1, "animated": false])
        try write("pager: {id: book, pages: [{id: a}, {id: b}, {id: c}]}\n", to: book)
        killed.kill()
        try killed.restart(["--book", book])
        let pager = try killed.send("controller.get", ["id": "book"])[
            "result"]
        #expect(pager?["pages"] == ["a", "b", "c"])
        #expect(pager?["selected"] == "b")
        let page = try killed.send("controller.get", ["id": "b"])["result"]
        #expect(page?["appearance"] == "appeared")
    }

    @Test
    func `A start with a book and a replay work with any styles that clients define`() throws {
        let killed = try KilledDaemon(["--clock", "manual"])
        let book = "\(killed.daemon.folder)/book.yaml"
        defer { unlink(book) }
        func write(_ style: String, _ duration: Int) throws {
            try self.write(
                """
                pager:
                  id: book
                  transition: {forward: \(style), backward: \(style)}
                  pages: [{id: a}, {id: b}]
                styles:
                  - {style: \(style), duration: \(duration), curve: linear, tracks: {from: [], to: []}}

                """, to: book)
        }
        func durations() throws -> [String: Double] {
            let reply = try killed.send("transition.styles")["result"]
            let styles = (reply?["styles"]?.array ?? []).dropFirst(TransitionStyle.builtIn.count)
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
        /// Restarts with the book, then without one. The journal must restore the same state.
        func restart() throws -> (duration: Double?, complete: Value?) {
            killed.kill()
            let seq = killed.acknowledged
            try killed.restart(["--book", book])
            let styles = try durations()
            let snapshot = try killed.send("state.snapshot")["result"]
            killed.kill()
            try killed.restart()
            #expect(try durations() == styles)
            let again = try killed.send("state.snapshot")["result"]
            for member in ["seq", "revision", "controllers", "views", "windows"] {
                #expect(again?[member] == snapshot?[member], "\(member)")
            }
            let replay = try killed.send("events.replay", ["since": .integer(max(seq - 1, 0))])
            return (styles["wipe"], replay["result"]?["complete"])
        }

        _ = try define("wipe")
        try write("wipe", 1)
        #expect(try restart().duration == 1)
        #expect(try durations() == ["wipe": 1])
        let turned = try killed.send("pager.select", ["id": "book", "index": 1])["result"]
        let transition = try #require(turned?["transition"])
        try killed.send("clock.advance", ["seconds": 5])
        // Transitions that ended with the old style are no longer reported after the style has
        // changed.
        try write("wipe", 2)
        let (duration, isComplete) = try restart()
        #expect(duration == 2 && isComplete == false)
        let ended = try killed.send("transition.get", ["id": transition])["error"]
        #expect(ended?["data"]?["name"] == "transitionNotFound")
        let pager = try killed.send("controller.get", ["id": "book"])
        #expect(pager["result"]?["selected"] == "b")

        for number in 0... {
            if try define("s\(number)")["error"] != nil { break }
        }
        try write("other", 3)
        _ = try restart()
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
    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }

    private func result(_ killed: KilledDaemon, _ method: String, _ params: Value = [:]) throws
        -> Value
    {
        let reply = try killed.send(method, params)
        return try #require(reply["result"], "\(reply.json)")
    }

    /// Returns a daemon that shows a book of two pages, and the book's path.
    private func daemonWithBook() throws -> (KilledDaemon, String) {
        let killed = try KilledDaemon(["--clock", "manual"])
        let book = "\(killed.daemon.folder)/book.yaml"
        try write("pager: {id: book, pages: [{id: a}, {id: b}]}\n", to: book)
        killed.kill()
        try killed.restart(["--book", book])
        return (killed, book)
    }

    @Test
    func `A book that cannot be read starts with the state from the journal, and says so`() throws {
        let (killed, book) = try daemonWithBook()
        defer { unlink(book) }
        #expect(try result(killed, "server.stats")["book"]?["shown"] == true)
        _ = try result(killed, "pager.select", ["id": "book", "index": 1, "animated": false])
        for text in [
            "pager: [\n", "pager: {id: book, autoAdvance: -1, pages: [{id: a}]}\n",
            "pager: {id: book, pages: [missing.md]}\n",
        ] {
            try write(text, to: book)
            killed.kill()
            try killed.restart(["--book", book])
            #expect(try result(killed, "controller.get", ["id": "book"])["selected"] == "b")
            let report = try result(killed, "server.stats")["book"]
            #expect(report?["shown"] == false, "\(text)")
            #expect(report?["path"] == .string(book))
            let problem = report?["problems"]?.array?.first?.string
            #expect(problem?.hasPrefix("\(book):") == true, "\(problem ?? "none")")
            #expect(killed.daemon.warnings.contains { $0.contains("state from the journal") })
        }
        try write("pager: {id: book, pages: [{id: a}, {id: b}, {id: c}]}\n", to: book)
        killed.kill()
        try killed.restart(["--book", book])
        #expect(try result(killed, "server.stats")["book"]?["problems"] == [])
        #expect(
            try result(killed, "controller.get", ["id": "book"])["pages"] == ["a", "b", "c"])
    }

    @Test func `A broken page becomes a warning over the journal's state until corrected`() throws {
        let (killed, book) = try daemonWithBook()
        defer { unlink(book) }
        for text in ["{id: b, dwellTime: -1}", "{id: b, file: missing.md}"] {
            try write("pager: {id: book, pages: [{id: a}, \(text), {id: c}]}\n", to: book)
            killed.kill()
            try killed.restart(["--book", book])
            #expect(
                try result(killed, "controller.get", ["id": "book"])["pages"] == ["a", "b", "c"])
            let content = try result(killed, "controller.get", ["id": "b"])["content"]
            let report = try result(killed, "server.stats")["book"]
            #expect(report?["shown"] == true)
            #expect(report?["problems"]?.array == [content?["problem"] ?? .null])
            #expect(
                content?["problem"]?.string?.hasPrefix("\(book):1:") == true, "\(content ?? nil)")
        }
        try write("pager: {id: book, pages: [{id: a}, {id: b}]}\n", to: book)
        killed.kill()
        try killed.restart(["--book", book])
        #expect(try result(killed, "controller.get", ["id": "b"])["content"] == .null)
    }
}
