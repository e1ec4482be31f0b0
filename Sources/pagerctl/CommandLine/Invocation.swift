internal import PagerClient
internal import PagerModel
internal import PagerWire

/// Functions that execute one command line of pagerctl.
enum Invocation {
    /// Runs pagerctl and returns the exit status.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            let (options, rest) = try GlobalOptions.take(from: arguments)
            return try run(options, rest)
        } catch {
            Terminal.note(error.text)
            return error.status
        }
    }

    private static func run(_ options: GlobalOptions, _ words: [String]) throws(Failure) -> Int32 {
        if options.version {
            Terminal.print(
                "pagerctl \(Product.version), wire contract \(Product.wireContract)")
            return 0
        }
        guard let word = words.first else {
            guard options.help else {
                throw .usage("no subcommand is given", Help.short)
            }
            Terminal.print(own: Help.overview)
            return 0
        }
        let rest = Array(words.dropFirst())
        if let synonym = Synonym.named(word) {
            let expanded = try synonym.expanded(rest, options)
            var own = options
            own.version = expanded.first == GlobalOptions.version
            return try run(own, expanded)
        }
        // `plugin list` is the method plugin.list, although pagerctl has its own verb `plugin`.
        if word == PluginRun.verb.name, let second = rest.first,
            Vocabulary.method("\(word).\(second)") != nil
        {
            return try run(options, ["\(word).\(second)"] + rest.dropFirst())
        }
        if let verb = Vocabulary.verb(word) {
            if options.help {
                Terminal.print(own: Help.text(of: verb))
                return 0
            }
            return try verb(rest, options)
        }
        let form = try command(word, options, rest)
        if options.help {
            Terminal.print(foreign: Help.text(of: form))
            return 0
        }
        if form.type?.isOnlyForPlugins == true {
            throw .usage(
                "\(form.method) is a message of the plugins socket; the command socket refuses it",
                "`pagerctl plugin run` turns a program into a plugin; see pagerctl help plugin"
            )
        }
        return try run(form, called: word, rest, options)
    }

    private static func run(
        _ form: CommandForm, called word: String, _ words: [String], _ options: GlobalOptions
    ) throws(Failure) -> Int32 {
        let (flags, arguments) = CommandFlags.take(from: words, for: form)
        let params = try ArgumentReader.read(
            form.type == Batch.self ? BatchInput.replacing(arguments, options) : arguments,
            for: form)
        var requester = try options.requester()
        try Ambiguity.check(arguments, params, for: form, &requester)
        do {
            return try send(form, params, options, &requester, flags)
        } catch {
            guard let refusal = error.refusal, word != form.method,
                let other = try AddedKinds.command(
                    called: word, after: refusal, of: params, options)
            else { throw error }
            return try run(other, called: other.method, words, options)
        }
    }

    /// Returns the command that a word on the command line means: a built-in command, or a command
    /// of the daemon's additional kinds.
    ///
    /// - Throws: `Failure` with exit status 64 if there is no such command, or with exit status 1
    ///   if no daemon answers.
    static func command(
        _ word: String, _ options: GlobalOptions, _ rest: [String] = []
    ) throws(Failure) -> CommandForm {
        if let type = Vocabulary.method(word) { return CommandForm(type) }
        do {
            if let form = try AddedKinds.command(word, options) { return form }
        } catch {
            // Even without a daemon, a misspelt method such as `pager.nxt` is reported as misspelt.
            let family = word.prefix { $0 != "." } + "."
            guard Vocabulary.methods.contains(where: { $0.method.hasPrefix(family) }) else {
                throw error
            }
        }
        throw unknown(word, rest)
    }

    static func unknown(_ word: String, _ rest: [String]) -> Failure {
        let sharing = Vocabulary.sharing(word)
        if sharing.isEmpty {
            return .usage(
                "there is no subcommand \"\(word)\"" + Hint.subcommand(word, rest))
        }
        return .usage("\"\(word)\" may be \(sharing.joined(separator: " or "))")
    }

    /// Sends a command and prints the reply.
    private static func send(
        _ form: CommandForm, _ params: [Value.Member], _ options: GlobalOptions,
        _ requester: inout Requester, _ flags: CommandFlags
    ) throws(Failure) -> Int32 {
        let waits = flags.waits
        if let format = options.format {
            try form.check(format, adding: waits ? TransitionWait.members : [])
        }
        var wait = waits ? try TransitionWait.begin(options) : nil
        var reply: Reply
        do {
            reply = try requester.requestAll(
                form.method, params,
                trace: options.trace || TransitionWait.needsTrace(params, waits))
        } catch {
            throw try Suggestion.failure(error, params, of: form, &requester)
        }
        if let decision = reply.pending {
            reply = try Decision(decision, of: reply).outcome(&requester, options)
        }
        let end = try wait?.end(of: reply, &requester) ?? []
        if let format = options.format {
            if reply.applied {
                let result = Value.object((reply.result.members ?? []) + end)
                Terminal.print(lines: try format.lines(form.records(in: result)))
            }
        } else if options.json {
            let result = Value.object(
                (reply.result.members ?? []).filter {
                    $0.name != "events" || options.trace
                        || !TransitionWait.needsTrace(params, waits)
                } + end)
            Terminal.print(json: Terminal.isInteractive ? result.prettyJSON : result.json)
        } else {
            let traced = options.trace && form.method != EventsReplay.method ? reply.events : []
            let selection =
                form.startsTransition && reply.applied && !isInteractive(params)
                ? try ContainerRecord(named: params, for: form, &requester)?.selection : nil
            let own =
                Report.change(of: form.method, params, selection)
                ?? Report.lines(reply, of: form.method, selection)
            let lines =
                traced.map { EventLine.text($0) } + own
                + (end.isEmpty ? [] : Report.lines(end))
            if reply.applied { Terminal.print(lines: lines) }
        }
        for text in reply.diagnostics { Terminal.note("not applied: \(text.printable)") }
        let isCancelled = end.contains {
            $0.name == "outcome" && $0.value == .string(TransitionOutcome.cancelled.rawValue)
        }
        let refusals = form.type == Batch.self ? refusals(of: reply) : []
        for text in refusals { Terminal.note(text.printable) }
        guard reply.applied, !isCancelled, refusals.isEmpty else { return Failure.refused }
        let nothingMoved = form.startsTransition && reply.transition == nil
        return flags.hasExitCode && nothingMoved ? Failure.unchanged : 0
    }

    /// Says which commands of a batch were refused.
    private static func refusals(of batch: Reply) -> [String] {
        (batch.result["results"]?.array ?? []).enumerated().compactMap { index, result in
            result["error"].map { error in
                "command \(index + 1): refused: \(error["message"]?.string ?? error.json)"
            }
        }
    }

    /// Returns whether the command starts an interactive transition. The caller then needs the
    /// transition's id to control it.
    private static func isInteractive(_ params: [Value.Member]) -> Bool {
        params.contains { $0.name == "interactive" && $0.value == true }
    }
}

/// The subcommand `raw`: sends a message unchanged and prints the reply.
enum Raw {
    static let verb = Verb(
        name: "raw", summary: "Sends a message unchanged and prints the reply.",
        arguments: "JSON|-", count: 1...1, onlyReads: false,
        run: { (options, arguments) throws(Failure) in try run(options, arguments.words[0]) })

    private static func run(_ options: GlobalOptions, _ text: String) throws(Failure) -> Int32 {
        let bytes = text == "-" ? Terminal.readAll() : Array(text.utf8)
        var requester = try options.requester()
        do {
            let reply = try requester.exchange(bytes: bytes)
            Terminal.print(json: reply)
            let value = try? JSONParser.parse(reply, maximumDepth: JSONParser.deepest)
            guard let error = value?["error"] else { return 0 }
            return Failure.status(error["data"]?["name"]?.string)
        } catch {
            throw Failure(error)
        }
    }
}
