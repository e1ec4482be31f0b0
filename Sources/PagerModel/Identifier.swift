/// The name of a controller, a view or a window: `[A-Za-z0-9_-]{1,64}`.
///
/// All three share one space of names; the client chooses one or the daemon assigns it.
public struct Identifier: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public static let maximumLength = Limits.identifierBytes

    /// The form of a name, for texts that say what is wrong with one.
    package static let form = "1 to \(maximumLength) characters of A-Z a-z 0-9 _ -"

    /// Nil when the text has another form. O(length).
    public init?(_ text: String) {
        let bytes = text.utf8
        guard !bytes.isEmpty, bytes.count <= Self.maximumLength,
            bytes.allSatisfy(Self.allows)
        else { return nil }
        self.text = text
    }

    package init(unchecked text: String) {
        self.text = text
    }

    public var description: String { text }

    /// Letters, digits, underscore and hyphen.
    public static func allows(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}

extension Identifier: ExpressibleByStringLiteral {
    /// A name that stands in the source, such as `"book"`.
    ///
    /// - Precondition: the literal has the form of a name; for other text there is `init?(_:)`.
    public init(stringLiteral text: StaticString) {
        guard let name = Identifier(text.description) else {
            preconditionFailure("\"\(text)\" is no name: [A-Za-z0-9_-]{1,64}")
        }
        self = name
    }
}

/// A running or ended transition: `t1`, `t2`, ... never used twice in one history.
public struct TransitionID: Hashable, Sendable, BitwiseCopyable, Comparable,
    CustomStringConvertible
{
    public let number: UInt64

    @inlinable
    public init(_ number: UInt64) {
        self.number = number
    }

    /// Reads `t` and a number without leading zeros.
    public init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "t"), let number = UInt64(text.dropFirst()),
            "t\(number)" == text
        else { return nil }
        self.number = number
    }

    public var description: String { "t\(number)" }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
