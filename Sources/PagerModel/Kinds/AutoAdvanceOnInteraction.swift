/// The effect of the user's page turn on a pager's `autoAdvance`.
public enum AutoAdvanceOnInteraction: String, FieldEnumeration, BitwiseCopyable {
    /// The pager continues to advance. The interval starts after the page turn.
    case `continue`
    /// The pager advances again after it has not moved for `resumeAfter` seconds.
    case pause
    /// The pager does not advance until a client calls `pager.resume`.
    case stop
}
