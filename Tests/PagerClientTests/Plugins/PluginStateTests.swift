import PagerClient
import PagerModel
import Testing

/// Tests of the events that a plugin receives after it has connected.
@Suite struct PluginStateTests {
    private static func told(
        _ appearance: String, isLoaded: Bool = true, missed: [String] = [], complete: Bool = true
    ) -> [String] {
        let events = missed.map {
            Value.object([.init("event", .string($0)), .init("subject", "a")])
        }
        return PluginState.told([
            "controllers": [
                ["id": "a", "appearance": .string(appearance), "isViewLoaded": .bool(isLoaded)]
            ], "missed": ["complete": .bool(complete), "events": .array(events)],
        ]).map(\.event)
    }

    @Test(arguments: [
        ("disappeared", ["viewDidLoad"]), ("appearing", ["viewDidLoad", "viewWillAppear"]),
        ("appeared", ["viewDidLoad", "viewWillAppear", "viewDidAppear"]),
        (
            "disappearing",
            ["viewDidLoad", "viewWillAppear", "viewDidAppear", "viewWillDisappear"]
        ),
    ])
    func `A plugin receives the callbacks that lead to the present state`(
        appearance: String, events: [String]
    ) {
        #expect(Self.told(appearance) == events)
    }

    @Test func `A controller whose view is not loaded has no callbacks`() {
        #expect(Self.told("disappeared", isLoaded: false).isEmpty)
    }

    @Test func `Callbacks that lead to the earlier state come before the missed events`() {
        let missed = ["viewDidAppear", "viewWillDisappear", "viewDidDisappear"]
        #expect(
            Self.told("disappeared", missed: missed)
                == ["viewDidLoad", "viewWillAppear"] + missed)
    }

    /// The view was appearing when the plugin was lost, and disappeared without having appeared.
    @Test func `A plugin that missed the middle of an appearance gets its beginning first`() {
        let missed = ["viewIsAppearing", "viewWillDisappear", "viewDidDisappear"]
        #expect(
            Self.told("disappeared", missed: missed)
                == ["viewDidLoad", "viewWillAppear"] + missed)
    }

    @Test func `A missed load of the view is delivered once`() {
        let missed = ["loadView", "viewDidLoad", "viewWillAppear"]
        #expect(Self.told("appearing", missed: missed) == missed)
    }

    @Test func `A controller created in the meantime has no earlier callbacks`() {
        let missed = ["created", "viewDidLoad", "viewWillAppear"]
        #expect(Self.told("appearing", missed: missed) == missed)
    }

    @Test func `A destroyed controller gets the callbacks that lead to its first missed event`() {
        let missed = ["viewWillDisappear", "viewDidDisappear", "destroyed"]
        let told = PluginState.told([
            "controllers": [],
            "missed": [
                "complete": true,
                "events": .array(missed.map { ["event": .string($0), "subject": "a"] }),
            ],
        ])
        #expect(
            told.map(\.event)
                == ["viewDidLoad", "viewWillAppear", "viewDidAppear"] + missed)
    }

    /// The record belongs to the controller that was created later with the same id.
    @Test func `An earlier controller with the same id does not have the state in the record`() {
        let missed = ["viewDidDisappear", "destroyed", "created", "viewDidLoad", "viewWillAppear"]
        #expect(
            Self.told("appearing", missed: missed)
                == ["viewDidLoad", "viewWillAppear", "viewDidAppear", "viewWillDisappear"]
                + missed)
        #expect(
            Self.told("disappeared", missed: ["destroyed", "created"])
                == ["destroyed", "created"])
    }

    @Test func `After a gap, only callbacks that lead to the present state are delivered`() {
        #expect(
            Self.told("appeared", missed: ["viewDidAppear"], complete: false)
                == ["viewDidLoad", "viewWillAppear", "viewDidAppear"])
    }

    @Test func `The callbacks of each controller lead to its own state`() {
        let told = PluginState.told([
            "controllers": [
                ["id": "a", "appearance": "appearing", "isViewLoaded": true],
                ["id": "b", "appearance": "disappeared", "isViewLoaded": true],
            ],
            "missed": ["complete": true, "events": [["event": "viewDidAppear", "subject": "b"]]],
        ])
        #expect(
            told == [
                .init("viewDidLoad", "a"), .init("viewWillAppear", "a"), .init("viewDidLoad", "b"),
                .init("viewWillAppear", "b"), .init("viewDidAppear", "b"),
            ])
    }

    @Test func `A value that is not an event is ignored`() {
        #expect(PluginState.Told(["event": "created"]) == nil)
        #expect(PluginState.Told("created") == nil)
        #expect(PluginState.told([:]).isEmpty)
    }
}
