public import PagerModel

/// What the kinds' events change in records, by topic without its subject.
public struct RecordChanges: Sendable {
    private let changes: TextDictionary<[RecordChange]>
    /// Events with a change that is not known here, by topic without their subject.
    private let inexact: Set<TextKey>
    /// The events that change something, in their order, as `server.describe` tells them.
    public let description: Value
    /// Identifies the table: that of the daemon where it is known, else one of the changes here.
    public let digest: String

    public init(_ events: DeclaredEvents) {
        self.init(
            events.all.map {
                (events.name(of: $0.category).description, $0.name.description, $0.changes)
            })
    }

    /// Those of a daemon to which nothing is added.
    public static let builtIn = RecordChanges(.builtIn)

    /// Leaves out changes that are not known here: `isExact` is false for their events.
    ///
    /// - Parameters:
    ///   - description: the result of `server.describe`.
    ///   - digest: `changes` of `server.hello`. Pass it to compare the table with that of a daemon:
    ///     only the daemon's digest covers the changes that are not known here.
    /// - Throws: `BadDescription`.
    public init(
        describedBy description: Value, digest: String? = nil
    ) throws(BadDescription) {
        var events: [(category: String, name: String, changes: [RecordChange])] = []
        var inexact: Set<TextKey> = []
        for event in try DescribedValue(description, "").list("events") {
            let category = try event.text("category")
            let name = try event.text("event")
            var known: [RecordChange] = []
            for change in event.value["changes"] == nil ? [] : try event.list("changes") {
                if let change = try RecordChange(describedBy: change) {
                    known.append(change)
                } else {
                    inexact.insert(TextKey("\(category).\(name)"))
                }
            }
            events.append((category, name, known))
        }
        self.init(events, inexact: inexact, digest: digest)
    }

    private init(
        _ events: [(category: String, name: String, changes: [RecordChange])],
        inexact: Set<TextKey> = [], digest told: String? = nil
    ) {
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
        self.inexact = inexact
        description = .array(described)
        self.digest = told ?? String(digest, radix: 16)
    }

    /// In the order in which they are carried out; nil for an event that changes nothing.
    public func changes(_ category: String, _ event: String) -> [RecordChange]? {
        changes["\(category).\(event)"]
    }

    /// Whether `changes` are all that the event changes.
    public func isExact(_ category: String, _ event: String) -> Bool {
        inexact.isEmpty || !inexact.contains(TextKey("\(category).\(event)"))
    }
}
