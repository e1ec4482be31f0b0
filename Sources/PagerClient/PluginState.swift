public import PagerModel

/// Functions that determine which callbacks the pages of a newly connected plugin must receive, so
/// that the state of each page matches the state of its controller in the daemon.
public enum PluginState {
    /// The name of an event, such as `viewDidLoad`, and the id of the controller that the event is
    /// about.
    public struct Told: Sendable, Equatable {
        public var event: String
        public var id: String

        public init(_ event: String, _ id: String) {
            self.event = event
            self.id = id
        }
    }

    /// Returns the callbacks that bring each page to the state that its controller had before the
    /// missed events, followed by the missed events in order. If the daemon no longer keeps all
    /// missed events, returns only the callbacks that bring each page to the current state.
    ///
    /// - Parameter reply: The result of `plugin.register`.
    /// - Complexity: O(number of controllers and missed events).
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
        // A destroyed controller has no record, so its state follows from the missed events.
        for told in missed where records[told.id] == nil {
            records[told.id] = Value.null
            ids.append(told.id)
        }
        let before = ids.flatMap { id in
            state(records[id] ?? .null, ofEach[TextKey(id)] ?? []).map { Told($0, id) }
        }
        return before + missed
    }

    /// Returns the controllers' records as they were before the events in `news`. Omits the
    /// controllers that these events created.
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
    /// Maps the appearance state of a page, or the next callback that a page receives, to the
    /// number of callbacks in `order` that the page has already received.
    private static let steps: TextDictionary<Int> = [
        "disappeared": 0, "appearing": 1, "appeared": 2, "disappearing": 3,
        "viewWillAppear": 0, "viewIsAppearing": 1, "viewDidAppear": 1, "viewWillDisappear": 2,
        "viewDidDisappear": 3,
    ]

    private static func state(_ record: Value, _ missed: [String]) -> [String] {
        // If a missed event is `created`, a different controller had the id before. The record is
        // that of the new controller.
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
    /// Reads the name and the controller's id from an event. Returns nil if the value is not an
    /// event.
    public init?(_ event: Value) {
        guard let name = event["event"]?.string, let id = event["subject"]?.string else {
            return nil
        }
        self.init(name, id)
    }
}
