extension EventBody {
    /// The event's name on the wire, such as `viewWillAppear`. O(1), allocates nothing.
    ///
    /// - Parameter events: those of the scene that it happened in.
    public func name(among events: DeclaredEvents) -> StaticString {
        var reader = NameReader(events: events)
        visit(&reader)
        return reader.name
    }
}

private struct NameReader: EventVisitor {
    let events: DeclaredEvents
    var name: StaticString = ""

    mutating func event(_ category: EventCategory, _ name: StaticString, _ doc: StaticString) {
        self.name = name
    }

    func flag(_ name: StaticString, _ value: Bool, _ doc: StaticString) {}
    func count(_ name: StaticString, _ value: Int32, _ doc: StaticString) {}
    func number(_ name: StaticString, _ value: Double, _ doc: StaticString) {}
    func reference(_ name: StaticString, _ value: Handle, _ doc: StaticString) {}
    func transition(_ name: StaticString, _ value: TransitionID, _ doc: StaticString) {}
    func field<T: FieldValue>(_ name: StaticString, _ value: T, _ doc: StaticString) {}
    func optional<T: FieldValue>(_ name: StaticString, _ value: T?, _ doc: StaticString) {}
    func text(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {}
    func list(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {}
    func value(_ name: StaticString, _ value: LogIndex, _ doc: StaticString) {}
    func creation(_ record: LogIndex, _ doc: StaticString) {}
    func detail(_ value: LogIndex) {}
    mutating func ofKind(_ record: KindEventRecord) { name = events[record].name }
}
