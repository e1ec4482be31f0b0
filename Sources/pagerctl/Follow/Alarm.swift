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
        values: ["off"], takesIDs: true, onlyReads: false,
        run: { (options, arguments) throws(Failure) in
            try run(options, try AlarmArguments(arguments))
        })

    private static func run(
        _ options: GlobalOptions, _ wish: AlarmArguments
    ) throws(Failure) -> Int32 {
        var requester = try options.requester()
        for number in 1...attempts {
            let isStrict = number <= strictAttempts
            if let windows = try attempt(
                wish, &requester, isStrict: isStrict, isLast: number == attempts)
            {
                report(windows, isOn: wish.page != nil, options)
                return 0
            }
        }
        throw Failure(
            Failure.refused, "the state changed during each of \(attempts) attempts; try again")
    }

    /// Reads the state, then shows or ends the alarm. Returns the affected windows, or nil if
    /// another client has changed the state between the two steps.
    private static func attempt(
        _ wish: AlarmArguments, _ requester: inout Requester, isStrict: Bool, isLast: Bool
    ) throws(Failure) -> [String]? {
        let plan: AlarmPlan
        do throws(ClientError) {
            plan = AlarmPlan(try requester.snapshot())
        } catch {
            throw Failure(error)
        }
        let windows = try plan.windows(wish)
        let commands =
            try wish.page.map { (page) throws(Failure) in
                try plan.begin(page, in: windows, for: wish.seconds)
            } ?? plan.end(in: windows)
        if commands.isEmpty { return windows }
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
                return nil
            }
            throw Failure(error)
        }
        for result in presentations.compactMap({ $0["result"] }) where result["applied"] == false {
            throw Failure(
                Failure.refused,
                "the alarm is not shown; pagerctl alarm off removes it. "
                    + (result["diagnostics"]?.array?.first?.string ?? ""))
        }
        return windows
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
