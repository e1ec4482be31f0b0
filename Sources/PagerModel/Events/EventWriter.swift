/// A visitor that writes events into records, one after the other, and collects their attachments.
public struct EventWriter: EventVisitor, Sendable {
    @usableFromInline var record = EventRecord(EventPlace(0, .controller), .none)
    /// The number of 64-bit words written so far for the fields of the current event.
    @usableFromInline var place = 0
    /// The total number of controllers in the list fields of the current event.
    @usableFromInline var listed = 0
    @usableFromInline var attachments = EventAttachments()

    init() {}

    /// Starts to write an event into `record`. The 64-bit words of `record` must all be 0.
    @inlinable
    @inline(__always)
    mutating func begin(_ record: EventRecord) {
        self.record = record
        place = 0
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
        record[place] = word
        place &+= 1
    }

    @inlinable
    @inline(__always)
    public mutating func reference(_ name: StaticString, _ value: inout Handle, _ doc: StaticString)
    {
        add(EventRecord.word(value))
    }

    @inlinable
    @inline(__always)
    public mutating func index(_ name: StaticString, _ value: inout Int?, _ doc: StaticString) {
        add(EventRecord.word(value))
    }

    @inlinable
    @inline(__always)
    public mutating func number(_ name: StaticString, _ value: inout Double, _ doc: StaticString) {
        add(value.bitPattern)
    }

    @inlinable
    @inline(__always)
    public mutating func flag(_ name: StaticString, _ value: inout Bool, _ doc: StaticString) {
        add(value ? 1 : 0)
    }

    @inlinable
    public mutating func choice<T: FieldEnumeration>(
        _ name: StaticString, _ value: inout T, _ doc: StaticString
    ) {
        var place: UInt64 = 0
        for other in T.allCases {
            if other == value { break }
            place += 1
        }
        add(place)
    }

    @inlinable
    @inline(__always)
    public mutating func transition(
        _ name: StaticString, _ value: inout TransitionID, _ doc: StaticString
    ) {
        add(value.number)
    }

    @inlinable
    @inline(__always)
    public mutating func size(_ name: StaticString, _ value: inout Size, _ doc: StaticString) {
        add(value.width.bitPattern)
        add(value.height.bitPattern)
    }

    @inlinable
    @inline(__always)
    public mutating func frame(_ name: StaticString, _ value: inout Frame, _ doc: StaticString) {
        add(value.x.bitPattern)
        add(value.y.bitPattern)
        add(value.width.bitPattern)
        add(value.height.bitPattern)
    }

    @inlinable
    public mutating func text(_ name: StaticString, _ value: inout String, _ doc: StaticString) {
        keep(.text(value))
    }

    @inlinable
    public mutating func list(_ name: StaticString, _ value: inout [Handle], _ doc: StaticString) {
        listed += value.count
        keep(.list(value))
    }

    @inlinable
    public mutating func value(_ name: StaticString, _ value: inout Value, _ doc: StaticString) {
        keep(.value(value))
    }

    @inlinable
    public mutating func members<T: Fields>(_ value: inout T) {
        keep(.value(Value(fields: value, writesNull: true)))
    }

    @inlinable
    public mutating func creation(_ value: inout CreationRecord, _ doc: StaticString) {
        keep(.creation(value))
    }

    @inlinable
    public mutating func detail(_ value: inout TransitionDetail) {
        keep(value)
    }
}
