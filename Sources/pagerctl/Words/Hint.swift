internal import PagerModel
internal import PagerWire

/// What the user probably meant by an unknown word.
enum Hint {
    /// Returns `; did you mean WORD?` for an unknown option, or an empty text.
    static func option(_ name: String, among flags: [String]) -> String {
        // One letter is near to every short word.
        if name.count <= 2 {
            let letter = "-\(name)"
            let found = flags.filter { name.count == 2 && $0.hasPrefix(letter) }
            return found.count == 1 ? question(found[0]) : ""
        }
        return Spelling.question(about: name, among: flags)
    }

    /// Returns `; did you mean WORD?` for an unknown subcommand, or an empty text.
    ///
    /// - Parameter rest: The words that follow it.
    static func subcommand(_ word: String, _ rest: [String]) -> String {
        if let second = rest.first(where: { !$0.hasPrefix("-") }) {
            // `window list` is a method in two words.
            let joined = "\(word).\(second)"
            if isKnown(joined) { return question(joined) }
            // `dispatch next`, `msg -j windows`: the prefix of another program.
            if isKnown(second), Vocabulary.method(second).map(isOfServer) != true {
                return question(second)
            }
        }
        let parts = word.split(separator: "-").map(String.init)
        if parts.count > 1, let first = parts.first, let last = parts.last {
            // `list-pages` reads, so its hint must read.
            if reads(first), isKnown(last), reads(last) { return question(last) }
            if isKnown(first) { return question(first) }
            return misspelt(first, among: words).map(question) ?? ""
        }
        if word.hasSuffix("s"), isKnown("\(word.dropLast()).list") {
            return question("\(word.dropLast()).list")
        }
        return near(word).map(question) ?? ""
    }

    /// Returns `; did you mean WORD?` for a word that a verb without arguments does not take, if
    /// the word is a subcommand that only reads: `list pages`.
    static func argument(_ word: String) -> String { reads(word) ? question(word) : "" }

    private static func isOfServer(_ type: any Command.Type) -> Bool {
        type.method.hasPrefix("server.")
    }

    private static func question(_ word: String) -> String { "; did you mean \(word)?" }

    private static func isKnown(_ word: String) -> Bool {
        Vocabulary.verb(word) != nil || Synonym.named(word) != nil
            || Vocabulary.method(word) != nil
    }

    /// Returns the subcommand that begins with `word` or resembles it. Those that only read come
    /// first, and are the only ones if `word` reads, as `pager.get` does.
    private static func near(_ word: String) -> String? {
        guard (2...64).contains(word.utf8.count) else { return nil }
        if word.hasSuffix(".") { return nil }
        let parts = word.split(separator: ".").map(String.init)
        let reading = words.filter(reads)
        let isReading = parts.count > 1 && (parts.last.map(reads) ?? false)
        let candidates = isReading ? reading : reading + words.filter { !reads($0) }
        if parts.count > 1 { return Spelling.nearest(to: word, among: candidates) }
        return candidates.first { $0.hasPrefix(word) && !$0.hasPrefix("\(word).") }
            ?? misspelt(word, among: candidates)
    }

    /// Returns the word that differs in one letter, but not in the first one, or in the order of
    /// two letters.
    private static func misspelt(_ word: String, among candidates: [String]) -> String? {
        Spelling.nearest(
            to: word,
            among: candidates.filter { $0.first == word.first || $0.sorted() == word.sorted() },
            within: 1)
    }

    /// Whether a subcommand changes nothing.
    private static func reads(_ word: String) -> Bool {
        if let synonym = Synonym.named(word) { return reads(synonym.subcommand) }
        if let verb = Vocabulary.verb(word) { return verb.onlyReads }
        return Vocabulary.method(word)?.onlyReads ?? false
    }

    private static let words =
        Vocabulary.verbs.map(\.name) + Synonym.all.map(\.word)
        + Vocabulary.methods.flatMap { type in
            [Vocabulary.alias(of: type.method), type.method].compactMap { $0 }
        }
}
