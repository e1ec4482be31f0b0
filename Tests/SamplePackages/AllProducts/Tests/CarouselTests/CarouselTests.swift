import Containment
import PagerModel
import Testing

@Suite struct CarouselTests {
    @Test func `The visible pages become children when the carousel comes on screen`() throws {
        var stage = try Stage()
        #expect(try stage.children(of: "wheel") == [])
        let events = try stage.run("window.setRoot", ["id": "w", "controller": "wheel"])
        #expect(try stage.children(of: "wheel") == ["a", "b", "c"])
        for page in ["a", "b", "c"] {
            #expect(
                events.appearance(of: page) == [
                    "viewWillAppear", "viewIsAppearing", "viewDidAppear",
                ])
        }
        #expect(
            events.filter { $0.contains("didChangeFrame") && !$0.hasPrefix("wheel") } == [
                // Each view loads at the size of the window.
                "a didChangeFrame 0 600", "a didChangeFrame 0 200",
                "b didChangeFrame 0 600", "b didChangeFrame 200 200",
                "c didChangeFrame 0 600", "c didChangeFrame 400 200",
            ])
        #expect(!events.contains { $0.hasPrefix("d ") })
        #expect(stage.scene.violations() == [])
    }

    @Test func `A page turn removes one page and adds the next`() throws {
        var stage = try Stage.onScreen()
        let start = try stage.run("carousel.next").withoutLayout
        #expect(
            start == [
                "a willMoveToParent", "d willMoveToParent", "d parentChanged",
                "d didChangeFrame 0 600", "d loadView", "d viewDidLoad", "d didChangeFrame 400 200",
                "a viewWillDisappear",
                "d viewWillAppear", "d didMoveToSuperview", "d viewIsAppearing",
                "b didChangeFrame 0 200", "c didChangeFrame 200 200", "wheel began",
                "wheel didSelect index=1",
            ])
        #expect(stage.wait(0.4) == [])
        let end = stage.wait(0.1).withoutLayout
        #expect(
            end == [
                "d viewDidAppear", "a didMoveToSuperview", "a viewDidDisappear",
                "wheel completion", "d didMoveToParent", "a parentChanged", "a didMoveToParent",
                "wheel ended completed", "wheel didSettle index=1",
            ])
        #expect(try stage.children(of: "wheel") == ["b", "c", "d"])
        #expect(stage.scene.violations() == [])
    }

    @Test func `A page that stays visible receives no appearance callbacks`() throws {
        var stage = try Stage.onScreen()
        let events =
            try stage.run("carousel.next") + stage.wait(1)
            + stage.run("carousel.previous", ["animated": false])
        #expect(events.appearance(of: "b") == [])
        #expect(events.appearance(of: "c") == [])
        #expect(
            events.appearance(of: "a").suffix(3) == [
                "viewWillAppear", "viewIsAppearing", "viewDidAppear",
            ])
        #expect(try stage.children(of: "wheel") == ["b", "c", "a"])
    }

    @Test func `A page turn beyond the first or last page bounces`() throws {
        var stage = try Stage.onScreen()
        #expect(try stage.run("carousel.previous") == ["wheel bounced edge=first"])
        try stage.run("carousel.next", ["animated": false])
        try stage.run("carousel.next", ["animated": false])
        #expect(try stage.run("carousel.next") == ["wheel bounced edge=last"])
        #expect(try stage.record("wheel", "index") == 2)
    }

    @Test func `A cancelled turn restores all pages`() throws {
        var stage = try Stage.onScreen()
        try stage.run("carousel.next", ["interactive": true])
        #expect(try stage.record("wheel", "index") == 0)
        try stage.run("transition.update", ["id": "t1", "progress": 0.5])
        let events = try stage.run("transition.cancel", ["id": "t1"]).withoutLayout
        #expect(
            events == [
                "wheel interactionEnded", "d viewWillDisappear", "d didMoveToSuperview",
                "d viewDidDisappear", "a viewWillAppear", "a viewIsAppearing", "a viewDidAppear",
                "wheel completion", "d willMoveToParent", "d parentChanged", "d didMoveToParent",
                "a willMoveToParent", "a didMoveToParent", "wheel ended cancelled",
                "b didChangeFrame 200 200", "c didChangeFrame 400 200",
            ])
        #expect(try stage.children(of: "wheel") == ["a", "b", "c"])
        #expect(stage.scene.violations() == [])
    }

    @Test func `An interactive turn selects its page when it is finished`() throws {
        var stage = try Stage.onScreen()
        try stage.run("carousel.next", ["interactive": true])
        let events = try stage.run("transition.finish", ["id": "t1"]).withoutLayout
        #expect(events.prefix(2) == ["wheel interactionEnded", "wheel didSelect index=1"])
        #expect(events.suffix(2) == ["wheel ended completed", "wheel didSettle index=1"])
    }

    @Test func `A turn during another one follows its interruption parameter`() throws {
        var stage = try Stage.onScreen()
        try stage.run("carousel.next")
        #expect(throws: CommandError.self) {
            try stage.run("carousel.next", ["interruption": "reject"])
        }
        #expect(try stage.run("carousel.next", ["interruption": "queue"]) == ["wheel queued"])
        let events = stage.wait(0.5)
        let end = try #require(events.firstIndex(of: "wheel ended completed"))
        #expect(events[end...].contains("wheel didSelect index=2"))
        let replaced = try stage.run("carousel.previous", ["interruption": "replace"])
        #expect(replaced.contains("wheel ended superseded"))
        #expect(replaced.last == "wheel didSelect index=1")
        _ = stage.wait(1)
        #expect(try stage.children(of: "wheel").sorted() == ["b", "c", "d"])
        #expect(stage.scene.violations() == [])
    }

    @Test func `A change of the number of visible pages adds or removes pages`() throws {
        var stage = try Stage.onScreen()
        let events = try stage.run("controller.update", ["id": "wheel", "shown": 4])
        #expect(events.first == "wheel updated shown=4")
        #expect(events.appearance(of: "d").last == "viewDidAppear")
        #expect(events.contains("b didChangeFrame 150 150"))
        let fewer = try stage.run("controller.update", ["id": "wheel", "shown": 1])
        #expect(fewer.appearance(of: "c") == ["viewWillDisappear", "viewDidDisappear"])
        #expect(try stage.children(of: "wheel") == ["a"])
        #expect(stage.scene.violations() == [])
    }

    @Test func `Setting a list that lacks visible pages replaces them`() throws {
        var stage = try Stage.onScreen()
        let events = try stage.run("carousel.setPages", ["pages": ["c", "d", "e"]])
        #expect(events.first == "wheel pagesChanged pages=cde index=0")
        #expect(events.appearance(of: "a") == ["viewWillDisappear", "viewDidDisappear"])
        #expect(events.appearance(of: "c") == [])
        #expect(try stage.children(of: "wheel") == ["c", "d", "e"])
        #expect(try stage.run("controller.destroy", ["id": "a"]).last == "a destroyed")
    }

    @Test func `A window resize during a page turn resizes each visible page`() throws {
        var stage = try Stage.onScreen()
        try stage.run("carousel.next")
        let events = try stage.run(
            "window.resize", ["id": "w", "size": ["width": 900, "height": 400]])
        #expect(events.contains("b viewWillTransitionToSize"))
        #expect(events.contains("d didChangeFrame 600 300"))
        _ = stage.wait(1)
        for (page, x) in [("b", 0.0), ("c", 300), ("d", 600)] {
            #expect(try stage.frame(of: page) == Frame(x: x, y: 0, width: 300, height: 400))
        }
    }

    private static let senseless: [(Value, String)] = [
        (["shown": 0], "shown"), (["style": "sideways"], "style"), (["duration": -1], "duration"),
    ]

    @Test(arguments: senseless)
    func `An invalid option is refused with its name`(options: Value, path: String) throws {
        var stage = try Stage()
        let params = [Value.Member("id", "wheel")] + (options.members ?? [])
        let refusal = #expect(throws: CommandError.self) {
            try stage.run("controller.update", .object(params))
        }
        #expect(refusal?.path == path)
    }

    @Test func `A page turn uses the transition style that the package defines`() throws {
        var stage = try Stage.onScreen()
        try stage.run("carousel.previous")
        try stage.run("carousel.next")
        let transition = try #require(stage.scene.runningTransitions().first)
        #expect(stage.scene.record(transition: transition).style == "glide")
    }
}
