/// What `back` selects, as in react-navigation's `backBehavior`.
public enum BackBehavior: String, FieldEnumeration, BitwiseCopyable {
    /// Nothing. No history is recorded.
    case none
    /// The first member.
    case first
    /// The member selected first.
    case initial
    /// The member before the selected one.
    case order
    /// The member selected before.
    case history

    static let doc =
        "what back selects. none: nothing; first: the first member; initial: the one "
        + "selected first; order: the one before; history: the one selected before"
}

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
