/// The events of one transaction in order, with their attachments.
public struct EventLog: Sendable {
    public var events: [EventRecord] = []
    /// The positions in the log at which the origin of the events changes. The origin of an event
    /// is the request that caused it. The events from `index` up to the next change have this
    /// `origin`. The value 0 means the request that started the transaction.
    public private(set) var origins: [(index: Int, origin: UInt64)] = []
    @usableFromInline var writer = EventWriter()

    public init() {}

    /// Creates a log without events. It is used to read the attachments of events that are stored
    /// elsewhere.
    public init(_ attachments: EventAttachments) { writer.attachments = attachments }

    /// The variable-size payloads of the events.
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
