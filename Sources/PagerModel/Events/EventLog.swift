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

/// The events of one transaction and their payloads, in memory that all transactions reuse.
///
/// Recording is storing: no question of who else holds it, which an array asks at every append.
public final class EventBuffer: @unchecked Sendable {
    @usableFromInline @exclusivity(unchecked) var base: UnsafeMutablePointer<Event>
    @usableFromInline @exclusivity(unchecked) var count = 0
    @usableFromInline @exclusivity(unchecked) var capacity: Int
    @exclusivity(unchecked) fileprivate var origins: [(index: Int, origin: UInt64)] = []
    @exclusivity(unchecked) fileprivate var enclosures = Enclosures()

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
        copy.origins = origins
        copy.enclosures = enclosures
        return copy
    }
}

/// The events of one transaction, in order.
///
/// Copies are one log: what is recorded in one is in the others; who wants to keep it takes `copy`.
public struct EventLog: Sendable {
    @usableFromInline var recorded: EventBuffer

    public init() { recorded = EventBuffer() }

    /// A log of payloads only, to encode events that were recorded earlier.
    public init(_ enclosures: Enclosures) {
        recorded = EventBuffer(capacity: 1)
        recorded.enclosures = enclosures
    }

    /// Where the events of a command begin that had waited, and whose it was.
    public var origins: [(index: Int, origin: UInt64)] { recorded.origins }

    /// The events so far. Valid until the log changes.
    public var events: UnsafeBufferPointer<Event> {
        UnsafeBufferPointer(start: recorded.base, count: recorded.count)
    }

    @inlinable
    public var isEmpty: Bool { recorded.count == 0 }

    /// Takes out the payloads. The events cannot be encoded from this log afterwards.
    public mutating func takeEnclosures() -> Enclosures {
        var taken = Enclosures()
        swap(&taken, &recorded.enclosures)
        return taken
    }

    /// The same in memory of its own.
    public func copy() -> EventLog {
        var copy = self
        copy.recorded = recorded.copy()
        return copy
    }

    @inlinable
    public mutating func append(_ event: Event) { recorded.append(event) }

    /// Notes that the events from here on belong to another request; 0 for the transaction's own.
    public mutating func mark(origin: UInt64) {
        recorded.origins.append((recorded.count, origin))
    }

    public mutating func keep(text: String) -> LogIndex { keep(.text(text)) }
    public mutating func keep(list: [Handle]) -> LogIndex { keep(.list(list)) }
    public mutating func keep(value: Value) -> LogIndex { keep(.value(value)) }
    public mutating func keep(creation: CreationRecord) -> LogIndex { keep(.creation(creation)) }

    public mutating func keep(detail: TransitionDetail) -> LogIndex {
        recorded.enclosures.details.append(detail)
        return LogIndex(recorded.enclosures.details.count - 1)
    }

    private mutating func keep(_ enclosure: Enclosure) -> LogIndex {
        recorded.enclosures.others.append(enclosure)
        return LogIndex(recorded.enclosures.others.count - 1)
    }

    public func detail(_ index: LogIndex) -> TransitionDetail {
        recorded.enclosures.details[Int(index.index)]
    }

    func other(_ index: LogIndex) -> Enclosure { recorded.enclosures.others[Int(index.index)] }

    public var detailCount: Int { recorded.enclosures.details.count }
    /// Texts, lists, values and creations beside the events.
    public var enclosureCount: Int { recorded.enclosures.others.count }
    public func enclosure(_ index: LogIndex) -> Enclosure { other(index) }

    /// Forgets everything but the memory it lay in.
    public mutating func clear() {
        recorded.count = 0
        if !recorded.origins.isEmpty { recorded.origins.removeAll(keepingCapacity: true) }
        recorded.enclosures.clear()
    }
}

/// Translates the engine's handles into the names that clients know.
public protocol EventContext {
    func name(of handle: Handle) -> String
    func style(at index: Int) -> TransitionStyle
}
