/// What a page turn by a person does to a pager's `autoAdvance`.
public enum AutoAdvanceOnInteraction: String, FieldEnumeration, BitwiseCopyable {
    /// The pager advances as usual, counting from rest.
    case `continue`
    /// The pager does not advance until it has been at rest for `resumeAfter` seconds.
    case pause
    /// The pager does not advance until `pager.resume`.
    case stop
}
