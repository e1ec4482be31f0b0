/// The name of a controller, a view or a window: `[A-Za-z0-9_-]{1,64}`.
///
/// Controllers, views and windows share one namespace. The client chooses a name, or the daemon
/// assigns one.
public struct Identifier: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public static let maximumLength = Limits.identifierBytes

    /// A description of valid names, for error messages.
    package static let form = "1 to \(maximumLength) characters of A-Z a-z 0-9 _ -"

    /// Creates a name. Returns nil if the string is not a valid name. O(length).
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

    /// Returns whether a name may contain the byte: a letter, digit, underscore or hyphen.
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
    /// Creates a name from a literal in the source code, such as `"book"`.
    ///
    /// - Precondition: The literal is a valid name. Use `init?(_:)` for other strings.
    public init(stringLiteral text: StaticString) {
        guard let name = Identifier(text.description) else {
            preconditionFailure("\"\(text)\" is not a valid name: [A-Za-z0-9_-]{1,64}")
        }
        self = name
    }
}

/// The id of a running or ended transition: `t1`, `t2`, ... Each id is unique within a history (a
/// sequence of events, which a daemon with a journal continues after a restart).
public struct TransitionID: Hashable, Sendable, BitwiseCopyable, Comparable,
    CustomStringConvertible
{
    public let number: UInt64

    @inlinable
    public init(_ number: UInt64) {
        self.number = number
    }

    /// Parses an id: the letter `t`, followed by a number without leading zeros. Returns nil for
    /// any other string.
    public init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "t"), let number = UInt64(text.dropFirst()),
            "t\(number)" == text
        else { return nil }
        self.number = number
    }

    public var description: String { "t\(number)" }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
