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
    func theCallbacksThatLeadToTheState(appearance: String, events: [String]) {
        #expect(Self.told(appearance) == events)
    }

    @Test func aViewThatIsNotLoadedHasNoCallbacks() {
        #expect(Self.told("disappeared", isLoaded: false).isEmpty)
    }

    @Test func theStateBeforeWhatWasMissedComesFirst() {
        let missed = ["viewDidAppear", "viewWillDisappear", "viewDidDisappear"]
        #expect(
            Self.told("disappeared", missed: missed)
                == ["viewDidLoad", "viewWillAppear"] + missed)
    }

    /// The view was appearing when the plugin was lost, and disappeared without having appeared.
    @Test func whoMissesTheMiddleOfAnAppearanceHasHeardItsBeginning() {
        let missed = ["viewIsAppearing", "viewWillDisappear", "viewDidDisappear"]
        #expect(
            Self.told("disappeared", missed: missed)
                == ["viewDidLoad", "viewWillAppear"] + missed)
    }

    @Test func aLoadThatWasMissedIsToldOnce() {
        let missed = ["loadView", "viewDidLoad", "viewWillAppear"]
        #expect(Self.told("appearing", missed: missed) == missed)
    }

    @Test func whoWasMadeMeanwhileHasNothingBefore() {
        let missed = ["created", "viewDidLoad", "viewWillAppear"]
        #expect(Self.told("appearing", missed: missed) == missed)
    }

    @Test func whoIsGoneMeanwhileWasWhereWhatWasMissedBegins() {
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
    @Test func whoHadTheIdBeforeIsNotWhereTheRecordIs() {
        let missed = ["viewDidDisappear", "destroyed", "created", "viewDidLoad", "viewWillAppear"]
        #expect(
            Self.told("appearing", missed: missed)
                == ["viewDidLoad", "viewWillAppear", "viewDidAppear", "viewWillDisappear"]
                + missed)
        #expect(
            Self.told("disappeared", missed: ["destroyed", "created"])
                == ["destroyed", "created"])
    }

    @Test func acrossAHoleOnlyThePresentStateIsTold() {
        #expect(
            Self.told("appeared", missed: ["viewDidAppear"], complete: false)
                == ["viewDidLoad", "viewWillAppear", "viewDidAppear"])
    }

    @Test func eachControllerHasItsOwnState() {
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

    @Test func whatIsNoEventIsNotTold() {
        #expect(PluginState.Told(["event": "created"]) == nil)
        #expect(PluginState.Told("created") == nil)
        #expect(PluginState.told([:]).isEmpty)
    }
}
