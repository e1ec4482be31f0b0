/// An event in an archive. Its `number` identifies the event's declaration in the daemon that wrote
/// the archive. The running daemon may have a different number for the same declaration.
public struct ArchivedEvent: ArchivedBytes {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    private var subject: UInt64 = 0
    private var declaration: UInt64 = 0
    public private(set) var previousInCategory = 0
    public private(set) var previousOfSubject = 0

    public static var anyBytes: AnyBytesAreAValue<Self> { AnyBytesAreAValue() }

    public init() {}

    public init(_ record: EventRecord, _ previousInCategory: Int, _ previousOfSubject: Int) {
        words = record.words
        subject = EventRecord.word(record.subject)
        declaration = UInt64(record.number.index)
        self.previousInCategory = previousInCategory
        self.previousOfSubject = previousOfSubject
    }

    public var number: Int { Int(truncatingIfNeeded: declaration) }

    public func isAfterItsPredecessors(_ seq: Int) -> Bool {
        (0..<seq).contains(previousInCategory) && (0..<seq).contains(previousOfSubject)
    }

    /// Returns the event's record. `number` is the running daemon's number for the event's
    /// declaration, which can differ from the number in the archive.
    public func record(_ events: DeclaredEvents, _ number: Int) -> EventRecord {
        let declared = EventNumber(number, events.all[number].category)
        var record = EventRecord(declared, EventRecord.reference(subject))
        record.words = words
        return record
    }
}

extension DeclaredEvents {
    /// The signatures of all events: for each event, its category and name, and the names and types
    /// of its fields. A daemon can read the events in an archive only if the signatures match.
    public var signatures: [String] {
        all.map { event in
            let description = EventDescription(event, among: self)
            let fields = description.fields.map { "\($0.name): \($0.schema.phrase)" }
            return "\(description.category).\(description.name) \(fields)"
        }
    }

    /// Returns the reason why a record from an archive is invalid, or nil if the record is valid.
    ///
    /// - Parameter slots: The exclusive upper bound for the slot numbers of handles.
    public func problem(
        of record: EventRecord, _ attachments: EventAttachments, slots: UInt32
    ) -> String? {
        guard record.subject.slot < slots else {
            return "there are \(slots) slots, but the subject of an event is in slot "
                + "\(record.subject.slot)"
        }
        var word = 0
        for field in self[record].fields {
            let value = record[word]
            word += field.form.words
            let isReadable =
                switch field.form {
                case .index, .number, .flag, .transition, .size, .frame: true
                case .reference: EventRecord.reference(value).slot < slots
                case .choice(let names): value < names.count
                case .detail: value < attachments.details.count
                case .text, .list, .value, .members, .creation:
                    value < attachments.others.count
                        && attachments.others[Int(value)].has(field.form)
                }
            if !isReadable { return "the field \(field.name) of an event cannot be read" }
        }
        return nil
    }
}

extension EventAttachment {
    fileprivate func has(_ form: DeclaredEvent.Form) -> Bool {
        switch (self, form) {
        case (.text, .text), (.list, .list), (.value, .value), (.creation, .creation): true
        case (.value(let value), .members): value.members != nil
        default: false
        }
    }
}

extension EventAttachment {
    private enum Tag: UInt8 {
        case text, list, value, creation
    }

    mutating func visit(_ archive: inout Archive) {
        var tag: Tag =
            switch self {
            case .text: .text
            case .list: .list
            case .value: .value
            case .creation: .creation
            }
        archive.visit(&tag)
        switch tag {
        case .text:
            var text = ""
            if case .text(let present) = self { text = present }
            text.visit(&archive)
            self = .text(text)
        case .list:
            var list: [Handle] = []
            if case .list(let present) = self { list = present }
            list.visit(&archive)
            self = .list(list)
        case .value:
            var value = Value.null
            if case .value(let present) = self { value = present }
            archive.visit(field: &value)
            self = .value(value)
        case .creation:
            var record = CreationRecord()
            if case .creation(let present) = self { record = present }
            archive.fields(&record)
            self = .creation(record)
        }
    }
}

extension TransitionDetail {
    mutating func visit(_ archive: inout Archive) {
        var number = transition.number
        number.visit(&archive)
        transition = TransitionID(number)
        from.visit(&archive)
        to.visit(&archive)
        archive.visit(style: &style)
        reversed.visit(&archive)
        archive.visit(&direction)
        duration.visit(&archive)
        archive.visit(&curve)
        archive.visit(&options)
        animated.visit(&archive)
        interactive.visit(&archive)
    }
}
