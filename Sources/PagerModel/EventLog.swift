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

/// What one turn did, in order.
public struct EventLog: Sendable {
    @usableFromInline var recorded: [Event] = []
    private var texts: [String] = []
    private var lists: [[Handle]] = []
    private var values: [Value] = []
    private var details: [TransitionDetail] = []

    public init() {}

    public var events: [Event] { recorded }

    @inlinable
    public var isEmpty: Bool { recorded.isEmpty }

    @inlinable
    public mutating func append(_ event: Event) { recorded.append(event) }

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

    public func text(_ index: LogIndex) -> String { texts[Int(index.index)] }
    public func list(_ index: LogIndex) -> [Handle] { lists[Int(index.index)] }
    public func value(_ index: LogIndex) -> Value { values[Int(index.index)] }
    public func detail(_ index: LogIndex) -> TransitionDetail { details[Int(index.index)] }

    /// Forgets everything but the memory it lay in.
    public mutating func clear() {
        recorded.removeAll(keepingCapacity: true)
        details.removeAll(keepingCapacity: true)
        // Most turns have none of these.
        if !texts.isEmpty { texts.removeAll(keepingCapacity: true) }
        if !lists.isEmpty { lists.removeAll(keepingCapacity: true) }
        if !values.isEmpty { values.removeAll(keepingCapacity: true) }
    }
}

/// Turns what is inside the engine into what stands on the wire.
public protocol EventContext {
    func name(of handle: Handle) -> String
    func style(at index: Int) -> TransitionStyle
}
