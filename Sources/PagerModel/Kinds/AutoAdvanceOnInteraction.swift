/// The effect that a page turn by the user has on a pager's option `autoAdvance`.
public enum AutoAdvanceOnInteraction: String, FieldEnumeration, BitwiseCopyable {
    /// The pager continues to advance. The interval starts again after the page turn.
    case `continue`
    /// The pager stops advancing, and continues when it has not moved for `resumeAfter` seconds.
    case pause
    /// The pager does not advance until a client calls `pager.resume`.
    case stop
}
