/// The rule by which the command `back` of a pager or tab bar chooses the page or tab that it
/// selects, like `backBehavior` in react-navigation.
public enum BackBehavior: String, FieldEnumeration, BitwiseCopyable {
    /// The command `back` does not select anything, and the container does not record a history.
    case none
    /// The command `back` selects the first page or tab of the container.
    case first
    /// The command `back` selects the page or tab with which the container's history of selections
    /// began.
    case initial
    /// The command `back` selects the page or tab that precedes the selected one in the container.
    case order
    /// The command `back` selects the previously selected page or tab.
    case history

    static let doc =
        "what the command back selects. none: nothing; first: the first member of the list; "
        + "initial: the member that was selected first; order: the member before the selected one "
        + "in the list; history: the member that was selected previously"
}
