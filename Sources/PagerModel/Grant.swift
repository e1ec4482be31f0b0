/// What a plugin may do besides reading and looking after its own controllers.
public enum Grant: String, FieldEnumeration, BitwiseCopyable {
    case create, content, select, navigate, present, contain, window, transition, decide, administer

    /// One sentence for the reference.
    public var summary: String {
        switch self {
        case .create: "Make and destroy controllers of other kinds than its own."
        case .content: "Update controllers that it does not host."
        case .select: "Turn pages, select tabs, change columns."
        case .navigate: "Push and pop."
        case .present: "Present and dismiss."
        case .contain: "Change containment, views and appearance."
        case .window: "Make, change and close windows."
        case .transition: "Define styles, drive and end transitions."
        case .decide: "Decide about controllers that it does not host."
        case .administer: "End the daemon, move its clock."
        }
    }
}
