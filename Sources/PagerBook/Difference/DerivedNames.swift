internal import PagerModel

/// Ids for what nobody has named.
struct DerivedNames {
    private var taken: TextSet
    /// The last number tried after a base, so that a thousand equal titles stay cheap.
    private var numbers: TextDictionary<Int> = [:]

    /// - Parameter taken: the ids that somebody has chosen; they are never derived.
    init(taken: TextSet) {
        self.taken = taken
    }

    /// The wish in the letters of an id, with `-2`, `-3`... where it is taken already.
    mutating func assign(_ wish: String, else fallback: String) -> String {
        let letters = Self.letters(of: wish)
        let base = letters.isEmpty ? fallback : letters
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

    /// Letters, digits, - and _ as they are, accents taken off, everything else as one `-`.
    static func letters(of text: String) -> String {
        var letters: [UInt8] = []
        for scalar in text.unicodeScalars {
            let plain = scalar.isASCII ? UInt8(scalar.value) : unaccented(scalar)
            if let plain, Identifier.allows(plain) {
                letters.append(plain)
            } else if !scalar.properties.isGraphemeExtend, letters.last != UInt8(ascii: "-") {
                letters.append(UInt8(ascii: "-"))
            }
        }
        let trimmed = letters.drop { $0 == UInt8(ascii: "-") }.prefix(Identifier.maximumLength)
        let end = trimmed.lastIndex { $0 != UInt8(ascii: "-") }.map { $0 + 1 }
        return String(decoding: trimmed[..<(end ?? trimmed.startIndex)], as: UTF8.self)
    }

    /// `LATIN SMALL LETTER U WITH DIAERESIS` is a u.
    private static func unaccented(_ scalar: Unicode.Scalar) -> UInt8? {
        let words = scalar.properties.name?.split(separator: " ") ?? []
        guard words.count > 5, words[0] == "LATIN", words[2] == "LETTER", words[4] == "WITH",
            words[3].utf8.count == 1, let letter = words[3].utf8.first
        else { return nil }
        return words[1] == "SMALL" ? letter | 0x20 : letter
    }
}
