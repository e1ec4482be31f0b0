import Foundation
import PagerModel
import Testing

/// Tests of a UIKit container class as a kind of a daemon, over its sockets.
@Suite struct DaemonTests {
    @Test func `A swipe reaches the recognizer, and its callbacks come in UIKit's order`() throws {
        let daemon = try Fivepagesd(showing: "pages")
        let before = try daemon.seq
        let reply = try daemon.send("fivePages.swipe", ["direction": "left"])
        #expect(reply["transition"] == "t1")
        #expect(
            try daemon.callbacks(since: before) == [
                "FirstPage.willMoveToParent(nil)", "SecondPage.willMoveToParent(pages)",
                "SecondPage.parentChanged(pages)", "SecondPage.loadView", "SecondPage.viewDidLoad",
                "FirstPage.viewWillDisappear", "SecondPage.viewWillAppear",
                "SecondPage.viewIsAppearing",
            ])
        let begun = try daemon.seq
        _ = try daemon.send("clock.advance", ["seconds": 0.5])
        #expect(
            try daemon.callbacks(since: begun) == [
                "SecondPage.viewDidAppear", "FirstPage.viewDidDisappear",
                "FirstPage.parentChanged(nil)", "FirstPage.didMoveToParent(nil)",
                "SecondPage.didMoveToParent(pages)",
            ])
        let record = try daemon.send("controller.get", ["id": "pages"])
        #expect(record["children"] == ["SecondPage"] && record["title"] == "Five pages")
        #expect(try daemon.callbacks(since: 0, of: ["diagnostic"]).isEmpty)
    }

    @Test func `All events of a swipe belong to its transaction, in one order`() throws {
        let daemon = try Fivepagesd(showing: "pages")
        let before = try daemon.send("server.ping")["revision"]?.integer
        let seq = try daemon.seq
        _ = try daemon.send("fivePages.swipe", ["direction": "left"])
        let events = try daemon.events(since: seq)
        #expect(events.count > 10)
        #expect(Set(events.map { $0["revision"]?.integer }) == [before.map { $0 + 1 }])
        let places = events.compactMap { $0["seq"]?.integer }
        #expect(places == Array(seq + 1...seq + events.count))
    }

    @Test(arguments: [
        (["left"], "curlUp"), (["left", "right"], "curlDown"),
        (["left", "left", "down"], "crossDissolve"),
    ])
    func `A transition carries the style that the class chose`(
        swipes: [String], style: String
    ) throws {
        let daemon = try Fivepagesd(showing: "pages")
        for direction in swipes {
            _ = try daemon.send("clock.advance", ["seconds": 1])
            _ = try daemon.send("fivePages.swipe", ["direction": .string(direction)])
        }
        let began = try daemon.events(since: 0).last { $0["event"] == "began" }
        #expect(began?["style"]?.string == style)
    }

    @Test func `No transition starts if the class does not change the page`() throws {
        let daemon = try Fivepagesd(showing: "pages")
        #expect(try daemon.send("fivePages.swipe", ["direction": "right"])["transition"] == .null)
        _ = try daemon.send("fivePages.swipe", ["direction": "left"])
        // A transition is running, and the class waits for its end.
        #expect(try daemon.send("fivePages.swipe", ["direction": "left"])["transition"] == .null)
    }

    @Test func `pagerctl swipe reaches the class if there is no pager`() throws {
        let daemon = try Fivepagesd(showing: "pages")
        let first = try daemon.pagerctl("swipe", "left")
        #expect(first.status == 0 && first.text.contains(#""transition":"t1""#), "\(first.text)")
        _ = try daemon.send("clock.advance", ["seconds": 1])
        _ = try daemon.send("controller.create", ["id": "book", "kind": "pager"])
        let named = try daemon.pagerctl("swipe", "left", "--id", "pages")
        #expect(named.status == 0 && named.text.contains(#""transition":"t2""#), "\(named.text)")
        // With a pager, swipe is the pager's command.
        let refused = try daemon.pagerctl("swipe", "left")
        #expect(refused.status == 2 && refused.text.contains("nothingToShow"), "\(refused.text)")
    }

    @Test func `Two controllers of the kind are two objects`() throws {
        let daemon = try Fivepagesd(showing: "pages")
        _ = try daemon.send("controller.create", ["id": "others", "kind": "fivePages"])
        _ = try daemon.send("window.create", ["id": "second"])
        _ = try daemon.send("window.setRoot", ["id": "second", "controller": "others"])
        _ = try daemon.send("fivePages.swipe", ["id": "others", "direction": "left"])
        #expect(try daemon.send("controller.get", ["id": "pages"])["children"] == ["FirstPage"])
        #expect(
            try daemon.send("controller.get", ["id": "others"])["children"]
                == ["FirstPage-2", "SecondPage"])
    }

    @Test func `Destroying a controller releases its object and the objects that it has created`()
        throws
    {
        let daemon = try Fivepagesd(showing: "pages")
        _ = try daemon.send("fivePages.swipe", ["direction": "left"])
        _ = try daemon.send("clock.advance", ["seconds": 1])
        #expect(try daemon.controllers == ["FirstPage", "SecondPage", "pages"])
        #expect(daemon.refusal("controller.destroy", ["id": "pages"]) == "controllerInUse")
        _ = try daemon.send("window.setRoot", ["id": "main", "controller": .null])
        _ = try daemon.send("controller.destroy", ["id": "pages"])
        #expect(try daemon.controllers == [])
        #expect(try daemon.send("state.snapshot")["views"]?.array?.isEmpty ?? true)
        _ = try daemon.send("controller.create", ["id": "pages", "kind": "fivePages"])
        _ = try daemon.send("window.setRoot", ["id": "main", "controller": "pages"])
        #expect(try daemon.send("fivePages.swipe", ["direction": "left"])["transition"] == "t2")
    }

    @Test func `A fivePages controller works inside a navigation controller`() throws {
        let daemon = try Fivepagesd("--book", try Self.book())
        #expect(try daemon.send("fivePages.swipe", ["direction": "left"])["transition"] == "t1")
        let record = try daemon.send("controller.get", ["id": "pages"])
        #expect(record["parent"] == "stack" && record["window"] == "main")
    }

    /// Returns a daemon with five pages on a navigation stack.
    static func book() throws -> String {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("five-pages-\(UUID().uuidString.prefix(8)).yaml")
        let text = """
            windows:
              - id: main
                root: {kind: navigation, id: stack, stack: [{kind: fivePages, id: pages}]}
            """
        try Data(text.utf8).write(to: file)
        return file.path
    }
}

/// Tests of the commands that a daemon with objects refuses, because the objects are not part of
/// its scene.
@Suite struct RefusedCommandTests {
    private func step(_ method: String, _ params: Value) -> Value {
        ["method": .string(method), "params": params]
    }

    @Test func `An atomic batch that reaches an object is refused`() throws {
        let daemon = try Fivepagesd(showing: "pages")
        let before = try daemon.send("server.ping")
        let steps = [
            step("fivePages.swipe", ["direction": "left"]),
            step("controller.create", ["id": "others", "kind": "fivePages"]),
            step("controller.destroy", ["id": "FirstPage"]),
            step("window.setRoot", ["id": "main", "controller": .null]),
            step("view.set", ["view": "pages", "alpha": 0.5]),
        ]
        for step in steps {
            let name = daemon.refusal("batch", ["atomic": true, "commands": [step]])
            let isUsed = step["method"] == "controller.destroy"
            #expect(name == (isUsed ? "controllerInUse" : "unsupported"), "\(step)")
        }
        let after = try daemon.send("server.ping")
        #expect(before["seq"] == after["seq"] && before["revision"] == after["revision"])
        #expect(try daemon.send("fivePages.swipe", ["direction": "left"])["transition"] == "t1")
    }

    @Test func `Batches without objects, and batches that are not atomic, are carried out`()
        throws
    {
        let daemon = try Fivepagesd(showing: "pages")
        let plain = step("controller.create", ["id": "plain", "kind": "view"])
        _ = try daemon.send("batch", ["atomic": true, "commands": [plain]])
        let swipe = step("fivePages.swipe", ["direction": "left"])
        let reply = try daemon.send("batch", ["commands": [swipe]])
        #expect(reply["results"]?.array?.first?["result"]?["transition"] == "t1")
        #expect(try daemon.controllers == ["FirstPage", "SecondPage", "pages", "plain"])
    }

    @Test func `A swipe without a window is refused`() throws {
        let daemon = try Fivepagesd()
        _ = try daemon.send("controller.create", ["id": "pages", "kind": "fivePages"])
        #expect(daemon.refusal("fivePages.swipe", ["direction": "left"]) == "unsupported")
        #expect(daemon.refusal("fivePages.swipe", ["direction": "around"]) == "invalidParams")
    }
}
