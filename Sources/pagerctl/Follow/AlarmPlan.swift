internal import PagerClient
internal import PagerModel
internal import PagerWire

/// The commands that show or end an alarm, derived from one snapshot of the state.
///
/// An alarm is a full-screen presentation over the root of a window. The pagers below it disappear,
/// so their timers stop. When the alarm ends, they appear again with the same pages. An alarm with
/// a time limit is a pager that dismisses itself when it turns to its second page, so it also ends
/// if pagerctl or the daemon has been restarted in the meantime.
struct AlarmPlan {
    let revision: Int
    private let windows: [Value]
    private let controllers: TextDictionary<Value>

    init(_ pages: [Reply]) {
        revision = pages.last?.revision ?? 0
        windows = pages.flatMap { $0.result["windows"]?.array ?? [] }
        controllers = TextDictionary(
            pages.flatMap { $0.result["controllers"]?.array ?? [] }.map {
                ($0["id"]?.string ?? "", $0)
            }, uniquingKeysWith: { $1 })
    }

    private var names: [String] { windows.compactMap { $0["id"]?.string } }

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

    // MARK: Names

    /// The ids of the controllers of a window's alarm: the presented controller, the two pages of
    /// an alarm with a time limit, and the root that the alarm creates if the window has none.
    private struct IDs {
        let alarm, page, end, root: String

        init(_ window: String) {
            let window = window.prefix(Identifier.maximumLength - 11)
            alarm = "alarm-\(window)"
            page = "\(alarm)-on"
            end = "\(alarm)-off"
            root = "\(alarm)-root"
        }

        var all: [String] { [alarm, page, end, root] }
    }

    private func window(_ name: String) -> Value? {
        windows.first { $0["id"]?.string == name }
    }

    /// Returns whether the window's root is an empty controller that an alarm has created. That
    /// root remains in the window after an alarm with a time limit has ended.
    private func hasOwnRoot(_ window: String) -> Bool {
        self.window(window)?["root"]?.string == IDs(window).root
    }

    private func isPresented(_ window: String) -> Bool {
        controllers[IDs(window).alarm]?["presentingViewController"]?.string != nil
    }

    private func hasAlarm(_ window: String) -> Bool {
        isPresented(window) || hasOwnRoot(window)
    }

    // MARK: Commands

    /// Returns the commands that show a page as an alarm in the given windows.
    ///
    /// - Throws: `Failure` with exit status 2 if there is no such page, if the page is a container,
    ///   or if a controller of the book has one of the alarm's ids.
    func begin(
        _ page: String, in windows: [String], for seconds: Double?
    ) throws(Failure) -> [BatchedCommand] {
        guard let record = controllers[page] else {
            let pages = controllers.map(\.key).filter { !$0.hasPrefix("alarm-") }
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
        var commands: [BatchedCommand] = []
        for window in windows {
            for id in IDs(window).all {
                guard let other = controllers[id], !other.isAlarm else {
                    continue
                }
                throw Failure(
                    Failure.refused,
                    "the alarm needs the id \(id), but a controller of the book has it")
            }
            commands += end(in: [window]) + make(record, in: window, for: seconds)
            commands += show(in: window)
        }
        return commands
    }

    /// Returns the commands that end the alarms in `windows`.
    func end(in windows: [String]) -> [BatchedCommand] {
        windows.flatMap { window in
            let ids = IDs(window)
            var commands: [BatchedCommand] = []
            if isPresented(window) {
                commands.append(Self.dismiss(ids.alarm, interrupting: true))
            }
            if hasOwnRoot(window) { commands.append(Self.setRoot(nil, of: window)) }
            let left = ids.all.filter { controllers[$0] != nil }
            if left.contains(ids.alarm), left.contains(ids.page) {
                commands.append(Self.setPages([], of: ids.alarm))
            }
            return commands
                + left.map { Self.command(ControllerDestroy.method, ["id": .string($0)]) }
        }
    }

    private func make(
        _ page: Value, in window: String, for seconds: Double?
    ) -> [BatchedCommand] {
        let ids = IDs(window)
        var content = (page["content"]?.members ?? []).filter { $0.name != "alarm" }
        if let root = root(of: window), content.first(where: { $0.name == "theme" }) == nil,
            let theme = controllers[root]?["content"]?["theme"]
        {
            content.append(.init("theme", theme))
        }
        content.append(.init("alarm", true))
        let shown: [Value.Member] = [
            .init("title", page["title"]?.string.map { .string($0) } ?? page["id"] ?? .null),
            .init("content", .object(content)),
        ]
        guard let seconds else { return [Self.create(ids.alarm, Kinds.plain, shown)] }
        let ending = Self.dismiss(ids.alarm, interrupting: false)
        return [
            Self.create(ids.page, Kinds.plain, shown),
            Self.create(
                ids.end, Kinds.plain,
                [Self.mark, .init("on", ["viewWillAppear": Value([ending])])]),
            Self.create(
                ids.alarm, Kinds.ofFolders,
                [
                    Self.mark, .init("autoAdvance", .number(seconds)), .init("swipeEnabled", false),
                    .init("isDefault", false),
                    .init("transition", ["forward": "none", "backward": "none"]),
                ]),
            Self.setPages([ids.page, ids.end], of: ids.alarm),
        ]
    }

    /// Returns the root of a window, or nil if the window has no root or only one that an alarm has
    /// created.
    private func root(of window: String) -> String? {
        hasOwnRoot(window) ? nil : self.window(window)?["root"]?.string
    }

    /// Returns the commands that present the alarm over everything in a window.
    private func show(in window: String) -> [BatchedCommand] {
        let ids = IDs(window)
        guard var top = root(of: window) else {
            return [
                Self.create(ids.root, Kinds.plain, [Self.mark]), Self.setRoot(ids.root, of: window),
                Self.present(ids.alarm, from: ids.root),
            ]
        }
        while let next = controllers[top]?["presentedViewController"]?.string, next != ids.alarm {
            top = next
        }
        return [Self.present(ids.alarm, from: top)]
    }

    /// The content of the controllers that an alarm creates in addition to its page. All
    /// controllers of an alarm have the member `alarm` in their content, so that `apply` does not
    /// change them.
    private static let mark = Value.Member("content", ["alarm": true])

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
