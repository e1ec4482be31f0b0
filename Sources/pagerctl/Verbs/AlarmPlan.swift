internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The commands that show or end an alarm, derived from one snapshot of the state.
///
/// An alarm is a full-screen presentation over the root of a window. The pagers below it disappear,
/// so their timers stop. When the alarm ends, they appear again with the same pages. Below a sheet
/// and the like, pages stay visible, so the alarm pauses their pagers. An alarm with
/// a time limit is a pager that dismisses itself when it turns to its second page, so it also ends
/// if pagerctl or the daemon has been restarted in the meantime.
struct AlarmPlan {
    let revision: Int
    private let names: [String]
    private let roots: TextDictionary<String>
    let controllers: TextDictionary<Value>
    let transitions: [Value]
    /// The ids of the views without controllers.
    private let views: [String]
    /// The controllers of alarms that no client uses in another place.
    private var unused: TextSet = []

    init(_ pages: [Reply]) {
        revision = pages.last?.revision ?? 0
        let windows = pages.flatMap { $0.result["windows"]?.array ?? [] }
        names = windows.compactMap { $0["id"]?.string }
        roots = TextDictionary(
            windows.compactMap { window in
                window["root"]?.string.map { (window["id"]?.string ?? "", $0) }
            }, uniquingKeysWith: { $1 })
        transitions = pages.flatMap { $0.result["transitions"]?.array ?? [] }
        views = pages.flatMap { $0.result["views"]?.array ?? [] }.compactMap { $0["id"]?.string }
        controllers = TextDictionary(
            pages.flatMap { $0.result["controllers"]?.array ?? [] }.map {
                ($0["id"]?.string ?? "", $0)
            }, uniquingKeysWith: { $1 })
        unused = AlarmMark.unused(TextSet(controllers.map(\.key).filter(isAlarm)), relations)
    }

    /// The relations between controllers, except that the root of a window, or what is presented
    /// over it, presents another one.
    private var relations: [(String, String)] {
        let windows = TextSet(names)
        let presented = TextSet(names.flatMap(presented))
        return controllers.flatMap { id, record -> [(String, String)] in
            let outer = [
                record["parent"],
                record["superview"].flatMap { windows.contains($0.string ?? "") ? nil : $0 },
                presented.contains(id) || record["parent"] != .null
                    ? nil : record["presentingViewController"],
            ].compactMap { $0?.string }
            let listed = (record.members ?? [])
                .filter { !["autoresizing", "content", "on"].contains($0.name) }
                .flatMap { $0.value.array ?? [] }.compactMap(\.string)
                .filter { controllers[$0] != nil }
            return (outer + listed).map { (id, $0) }
        }
    }

    /// Returns the windows in which an alarm begins or ends. For `pagerctl alarm off` without
    /// `--window`, returns all windows that show an alarm.
    ///
    /// - Throws: `Failure` with exit status 2 if there is no such window, or if the user must
    ///   choose one of several.
    func windows(_ wish: AlarmArguments) throws(Failure) -> [String] {
        if let name = wish.window {
            guard names.contains(name) else {
                throw Failure(
                    Failure.refused,
                    "there is no window \(name)" + Spelling.question(about: name, among: names))
            }
            return wish.page == nil && !hasAlarm(name) ? [] : [name]
        }
        if wish.page == nil { return names.filter(hasAlarm) }
        guard !names.isEmpty else {
            throw Failure(
                Failure.refused, "there is no window to show an alarm in; apply a book first")
        }
        guard wish.isForAll || names.count == 1 else {
            throw Failure(
                Failure.refused,
                "there are several windows: \(names.joined(separator: ", ")); choose one with "
                    + "--window, or all with --all")
        }
        return names
    }

    // MARK: Alarms in the state

    func isAlarm(_ id: String) -> Bool { controllers[id]?.isAlarm == true }

    private func rootOfWindow(_ name: String) -> String? {
        roots[name]
    }

    /// Returns the window's root if it is an empty controller that an alarm has created. That root
    /// remains in the window after an alarm with a time limit has ended.
    private func ownRoot(of window: String) -> String? {
        rootOfWindow(window).flatMap { unused.contains($0) ? $0 : nil }
    }

    /// Returns the controllers that are presented over a window's root, the lowest first.
    func presented(in window: String) -> [String] {
        var found: [String] = []
        var top = rootOfWindow(window)
        while let id = top, found.count <= Limits.depth,
            let next = controllers[id]?["presentedViewController"]?.string
        {
            found.append(next)
            top = next
        }
        return found
    }

    private func hasAlarm(_ window: String) -> Bool {
        ownRoot(of: window) != nil || presented(in: window).contains(where: isAlarm)
    }

    private func pages(of id: String) -> [String] {
        (controllers[id]?["pages"]?.array ?? []).compactMap(\.string)
    }

    /// Returns the controllers of a window's alarm.
    private func parts(in window: String) -> [String] {
        let alarm = presented(in: window).first(where: isAlarm)
        return (alarm.map { [$0] + pages(of: $0) } ?? []) + (ownRoot(of: window).map { [$0] } ?? [])
    }

    /// Returns the controllers that go with the alarms of some windows: those of the alarms, and
    /// those of alarms that have ended by themselves, except those that a client uses.
    private func gone(with windows: [String]) -> [String] {
        let inUse = TextSet(names.flatMap(parts))
        let left = unused.filter { !inUse.contains($0) }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let pagers = left.filter { !pages(of: $0).isEmpty }
        let others = left.filter { pages(of: $0).isEmpty }
        // A batch must have room for other commands too. The next batch removes more.
        return windows.flatMap(parts).filter(unused.contains)
            + (pagers + others).prefix(Limits.batchCommands / 4)
    }

    // MARK: Commands

    /// Returns the commands that show a page as an alarm in the given windows.
    ///
    /// - Throws: `Failure` with exit status 2 if there is no such page, or if the page is a
    ///   container.
    func begin(
        _ page: String, in windows: [String], for seconds: Double?
    ) throws(Failure) -> [BatchedCommand] {
        guard let record = controllers[page] else {
            let pages = controllers.map(\.key).filter { !isAlarm($0) }
            throw Failure(
                Failure.refused,
                "there is no page \(page)" + Spelling.question(about: page, among: pages))
        }
        guard record["kind"]?.string == Kinds.plain else {
            throw Failure(
                Failure.refused,
                "\(page) is a \(record["kind"]?.string ?? "container"), but an alarm shows only a "
                    + "controller of the kind \(Kinds.plain)")
        }
        let gone = TextSet(gone(with: windows))
        var taken = TextSet(names + views + controllers.map(\.key).filter { !gone.contains($0) })
        var commands = end(in: windows)
        for window in windows {
            let ids = AlarmIDs(window, &taken)
            commands += make(record, ids, in: window, for: seconds) + show(ids, in: window)
        }
        return commands
    }

    /// Returns the commands that end the alarms in `windows`, and that remove what is left of
    /// alarms that have ended by themselves.
    func end(in windows: [String]) -> [BatchedCommand] {
        var commands: [BatchedCommand] = []
        for window in windows {
            if let alarm = presented(in: window).first(where: isAlarm) {
                let presenter = controllers[alarm]?["presentingViewController"]?.string
                commands.append(Self.dismiss(presenter ?? alarm, interrupting: true))
            }
            if ownRoot(of: window) != nil { commands.append(Self.setRoot(nil, of: window)) }
        }
        let gone = gone(with: windows)
        for id in gone where !pages(of: id).isEmpty { commands.append(Self.setPages([], of: id)) }
        return commands + gone.map { Self.command(ControllerDestroy.method, ["id": .string($0)]) }
    }

    private func make(
        _ page: Value, _ ids: AlarmIDs, in window: String, for seconds: Double?
    ) -> [BatchedCommand] {
        var content = Self.members(ofContent: page["content"] ?? .null)
        if let root = root(of: window), content.first(where: { $0.name == "theme" }) == nil,
            let theme = controllers[root]?["content"]?["theme"]
        {
            content.append(.init("theme", theme))
        }
        content.append(AlarmMark.member)
        let shown: [Value.Member] = [
            .init("title", page["title"]?.string.map { .string($0) } ?? page["id"] ?? .null),
            .init("content", .object(content)),
        ]
        let pauses = pauses(in: window)
        guard let seconds else { return [Self.create(ids.alarm, Kinds.plain, shown + pauses)] }
        // The first ends what may be presented over the alarm, or else the alarm [10.10].
        let ending = Self.dismiss(ids.alarm, interrupting: false)
        return [
            Self.create(ids.page, Kinds.plain, shown),
            Self.create(
                ids.end, Kinds.plain,
                [Self.mark, .init("on", ["viewWillAppear": Value([ending, ending])])]),
            Self.create(
                ids.alarm, Kinds.ofFolders,
                [
                    Self.mark, .init("autoAdvance", .number(seconds)), .init("swipeEnabled", false),
                    .init("isDefault", false),
                    .init("transition", ["forward": "none", "backward": "none"]),
                ] + pauses),
            Self.setPages([ids.page, ids.end], of: ids.alarm),
        ]
    }

    /// Returns the root of a window, or nil if the window has no root or only one that an alarm has
    /// created.
    private func root(of window: String) -> String? {
        rootOfWindow(window).flatMap { unused.contains($0) ? nil : $0 }
    }

    /// Returns the members of a page's content without the mark of alarms. A text becomes the body
    /// of an object, which has room for the mark; the viewer shows both in the same way.
    private static func members(ofContent content: Value) -> [Value.Member] {
        switch content {
        case .object(let members): members.filter { $0.name != AlarmMark.member.name }
        case .null: []
        case .string(let text): [.init("type", "text/plain"), .init("body", .string(text))]
        default: [.init("type", "text/plain"), .init("body", .string(content.json))]
        }
    }

    /// Returns the commands that present the alarm over everything in a window.
    private func show(_ ids: AlarmIDs, in window: String) -> [BatchedCommand] {
        guard let root = root(of: window) else {
            return [
                Self.create(ids.root, Kinds.plain, [Self.mark]), Self.setRoot(ids.root, of: window),
                Self.present(ids.alarm, from: ids.root),
            ]
        }
        return [Self.present(ids.alarm, from: below(in: window).last ?? root)]
    }

    /// The content of the controllers that an alarm creates in addition to its page. All
    /// controllers of an alarm have the member `alarm` in their content, so that `apply` does not
    /// change them.
    private static let mark = Value.Member("content", .object([AlarmMark.member]))

    private static func create(
        _ id: String, _ kind: String, _ more: [Value.Member]
    ) -> BatchedCommand {
        command(
            ControllerCreate.method,
            .object([.init("id", .string(id)), .init("kind", .string(kind))] + more))
    }

    private static func present(_ id: String, from presenter: String) -> BatchedCommand {
        command(
            ModalPresent.method,
            [
                "from": .string(presenter), "controller": .string(id),
                "style": Value(PresentationStyle.fullScreen), "animated": false,
                "interruption": Value(Interruption.replace),
            ])
    }

    private static func dismiss(_ id: String, interrupting: Bool) -> BatchedCommand {
        command(
            ModalDismiss.method,
            .object(
                [.init("id", .string(id)), .init("animated", false)]
                    + (interrupting ? [.init("interruption", Value(Interruption.replace))] : [])))
    }

    private static func setRoot(_ root: String?, of window: String) -> BatchedCommand {
        command(
            WindowSetRoot.method,
            ["id": .string(window), "controller": root.map { .string($0) } ?? .null])
    }

    private static func setPages(_ pages: [String], of id: String) -> BatchedCommand {
        command(
            PagerSetPages.method,
            ["id": .string(id), "pages": .array(pages.map { .string($0) })])
    }

    private static func command(_ method: String, _ params: Value) -> BatchedCommand {
        var command = BatchedCommand()
        command.method = method
        command.params = params
        return command
    }
}

/// The ids of the controllers of a window's alarm: the presented controller, the two pages of an
/// alarm with a time limit, and the root that the alarm creates if the window has none.
///
/// An alarm is found by its place and mark. So an id may be any free one with the prefix of alarms.
private struct AlarmIDs {
    let alarm, page, end, root: String

    /// - Parameter taken: The ids of all other objects, to which the new ids are added.
    init(_ window: String, _ taken: inout TextSet) {
        alarm = Self.free("\(AlarmMark.prefix)\(window)", &taken)
        page = Self.free("\(AlarmMark.prefix)\(window)-on", &taken)
        end = Self.free("\(AlarmMark.prefix)\(window)-off", &taken)
        root = Self.free("\(AlarmMark.prefix)\(window)-root", &taken)
    }

    private static func free(_ wish: String, _ taken: inout TextSet) -> String {
        var id = String(wish.prefix(Identifier.maximumLength))
        var number = 1
        while !taken.insert(id) {
            number += 1
            let suffix = "-\(number)"
            id = wish.prefix(Identifier.maximumLength - suffix.count) + suffix
        }
        return id
    }
}

/// What is below an alarm.
extension AlarmPlan {
    /// Returns the presented controllers that an alarm covers, the lowest first. The last one
    /// presents the alarm.
    func below(in window: String) -> [String] {
        Array(presented(in: window).prefix { !isAlarm($0) && !isLeaving($0) })
    }

    /// Returns whether a presented controller is gone when the alarm has ended the running
    /// presentation or dismissal. This completes it, but cancels one that a gesture controls.
    private func isLeaving(_ id: String) -> Bool {
        guard let record = controllers[id] else { return false }
        let presenter = record["presentingViewController"] ?? .null
        let isGesture = transitions.contains { transition in
            transition["container"] == presenter && transition["interactive"] == true
                && (transition["to"] == .string(id) || transition["to"] == presenter)
        }
        return record[isGesture ? "isBeingPresented" : "isBeingDismissed"] == true
    }

    /// Returns the reactions with which an alarm pauses the pagers that stay visible below it, and
    /// resumes them when it ends, also by itself. Empty if there are none.
    func pauses(in window: String) -> [Value.Member] {
        guard let presenter = below(in: window).last else { return [] }
        let ended = TextSet(presented(in: window).filter(isAlarm).flatMap(pausedPagers))
        let pagers = controllers.filter { id, record in
            record["kind"]?.string == PagerKind.name.description
                && record["window"]?.string == window && !isAlarm(id)
                && family(of: id) != presenter && isAdvancing(record, isResumed: ended.contains(id))
        }.map(\.key).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        if pagers.isEmpty { return [] }
        func steps(_ method: String) -> Value {
            .array(pagers.map { ["method": .string(method), "params": ["id": .string($0)]] })
        }
        return [
            .init(
                "on",
                [
                    "viewWillAppear": steps(PagerPause.method),
                    "viewDidDisappear": steps(PagerResume.method),
                ])
        ]
    }

    /// Returns whether a pager turns its pages by itself.
    ///
    /// - Parameter isResumed: Whether the end of another alarm resumes the pager.
    private func isAdvancing(_ pager: Value, isResumed: Bool) -> Bool {
        guard pager["autoAdvance"]?.double != nil else { return false }
        // The end of the alarm must not resume what the user has stopped.
        let isStopped =
            pager["autoAdvanceHeld"] == true && pager["autoAdvanceOnInteraction"] == "stop"
        return isResumed || pager["paused"] != true && !isStopped
    }

    private func pausedPagers(by alarm: String) -> [String] {
        let steps = controllers[alarm]?["on"]?["viewDidDisappear"]?.array ?? []
        return steps.filter { $0["method"]?.string == PagerResume.method }
            .compactMap { $0["params"]?["id"]?.string }
    }

    /// Returns the outermost ancestor of a controller, or the controller itself.
    private func family(of id: String) -> String {
        var current = id
        for _ in 0...Limits.depth {
            guard let parent = controllers[current]?["parent"]?.string else { break }
            current = parent
        }
        return current
    }
}
