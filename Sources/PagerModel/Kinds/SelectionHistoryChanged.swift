/// The declaration of a kind whose containers have one selected page or tab and a history of
/// selections. It contains descriptions for the protocol reference.
public protocol SelectingKindDeclaration: KindDeclaration {
    /// The summary of the event `historyChanged`, for the protocol reference.
    static var historySummary: String { get }
    /// The description of the event's field `back` for the protocol reference.
    static var backDoc: String { get }
    /// The description of the event's field `forward` for the protocol reference.
    static var forwardDoc: String { get }
}

/// The event that reports a new result of the commands `back` and `forward`: the page or tab that
/// each of them would now select.
public struct SelectionHistoryChanged<Kind: SelectingKindDeclaration>: EventDeclaration {
    public static var name: StaticString { "historyChanged" }
    public static var summary: String { Kind.historySummary }
    public static var changes: [RecordChange] {
        [.set("back"), .set("forward")]
    }
    public var back = Handle.none
    public var forward = Handle.none

    @inlinable public init() {}

    @inlinable public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("back", &back, Kind.backDoc)
        v.field("forward", &forward, Kind.forwardDoc)
    }
}
