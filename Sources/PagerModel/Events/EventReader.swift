/// A visitor that reads the fields of an event from a fixed-size record. Strings, lists and other
/// values that do not fit into the record are read from the attachments.
public struct EventReader: FieldVisitor {
    @usableFromInline let record: EventRecord
    @usableFromInline let attachments: EventAttachments
    @usableFromInline var position = 0

    @inlinable
    init(_ record: EventRecord, _ attachments: EventAttachments) {
        self.record = record
        self.attachments = attachments
    }

    /// The next word of the record.
    @inlinable
    mutating func word() -> UInt64 {
        defer { position += 1 }
        return record[position]
    }

    /// The index of the next field's attachment in the attachments.
    @inlinable
    mutating func attachment() -> LogIndex { EventRecord.attachment(word()) }

    @inlinable
    public mutating func field<T: FieldValue>(_ name: String, _ value: inout T, _ text: String) {
        value = T(restoringFrom: &self)
    }

    @inlinable
    public mutating func field<T: FieldValue>(_ name: String, _ value: inout T?, _ text: String) {
        if T.self == Int.self {
            // A cast of the optional would be made at run time.
            value = EventRecord.index(word()).flatMap { $0 as? T }
        } else {
            value = read(attachments.value(attachment())) { (found) throws(CommandError) in
                if case .null = found { nil } else { try T(reading: found) }
            }
        }
    }

    @inlinable
    public mutating func members<T: Declared>(_ value: inout T, _ text: String) {
        if T.self == TransitionDetail.self, let detail = attachments.detail(attachment()) as? T {
            value = detail
        } else if T.self == CreationRecord.self,
            let record = attachments.creation(attachment()) as? T
        {
            value = record
        } else {
            var decoder = FieldDecoder(attachments.value(attachment()).members ?? [])
            value = T()
            value.visit(&decoder)
            read(.null) { (_) throws(CommandError) in try decoder.finish() }
        }
    }

    @usableFromInline
    func read<T>(_ value: Value, _ body: (Value) throws(CommandError) -> T) -> T {
        do {
            return try body(value)
        } catch {
            preconditionFailure("an event's field cannot be read as the type that was written")
        }
    }
}
