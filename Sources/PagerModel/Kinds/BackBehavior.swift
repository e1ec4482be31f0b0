/// Which member of a pager or a tab bar `back` selects; as react-navigation's `backBehavior`.
public enum BackBehavior: String, FieldEnumeration, BitwiseCopyable {
    /// No member: nothing is recorded.
    case none
    /// The first one of the list.
    case first
    /// The one that was selected first.
    case initial
    /// The one before the selected one in the list.
    case order
    /// The one that was selected before.
    case history

    static let doc =
        "what back selects. none: nothing; first: the first of the list; initial: the one that was "
        + "selected first; order: the one before the selected one in the list; history: the one "
        + "that was selected before"
}
