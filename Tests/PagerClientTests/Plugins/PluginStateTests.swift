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

    private static let callbacks = [
        "viewDidLoad", "viewWillAppear", "viewDidAppear", "viewWillDisappear",
    ]

    @Test(
        arguments: [
            ("disappeared", [], 1), ("appearing", [], 2), ("appeared", [], 3),
            ("disappearing", [], 4),
            ("disappeared", ["viewDidAppear", "viewWillDisappear", "viewDidDisappear"], 2),
            // The view disappeared without having appeared.
            ("disappeared", ["viewIsAppearing", "viewWillDisappear", "viewDidDisappear"], 2),
            // The plugin was lost before the view was loaded, or before there was a controller.
            ("appearing", ["loadView", "viewDidLoad", "viewWillAppear"], 0),
            ("appearing", ["created", "viewDidLoad", "viewWillAppear"], 0),
            // The record belongs to the controller that was created later with the same id.
            (
                "appearing",
                ["viewDidDisappear", "destroyed", "created", "viewDidLoad", "viewWillAppear"], 4
            ),
            ("disappeared", ["destroyed", "created"], 0),
        ] as [(String, [String], Int)])
    func `A plugin receives the callbacks that lead to the earlier state, then the missed events`(
        appearance: String, missed: [String], earlier: Int
    ) {
        #expect(
            Self.told(appearance, missed: missed)
                == Array(Self.callbacks.prefix(earlier)) + missed)
    }

    @Test func `A controller whose view is not loaded has no callbacks`() {
        #expect(Self.told("disappeared", isLoaded: false).isEmpty)
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
