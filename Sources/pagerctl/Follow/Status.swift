internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The subcommand `status`: prints the visible pages of all windows in one line, and problems of
/// the daemon on standard error.
enum Status {
    static let verb = Verb(
        name: "status", summary: "Prints what is on screen, in one line.",
        notes: """
            Standard error names what is wrong: mistakes in the book, a journal that cannot be
            written, plugins that do not run.
            """,
        takesFormat: true, run: { (options, _) throws(Failure) in try run(options) })

    private static func run(_ options: GlobalOptions) throws(Failure) -> Int32 {
        let (parts, problems) = try state(options)
        if let format = options.format {
            Terminal.print(lines: try format.lines(parts.flatMap(\.records)))
        } else if options.json {
            Terminal.print(json: Value.array(parts.map(\.value)).json)
        } else {
            Terminal.print(parts.isEmpty ? "no windows" : parts.map(\.text).joined(separator: "; "))
        }
        // Problems go to standard error, because programs that read standard output expect windows.
        for problem in problems { Terminal.note(problem) }
        return 0
    }

    /// Requests the windows with their visible pages, and the problems of the daemon.
    private static func state(
        _ options: GlobalOptions
    ) throws(Failure) -> (parts: [ShownState.Part], problems: [String]) {
        var requester = try options.requester()
        do {
            let stats = try requester.send(ServerStats()).result
            var problems = BookProblems(in: stats)?.sentences ?? []
            if let failure = stats["journal"]?["failure"]?.string {
                problems.append(
                    "nothing can change, because the journal cannot be written: \(failure)")
            }
            problems += try PluginProblems.sentences(&requester)
            let pages = try requester.snapshot()
            let all = { (name: String) in pages.flatMap { $0.result[name]?.array ?? [] } }
            let shown = ShownState(
                windows: all("windows"), controllers: all("controllers"),
                transitions: all("transitions"))
            return (shown.parts, problems)
        } catch {
            throw Failure(error)
        }
    }
}

/// The visible controllers and the running transitions of each window.
struct ShownState {
    let windows: [Value]
    let controllers: [Value]
    let transitions: [Value]

    struct Part {
        var window: String
        /// The visible controllers of the window that have no visible children.
        var shown: [Value]
        var transitions: [Value]

        /// The line that is printed for the window, such as
        /// `main shows b "Monday" (2 of 5, index 1)`.
        var text: String {
            let names = shown.compactMap(Self.name)
            var text =
                "\(window) shows \(names.isEmpty ? "nothing" : names.joined(separator: ", "))"
            for transition in transitions {
                let style = transition["style"]?.string ?? ""
                text += ", \(transition["container"]?.string ?? "") in \(style)"
            }
            return text
        }

        /// Returns the text for a visible controller, such as `b "Monday" (2 of 5, index 1)`.
        /// Returns nil for the empty root that an alarm has created.
        private static func name(_ shown: Value) -> String? {
            if shown["isAlarm"] == true {
                return shown["title"]?.string.map { "an alarm, \"\($0)\"" }
            }
            var text = shown["id"]?.string ?? ""
            if let title = shown["title"]?.string { text += " \"\(title)\"" }
            if let index = shown["index"]?.integer, let count = shown["count"]?.integer {
                text += " (\(ListPlace(index: index, count: count).text))"
            }
            return text
        }

        /// A record for each controller in `shown`, with the window's name, for the option
        /// `--format`.
        var records: [Value] {
            shown.map { .object([.init("window", .string(window))] + ($0.members ?? [])) }
        }

        var value: Value {
            [
                "window": .string(window), "shown": .array(shown),
                "transitions": .array(transitions.map { $0["transition"] ?? .null }),
            ]
        }
    }

    var parts: [Part] {
        var byID = TextDictionary<Value>()
        for record in controllers.reversed() { byID[record["id"]?.string ?? ""] = record }
        return windows.map { window in
            let id = window["id"]?.string ?? ""
            let inside = controllers.filter { $0["window"]?.string == id }
            let names = Set<TextKey>(
                inside.filter(\.isOnScreen).compactMap { $0["id"]?.string.map { TextKey($0) } })
            let moving = transitions.filter {
                names.contains(TextKey($0["container"]?.string ?? ""))
            }
            return Part(
                window: id, shown: inside.shown.map { place($0, byID) }, transitions: moving)
        }
    }

    /// Returns the members to print for a visible controller. If its parent has a list of pages or
    /// controllers, the members include the controller's position in that list, from 0 (`index`)
    /// and from 1 (`place`). `isAlarm` is true for a controller of an alarm, and missing for other
    /// controllers.
    private func place(_ record: Value, _ byID: TextDictionary<Value>) -> Value {
        var members: [Value.Member] = [
            .init("id", record["id"] ?? .null), .init("title", record["title"] ?? .null),
            .init("appearance", record["appearance"] ?? .null),
        ]
        if record.isAlarm { members.append(.init("isAlarm", true)) }
        if let parent = record["parent"]?.string.flatMap({ byID[$0] }),
            let list = (parent["pages"] ?? parent["controllers"])?.array,
            let index = list.firstIndex(of: record["id"] ?? .null)
        {
            members += [
                .init("index", .integer(index)), .init("place", .integer(index + 1)),
                .init("count", .integer(list.count)),
            ]
        }
        return .object(members)
    }
}
