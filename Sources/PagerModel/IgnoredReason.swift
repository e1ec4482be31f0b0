/// The reason why an accepted command changed nothing. The reply contains the name of the reason.
public enum IgnoredReason: String, FieldEnumeration, BitwiseCopyable {
    /// The option `swipeEnabled` of the pager does not allow swipes in this direction.
    case swipeDisabled
    /// The option `interactivePopEnabled` of the navigation controller is false.
    case interactivePopDisabled
    /// The page controller has no data source, so its next page is unknown.
    case noDataSource
}
