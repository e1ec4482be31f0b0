public import PagerModel
internal import PagerWire

/// A published event with its sequence number.
public struct PublishedEvent: Sendable, Equatable {
    public let seq: Int
    /// The sequence number of the previous event of the same category; 0 if there is none.
    public let previousInCategory: Int
    /// The sequence number of the previous event of the same category and subject; 0 if there is
    /// none.
    public let previousOfSubject: Int
    public let value: Value
    /// The payload exactly as the daemon published it.
    public let bytes: [UInt8]

    public var category: String { value["category"]?.string ?? "" }
    public var subject: String { value["subject"]?.string ?? "" }
    public var name: String { value["event"]?.string ?? "" }
    public var time: Double { value["time"]?.double ?? 0 }
    public var topic: String { "\(category).\(subject).\(name)" }

    /// Parses an event. Returns nil if `seq` or `prev` is missing or invalid. A heartbeat, welcome
    /// or shutdown message has no `prev`.
    public init?(bytes: [UInt8], value: Value) {
        guard let seq = value["seq"]?.integer, let previous = value["prev"]?.array,
            previous.count == 2, let category = previous[0].integer,
            let subject = previous[1].integer, seq > 0, category >= 0, subject >= 0
        else { return nil }
        self.seq = seq
        self.value = value
        self.bytes = bytes
        previousInCategory = category
        previousOfSubject = subject
    }

    /// Parses an event in a reply, for example to `events.replay`. `bytes` then equals the
    /// published payload, because `value` keeps the order of the members. Returns nil if `seq` or
    /// `prev` is missing or invalid.
    public init?(value: Value) {
        self.init(bytes: Array(value.json.utf8), value: value)
    }

    /// Returns whether a string is the event's name or its complete topic.
    public func isCalled(_ text: String) -> Bool { text == name || text == topic }
}
