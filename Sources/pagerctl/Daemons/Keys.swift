internal import PagerClient
internal import PagerModel
internal import PagerPaths
internal import PagerWire

/// The subcommand `keys`: creates and prints keys, and adds clients to the access list.
enum Keys {
    static let verb = Verb(
        name: "keys", summary: "Creates keys for tcp, and adds clients to the access list.",
        arguments: "new FILE | show FILE | allow LIST ROLE KEY|FILE|uid:N [NOTE]",
        count: 2...Int.max,
        forms: [
            ("new FILE", "create a secret key in FILE and its public key in FILE.pub"),
            ("show FILE", "print the public key of the secret key in FILE"),
            ("allow LIST ROLE KEY", "add a client's public key to the list in LIST"),
        ],
        notes: """
            ROLE is observe, drive or administer; KEY is the key, a file with it, or
            uid:NUMBER for a user of this machine. docs/SECURITY.md has the details.
            """,
        values: { ["new", "show", "allow"] }, onlyReads: false,
        run: { (_, arguments) throws(Failure) in try run(arguments) })

    private static func run(_ arguments: VerbArguments) throws(Failure) -> Int32 {
        let words = arguments.words
        switch (words[0], words.count) {
        case ("new", 2): try make(words[1])
        case ("show", 2): try show(words[1])
        case ("allow", 4...):
            let note = words.dropFirst(4).joined(separator: " ")
            try allow(words[1], role: words[2], words[3], note)
        default: throw arguments.misuse("keys needs new, show or allow, with its arguments")
        }
        return 0
    }

    private static func make(_ file: String) throws(Failure) {
        do {
            Terminal.print(try ClientKeys.make(file: file))
        } catch {
            throw Failure(error)
        }
        Terminal.note(
            "the secret key is in \(file); the public key is in \(file).pub and printed above")
    }

    private static func show(_ file: String) throws(Failure) {
        do {
            Terminal.print(try ClientKeys.known(file: file))
        } catch {
            throw Failure(error)
        }
    }

    /// Adds a client to an access list. `holder` is a public key, a file that contains one, or
    /// `uid:NUMBER`.
    private static func allow(
        _ list: String, role: String, _ holder: String, _ note: String
    ) throws(Failure) {
        let by: String
        if holder.hasPrefix("uid:") {
            by = "uid \(holder.dropFirst(4))"
        } else if AccessList.isKey(holder) {
            by = "key \(holder)"
        } else if GuardedFile.exists(holder + ".pub") {
            throw Failure(
                Failure.misused,
                "\(holder.printable) is the file of a secret key; name that of the public key: "
                    + "\(holder.printable).pub")
        } else {
            by = "key \(try text(of: holder).filter { !$0.isWhitespace })"
        }
        // A line break in the note would create another line of the list.
        let words = note.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
        let line = "\(role) \(by)" + (words.isEmpty ? "" : " \(words)") + "\n"
        let before = try there(list)
        let start = before.isEmpty || before.hasSuffix("\n") ? "" : "\n"
        do {
            // The existing lines must be valid too, or the daemon would not start.
            _ = try AccessList(parsing: before + start + line)
        } catch {
            throw Failure(Failure.misused, "\(list):\(error)")
        }
        do {
            try GuardedFile.append(list, start + line, mode: 0o600)
        } catch {
            throw Failure(Failure.unreachable, error.description)
        }
        Terminal.note("the daemon reads \(list) only when it starts: pagerd --access \(list)")
    }

    private static func there(_ list: String) throws(Failure) -> String {
        guard GuardedFile.exists(list) else { return "" }
        return try text(of: list)
    }

    private static func text(of file: String) throws(Failure) -> String {
        do {
            return try GuardedFile.read(file, isSecret: false)
        } catch {
            throw Failure(Failure.unreachable, error.description)
        }
    }
}
