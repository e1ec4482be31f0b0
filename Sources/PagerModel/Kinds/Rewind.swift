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
