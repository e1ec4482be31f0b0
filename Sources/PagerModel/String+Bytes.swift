// In pagerd two texts are equal if their bytes are. The standard library compares and hashes text
// by canonical equivalence, which takes quadratic time in a run of combining marks: one name of
// 400 KB from a client would stop the daemon for a minute. The declarations here have the
// signatures of the standard library's. Where this module is imported, the compiler prefers them.
//
// Generic code, such as a dictionary, a set or a synthesized `==`, does not see them. A text from
// outside is a key only as a `TextKey`, in a `TextDictionary` or in a `TextSet`. `ArchitectureTests` looks for other keys.

extension String {
    /// Compares bytes. O(bytes), O(1) where the lengths differ.
    @inlinable @inline(__always)
    package static func == (left: String, right: String) -> Bool {
        haveSameWords(left, right)
            || (left.utf8.count == right.utf8.count && left.hasSameBytes(as: right))
    }

    @inlinable @inline(__always)
    package static func != (left: String, right: String) -> Bool { !(left == right) }

    /// The match of a `case` with a text.
    @inlinable @inline(__always)
    package static func ~= (left: String, right: String) -> Bool { left == right }

    /// Orders by bytes, which is the order of the Unicode scalars. O(bytes).
    package static func < (left: String, right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    package func hasPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

    package func hasSuffix(_ suffix: String) -> Bool {
        utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// - Precondition: both have the same number of bytes.
    @usableFromInline
    package func hasSameBytes(as other: String) -> Bool {
        utf8.span.hasSameBytes(as: other.utf8.span)
    }
}

extension StringProtocol {
    /// Compares bytes: a text with a part of one.
    package static func == <Other: StringProtocol>(left: Self, right: Other) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }

    package static func != <Other: StringProtocol>(left: Self, right: Other) -> Bool {
        !(left == right)
    }

    package func hasPrefix<Prefix: StringProtocol>(_ prefix: Prefix) -> Bool {
        utf8.starts(with: prefix.utf8)
    }
}

extension String? {
    /// Compares bytes.
    package static func == (left: String?, right: String?) -> Bool {
        switch (left, right) {
        case (let left?, let right?): left == right
        case (nil, nil): true
        default: false
        }
    }

    package static func != (left: String?, right: String?) -> Bool { !(left == right) }
}

extension RandomAccessCollection<String> {
    /// Looks for the same bytes. O(texts).
    ///
    /// Only lists have it. The compiler would prefer it to the `contains` of a set, or of a
    /// dictionary's keys, and search those from their beginning.
    package func contains(_ text: String) -> Bool { contains { $0 == text } }
}

extension Sequence<String> {
    /// In the order of their bytes.
    package func sorted() -> [String] { sorted { $0 < $1 } }
}

/// A text as the key of a dictionary or the member of a set: compared and hashed by its bytes.
package struct TextKey: Hashable, Sendable, ExpressibleByStringLiteral {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(stringLiteral text: String) { self.text = text }

    package static func == (left: TextKey, right: TextKey) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }
}

extension Hasher {
    /// Takes in a text's bytes and their number. O(bytes).
    package mutating func combine(bytesOf text: String) {
        combine(text.utf8.count)
        combine(bytes: text.utf8.span)
    }
}

extension RawRepresentable where RawValue == String {
    /// The case of this name, byte for byte. The compiler's `init(rawValue:)` compares by
    /// canonical equivalence. O(cases), whatever the text.
    package init?(named name: String) {
        guard name.utf8.count <= Limits.identifierBytes, let known = Self(rawValue: name),
            known.rawValue == name
        else { return nil }
        self = known
    }
}

/// The first Unicode scalars of a text, and dots where there are more: for error messages.
package func beginning(of text: String, scalars limit: Int = 40) -> String {
    let scalars = text.unicodeScalars
    guard
        let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
        end < scalars.endIndex
    else { return text }
    return "\(text[..<end])..."
}

/// The beginning of a text in quotes: for error messages.
package func quoted(_ text: String) -> String { "\"\(beginning(of: text))\"" }
