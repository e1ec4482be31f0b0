/// The details of a transition that has begun.
public struct TransitionDetail: Sendable, BitwiseCopyable {
    public var transition: TransitionID
    public var from: Handle
    public var to: Handle
    /// Index into the styles.
    public var style: Int
    /// Whether the style's tracks are played backwards.
    public var reversed: Bool
    public var direction: TransitionDirection
    public var duration: Double
    public var curve: TransitionCurve
    public var options: TransitionOptions
    public var animated: Bool
    public var interactive: Bool

    public init(
        transition: TransitionID, from: Handle, to: Handle, style: Int, reversed: Bool,
        direction: TransitionDirection, duration: Double, curve: TransitionCurve,
        options: TransitionOptions, animated: Bool, interactive: Bool
    ) {
        self.transition = transition
        self.from = from
        self.to = to
        self.style = style
        self.reversed = reversed
        self.direction = direction
        self.duration = duration
        self.curve = curve
        self.options = options
        self.animated = animated
        self.interactive = interactive
    }
}

/// The events of one turn in memory that is kept from turn to turn.
///
/// Recording is storing: no question of who else holds it, which an array asks at every append.
public final class EventBuffer: @unchecked Sendable {
    @usableFromInline @exclusivity(unchecked) var base: UnsafeMutablePointer<Event>
    @usableFromInline @exclusivity(unchecked) var count = 0
    @usableFromInline @exclusivity(unchecked) var capacity: Int

    init(capacity: Int = 64) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    @inlinable
    func append(_ event: Event) {
        if count == capacity { grow() }
        (base + count).initialize(to: event)
        count += 1
    }

    @usableFromInline
    func grow() {
        let larger = UnsafeMutablePointer<Event>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }

    func copy() -> EventBuffer {
        let copy = EventBuffer(capacity: max(count, 64))
        copy.base.initialize(from: base, count: count)
        copy.count = count
        return copy
    }
}

/// What one turn did, in order.
///
/// Copies share the events until `clear` or `append`; who wants to keep them takes `copy`.
public struct EventLog: Sendable {
    @usableFromInline var recorded = EventBuffer()
    /// Where the events of a command begin that had waited, and whose it was.
    public private(set) var origins: [(index: Int, origin: UInt64)] = []
    private var texts: [String] = []
    private var lists: [[Handle]] = []
    private var values: [Value] = []
    public private(set) var details: [TransitionDetail] = []
    private var creations: [CreationRecord] = []

    public init() {}

    /// A log of nothing but details, for events that are written later.
    public init(details: [TransitionDetail]) { self.details = details }

    /// Whether the events speak of handles, numbers and transitions only: nothing of what lies
    /// beside them is a text, a list, a value or a creation, and all belong to one request.
    public var isPlain: Bool {
        origins.isEmpty && texts.isEmpty && lists.isEmpty && values.isEmpty && creations.isEmpty
    }

    /// The events so far. Valid until the log changes.
    public var events: UnsafeBufferPointer<Event> {
        UnsafeBufferPointer(start: recorded.base, count: recorded.count)
    }

    @inlinable
    public var isEmpty: Bool { recorded.count == 0 }

    /// The same events in memory of their own.
    public func copy() -> EventLog {
        var copy = self
        copy.recorded = recorded.copy()
        return copy
    }

    @inlinable
    public mutating func append(_ event: Event) { recorded.append(event) }

    /// The events from here on belong to another request; 0 for the turn's own.
    public mutating func mark(origin: UInt64) { origins.append((recorded.count, origin)) }

    public mutating func keep(text: String) -> LogIndex {
        texts.append(text)
        return LogIndex(texts.count - 1)
    }

    public mutating func keep(list: [Handle]) -> LogIndex {
        lists.append(list)
        return LogIndex(lists.count - 1)
    }

    public mutating func keep(value: Value) -> LogIndex {
        values.append(value)
        return LogIndex(values.count - 1)
    }

    public mutating func keep(detail: TransitionDetail) -> LogIndex {
        details.append(detail)
        return LogIndex(details.count - 1)
    }

    public mutating func keep(creation: CreationRecord) -> LogIndex {
        creations.append(creation)
        return LogIndex(creations.count - 1)
    }

    public func text(_ index: LogIndex) -> String { texts[Int(index.index)] }
    public func list(_ index: LogIndex) -> [Handle] { lists[Int(index.index)] }
    public func value(_ index: LogIndex) -> Value { values[Int(index.index)] }
    public func detail(_ index: LogIndex) -> TransitionDetail { details[Int(index.index)] }
    public func creation(_ index: LogIndex) -> CreationRecord { creations[Int(index.index)] }

    /// Forgets everything but the memory it lay in.
    public mutating func clear() {
        recorded.count = 0
        while details.popLast() != nil {}
        // Most turns have none of these.
        if !origins.isEmpty { origins.removeAll(keepingCapacity: true) }
        if !texts.isEmpty { texts.removeAll(keepingCapacity: true) }
        if !lists.isEmpty { lists.removeAll(keepingCapacity: true) }
        if !values.isEmpty { values.removeAll(keepingCapacity: true) }
        if !creations.isEmpty { creations.removeAll(keepingCapacity: true) }
    }
}

/// Turns what is inside the engine into what stands on the wire.
public protocol EventContext {
    func name(of handle: Handle) -> String
    func style(at index: Int) -> TransitionStyle
}
