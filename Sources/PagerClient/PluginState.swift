public import PagerModel

/// What a plugin that has just come must hear to know where its controllers are.
public enum PluginState {
    /// One callback of one controller.
    public struct Told: Sendable, Equatable {
        public var event: String
        public var id: String

        public init(_ event: String, _ id: String) {
            self.event = event
            self.id = id
        }
    }

    /// The callbacks of the state that each controller was in before what was missed, and then
    /// what was missed, in its order.
    ///
    /// - Parameter reply: the result of `plugin.register`.
    /// - Complexity: O(controllers * missed events).
    public static func told(_ reply: Value) -> [Told] {
        let isComplete = reply["missed"]?["complete"]?.bool ?? true
        let events = isComplete ? (reply["missed"]?["events"]?.array ?? []) : []
        let missed = events.compactMap { Told($0) }
        let before = (reply["controllers"]?.array ?? []).flatMap { record -> [Told] in
            guard let id = record["id"]?.string else { return [] }
            return state(record, missed.filter { $0.id == id }.map(\.event))
                .map { Told($0, id) }
        }
        return before + missed
    }

    private static let order = ["viewWillAppear", "viewDidAppear", "viewWillDisappear"]
    /// How many callbacks of the order lead to the appearance, and to that before a callback.
    private static let steps = [
        "disappeared": 0, "appearing": 1, "appeared": 2, "disappearing": 3,
        "viewWillAppear": 0, "viewIsAppearing": 1, "viewDidAppear": 1, "viewWillDisappear": 2,
        "viewDidDisappear": 3,
    ]

    private static func state(_ record: Value, _ missed: [String]) -> [String] {
        if missed.contains("created") { return [] }
        let isLoaded = record["isViewLoaded"]?.bool == true && !missed.contains("viewDidLoad")
        let first = missed.first { $0.hasPrefix("view") && steps[$0] != nil }
        let count = steps[first ?? record["appearance"]?.string ?? ""] ?? 0
        return (isLoaded ? ["viewDidLoad"] : []) + order.prefix(count)
    }
}

extension PluginState.Told {
    /// Nil for what is no event.
    public init?(_ event: Value) {
        guard let name = event["event"]?.string, let id = event["subject"]?.string else {
            return nil
        }
        self.init(name, id)
    }
}
