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

/// Whether a turn beyond the last page of a pager shows the first one: none, only that of
/// `autoAdvance`, or also those of commands and swipes.
public enum Rewind: FieldValue, Hashable, BitwiseCopyable {
    case none, autoAdvance, always

    public static var schema: Schema { .booleanOr(["always"]) }

    public init(reading value: Value) throws(CommandError) {
        switch value {
        case .bool(let flag): self = flag ? .autoAdvance : .none
        case "always": self = .always
        case .string(let text):
            throw CommandError(.invalidParams, "\(quoted(text)) is not \(Self.schema.phrase)")
        default: throw .mismatch(Self.schema, value)
        }
    }

    @inlinable
    public func write<W: ValueWriter>(to writer: inout W) {
        switch self {
        case .none: writer.bool(false)
        case .autoAdvance: writer.bool(true)
        case .always: writer.string("always")
        }
    }
}

// Earlier versions archived a boolean, which is one byte.
extension Rewind {
    public func store(in archive: inout Archive) {
        var byte: UInt8 = self == .none ? 0 : self == .autoAdvance ? 1 : 2
        byte.visit(&archive)
    }

    public init?(restoringFrom archive: inout Archive) {
        var byte: UInt8 = 0
        byte.visit(&archive)
        archive.require(byte < 3, "\(byte) is not a value of rewind")
        self = byte == 0 ? .none : byte == 1 ? .autoAdvance : .always
    }
}

/// The effect that a page turn by the user has on a pager's option `autoAdvance`.
public enum AutoAdvanceOnInteraction: String, FieldEnumeration, BitwiseCopyable {
    /// The pager continues to advance. The interval starts again after the page turn.
    case `continue`
    /// The pager stops advancing, and continues when it has not moved for `resumeAfter` seconds.
    case pause
    /// The pager does not advance until a client calls `pager.resume`.
    case stop
}
