internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The subcommand `alarm`: shows a page over everything, in one window or all, and removes it
/// again.
enum Alarm {
    /// The maximum number of attempts. Each attempt reads the daemon's state, then sends a batch of
    /// commands. The first attempts fail if another client has changed the state between these two
    /// steps, the later ones only if the commands no longer fit. So changes that never end do not
    /// prevent an alarm.
    private static let attempts = 20
    private static let strictAttempts = 3

    static let verb = Verb(
        name: "alarm", summary: "Shows a page over everything else, and removes it again.",
        arguments: "PAGE|off", count: 1...1,
        options: [AlarmArguments.window, AlarmArguments.all, AlarmArguments.seconds],
        notes: """
            Pagers below the alarm stop their autoAdvance. A page change that is running
            completes below the alarm. Another alarm replaces the first one.
            `alarm off` ends the alarms of all windows, or of one.
            """,
        values: { ["off"] }, takesIDs: true, onlyReads: false,
        run: { (options, arguments) throws(Failure) in
            try run(options, try AlarmArguments(arguments))
        })

    private static func run(
        _ options: GlobalOptions, _ wish: AlarmArguments
    ) throws(Failure) -> Int32 {
        var requester = try options.requester()
        let windows = try carryOut(wish, in: nil, &requester)
        report(windows, isOn: wish.page != nil, options)
        return 0
    }

    /// Shows or ends the alarm, if possible in all windows at once. Returns the affected windows.
    ///
    /// - Parameter some: Some of the windows that the arguments name. If nil, all of them.
    private static func carryOut(
        _ wish: AlarmArguments, in some: [String]?, _ requester: inout Requester
    ) throws(Failure) -> [String] {
        for number in 1...attempts {
            let (isStrict, isLast) = (number <= strictAttempts, number == attempts)
            switch try attempt(wish, in: some, &requester, isStrict: isStrict, isLast: isLast) {
            case .done(let windows): return windows
            case .stale: continue
            case .tooMany(let windows):
                let half = windows.count / 2
                return try carryOut(wish, in: Array(windows[..<half]), &requester)
                    + carryOut(wish, in: Array(windows[half...]), &requester)
            }
        }
        throw Failure(
            Failure.refused, "the state changed during each of \(attempts) attempts; try again")
    }

    private enum Outcome {
        case done([String])
        /// Another client has changed the state before the commands came.
        case stale
        /// These windows take more commands than one batch has room for.
        case tooMany([String])
    }

    /// Reads the state, then shows or ends the alarm.
    private static func attempt(
        _ wish: AlarmArguments, in some: [String]?, _ requester: inout Requester, isStrict: Bool,
        isLast: Bool
    ) throws(Failure) -> Outcome {
        let plan: AlarmPlan
        do throws(ClientError) {
            plan = AlarmPlan(try requester.snapshot())
        } catch {
            throw Failure(error)
        }
        let windows = if let some { some } else { try plan.windows(wish) }
        let commands =
            try wish.page.map { (page) throws(Failure) in
                try plan.begin(page, in: windows, for: wish.seconds)
            } ?? plan.end(in: windows)
        if commands.isEmpty { return .done(windows) }
        if windows.count > 1, !fits(commands) { return .tooMany(windows) }
        let presentations: [Value]
        do throws(ClientError) {
            var params: [Value.Member] = [
                .init("commands", Value(commands)), .init("atomic", true),
            ]
            if isStrict { params.append(.init("ifRevision", .integer(plan.revision))) }
            let reply = try requester.request(Batch.method, params)
            presentations = zip(commands, reply.result["results"]?.array ?? [])
                .filter { $0.0.method == ModalPresent.method }.map(\.1)
        } catch {
            if case .refused(let refused) = error, !isLast,
                refused.name == ErrorName.staleRevision.rawValue || !isStrict
            {
                return .stale
            }
            throw Failure(error)
        }
        for result in presentations.compactMap({ $0["result"] }) where result["applied"] == false {
            throw Failure(
                Failure.refused,
                "the alarm is not shown; pagerctl alarm off removes it. "
                    + (result["diagnostics"]?.array?.first?.string ?? ""))
        }
        return .done(windows)
    }

    /// Returns whether one message has room for a batch of the given commands.
    private static func fits(_ commands: [BatchedCommand]) -> Bool {
        guard commands.count <= Limits.batchCommands else { return false }
        // The request around the commands takes far less than 1 KiB.
        var room = Limits.messageBytes - 1_024
        return commands.allSatisfy { command in
            room -= Value([command]).json.utf8.count
            return room >= 0
        }
    }

    private static func report(_ windows: [String], isOn: Bool, _ options: GlobalOptions) {
        if options.json {
            let names = windows.map { Value.string($0) }
            Terminal.print(json: Value.object([.init("windows", .array(names))]).json)
        } else if windows.isEmpty {
            Terminal.print("no alarm")
        } else {
            Terminal.print("alarm \(isOn ? "in" : "off in") \(windows.joined(separator: ", "))")
        }
    }
}

/// The arguments of `pagerctl alarm`.
struct AlarmArguments {
    /// The page to show. Nil for `pagerctl alarm off`, which ends alarms.
    let page: String?
    /// The id of the window from the option `--window`. Nil without this option.
    ///
    /// If `window` is nil, `pagerctl alarm off` ends the alarms of all windows. If `window` is nil,
    /// `pagerctl alarm PAGE` shows the page in the only window, or in all windows if `isForAll` is
    /// true.
    let window: String?
    let isForAll: Bool
    /// The seconds until the alarm ends by itself. Nil for an alarm that lasts until
    /// `pagerctl alarm off`.
    private(set) var seconds: Double?

    static let window = VerbOption(
        flag: "--window", value: "WINDOW", doc: "the window, if there are several")
    static let all = VerbOption(flag: "--all", doc: "all windows")
    static let seconds = VerbOption(
        flag: "--for", value: "SECONDS", doc: "end the alarm after this many seconds")

    /// - Throws: `Failure` with exit status 64 if the arguments are invalid.
    init(_ arguments: VerbArguments) throws(Failure) {
        let word = arguments.words[0]
        page = word == "off" ? nil : word
        window = arguments[Self.window]
        isForAll = arguments.has(Self.all)
        guard window == nil || !isForAll else {
            throw arguments.misuse("--window and --all cannot be used together")
        }
        guard let text = arguments[Self.seconds] else { return }
        guard let number = Double(text), number > 0, number <= Limits.seconds else {
            throw arguments.misuse(
                "--for: must be above 0 and at most \(Int(Limits.seconds)) s, got \(text)")
        }
        guard page != nil else { throw arguments.misuse("--for cannot be used with off") }
        seconds = number
    }
}
