/// The events of one transaction, in order, with their attachments.
public struct EventLog: Sendable {
    public var events: [EventRecord] = []
    /// Where the events of commands begin that had waited, and the requests they came with.
    public private(set) var origins: [(index: Int, origin: UInt64)] = []
    @usableFromInline var writer = EventWriter()

    public init() {}

    /// A log of attachments only, by which events that were recorded earlier are read.
    public init(_ attachments: EventAttachments) { writer.attachments = attachments }

    /// What the events have beside their records.
    public var attachments: EventAttachments {
        _read { yield writer.attachments }
        _modify { yield &writer.attachments }
    }

    public var count: Int { events.count }

    public var isEmpty: Bool { events.isEmpty }

    /// Records an event. Amortised O(what its fields hold).
    ///
    /// - Returns: how many controllers its lists name.
    @inlinable
    @discardableResult
    public mutating func append<E: EventDeclaration>(
        _ event: E, at place: EventPlace, about subject: Handle
    ) -> Int {
        var event = event
        writer.begin(EventRecord(place, subject))
        event.visit(&writer)
        events.append(writer.record)
        return writer.listed
    }

    /// Records an event whose attachments are in the log.
    package mutating func append(_ event: EventRecord) { events.append(event) }

    /// Notes that the events from here on belong to another request; 0 for the transaction's own.
    public mutating func mark(origin: UInt64) { origins.append((events.count, origin)) }

    /// Removes everything and keeps the memory of the events.
    public mutating func clear() {
        events.removeAll(keepingCapacity: true)
        if !origins.isEmpty { origins.removeAll(keepingCapacity: true) }
        if !attachments.isEmpty { attachments.removeAll() }
    }
}

/// Translates the engine's handles into the names that clients know.
public protocol EventContext {
    func name(of handle: Handle) -> String
    func style(at index: Int) -> TransitionStyle
}
