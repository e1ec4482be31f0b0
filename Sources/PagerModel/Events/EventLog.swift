/// The events of one transaction in order, with their attachments.
public struct EventLog: Sendable {
    public var events: [EventRecord] = []
    /// The positions in the log at which the origin of the events changes. The origin of an event
    /// is the request that caused it. The events from `index` up to the next change have this
    /// `origin`. The value 0 means the request that started the transaction.
    public private(set) var origins: [(index: Int, origin: UInt64)] = []
    @usableFromInline var writer = EventWriter()

    public init() {}

    /// The variable-size payloads of the events.
    @inlinable
    public var attachments: EventAttachments {
        _read { yield writer.attachments }
        _modify { yield &writer.attachments }
    }

    public var count: Int { events.count }

    public var isEmpty: Bool { events.isEmpty }

    /// Records an event. Amortised O(size of its fields).
    ///
    /// - Returns: The number of controllers in the event's lists.
    @inlinable
    @discardableResult
    public mutating func append<E: EventDeclaration>(
        _ event: E, at number: EventNumber, about subject: Handle
    ) -> Int {
        assert(
            event.isComplete, "the event \(E.name) needs \(event.unsetField ?? "nothing")")
        return record(event, number, subject)
    }

    /// Records an event that may be empty.
    @inlinable
    @inline(__always)
    mutating func record<E: EventDeclaration>(
        _ event: E, _ number: EventNumber, _ subject: Handle
    ) -> Int {
        var event = event
        writer.begin(EventRecord(number, subject))
        event.visit(&writer)
        events.append(writer.record)
        return writer.listed
    }

    /// Records an event whose attachments are already in the log.
    package mutating func append(_ event: EventRecord) { events.append(event) }

    /// Records that the request with the number `origin` caused the events that follow. The value 0
    /// means the request that started the transaction.
    public mutating func mark(origin: UInt64) { origins.append((events.count, origin)) }

    /// Removes all events, but keeps the allocated memory for new events.
    public mutating func clear() {
        events.removeAll(keepingCapacity: true)
        if !origins.isEmpty { origins.removeAll(keepingCapacity: true) }
        if !attachments.isEmpty { attachments.removeAll() }
    }
}

/// A translator of the engine's values for clients. It converts handles to names, and style indexes
/// to transition styles.
public protocol EventContext {
    func name(of handle: Handle) -> String
    func style(at index: Int) -> TransitionStyle
}

/// The recorded form of an event: the handle of the object (such as a controller) that the event is
/// about, the number of the event's declaration, and the event's fields.
///
/// The type is trivially copyable, so recording an event stores only a few bytes. Strings, lists
/// and values are stored as attachments in the event log, and the record contains their indexes.
public struct EventRecord: Sendable, BitwiseCopyable {
    /// The maximum number of 64-bit words that the fields of an event take.
    public static let mostWords = 4

    /// The event's fields, encoded as four 64-bit words. Unused words are 0.
    @usableFromInline var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    public let subject: Handle
    public let number: EventNumber

    @inlinable
    init(_ number: EventNumber, _ subject: Handle) {
        self.number = number
        self.subject = subject
    }

    @inlinable
    public var category: EventCategory { number.category }

    /// The 64-bit word at the given index. Four words encode the event's fields.
    ///
    /// - Precondition: The index is 0 to 3.
    @inlinable
    public subscript(word: Int) -> UInt64 {
        get {
            switch word {
            case 0: words.0
            case 1: words.1
            case 2: words.2
            case 3: words.3
            default: preconditionFailure("an event has at most 4 words")
            }
        }
        set {
            switch word {
            case 0: words.0 = newValue
            case 1: words.1 = newValue
            case 2: words.2 = newValue
            case 3: words.3 = newValue
            default: preconditionFailure("an event has at most 4 words")
            }
        }
    }
}

/// The number of an event's declaration in `DeclaredEvents` (the list of all event types), and the
/// event's category.
public struct EventNumber: Hashable, Sendable, BitwiseCopyable {
    public let index: UInt16
    public let category: EventCategory
    /// The `index` of the category.
    public let categoryIndex: UInt8

    @inlinable
    init(_ index: Int, _ category: EventCategory) {
        self.index = UInt16(index)
        self.category = category
        categoryIndex = UInt8(category.index)
    }
}

/// The index of an attachment in the event log of the same transaction. Attachments are the
/// strings, lists and values that do not fit into an event's record.
public struct LogIndex: Sendable, BitwiseCopyable {
    public let index: Int32

    @inlinable
    public init(_ index: Int) { self.index = Int32(index) }
}

/// Conversions between the words of a record and the values of the event's fields.
extension EventRecord {
    @inlinable
    public static func reference(_ word: UInt64) -> Handle {
        Handle(
            slot: UInt32(truncatingIfNeeded: word),
            generation: UInt32(truncatingIfNeeded: word >> 32)
        )
    }

    @inlinable
    public static func word(_ handle: Handle) -> UInt64 {
        UInt64(handle.slot) | UInt64(handle.generation) << 32
    }

    @inlinable
    public static func index(_ word: UInt64) -> Int? {
        let index = Int(bitPattern: UInt(word))
        return index < 0 ? nil : index
    }

    @inlinable
    public static func word(_ index: Int?) -> UInt64 { UInt64(UInt(bitPattern: index ?? -1)) }

    @inlinable
    public static func attachment(_ word: UInt64) -> LogIndex {
        LogIndex(Int(truncatingIfNeeded: word))
    }

    @inlinable
    public static func word(_ index: LogIndex) -> UInt64 {
        UInt64(truncatingIfNeeded: index.index)
    }

    /// The transition id in the first 64-bit word. Valid only if the first field of the event is a
    /// transition id.
    @inlinable
    public var transition: TransitionID { TransitionID(words.0) }

    /// Returns the size stored in the word at index `word` (the width) and the next word (the
    /// height).
    @inlinable
    public func size(at word: Int) -> Size {
        Size(
            width: Double(bitPattern: self[word]), height: Double(bitPattern: self[word &+ 1]))
    }

    /// The frame stored in the four 64-bit words of the record.
    @inlinable
    public var frame: Frame {
        Frame(
            x: Double(bitPattern: words.0), y: Double(bitPattern: words.1),
            width: Double(bitPattern: words.2), height: Double(bitPattern: words.3))
    }
}
