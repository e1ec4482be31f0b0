/// Writes an event into a record and a log.
public struct KindEventWriter: KindEventVisitor {
    public var record: KindEventRecord
    @usableFromInline var log: EventLog
    @usableFromInline var place = 0

    @inlinable
    init(_ record: KindEventRecord, _ log: EventLog) {
        self.record = record
        self.log = log
    }

    @inlinable
    mutating func add(_ word: UInt64) {
        record[place] = word
        place += 1
    }

    @inlinable
    public mutating func reference(_ name: StaticString, _ value: inout Handle, _ doc: StaticString)
    {
        add(KindEventRecord.word(value))
    }

    @inlinable
    public mutating func index(_ name: StaticString, _ value: inout Int?, _ doc: StaticString) {
        add(KindEventRecord.word(value))
    }

    @inlinable
    public mutating func number(_ name: StaticString, _ value: inout Double, _ doc: StaticString) {
        add(value.bitPattern)
    }

    @inlinable
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
    public mutating func text(_ name: StaticString, _ value: inout String, _ doc: StaticString) {
        add(KindEventRecord.word(log.keep(text: value)))
    }

    @inlinable
    public mutating func list(_ name: StaticString, _ value: inout [Handle], _ doc: StaticString) {
        add(KindEventRecord.word(log.keep(list: value)))
    }

    @inlinable
    public mutating func value(_ name: StaticString, _ value: inout Value, _ doc: StaticString) {
        add(KindEventRecord.word(log.keep(value: value)))
    }
}

/// Reads an event back.
struct KindEventReader: KindEventVisitor {
    let record: KindEventRecord
    let log: EventLog
    private var place = 0

    init(_ record: KindEventRecord, _ log: EventLog) {
        self.record = record
        self.log = log
    }

    private mutating func next() -> UInt64 {
        defer { place += 1 }
        return record[place]
    }

    mutating func reference(_ name: StaticString, _ value: inout Handle, _ doc: StaticString) {
        value = KindEventRecord.reference(next())
    }

    mutating func index(_ name: StaticString, _ value: inout Int?, _ doc: StaticString) {
        value = KindEventRecord.index(next())
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

    mutating func text(_ name: StaticString, _ value: inout String, _ doc: StaticString) {
        value = log.text(KindEventRecord.place(next()))
    }

    mutating func list(_ name: StaticString, _ value: inout [Handle], _ doc: StaticString) {
        value = log.list(KindEventRecord.place(next()))
    }

    mutating func value(_ name: StaticString, _ value: inout Value, _ doc: StaticString) {
        value = log.value(KindEventRecord.place(next()))
    }
}
