/// The declaration of a kind whose containers have one selected page or tab and a history of
/// selections. It contains descriptions for the protocol reference.
public protocol SelectingKindDeclaration: KindDeclaration {
    /// The summary of the event `historyChanged`, for the protocol reference.
    static var historySummary: StaticString { get }
    /// The description of the event's field `back` for the protocol reference.
    static var backDoc: StaticString { get }
    /// The description of the event's field `forward` for the protocol reference.
    static var forwardDoc: StaticString { get }
}

/// The event that reports a new result of the commands `back` and `forward`: the page or tab that
/// each of them would now select.
public struct SelectionHistoryChanged<Kind: SelectingKindDeclaration>: EventDeclaration {
    public static var name: StaticString { "historyChanged" }
    public static var summary: StaticString { Kind.historySummary }
    public static var changes: [RecordChange] {
        [.set("back", to: "back"), .set("forward", to: "forward")]
    }
    public var back = Handle.none
    public var forward = Handle.none

    public init() {}

    public init(back: Handle, forward: Handle) {
        self.back = back
        self.forward = forward
    }

    @inlinable
    public mutating func visit<V: EventVisitor>(_ v: inout V) {
        v.reference("back", &back, Kind.backDoc)
        v.reference("forward", &forward, Kind.forwardDoc)
    }
}
