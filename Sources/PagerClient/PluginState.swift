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
    /// - Complexity: O(controllers + missed events).
    public static func told(_ reply: Value) -> [Told] {
        let isComplete = reply["missed"]?["complete"]?.bool ?? true
        let events = isComplete ? (reply["missed"]?["events"]?.array ?? []) : []
        let missed = events.compactMap { Told($0) }
        let ofEach = Dictionary(grouping: missed) { TextKey($0.id) }.mapValues { $0.map(\.event) }
        var records = TextDictionary<Value>()
        var ids: [String] = []
        for record in reply["controllers"]?.array ?? [] {
            guard let id = record["id"]?.string else { continue }
            records[id] = record
            ids.append(id)
        }
        // Who is gone has no record; what was missed tells where it was.
        for told in missed where records[told.id] == nil {
            records[told.id] = Value.null
            ids.append(told.id)
        }
        let before = ids.flatMap { id in
            state(records[id] ?? .null, ofEach[TextKey(id)] ?? []).map { Told($0, id) }
        }
        return before + missed
    }

    /// Records as they were before the events that have come since; those that were created
    /// since are left out.
    static func records(_ records: [Value], before news: [Value]) -> [Value] {
        let ofEach = Dictionary(grouping: news.compactMap { Told($0) }) { TextKey($0.id) }
            .mapValues { $0.map(\.event) }
        return records.compactMap { record in
            guard let id = record["id"]?.string, let own = ofEach[TextKey(id)] else {
                return record
            }
            if own.contains("created") { return nil }
            let wasLoaded = record["isViewLoaded"]?.bool == true && !own.contains("viewDidLoad")
            let members = (record.members ?? []).filter {
                $0.name != "appearance" && $0.name != "isViewLoaded"
            }
            let appearance =
                own.lazy.compactMap { steps[$0] }.first.map { Value.string(appearances[$0]) }
                ?? record["appearance"] ?? .null
            return .object(
                members + [
                    .init("isViewLoaded", .bool(wasLoaded)), .init("appearance", appearance),
                ])
        }
    }

    private static let appearances = ["disappeared", "appearing", "appeared", "disappearing"]
    private static let order = ["viewWillAppear", "viewDidAppear", "viewWillDisappear"]
    /// How many callbacks of the order lead to the appearance, and to that before a callback.
    private static let steps: TextDictionary<Int> = [
        "disappeared": 0, "appearing": 1, "appeared": 2, "disappearing": 3,
        "viewWillAppear": 0, "viewIsAppearing": 1, "viewDidAppear": 1, "viewWillDisappear": 2,
        "viewDidDisappear": 3,
    ]

    private static func state(_ record: Value, _ missed: [String]) -> [String] {
        // Its record is of who was made meanwhile; another had the id before.
        let own = missed.prefix { $0 != "created" }
        let record = own.count == missed.count ? record : .null
        let first = own.first { steps[$0] != nil }
        let wasLoaded = record["isViewLoaded"]?.bool == true || first != nil
        let count = steps[first ?? record["appearance"]?.string ?? ""] ?? 0
        return (wasLoaded && !own.contains("viewDidLoad") ? ["viewDidLoad"] : [])
            + order.prefix(count)
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
