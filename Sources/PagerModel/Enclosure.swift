/// What lies beside an event that does not hold all it tells.
public enum Enclosure: Sendable {
    case text(String)
    case list([Handle])
    case value(Value)
    case detail(TransitionDetail)
    indirect case creation(CreationRecord)

    /// What it takes in memory beside its own stride, about. O(size).
    public var heapBytes: Int {
        switch self {
        case .text(let text): text.heapBytes
        case .list(let handles): handles.count * MemoryLayout<Handle>.stride
        case .value(let value): value.heapBytes
        case .detail: 0
        case .creation(let record): MemoryLayout<CreationRecord>.stride + record.heapBytes
        }
    }
}

/// What an event refers to. The event was made with it, so it is of the form that is asked for.
extension EventLog {
    public func text(_ index: LogIndex) -> String {
        guard case .text(let text) = self[index] else { Self.isOfAnotherForm() }
        return text
    }

    public func list(_ index: LogIndex) -> [Handle] {
        guard case .list(let handles) = self[index] else { Self.isOfAnotherForm() }
        return handles
    }

    public func value(_ index: LogIndex) -> Value {
        guard case .value(let value) = self[index] else { Self.isOfAnotherForm() }
        return value
    }

    public func detail(_ index: LogIndex) -> TransitionDetail {
        guard case .detail(let detail) = self[index] else { Self.isOfAnotherForm() }
        return detail
    }

    public func creation(_ index: LogIndex) -> CreationRecord {
        guard case .creation(let record) = self[index] else { Self.isOfAnotherForm() }
        return record
    }

    private static func isOfAnotherForm() -> Never {
        preconditionFailure("an event refers to something of another form than it declares")
    }
}
