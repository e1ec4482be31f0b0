/// Why a command has changed nothing though it was not refused, where the reply says so by a name.
public enum IgnoredReason: String, FieldEnumeration, BitwiseCopyable {
    /// The option `swipeEnabled` of the pager is off in this direction.
    case swipeDisabled
    /// The option `interactivePopEnabled` of the navigation controller is off.
    case interactivePopDisabled
    /// The page controller has no data source that knows its next page.
    case noDataSource
}
