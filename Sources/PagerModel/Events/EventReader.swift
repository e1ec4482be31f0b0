/// A visitor that reads the fields of an event from a fixed-size record. Strings, lists and other
/// values that do not fit into the record are read from the event log.
struct EventReader: EventVisitor {
    let record: EventRecord
    let log: EventLog
    private var place = 0

    init(_ record: EventRecord, _ log: borrowing EventLog) {
        self.record = record
        // A copy of the log retains each list in the log. Most events have no attachments and need
        // no copy.
        self.log = log.attachments.isEmpty ? EventLog() : copy log
    }

    private mutating func next(_ words: Int = 1) -> UInt64 {
        defer { place += words }
        return record[place]
    }

    mutating func reference(_ name: StaticString, _ value: inout Handle, _ doc: StaticString) {
        value = EventRecord.reference(next())
    }

    mutating func index(_ name: StaticString, _ value: inout Int?, _ doc: StaticString) {
        value = EventRecord.index(next())
    }

    mutating func number(_ name: StaticString, _ value: inout Double, _ doc: StaticString) {
        value = Double(bitPattern: next())
    }

    mutating func flag(_ name: StaticString, _ value: inout Bool, _ doc: StaticString) {
        value = next() != 0
    }

    mutating func choice<T: FieldEnumeration>(
        _ name: StaticString, _ value: inout T, _ doc: StaticString
    ) {
        let cases = T.allCases
        value = cases[cases.index(cases.startIndex, offsetBy: Int(next()))]
    }

    mutating func transition(
        _ name: StaticString, _ value: inout TransitionID, _ doc: StaticString
    ) {
        value = TransitionID(next())
    }

    mutating func size(_ name: StaticString, _ value: inout Size, _ doc: StaticString) {
        value = record.size(at: place)
        place += 2
    }

    mutating func frame(_ name: StaticString, _ value: inout Frame, _ doc: StaticString) {
        value = record.frame
        place += 4
    }

    mutating func text(_ name: StaticString, _ value: inout String, _ doc: StaticString) {
        value = log.text(EventRecord.attachment(next()))
    }

    mutating func list(_ name: StaticString, _ value: inout [Handle], _ doc: StaticString) {
        value = log.list(EventRecord.attachment(next()))
    }

    mutating func value(_ name: StaticString, _ value: inout Value, _ doc: StaticString) {
        value = log.value(EventRecord.attachment(next()))
    }

    mutating func members<T: Fields>(_ value: inout T) {
        let members = log.value(EventRecord.attachment(next())).members ?? []
        do {
            value = try T(reading: members)
        } catch {
            preconditionFailure("an event's members cannot be read as the type that was written")
        }
    }

    mutating func creation(_ value: inout CreationRecord, _ doc: StaticString) {
        value = log.creation(EventRecord.attachment(next()))
    }

    mutating func detail(_ value: inout TransitionDetail) {
        value = log.detail(EventRecord.attachment(next()))
    }
}
