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
