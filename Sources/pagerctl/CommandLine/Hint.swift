internal import PagerClient
internal import PagerModel
internal import PagerSchedule
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

/// A check for ambiguous numbers in the arguments of a command. A number that was typed without an
/// option name is an index, but it can also be the id of a page at a different index.
enum Ambiguity {
    /// Refuses a number that was typed as an index but is also the id of a page or tab at a
    /// different index.
    ///
    /// - Parameter arguments: The arguments as typed.
    /// - Throws: `Failure` with exit status 64 and a message that explains both meanings.
    static func check(
        _ arguments: [String], _ params: [Value.Member], for form: CommandForm,
        _ requester: inout Requester
    ) throws(Failure) {
        guard let (text, index) = number(in: arguments, params, for: form),
            let field = Usage.optionalSlot(of: form.fields, for: "x")?.name,
            let members = try ContainerRecord(named: params, for: form, &requester)?.members,
            let own = members.firstIndex(of: text), own != index
        else { return }
        let other =
            members.indices.contains(index) ? "the \(field) \(members[index])" : "no \(field)"
        throw .usage(
            "\(text) means two things here: --\(field) \(text) is the \(field) with this id, at "
                + "index \(own); --index \(text) is \(other), as indexes begin with 0",
            Usage.line(of: form))
    }

    /// Returns an index that was typed without `--index`, both as the typed text and as a number.
    /// Returns nil if there is none.
    private static func number(
        in arguments: [String], _ params: [Value.Member], for form: CommandForm
    ) -> (String, Int)? {
        guard Usage.optionalSlot(of: form.fields, for: "0")?.name == "index",
            !arguments.contains(where: { $0 == "--index" || $0.hasPrefix("--index=") }),
            let index = params.first(where: { $0.name == "index" })?.value.integer,
            let text = arguments.first(where: { Int($0) == index })
        else { return nil }
        return (text, index)
    }
}

/// An addition to the error message of a refused command. It suggests what the user probably meant,
/// or explains why an existing page is not in its container now.
enum Suggestion {
    /// Returns the failure for a refused command. If the command contains an unknown id, the
    /// message suggests a similar existing id. If the command contains the id of a page that its
    /// container's playlist excludes now, the message says so. If the command needs an index or a
    /// page and has neither or both, the failure is one of usage.
    ///
    /// - Throws: `Failure` with exit status 1 if the daemon does not return its ids.
    static func failure(
        _ error: ClientError, _ params: [Value.Member], of form: CommandForm,
        _ requester: inout Requester
    ) throws(Failure) -> Failure {
        var failure = Failure(error)
        guard case .refused(let refused) = error, let path = refused.path else { return failure }
        if refused.name == ErrorName.invalidParams.rawValue, path == "index",
            Usage.optionalSlot(of: form.fields, for: "0")?.name == path
        {
            return .usage(refused.message.printable, Usage.hint(for: form))
        }
        guard let value = params.first(where: { $0.name == path })?.value else { return failure }
        if refused.name == ErrorName.indexOutOfRange.rawValue, (value.integer ?? 0) < 0 {
            failure.text += "\npagerctl last selects the last page"
        }
        guard let word = value.string else { return failure }
        let records: [Value]
        switch refused.name {
        case ErrorName.methodNotFound.rawValue:
            failure.text += "\npagerctl get ID prints a controller"
            return failure
        case ErrorName.controllerNotFound.rawValue, ErrorName.notAChild.rawValue:
            records = try list(ControllerList.method, "controllers", &requester)
        case ErrorName.windowNotFound.rawValue:
            records = try list(WindowList.method, "windows", &requester)
        default: return failure
        }
        if refused.name == ErrorName.notAChild.rawValue {
            if let container = records.first(where: { lists(word, in: $0) })?["id"]?.string {
                failure.text +=
                    "\n\(container.printable) does not contain \(word.printable) now: either its "
                    + "schedule excludes the present time, or it is not enabled"
            }
        } else if let near = Spelling.nearest(
            to: word, among: records.compactMap { $0["id"]?.string })
        {
            failure.text += "\ndid you mean \(near.printable)?"
        } else if Synonym.named(word) != nil {
            failure.text += "\ndid you mean pagerctl \(word)?"
        } else if refused.name == ErrorName.controllerNotFound.rawValue {
            failure.text += "\npagerctl pages lists the pages, pagerctl tree all controllers"
        }
        return failure
    }

    /// Returns whether the playlist of a container contains a page.
    private static func lists(_ page: String, in container: Value) -> Bool {
        // The value is a playlist only if it can be read as one; a book may contain anything else.
        let playlist = container["content"]?[PlaylistEntry.contentMember].flatMap {
            try? [PlaylistEntry](reading: $0)
        }
        return playlist?.contains { $0.page.text == page } ?? false
    }

    private static func list(
        _ method: String, _ member: String, _ requester: inout Requester
    ) throws(Failure) -> [Value] {
        do {
            return try requester.requestAll(method).result[member]?.array ?? []
        } catch {
            throw Failure(error)
        }
    }
}
