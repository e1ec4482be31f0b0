/// Variable-size payload of an event, stored beside its fixed-size record.
public enum Enclosure: Sendable {
    case text(String)
    case list([Handle])
    case value(Value)
    indirect case creation(CreationRecord)

    /// What it takes in memory beside its own stride, about. O(size).
    var heapBytes: Int {
        switch self {
        case .text(let text): text.heapBytes
        case .list(let handles): handles.count * MemoryLayout<Handle>.stride
        case .value(let value): value.heapBytes
        case .creation(let record): MemoryLayout<CreationRecord>.stride + record.heapBytes
        }
    }
}

/// The variable-size payloads of all events of a transaction.
public struct Enclosures: Sendable {
    /// Most turns have these and nothing else; they are copied without a look at what they hold.
    var details: [TransitionDetail] = []
    var others: [Enclosure] = []

    public init() {}

    /// What it takes in memory, about. O(its size).
    public var bytes: Int {
        details.count * MemoryLayout<TransitionDetail>.stride
            + others.reduce(0) { $0 + MemoryLayout<Enclosure>.stride + $1.heapBytes }
    }

    /// Forgets everything but the memory it lay in.
    mutating func clear() {
        while details.popLast() != nil {}
        if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    }
}

/// What an event refers to. The event was made with it, so it is of the form that is asked for.
extension EventLog {
    public func text(_ index: LogIndex) -> String {
        guard case .text(let text) = other(index) else { Self.isOfAnotherForm() }
        return text
    }

    public func list(_ index: LogIndex) -> [Handle] {
        guard case .list(let handles) = other(index) else { Self.isOfAnotherForm() }
        return handles
    }

    public func value(_ index: LogIndex) -> Value {
        guard case .value(let value) = other(index) else { Self.isOfAnotherForm() }
        return value
    }

    public func creation(_ index: LogIndex) -> CreationRecord {
        guard case .creation(let record) = other(index) else { Self.isOfAnotherForm() }
        return record
    }

    private static func isOfAnotherForm() -> Never {
        preconditionFailure("an event refers to something of another form than it declares")
    }
}
