internal import PagerModel

/// A generator of ids for the windows, controllers and views to which the book gives none.
struct DerivedNames {
    private var taken: TextSet
    /// The number that was last appended to each text from which ids are derived. With these
    /// numbers, finding an unused id is fast even if many titles are equal.
    private var numbers: TextDictionary<Int> = [:]

    /// Creates a generator of ids for one book.
    ///
    /// - Parameter taken: The ids that the book gives. They are not assigned to other objects.
    init(taken: TextSet) {
        self.taken = taken
    }

    /// Returns a valid id, derived from the first of `wishes` that has a usable character, or else
    /// `fallback`. If this id is taken, appends `-2`, `-3` and so on.
    mutating func assign(_ wishes: String..., else fallback: Identifier) -> String {
        let base = wishes.lazy.map(Self.letters).first { !$0.isEmpty } ?? fallback.text
        var name = base
        var number = numbers[base] ?? 1
        while !taken.insert(name) {
            number += 1
            let suffix = "-\(number)"
            name = base.prefix(Identifier.maximumLength - suffix.count) + suffix
        }
        numbers[base] = number
        return name
    }

    /// Returns a text that contains only characters allowed in ids. Removes accents, replaces each
    /// run of other characters with one `-`, and removes each `-` at the beginning and at the end.
    /// The result has at most `Identifier.maximumLength` characters.
    static func letters(of text: String) -> String {
        var letters: [UInt8] = []
        for scalar in text.unicodeScalars {
            let plain = scalar.isASCII ? UInt8(scalar.value) : unaccented(scalar)
            if let plain, Identifier.allows(plain) {
                letters.append(plain)
            } else if !scalar.properties.isGraphemeExtend, letters.last != UInt8(ascii: "-") {
                letters.append(UInt8(ascii: "-"))
            }
            // A text may be as long as a file, and its first letter may be preceded by one `-`.
            if letters.count > Identifier.maximumLength { break }
        }
        let trimmed = letters.drop { $0 == UInt8(ascii: "-") }.prefix(Identifier.maximumLength)
        let end = trimmed.lastIndex { $0 != UInt8(ascii: "-") }.map { $0 + 1 }
        return String(decoding: trimmed[..<(end ?? trimmed.startIndex)], as: UTF8.self)
    }

    /// Returns an accented Latin letter without its accent. For example, returns `u` for
    /// `LATIN SMALL LETTER U WITH DIAERESIS`. Returns nil for any other character.
    private static func unaccented(_ scalar: Unicode.Scalar) -> UInt8? {
        let words = scalar.properties.name?.split(separator: " ") ?? []
        guard words.count > 5, words[0] == "LATIN", words[2] == "LETTER", words[4] == "WITH",
            words[3].utf8.count == 1, let letter = words[3].utf8.first
        else { return nil }
        return words[1] == "SMALL" ? letter | 0x20 : letter
    }
}
