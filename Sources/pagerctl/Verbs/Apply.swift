internal import Glibc
internal import PagerBook
internal import PagerClient
internal import PagerDump
internal import PagerModel
internal import PagerWire
internal import SystemCalls

/// The subcommand `apply`: changes the daemon's state to match a book, in one atomic batch of
/// commands. A book is a file or folder that describes what the daemon shows.
enum Apply {
    /// The maximum number of attempts. Each attempt reads the daemon's state, then sends a batch of
    /// commands. An attempt fails if another client has changed the state between these two steps.
    private static let attempts = 5

    static let verb = Verb(
        name: "apply", summary: "Changes the running state to match a book, in one transaction.",
        arguments: BookArguments.form, count: 1...1,
        options: [BookArguments.watch, BookArguments.dryRun, BookArguments.allow],
        forms: [BookArguments.standardInput],
        notes: """
            Controllers in both the book and the state are kept, and so is the shown page.
            Controllers that the book does not name are destroyed, and options and pauses are set
            back to the book. pagerd executes all of the commands or none. docs/reference/BOOKS.md describes books; pagerctl help options and
            help styles list the options in a book.
            """,
        onlyReads: false,
        run: { (options, arguments) throws(Failure) in
            try run(options, try BookArguments(arguments))
        })

    private static func run(
        _ options: GlobalOptions, _ wish: BookArguments
    ) throws(Failure) -> Int32 {
        ParentProcess.bind()
        if wish.isDry {
            Terminal.print(json: try plan(wish, try LiveSnapshot.read(options)).request.json)
            return 0
        }
        guard wish.watches else {
            let plan = try apply(wish, options)
            tell(wish, problem: nil, options)
            report(plan, options)
            return 0
        }
        try watch(wish, options)
    }

    /// The seconds after which a book that was not applied is tried again, without a change.
    private static let pauses = 1.0...30.0

    /// Applies the book now and whenever one of its files changes. Waits for a book that is not
    /// there. If the book has a mistake, or the daemon is away or refuses it, prints the error once
    /// and tries again.
    private static func watch(_ wish: BookArguments, _ options: GlobalOptions) throws(Failure)
        -> Never
    {
        var folders = [FileWatch.folder(of: wish.path)]
        var options = options
        var isMissing = false
        // Whether the book was just applied and is applied again only because its folders changed.
        var isRepeated = false
        var (pause, printed) = (pauses.lowerBound, "")
        while true {
            options.began = .now
            // The watch starts before the book is read, so that no change is missed.
            let watch = try FileWatch([wish.path, FileWatch.folder(of: wish.path)] + folders)
            let wasMissing = isMissing
            isMissing = !FileWatch.exists(wish.path)
            if isMissing, wasMissing {
                try watch.awaitChange()
                continue
            }
            do throws(Failure) {
                if isMissing { throw Self.missing(wish.path) }
                let plan = try apply(wish, options)
                tell(wish, problem: nil, options)
                (pause, printed) = (pauses.lowerBound, "")
                if !isRepeated || !plan.commands.isEmpty { report(plan, options) }
                isRepeated = plan.book.folders != folders
                if isRepeated {
                    folders = plan.book.folders
                    continue
                }
            } catch {
                isRepeated = false
                if error.text != printed { Terminal.note(error.text) }
                printed = error.text
                tell(wish, problem: error, options)
                if try watch.awaitChange(within: pause) {
                    (pause, printed) = (pauses.lowerBound, "")
                } else {
                    pause = min(2 * pause, pauses.upperBound)
                }
                continue
            }
            try watch.awaitChange()
        }
    }

    private static func missing(_ path: String) -> Failure {
        Failure(
            Failure.wrongBook,
            "\(path.printable): the book is gone, or not there yet; the pages stay as they are, and "
                + "it is applied when it is there")
    }

    /// Reports to the daemon that the book was applied, or which errors prevented this. The daemon
    /// stores this report for `pagerctl status`, `pagerctl doctor` and the viewer's inspector. A
    /// failure to send the report is ignored.
    private static func tell(
        _ wish: BookArguments, problem: Failure?, _ options: GlobalOptions
    ) {
        guard let path = wish.file else { return }
        let report = BookReport(
            path: realPath(path) ?? path, isShown: problem == nil,
            problems: problem.map { $0.text.split { $0.isNewline }.map(String.init) } ?? [])
        do {
            var requester = try options.requester()
            _ = try requester.send(ServerReportBook { $0.report = report })
        } catch {
            return
        }
    }

    private static func report(_ plan: Plan, _ options: GlobalOptions) {
        for remark in plan.book.remarks { Terminal.note("warning: \(remark)") }
        let count = plan.commands.count
        if options.json {
            Terminal.print(json: Value.object([.init("commands", .integer(count))]).json)
        } else {
            Terminal.print(
                count == 0
                    ? "nothing to change" : "applied \(count) command\(count == 1 ? "" : "s")")
        }
    }

    /// The commands that apply a book, and the book.
    struct Plan {
        let book: Book
        let commands: [Value]

        var request: Value { ["commands": .array(commands), "atomic": true] }
    }

    /// Returns the commands that change the daemon's state to match the book.
    ///
    /// - Throws: `Failure` with exit status 1 for a book with a mistake.
    static func plan(_ wish: BookArguments, _ running: LiveSnapshot) throws(Failure) -> Plan {
        let book = try wish.book(running.state.vocabulary)
        do {
            let changes = try book.changes(to: running.state)
            return Plan(book: changes, commands: changes.commands.map { Value($0) })
        } catch {
            throw Failure(Failure.wrongBook, error.description)
        }
    }

    /// Reads the state and changes it to match the book. Starts again if another client has
    /// changed the state between the two steps, or after transitions that keep what they move.
    private static func apply(_ wish: BookArguments, _ options: GlobalOptions) throws(Failure)
        -> Plan
    {
        var running = try LiveSnapshot.read(options)
        // Until its end, a dismissal leaves the controller presented.
        if running.state.controllers.contains(where: \.isBeingDismissed) {
            running = try LiveSnapshot.read(options, afterTransitions: true)
        }
        var attempt = 1
        while true {
            let plan = try plan(wish, running)
            if plan.commands.isEmpty { return plan }
            var requester = try options.requester()
            do {
                _ = try requester.request(Batch.method, plan.request.members ?? [])
                return plan
            } catch .refused(let refused) {
                let now = try LiveSnapshot.read(
                    options, afterTransitions: running.hasTransitions)
                if now.revision == running.revision || attempt == attempts {
                    throw Failure(Failure.refused, explain(refused, plan.book))
                }
                running = now
                attempt += 1
            } catch {
                throw Failure(error)
            }
        }
    }

    /// Returns the error message for a refused command. The message contains the file and line of
    /// the book from which the command was made.
    private static func explain(_ refused: Refused, _ book: Book) -> String {
        book.describe(
            CommandError(
                ErrorName(rawValue: refused.name) ?? .invalidParams, refused.message,
                path: refused.path, details: refused.details))
    }
}

/// The subcommand `dump`: prints the daemon's current state as a book.
enum Dump {
    static let verb = Verb(
        name: "dump", summary: "Prints the running state as a book.",
        notes: """
            The book contains the ids of all objects, so applying it changes nothing.
            A comment at its beginning lists what it cannot describe, such as transitions.
            """, run: { (options, _) throws(Failure) in try run(options) })

    private static func run(_ options: GlobalOptions) throws(Failure) -> Int32 {
        Terminal.print(file: try LiveSnapshot.read(options).state.dump)
        return 0
    }
}

/// A snapshot of the daemon's state.
struct LiveSnapshot {
    let state: LiveState
    let revision: Int
    let hasTransitions: Bool

    /// The microseconds between two looks at running transitions.
    private static let pause: UInt32 = 50_000

    /// Reads the state, if wanted as soon as no transition runs, or else when the time is over.
    static func read(_ options: GlobalOptions, afterTransitions: Bool) throws(Failure)
        -> LiveSnapshot
    {
        if afterTransitions { try waitForTransitions(options) }
        return try read(options)
    }

    private static func waitForTransitions(_ options: GlobalOptions) throws(Failure) {
        let end = ContinuousClock.now + .seconds(options.patience)
        var requester = try options.requester()
        do {
            while ContinuousClock.now < end,
                try requester.request(TransitionList.method, [.init("limit", 1)])
                    .result["transitions"]?.array?.isEmpty == false
            {
                usleep(pause)
            }
        } catch {
            throw Failure(error)
        }
    }

    static func read(_ options: GlobalOptions) throws(Failure) -> LiveSnapshot {
        var requester = try options.requester()
        for _ in 0..<attempts {
            let found: Records?
            do {
                found = try readOnce(&requester)
            } catch {
                throw Failure(error)
            }
            if let found { return try LiveSnapshot(found) }
        }
        throw Failure(
            Failure.refused,
            "the state changed during each of \(attempts) attempts to read it; try again")
    }

    /// The maximum number of attempts to read the state.
    private static let attempts = 10

    /// The daemon's replies, in the form that `LiveState` reads.
    private struct Records {
        var value: Value
        var revision: Int
        var hasTransitions: Bool
    }

    private init(_ records: Records) throws(Failure) {
        do {
            state = try LiveState(reading: records.value)
        } catch {
            let path = error.path.map { "\($0): " } ?? ""
            throw Failure(
                Failure.unreachable,
                "the running state cannot be read: \(path)\(error.message)")
        }
        revision = records.revision
        hasTransitions = records.hasTransitions
    }

    /// Reads a snapshot of the state, and then details of views and presentations. Returns nil if
    /// the state changed between these requests.
    private static func readOnce(_ requester: inout Requester) throws(ClientError) -> Records? {
        let styles = try requester.requestAll(TransitionStyles.method)
        let description = try requester.request(ServerDescribe.method).result
        let pages = try requester.snapshot(isKept: true)
        let revision = Value.Member("ifRevision", .integer(pages.last?.revision ?? 0))
        let all = { (name: String) in pages.flatMap { $0.result[name]?.array ?? [] } }
        var views = all("views")
        var presentations: [Value] = []
        do {
            for controller in all("controllers") {
                guard let id = controller["id"] else { continue }
                if controller["isViewLoaded"] == true {
                    let reply = try requester.request(
                        ViewGet.method, [.init("view", id), revision])
                    views.append(.object(reply.own))
                }
                if controller["presentingViewController"]?.string != nil,
                    controller["parent"] == .null
                {
                    let reply = try requester.request(ModalGet.method, [.init("id", id), revision])
                    presentations.append(.object(reply.own))
                }
            }
        } catch .refused {
            // The state has changed, and the daemon did not keep that of the snapshot.
            return nil
        }
        return Records(
            value: [
                "windows": .array(all("windows")), "controllers": .array(all("controllers")),
                "styles": styles.result["styles"] ?? .null, "views": .array(views),
                "presentations": .array(presentations),
                "vocabulary": [
                    "kinds": description["kinds"] ?? .null,
                    "styles": description["styles"] ?? .null,
                ],
                "omissions": .array(try omissions(all("transitions"), &requester)),
            ], revision: pages.last?.revision ?? 0, hasTransitions: !all("transitions").isEmpty)
    }

    /// Returns descriptions of the transitions, the queued commands and the plugins. A book cannot
    /// contain any of these.
    private static func omissions(
        _ transitions: [Value], _ requester: inout Requester
    ) throws(ClientError) -> [Value] {
        var sentences = transitions.map { transition in
            let name = { (member: String) in transition[member]?.string ?? "nothing" }
            return "the running transition \(name("transition")) of \(name("container")), from "
                + "\(name("from")) to \(name("to"))"
        }
        let stats = try requester.request(ServerStats.method).result
        if let count = stats["queuedCommands"]?.integer, count > 0 {
            sentences.append("commands that wait for a transition: \(count)")
        }
        let plugins = try requester.requestAll(PluginList.method).result["plugins"]?.array ?? []
        sentences += plugins.compactMap { $0["name"]?.string }.map { "the plugin \($0)" }
        return sentences.map { .string($0) }
    }
}

/// The arguments of `apply` or `diff`: the book, and the options of the subcommand.
struct BookArguments {
    let path: String
    let watches: Bool
    let isDry: Bool
    let hasExitCode: Bool
    /// The folders of the options `--allow FOLDER`.
    private let allowed: [String]
    /// The text of the book if it comes from standard input.
    private var text: String?

    static let form = "FILE|FOLDER|-"
    static let standardInput = ("-", "read the book from standard input")
    static let watch = VerbOption(
        flag: "--watch", doc: "apply the book again whenever one of its files changes")
    static let dryRun = VerbOption(
        flag: "--dry-run", doc: "print the commands instead of sending them")
    static let exitCode = VerbOption(
        flag: CommandFlags.exitCode, doc: "exit with status 4 if there are differences")
    static let allow = VerbOption(
        flag: "--allow", value: "FOLDER", repeats: true,
        doc: "also allow paths and links into this folder")

    /// - Throws: `Failure` with exit status 64 for `--watch -`; with exit status 1 if the book on
    ///   standard input is not UTF-8.
    init(_ arguments: VerbArguments) throws(Failure) {
        path = arguments.words[0]
        watches = arguments.has(Self.watch)
        isDry = arguments.has(Self.dryRun)
        hasExitCode = arguments.has(Self.exitCode)
        allowed = arguments.all(Self.allow)
        guard path == Self.standardInput.0 else { return }
        guard !watches else {
            throw arguments.misuse("--watch needs a file or a folder, not standard input")
        }
        guard let text = String(validating: Terminal.readAll(), as: UTF8.self) else {
            throw Failure(Failure.wrongBook, "standard input is not UTF-8")
        }
        self.text = text
    }

    /// The path of the file or folder that contains the book. Nil for a book from standard input.
    var file: String? { text == nil ? path : nil }

    /// Reads the book.
    ///
    /// - Throws: `Failure` with exit status 1 and the mistakes of the book, a line each.
    func book(_ vocabulary: BookVocabulary) throws(Failure) -> Book {
        do {
            guard let text else {
                return try Book.read(path: path, allowing: allowed, vocabulary: vocabulary)
            }
            return try Book.parse(
                text, name: "standard input", allowing: allowed, vocabulary: vocabulary)
        } catch {
            let all =
                text == nil
                ? Book.mistakes(path: path, allowing: allowed, vocabulary: vocabulary) : []
            throw Failure(
                Failure.wrongBook,
                all.isEmpty ? error.description : all.joined(separator: "\n"))
        }
    }
}

/// The subcommand `diff`: prints the commands that `apply` would send, without sending them.
enum Diff {
    static let verb = Verb(
        name: "diff", summary: "Prints the commands that apply would send.",
        arguments: BookArguments.form, count: 1...1,
        options: [BookArguments.exitCode, BookArguments.allow],
        forms: [BookArguments.standardInput],
        notes: "Prints one command a line, as for pagerctl or as JSON, and sends none.",
        run: { (options, arguments) throws(Failure) in
            try run(options, try BookArguments(arguments))
        })

    private static func run(
        _ options: GlobalOptions, _ wish: BookArguments
    ) throws(Failure) -> Int32 {
        let commands = try Apply.plan(wish, try LiveSnapshot.read(options)).commands
        if options.json {
            for command in commands { Terminal.print(json: command.json) }
        } else {
            Terminal.print(lines: commands.isEmpty ? ["no difference"] : commands.map(line))
        }
        return commands.isEmpty || !wish.hasExitCode ? 0 : Failure.unchanged
    }

    /// Returns a command as one line: `controller.update  id=home  title="Home"`
    private static func line(_ command: Value) -> String {
        let fields = (command["params"]?.members ?? []).map {
            "\($0.name)=\(Cell.text($0.value))"
        }
        return ([command["method"]?.string ?? ""] + fields).joined(separator: "  ")
    }
}

/// The path of a daemon's book, and the mistakes that were found in the book.
struct BookProblems {
    let path: String
    /// A sentence for each mistake.
    let sentences: [String]

    /// Finds the report about the book in the reply to `server.stats`. Returns nil if the daemon
    /// has no book.
    init?(in stats: Value) {
        guard let book = stats["book"], let path = book["path"]?.string else { return nil }
        let problems = (book["problems"]?.array ?? []).compactMap(\.string)
        self.path = path
        sentences =
            book["shown"] != false
            ? problems : problems.map { "the latest version of the book is not shown: \($0)" }
    }
}
