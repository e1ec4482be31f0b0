/// A variable-size payload of an event, such as a list. It is stored beside the event's fixed-size
/// record.
public enum EventAttachment: Sendable {
    case text(String)
    case list([Handle])
    case value(Value)
    indirect case creation(CreationRecord)

    /// The approximate heap memory that the payload takes, in bytes. Does not include the memory of
    /// the enumeration itself. O(size).
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
public struct EventAttachments: Sendable {
    /// The details of transitions. In most transactions, these are the only attachments. Details do
    /// not contain any pointers, so copies of them are cheap.
    public internal(set) var details: [TransitionDetail] = []
    public internal(set) var others: [EventAttachment] = []

    public init() {}

    /// The approximate memory of all payloads in bytes. O(size).
    public var bytes: Int {
        details.count * MemoryLayout<TransitionDetail>.stride
            + others.reduce(0) { $0 + MemoryLayout<EventAttachment>.stride + $1.heapBytes }
    }

    public var isEmpty: Bool { details.isEmpty && others.isEmpty }

    /// Removes all attachments. Keeps the allocated memory, unless a copy of the attachments shares
    /// it.
    mutating func removeAll() {
        if !details.isEmpty { details.removeAll(keepingCapacity: true) }
        if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    }
}

extension EventAttachments: Archived {
    public mutating func visit(_ archive: inout Archive) {
        archive.visit(&details, new: TransitionDetail()) { $0.visit(&$1) }
        archive.visit(&others, new: .value(.null)) { $0.visit(&$1) }
    }
}

/// Functions that return the attachments of events, one function for each type of attachment.
extension EventAttachments {
    public func detail(_ index: LogIndex) -> TransitionDetail { details[Int(index.index)] }

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

    public func creation(_ index: LogIndex) -> CreationRecord {
        guard case .creation(let record) = self[index] else { Self.isOfAnotherForm() }
        return record
    }

    private subscript(index: LogIndex) -> EventAttachment { others[Int(index.index)] }

    private static func isOfAnotherForm() -> Never {
        preconditionFailure("the type of an event's attachment differs from its declaration")
    }
}
