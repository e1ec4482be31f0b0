extension Unicode.Scalar {
    /// Whether a terminal would interpret the scalar instead of showing it. True for C0 and C1
    /// controls, DEL, line and paragraph separators, and characters that change the text direction.
    package var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// This string with its control characters (including line breaks) escaped, as in `\u{1B}`.
    /// The result can be shown on one line of a terminal. O(length).
    package var printable: String {
        guard unicodeScalars.contains(where: \.isControl) else { return self }
        return unicodeScalars.reduce(into: "") { shown, scalar in
            if scalar.isControl {
                shown += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
    }

    /// This string with its control characters, except line breaks, escaped. The result can be
    /// shown on a terminal. O(length).
    package var printableLines: String {
        guard unicodeScalars.contains(where: { $0.isControl && $0 != "\n" }) else { return self }
        return split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).printable }.joined(separator: "\n")
    }

    /// This string with its control characters, except line breaks, escaped in the form `\u001b`.
    /// The string must be JSON. The result is JSON for the same value, and is safe to show on a
    /// terminal. O(length).
    package var printableJSON: String {
        guard unicodeScalars.contains(where: { $0.isControl && $0 != "\n" }) else { return self }
        return unicodeScalars.reduce(into: "") { shown, scalar in
            guard scalar.isControl, scalar != "\n" else {
                return shown.unicodeScalars.append(scalar)
            }
            // Each of these scalars has at most four hexadecimal digits.
            let digits = String(scalar.value, radix: 16)
            shown += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }
}
