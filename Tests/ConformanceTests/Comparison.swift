/// The way in which expected tokens are compared with the actual ones.
enum Comparison: String, Sendable {
    /// Exactly the expected tokens. Layout must occur only where it is expected, any number of
    /// times.
    case exact
    /// The expected tokens in this order; others may come between.
    case subsequence
    /// Each expected token, in any order.
    case contains
    /// None of the tokens.
    case absent

    /// Returns a description of the difference, or nil if the tokens match.
    func fault(_ expected: [Pattern], _ got: [Token], layoutStrict: Bool = false) -> String? {
        switch self {
        case .exact:
            return layoutStrict ? Self.strictFault(expected, got) : Self.exactFault(expected, got)
        case .subsequence:
            return Self.isSubsequence(expected, got) ? nil : "the expected order does not occur"
        case .contains:
            let missing = expected.filter { pattern in !got.contains { pattern.fits($0) } }
            return missing.isEmpty ? nil : "missing: \(missing.described)"
        case .absent:
            let extra = got.filter { token in expected.contains { $0.fits(token) } }
            return extra.isEmpty ? nil : "must not occur: \(extra.described)"
        }
    }

    private static func exactFault(_ expected: [Pattern], _ got: [Token]) -> String? {
        guard fits(expected.filter { !$0.isLayout }, got.filter { !$0.isLayout }) else {
            return "the sequences differ"
        }
        return isSubsequence(expected, got) ? nil : "a layout pass is missing where it belongs"
    }

    private static func strictFault(_ expected: [Pattern], _ got: [Token]) -> String? {
        fits(expected, collapsed(got)) ? nil : "the sequences differ (layout passes collapsed)"
    }

    private static func fits(_ expected: [Pattern], _ got: [Token]) -> Bool {
        expected.count == got.count && zip(expected, got).allSatisfy { $0.fits($1) }
    }

    private static func isSubsequence(_ expected: [Pattern], _ got: [Token]) -> Bool {
        var left = expected[...]
        for token in got where left.first?.fits(token) == true { left.removeFirst() }
        return left.isEmpty
    }

    /// Returns the tokens with each run of layout tokens reduced to the first one of each kind and
    /// controller.
    private static func collapsed(_ tokens: [Token]) -> [Token] {
        var run: Set<Token> = []
        return tokens.filter { token in
            if token.isLayout { return run.insert(token).inserted }
            run.removeAll()
            return true
        }
    }
}

extension Sequence where Element: CustomStringConvertible {
    /// The elements in one line, `-` for none.
    var described: String {
        let words = map(\.description)
        return words.isEmpty ? "-" : words.joined(separator: " ")
    }
}
