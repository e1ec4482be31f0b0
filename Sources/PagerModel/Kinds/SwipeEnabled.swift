/// The directions in which the user may turn the pages of a pager: both, none or one.
public enum SwipeEnabled: FieldValue, Hashable, BitwiseCopyable {
    case both, none, forward, backward

    public static var schema: Schema { .booleanOr(["forward", "backward"]) }

    public init(reading value: Value) throws(CommandError) {
        switch value {
        case .bool(let flag): self = flag ? .both : .none
        case "forward": self = .forward
        case "backward": self = .backward
        case .string(let text):
            throw CommandError(.invalidParams, "\(quoted(text)) is not \(Self.schema.phrase)")
        default: throw .mismatch(Self.schema, value)
        }
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) {
        switch self {
        case .both: writer.bool(true)
        case .none: writer.bool(false)
        case .forward: writer.string("forward")
        case .backward: writer.string("backward")
        }
    }

    /// Returns whether the user may turn pages in the given direction: to later pages or to earlier
    /// ones.
    public func allows(_ direction: TransitionDirection) -> Bool {
        switch self {
        case .both: true
        case .none: false
        case .forward: direction == .forward
        case .backward: direction == .reverse
        }
    }
}
