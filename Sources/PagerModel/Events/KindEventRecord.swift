/// An event of a kind as the engine records it: which one, and a word for each of its fields.
///
/// A text, a list or a value is in the log, and its word is the index there.
public struct KindEventRecord: Sendable, BitwiseCopyable {
    /// A word for each field; those behind the last field are 0.
    @usableFromInline var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    /// Its place in `DeclaredEvents`.
    public let number: UInt16
    @usableFromInline let kind: UInt8

    @inlinable
    init(_ number: UInt16, of kind: UInt8) {
        self.number = number
        self.kind = kind
    }

    public var category: EventCategory { .kind(kind) }

    /// - Precondition: there is such a field.
    @inlinable
    public subscript(place: Int) -> UInt64 {
        get {
            switch place {
            case 0: words.0
            case 1: words.1
            case 2: words.2
            case 3: words.3
            default: preconditionFailure("an event has at most 4 fields")
            }
        }
        set {
            switch place {
            case 0: words.0 = newValue
            case 1: words.1 = newValue
            case 2: words.2 = newValue
            case 3: words.3 = newValue
            default: preconditionFailure("an event has at most 4 fields")
            }
        }
    }
}

/// Conversions between words and values.
extension KindEventRecord {
    @inlinable
    public static func reference(_ word: UInt64) -> Handle {
        Handle(
            slot: UInt32(truncatingIfNeeded: word),
            generation: UInt32(truncatingIfNeeded: word >> 32)
        )
    }

    @inlinable
    public static func word(_ handle: Handle) -> UInt64 {
        UInt64(handle.slot) | UInt64(handle.generation) << 32
    }

    @inlinable
    public static func index(_ word: UInt64) -> Int? {
        let index = Int(bitPattern: UInt(word))
        return index < 0 ? nil : index
    }

    @inlinable
    public static func word(_ index: Int?) -> UInt64 { UInt64(UInt(bitPattern: index ?? -1)) }

    @inlinable
    public static func place(_ word: UInt64) -> LogIndex { LogIndex(Int(word)) }

    @inlinable
    public static func word(_ index: LogIndex) -> UInt64 { UInt64(index.index) }
}
