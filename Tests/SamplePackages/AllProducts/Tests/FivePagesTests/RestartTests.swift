import Foundation
import PagerModel
import Testing

/// Tests of objects that a daemon makes again after it was killed, from its journal.
@Suite struct RestartTests {
    /// Swipes to the left and waits for the end of the transition.
    private func turn(_ daemon: Fivepagesd, _ times: Int = 1) throws {
        for _ in 0..<times {
            _ = try daemon.send("fivePages.swipe", ["direction": "left"])
            _ = try daemon.send("clock.advance", ["seconds": 1])
        }
    }

    private func children(_ daemon: Fivepagesd) throws -> Value? {
        try daemon.send("controller.get", ["id": "pages"])["children"]
    }

    @Test func `The class shows the same page after each restart`() throws {
        let daemon = try Fivepagesd(showing: "pages", journal: "journal")
        try turn(daemon, 2)
        #expect(try children(daemon) == ["ThirdPage"])
        // The first start replays the commands, the second one reads a snapshot.
        for start in 1...3 {
            let text = try daemon.restart()
            #expect(text.contains("the objects of the kind fivePages were made again"), "\(text)")
            #expect(try children(daemon) == ["ThirdPage"], "start \(start)")
            let shown = try daemon.send("window.get", ["id": "main"])["root"]
            #expect(shown == "pages", "start \(start)")
            #expect(try daemon.send("controller.get", ["id": "pages"])["title"] == "Five pages")
        }
        try turn(daemon)
        _ = try daemon.restart()
        #expect(try children(daemon) == ["FourthPage"])
        #expect(try daemon.callbacks(since: 0, of: ["diagnostic"]).isEmpty)
    }

    @Test func `The new object appears with all callbacks`() throws {
        let daemon = try Fivepagesd(showing: "pages", journal: "journal")
        try turn(daemon)
        _ = try daemon.restart()
        let before = try daemon.seq
        _ = try daemon.restart()
        let page = try daemon.send("controller.get", ["id": "SecondPage"])
        #expect(page["appearance"] == "appeared" && page["window"] == "main")
        #expect(try daemon.seq > before)
        _ = try daemon.send("window.setRoot", ["id": "main", "controller": .null])
        #expect(
            try daemon.callbacks(since: before).suffix(4) == [
                "pages.viewWillDisappear", "SecondPage.viewWillDisappear",
                "pages.viewDidDisappear", "SecondPage.viewDidDisappear",
            ])
    }

    @Test func `A daemon that is killed during a transition shows the new page`() throws {
        let daemon = try Fivepagesd(showing: "pages", journal: "journal")
        _ = try daemon.restart()
        _ = try daemon.send("fivePages.swipe", ["direction": "left"])
        for _ in 1...2 {
            _ = try daemon.restart()
            _ = try daemon.send("clock.advance", ["seconds": 1])
            #expect(try children(daemon) == ["SecondPage"])
        }
    }

    @Test func `A fivePages controller is restored as a tab, in its place among the other tabs`()
        throws
    {
        let daemon = try Fivepagesd(journal: "journal")
        _ = try daemon.send("window.create", ["id": "main"])
        _ = try daemon.send("controller.create", ["id": "tabs", "kind": "tabBar"])
        for id in ["first", "last"] {
            _ = try daemon.send("controller.create", ["id": .string(id), "kind": "view"])
        }
        _ = try daemon.send("controller.create", ["id": "pages", "kind": "fivePages"])
        _ = try daemon.send(
            "tabBar.setControllers", ["id": "tabs", "controllers": ["first", "pages", "last"]])
        _ = try daemon.send("window.setRoot", ["id": "main", "controller": "tabs"])
        _ = try daemon.send("tabBar.select", ["id": "tabs", "index": 1])
        try turn(daemon, 3)
        for _ in 1...2 {
            _ = try daemon.restart()
            let tabs = try daemon.send("controller.get", ["id": "tabs"])
            #expect(tabs["index"] == 1 && tabs["children"] == ["first", "pages", "last"])
            #expect(try children(daemon) == ["FourthPage"])
        }
        try turn(daemon)
        #expect(try children(daemon) == ["FifthPage"])
        _ = try daemon.send("tabBar.select", ["id": "tabs", "index": 0])
        let page = try daemon.send("controller.get", ["id": "FifthPage"])
        #expect(page["appearance"] == "disappeared")
        #expect(try daemon.callbacks(since: 0, of: ["diagnostic"]).isEmpty)
    }

    @Test func `A book at the start does not change the page that the class shows`() throws {
        let daemon = try Fivepagesd("--book", try DaemonTests.book(), journal: "journal")
        try turn(daemon, 2)
        for _ in 1...2 {
            _ = try daemon.restart()
            #expect(try children(daemon) == ["ThirdPage"])
            let record = try daemon.send("controller.get", ["id": "pages"])
            #expect(record["title"] == "Five pages" && record["parent"] == "stack")
        }
        #expect(try daemon.callbacks(since: 0, of: ["diagnostic"]).isEmpty)
    }

    @Test func `A book at the start does not end a transition twice`() throws {
        let daemon = try Fivepagesd("--book", try DaemonTests.book(), journal: "journal")
        for page in ["SecondPage", "ThirdPage"] {
            _ = try daemon.send("fivePages.swipe", ["direction": "left"])
            _ = try daemon.restart()
            _ = try daemon.send("clock.advance", ["seconds": 1])
            #expect(try children(daemon) == [.string(page)])
        }
    }

    @Test func `After a restart, the daemon has a new history id`() throws {
        let daemon = try Fivepagesd(showing: "pages", journal: "journal")
        let before = try daemon.send("server.hello")["history"]
        _ = try daemon.restart()
        let after = try daemon.send("server.hello")["history"]
        #expect(before != nil && before != after)
    }
}
