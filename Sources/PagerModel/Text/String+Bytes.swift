// Texts are equal in pagerd if their bytes are equal. The standard library compares and hashes by
// canonical equivalence, which takes quadratic time for a run of combining marks: one name of 400
// KB from a client would block the daemon for a minute. The functions in this file have the same
// signatures as those of the standard library, and the compiler prefers them in modules that import
// this one.
//
// Generic code, such as a dictionary, a set or a synthesized `==`, does not use them. A text from
// outside is used as a key only in a `TextKey`, a `TextDictionary` or a `TextSet`.
// `ArchitectureTests` finds other keys.

extension String {
    /// Returns whether both strings have the same bytes. O(bytes), or O(1) if the lengths differ.
    @inlinable @inline(__always)
    package static func == (left: String, right: String) -> Bool {
        haveSameWords(left, right)
            || (left.utf8.count == right.utf8.count && left.hasSameBytes(as: right))
    }

    @inlinable @inline(__always)
    package static func != (left: String, right: String) -> Bool { !(left == right) }

    /// Returns whether the string in a `switch` has the same bytes as the string in a `case`.
    @inlinable @inline(__always)
    package static func ~= (left: String, right: String) -> Bool { left == right }

    /// Returns whether `left` precedes `right` in the order of their bytes. This is also the order
    /// of their Unicode scalars. O(bytes).
    package static func < (left: String, right: String) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    package func hasPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

    package func hasSuffix(_ suffix: String) -> Bool {
        utf8.count >= suffix.utf8.count && utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }

    /// Returns whether both strings have the same bytes.
    ///
    /// - Precondition: Both strings have the same number of bytes.
    @usableFromInline
    package func hasSameBytes(as other: String) -> Bool {
        utf8.span.hasSameBytes(as: other.utf8.span)
    }
}

extension StringProtocol {
    /// Returns whether a string and a substring have the same bytes.
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
    /// Returns whether both strings have the same bytes, or both are nil.
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
    /// Returns whether the list contains a string with the same bytes as `text`. O(strings).
    ///
    /// Only lists have this function. If sets and the keys of dictionaries had it too, the compiler
    /// would prefer it to their own `contains`, and each search would be linear.
    package func contains(_ text: String) -> Bool { contains { $0 == text } }
}

extension Sequence<String> {
    /// Returns the strings in the order of their bytes.
    package func sorted() -> [String] { sorted { $0 < $1 } }
}

/// A string that is used as a dictionary key or a set member. Such strings are compared and hashed
/// by their bytes.
package struct TextKey: Hashable, Sendable, ExpressibleByStringLiteral {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(stringLiteral text: String) { self.text = text }

    package static func == (left: TextKey, right: TextKey) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }
}

extension Hasher {
    /// Hashes the number of bytes and the bytes of a string. O(bytes).
    package mutating func combine(bytesOf text: String) {
        combine(text.utf8.count)
        combine(bytes: text.utf8.span)
    }
}

extension RawRepresentable where RawValue == String {
    /// Creates the enumeration case with the given name. Returns nil if there is none. Compares
    /// names by their bytes, while the compiler's `init(rawValue:)` compares by canonical
    /// equivalence. O(cases), however long `name` is.
    package init?(named name: String) {
        guard name.utf8.count <= Limits.identifierBytes, let known = Self(rawValue: name),
            known.rawValue == name
        else { return nil }
        self = known
    }
}

/// Returns the first `limit` Unicode scalars of a string, followed by `...` if it is longer.
/// Used in error messages.
package func beginning(of text: String, scalars limit: Int = 40) -> String {
    let scalars = text.unicodeScalars
    guard
        let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
        end < scalars.endIndex
    else { return text }
    return "\(text[..<end])..."
}

/// Returns the beginning of a string in quotes, for error messages.
package func quoted(_ text: String) -> String { "\"\(beginning(of: text))\"" }

/// Returns a number with its noun, such as `1 page` or `2 pages`.
package func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
}
