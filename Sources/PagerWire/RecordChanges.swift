public import PagerModel

/// What the kinds' events change in records, by topic without its subject.
public struct RecordChanges: Sendable {
    private let changes: TextDictionary<[RecordChange]>
    /// The events that change something, in their order, as `server.describe` tells them.
    public let description: Value
    /// Another one stands for other changes.
    public let digest: String

    public init(_ events: DeclaredEvents) {
        self.init(
            events.all.map {
                (events.name(of: $0.category).description, $0.name.description, $0.changes)
            })
    }

    /// Those of a daemon to which nothing is added.
    public static let builtIn = RecordChanges(.builtIn)

    /// - Parameter description: the result of `server.describe`. A change that is not known here
    ///   is left out: the digest tells.
    public init(describedBy description: Value) {
        let events = description["events"]?.array ?? []
        self.init(
            events.compactMap { event in
                guard let category = event["category"]?.string, let name = event["event"]?.string,
                    let changes = event["changes"]?.array, !changes.isEmpty
                else { return nil }
                return (category, name, changes.compactMap(RecordChange.init(describedBy:)))
            })
    }

    private init(_ events: [(category: String, name: String, changes: [RecordChange])]) {
        var changes = TextDictionary<[RecordChange]>()
        var described: [Value] = []
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        for event in events where !event.changes.isEmpty {
            let topic = "\(event.category).\(event.name)"
            changes[topic] = event.changes
            let list = Value.array(event.changes.map(\.description))
            described.append([
                "category": .string(event.category), "event": .string(event.name), "changes": list,
            ])
            let text = topic + list.json
            // FNV-1a.
            for byte in text.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        self.changes = changes
        description = .array(described)
        self.digest = String(digest, radix: 16)
    }

    /// In the order in which they are carried out; nil for an event that changes nothing.
    public func changes(_ category: String, _ event: String) -> [RecordChange]? {
        changes["\(category).\(event)"]
    }
}
