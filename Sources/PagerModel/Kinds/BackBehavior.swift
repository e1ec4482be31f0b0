/// The rule by which the command `back` of a pager or tab bar chooses the page or tab that it
/// selects, like `backBehavior` in react-navigation.
public enum BackBehavior: String, FieldEnumeration, BitwiseCopyable {
    /// `back` selects nothing, and the container records no history.
    case none
    /// `back` selects the first page or tab of the container.
    case first
    /// `back` selects the page or tab with which the container's history of selections began.
    case initial
    /// `back` selects the page or tab before the selected one in the list.
    case order
    /// `back` selects the previously selected page or tab.
    case history

    static let doc =
        "what the command back selects. none: nothing; first: the first member of the list; "
        + "initial: the member that was selected first; order: the member before the selected one "
        + "in the list; history: the member that was selected previously"
}
