/// A visitor that writes events into records, one after the other, and collects their attachments.
public struct EventWriter: FieldVisitor, Sendable {
    @usableFromInline var record = EventRecord(EventNumber(0, .controller), .none)
    /// The number of 64-bit words written so far for the fields of the current event.
    @usableFromInline var position = 0
    /// The total number of controllers in the list fields of the current event.
    @usableFromInline var listed = 0
    @usableFromInline var attachments = EventAttachments()

    init() {}

    /// Starts to write an event into `record`. The 64-bit words of `record` must all be 0.
    @inlinable
    @inline(__always)
    mutating func begin(_ record: EventRecord) {
        self.record = record
        position = 0
        listed = 0
    }

    @usableFromInline
    mutating func keep(_ detail: TransitionDetail) {
        add(EventRecord.word(LogIndex(attachments.details.count)))
        attachments.details.append(detail)
    }

    @usableFromInline
    mutating func keep(_ attachment: EventAttachment) {
        add(EventRecord.word(LogIndex(attachments.others.count)))
        attachments.others.append(attachment)
    }

    @inlinable
    @inline(__always)
    mutating func add(_ word: UInt64) {
        record[position] = word
        position &+= 1
    }

    @inlinable
    @inline(__always)
    public mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        value.store(in: &self)
    }

    /// Visits a field that may be null: an index, which is a word, or another value.
    @inlinable
    @inline(__always)
    public mutating func field<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        if T.self == Int.self {
            add(EventRecord.word(value as? Int))
        } else {
            keep(.value(value.map { Value($0) } ?? .null))
        }
    }

    @inlinable
    @inline(__always)
    public mutating func members<T: Declared>(_ value: inout T, _ text: String) {
        if let detail = value as? TransitionDetail {
            keep(detail)
        } else if let record = value as? CreationRecord {
            keep(.creation(record))
        } else {
            keepMembers(of: value)
        }
    }

    @usableFromInline
    mutating func keepMembers<T: Declared>(of value: T) {
        keep(.value(Value(fields: value, writesNull: true)))
    }
}
