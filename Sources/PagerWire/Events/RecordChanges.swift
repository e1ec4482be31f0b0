public import PagerModel

/// A table that lists, for each event of a container kind, how the event changes the record of the
/// controller that it is about.
public struct RecordChanges: Sendable {
    private let changes: TextDictionary<[RecordChange]>
    /// The events, written as `category.event`, that have at least one change of an unknown type.
    private let inexact: Set<TextKey>
    /// The events that change the record of a controller, each with its changes in order, in the
    /// format of `server.describe`.
    public let description: Value
    /// The digest that the daemon has reported, or else a digest of the changes in this table.
    public let digest: String

    public init(_ events: DeclaredEvents) {
        self.init(
            events.all.map {
                (events.name(of: $0.category).description, $0.name.description, $0.changes)
            })
    }

    /// The table of a daemon that has only the built-in container kinds.
    public static let builtIn = RecordChanges(.builtIn)

    /// Creates the table of a daemon. Skips unknown changes; `isExact` is false for their events.
    ///
    /// - Parameters:
    ///   - description: The result of `server.describe`.
    ///   - digest: The member `changes` of the result of `server.hello`. Pass it if this table will
    ///     be compared with the daemon's table, because only the daemon's digest covers changes
    ///     that are unknown here.
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
            // The digest is an FNV-1a hash.
            for byte in text.utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        self.changes = changes
        self.inexact = inexact
        description = .array(described)
        self.digest = told ?? String(digest, radix: 16)
    }

    /// Returns the changes of an event in the order of their execution, or nil for an event without
    /// changes.
    public func changes(_ category: String, _ event: String) -> [RecordChange]? {
        changes["\(category).\(event)"]
    }

    /// Returns whether this table contains all changes that the event makes.
    public func isExact(_ category: String, _ event: String) -> Bool {
        inexact.isEmpty || !inexact.contains(TextKey("\(category).\(event)"))
    }
}

/// The error for an unreadable result of `server.describe`.
public struct BadDescription: Error, Equatable, Sendable, CustomStringConvertible {
    /// The path and the reason, such as `events[0].changes: must be a list, got null`.
    public let description: String
}

/// A value in the result of `server.describe`, and its path in this result.
struct DescribedValue {
    let value: Value
    let path: String

    init(_ value: Value, _ path: String) {
        self.value = value
        self.path = path
    }

    func text(_ member: String) throws(BadDescription) -> String {
        let found = try self.member(member)
        guard let text = found.value.string else { throw found.problem("must be a string") }
        return text
    }

    func list(_ member: String) throws(BadDescription) -> [DescribedValue] {
        let found = try self.member(member)
        guard let list = found.value.array else { throw found.problem("must be a list") }
        return list.enumerated().map {
            DescribedValue($0.element, "\(found.path)[\($0.offset)]")
        }
    }

    /// Returns a member of the value. For a missing member, the returned value is null.
    private func member(_ name: String) throws(BadDescription) -> DescribedValue {
        guard value.members != nil else { throw problem("must be an object") }
        return DescribedValue(value[name] ?? .null, path.isEmpty ? name : "\(path).\(name)")
    }

    private func problem(_ text: String) -> BadDescription {
        BadDescription(description: "\(path): \(text), got \(beginning(of: value.json))")
    }
}

extension RecordChange {
    /// Parses a description of how an event changes a record, from the result of `server.describe`.
    /// Returns nil for an unknown type of change.
    init?(describedBy change: DescribedValue) throws(BadDescription) {
        switch try change.text("change") {
        case "set": self = .set(try change.text("member"), to: try change.text("field"))
        case "select": self = .select(try change.text("list"), at: try change.text("field"))
        case "reselect": self = .reselect(try change.text("list"))
        case "last": self = .last(try change.text("member"), of: try change.text("list"))
        default: return nil
        }
    }
}
