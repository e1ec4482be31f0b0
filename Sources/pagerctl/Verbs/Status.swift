internal import PagerClient
internal import PagerModel
internal import PagerWire
internal import SystemCalls

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
            var shown = ShownState(
                windows: all("windows"), controllers: all("controllers"),
                transitions: all("transitions"))
            for pager in shown.advancing {
                let record = try requester.send(ControllerGet { $0.id = pager }).result
                shown.advances[pager.text] = record["autoAdvanceIn"]?.double
            }
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
    /// The seconds until the next automatic page turn of pagers, by id.
    var advances = TextDictionary<Double>()

    /// The ids of visible pagers that turn their pages automatically.
    var advancing: [Identifier] {
        controllers.filter {
            $0.isOnScreen && $0["autoAdvance"]?.double != nil && $0.held == nil
        }.compactMap { $0["id"]?.string.flatMap(Identifier.init) }
    }

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
                text += " (\(ListPosition(index: index, count: count).text))"
            }
            if let held = shown["held"]?.string { text += ", \(held)" }
            if let seconds = shown["autoAdvanceIn"]?.double {
                text += ", for another \(Int(seconds.rounded(.up))) s"
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
        let byWindow = Dictionary(grouping: controllers) { TextKey($0["window"]?.string ?? "") }
        var onScreen = TextDictionary<TextKey>()
        for (window, inside) in byWindow {
            for record in inside where record.isOnScreen {
                onScreen[record["id"]?.string ?? ""] = window
            }
        }
        let moving = Dictionary(grouping: transitions) {
            onScreen[$0["container"]?.string ?? ""] ?? TextKey("")
        }
        return windows.map { window in
            let id = window["id"]?.string ?? ""
            let inside = byWindow[TextKey(id)] ?? []
            return Part(
                window: id, shown: inside.shown.map { shown($0, byID) },
                transitions: moving[TextKey(id)] ?? [])
        }
    }

    /// Returns the members to print for a visible controller. If its parent has a list of pages or
    /// controllers, the members include the controller's position in that list, from 0 (`index`)
    /// and from 1 (`place`), `held` if the parent is a paused pager, and `autoAdvanceIn` if it
    /// turns its pages automatically. `isAlarm` is true for a controller of an alarm, and missing
    /// for other controllers.
    private func shown(_ record: Value, _ byID: TextDictionary<Value>) -> Value {
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
            if let held = parent.held { members.append(.init("held", .string(held))) }
            if let seconds = advances[parent["id"]?.string ?? ""] {
                members.append(.init("autoAdvanceIn", .number(seconds)))
            }
        }
        return .object(members)
    }
}

/// The subcommand `screens`: prints the browsers that show pages. The viewers (the web servers that
/// serve these browsers) report the browsers to the daemon.
enum Screens {
    static let verb = Verb(
        name: "screens", summary: "Prints the connected screens and the page of each.",
        notes: """
            Each pagerview that follows the daemon reports its browsers. A screen has the name
            that its address gives it: http://wall:8000/?name=Hall. One with a name that is gone
            is listed until it is back, or until pagerctl screen.forget NAME. The latest error
            of its page or scripts is printed to standard error.
            """,
        takesFormat: true, run: { (options, _) throws(Failure) in try run(options) })

    private static func run(_ options: GlobalOptions) throws(Failure) -> Int32 {
        var requester = try options.requester()
        let screens: [Value]
        do {
            screens = try requester.send(ScreenList()).result["screens"]?.array ?? []
        } catch {
            throw Failure(error)
        }
        if let format = options.format {
            Terminal.print(lines: try format.lines(screens))
        } else if options.json {
            Terminal.print(json: Value.array(screens).json)
        } else if screens.isEmpty {
            Terminal.print("no screens")
        } else {
            let time = MachineClock.unixTime()
            Terminal.print(lines: Report.table(screens.map { row($0, at: time) }))
            for case (let name, let error?) in screens.map({ (name(of: $0), error(of: $0)) }) {
                Terminal.note("\(name): \(error)")
            }
        }
        return 0
    }

    /// Returns `offline since 14:02`, with the date if that is a day ago. Nil if the screen is there.
    static func absence(_ screen: Value, at time: Double) -> String? {
        guard screen["offline"] == true else { return nil }
        let age = screen["lastSeen"]?.integer ?? 0
        let format = age < 20 * 3_600 ? "%H:%M" : "%Y-%m-%d %H:%M"
        return "offline since \(localTime(Int(time) - age, format))"
    }

    private static func row(_ screen: Value, at time: Double) -> Value {
        let text = { (name: String) in screen[name]?.string ?? "" }
        let number = { (name: String) in screen[name]?.integer ?? 0 }
        let page = page(of: screen)
        return .object([
            .init("name", .string(text("name").isEmpty ? "-" : text("name"))),
            .init("window", .string(text("window"))),
            .init("page", .string(page + (screen["failed"] == true ? " (not shown)" : ""))),
            .init("size", .string("\(number("width"))x\(number("height"))")),
            .init("address", .string(text("address"))),
            .init("viewer", .string(text("viewer"))),
            .init(
                "seen", .string(absence(screen, at: time) ?? "\(number("lastSeen")) s ago")),
            .init("errors", .integer(number("errors"))),
        ])
    }

    static func page(of screen: Value) -> String {
        let page = screen["page"]?.string ?? ""
        return page.isEmpty ? "nothing" : page
    }

    static func name(of screen: Value) -> String {
        let name = screen["name"]?.string ?? ""
        return name.isEmpty ? screen["address"]?.string ?? "" : name
    }

    /// Returns the latest error of a screen's page or scripts, or nil if there is none.
    static func error(of screen: Value) -> String? {
        screen["error"]?.string.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The subcommand `pages`: prints the pages of a container, in their order.
enum Pages {
    static let verb = Verb(
        name: "pages", summary: "Prints the pages of a pager, or the members of a container.",
        arguments: "[CONTAINER]", count: 0...1,
        notes: "Without CONTAINER: of the pager, or else of the tab bar.",
        takesIDs: true, takesFormat: true,
        run: { (options, arguments) throws(Failure) in
            try run(options, arguments.words.first)
        })

    private static func run(
        _ options: GlobalOptions, _ container: String?
    ) throws(Failure) -> Int32 {
        var requester = try options.requester()
        guard let found = try self.container(container, &requester), let pages = found.members
        else {
            throw Failure(
                Failure.refused,
                (container.map { "\($0.printable) has no pages" }
                    ?? "no pager or tab bar is the default; name one: pagerctl pages CONTAINER")
                    + "\npagerctl tree prints all controllers")
        }
        let rows = try rows(pages, selected: found.selected, &requester)
        if let format = options.format {
            Terminal.print(lines: try format.lines(rows))
        } else if options.json {
            Terminal.print(json: Value.array(rows).json)
        } else {
            Terminal.print(lines: rows.isEmpty ? ["no pages"] : Report.table(rows))
        }
        return 0
    }

    private static func container(
        _ id: String?, _ requester: inout Requester
    ) throws(Failure) -> ContainerRecord? {
        let params = id.map { [Value.Member("id", .string($0))] } ?? []
        let pager = try ContainerRecord(
            named: params, for: CommandForm(PagerSelect.self), &requester)
        // The pager of an alarm remains after the alarm, and may be the only one.
        if pager?.isAlarm == false || id != nil { return pager }
        return try ContainerRecord(
            named: params, for: CommandForm(TabBarSelect.self), &requester)
    }

    private static func rows(
        _ pages: [String], selected: String?, _ requester: inout Requester
    ) throws(Failure) -> [Value] {
        var titles = TextDictionary<Value>()
        do throws(ClientError) {
            let all = try requester.requestAll(ControllerList.method).result["controllers"]
            for record in all?.array ?? [] {
                titles[record["id"]?.string ?? ""] = record["title"]
            }
        } catch {
            throw Failure(error)
        }
        return pages.enumerated().map { index, page in
            .object([
                .init("index", .integer(index)), .init("id", .string(page)),
                .init("title", titles[page] ?? .null),
                .init("selected", .bool(page == selected)),
            ])
        }
    }
}

/// The tree of controllers as text.
enum Drawing {
    /// Returns one line per controller. A filled mark means that the controller is on screen.
    static func tree(_ roots: [Value]) -> [String] {
        if roots.isEmpty { return ["no controllers"] }
        return rows(roots) { $0["children"]?.array ?? [] }.map(\.line)
    }

    /// Returns the id of each controller and the line that draws it, from the roots down.
    ///
    /// - Parameter inside: Returns the records that are drawn below a record.
    static func rows(
        _ roots: [Value], inside: (Value) -> [Value]
    ) -> [(id: String, line: String)] {
        var rows: [(id: String, line: String)] = []
        for root in roots { draw(root, first: "", rest: "", depth: 0, inside, &rows) }
        return rows
    }

    private static func draw(
        _ record: Value, first: String, rest: String, depth: Int, _ inside: (Value) -> [Value],
        _ rows: inout [(id: String, line: String)]
    ) {
        // This limit prevents an endless loop if a record is in several lists or inside itself.
        // pagerd never sends such records.
        guard depth < Limits.depth, rows.count < Limits.nodes else { return }
        rows.append((record["id"]?.string ?? "", first + label(record)))
        let children = inside(record)
        for (index, child) in children.enumerated() {
            let isLast = index == children.count - 1
            draw(
                child, first: rest + (isLast ? "└─ " : "├─ "),
                rest: rest + (isLast ? "   " : "│  "), depth: depth + 1, inside, &rows)
        }
    }

    private static func label(_ record: Value) -> String {
        let appearance = record["appearance"]?.string ?? ""
        var words = [
            record.isOnScreen ? "●" : "○", record["id"]?.string ?? "?",
            record["kind"]?.string ?? "?",
            appearance,
        ]
        if let title = record["title"]?.string { words.append("\"\(title)\"") }
        let parent = record["parent"]?.string
        if parent == nil, let window = record["window"]?.string { words.append("in \(window)") }
        let members = (record["pages"] ?? record["controllers"])?.array ?? []
        if let selected = record["selected"]?.string, let index = record["index"]?.integer {
            let position = ListPosition(index: index, count: members.count)
            words.append("shows \(selected), \(position.text)")
            if let held = record.held { words.append(held) }
        } else if let top = record["top"]?.string {
            words.append("shows \(top), \(members.count) deep")
        }
        if let presenting = record["presentingViewController"]?.string, parent == nil {
            words.append("presented by \(presenting)")
        }
        return words.joined(separator: " ")
    }
}

extension Value {
    /// Whether the controller is visible.
    var isOnScreen: Bool { self["window"]?.string != nil && self["appearance"] != "disappeared" }
    /// Whether the controller belongs to an alarm: a page that `pagerctl alarm` shows over all
    /// others.
    var isAlarm: Bool { AlarmMark.isAlarm(id: self["id"]?.string, content: self["content"]) }
}

extension [Value] {
    /// The records of the visible controllers that have no visible children.
    var shown: [Value] {
        let visible = filter(\.isOnScreen)
        let ids = Set<TextKey>(visible.compactMap { $0["id"]?.string.map { TextKey($0) } })
        return visible.filter { record in
            !(record["children"]?.array ?? []).contains { ids.contains(TextKey($0.string ?? "")) }
        }
    }
}

/// The plugins that do not run although the daemon needs them.
enum PluginProblems {
    /// Returns a sentence for each plugin that was lost or cannot start.
    static func sentences(_ requester: inout Requester) throws(ClientError) -> [String] {
        let plugins = try requester.requestAll(PluginList.method).result["plugins"]?.array ?? []
        return plugins.compactMap(sentence)
    }

    private static func sentence(_ plugin: Value) -> String? {
        let reason = plugin["reason"]?.string
        guard let name = plugin["name"]?.string,
            plugin["state"] == "lost" || (plugin["state"] == "expected" && reason != nil)
        else { return nil }
        let count = plugin["controllers"]?.integer ?? 0
        let hosted = count == 0 ? "" : ", which hosts \(count) controller\(count == 1 ? "" : "s"),"
        return "the plugin \(name)\(hosted) does not run" + (reason.map { ": \($0)" } ?? "")
    }
}
