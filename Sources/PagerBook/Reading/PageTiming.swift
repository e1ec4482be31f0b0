internal import PagerModel
internal import PagerSchedule
internal import PagerWire

/// The conditions under which a page is among the pages of its container, and how long it stays on
/// screen.
struct PageTiming {
    /// The names of the members in a book that determine whether and when a page is among the pages
    /// of its container.
    static let names = ["enabled", "schedule"]
    /// The name of the member that sets how long a page stays on screen. Only plain pages have this
    /// member. For a pager, `duration` is the duration of a page change.
    static let duration = "duration"
    /// The name of the member that determines whether a page's time on screen ends when its video
    /// ends. If so, the page's `content` gets a member with the same name, which the viewer reads.
    static let untilEnd = "untilEnd"

    var enabled = true
    var schedule: Schedule?
    /// The document path of the first of the members `enabled`, `schedule` and `duration` that the
    /// page has. Nil if the page has none of them.
    var path: String?
    /// The seconds from the start of the change to this page until the start of the next page
    /// change. Nil if the page has no `duration`.
    var seconds: Double?
    /// Whether the page's time on screen ends early when its video ends.
    var endsWithVideo = false

    /// Whether the page is always among the pages of its container.
    var isConstant: Bool { enabled && schedule == nil }
}

extension BookReader {
    /// Reads the members `enabled`, `schedule`, `duration` and `untilEnd` of a page.
    ///
    /// - Throws: `DocumentProblem`, for example if the schedule never allows the page.
    func readTiming(
        _ node: DocumentNode, ofKind kind: String
    ) throws(DocumentProblem) -> PageTiming {
        var timing = PageTiming()
        let isPlain = kind == Kinds.plain
        timing.path =
            (PageTiming.names + (isPlain ? [PageTiming.duration] : []))
            .compactMap { node[$0]?.path }.first
        if isPlain, let duration = node[PageTiming.duration] {
            timing.seconds = try document.read(Double.self, duration)
        }
        if isPlain, let untilEnd = node[PageTiming.untilEnd] {
            timing.endsWithVideo = try document.read(Bool.self, untilEnd)
            guard !timing.endsWithVideo || timing.seconds != nil else {
                throw document.problem(
                    untilEnd.path,
                    "untilEnd needs duration: the seconds after which the next page is shown if no "
                        + "screen reports the end of the video")
            }
        }
        if let enabled = node["enabled"] {
            timing.enabled = try document.read(Bool.self, enabled)
        }
        guard let schedule = node["schedule"] else { return timing }
        try document.check(schedule, is: "a schedule", with: Schedule.declaration.map(\.name))
        do {
            var value = schedule.value
            if case .object(let members) = value {
                value = .object(members.map { .init($0.name, Self.list($0)) })
            }
            try Schedule.checkSize(value)
            let read = try Schedule(reading: value)
            _ = try Timetable(read)
            timing.schedule = read
        } catch {
            throw document.problem(error, in: schedule)
        }
        return timing
    }

    /// Returns the value of a member of a schedule. A single text becomes a list with one element,
    /// except for `timeZone`.
    private static func list(_ member: Value.Member) -> Value {
        guard member.name != "timeZone", member.value.string != nil else { return member.value }
        return .array([member.value])
    }

    /// Adds the schedules and durations of pages to the plan. If a container has disabled or
    /// scheduled pages, its content gets a list of all its pages and their conditions, which the
    /// daemon reads.
    mutating func writePlaylists() throws(DocumentProblem) {
        var listed: Set<Int> = []
        for list in plan.lists where list.contents?.index != nil {
            listed.formUnion(list.members)
            setTurn(of: list)
            try setTimes(of: list)
            if list.members.allSatisfy({ plan.controllers[$0].timing.isConstant }) { continue }
            if list.members.count > Limits.playlistEntries {
                throw document.problem(
                    plan.controllers[list.owner].origin.path,
                    "a container with enabled or schedule in its pages has at most "
                        + "\(Limits.playlistEntries) pages, got \(list.members.count)")
            }
            try write(try list.members.map(entry), of: list)
        }
        for (index, controller) in plan.controllers.enumerated() {
            guard let path = controller.timing.path, !listed.contains(index) else { continue }
            let problem = document.problem(
                path,
                "enabled, schedule and duration are only for pages of a \(Kinds.ofFolders), or of "
                    + "another container that selects one of its pages")
            try replacePage(index, by: problem)
        }
    }

    private func entry(of member: Int) throws(DocumentProblem) -> PlaylistEntry {
        let page = plan.controllers[member]
        let id = DocumentNode(value: .string(plan.id(member)), path: page.origin.path)
        return PlaylistEntry(
            page: try document.read(Identifier.self, id), enabled: page.timing.enabled,
            schedule: page.timing.schedule)
    }

    private mutating func write(
        _ entries: [PlaylistEntry], of list: BookPlan.List
    ) throws(DocumentProblem) {
        try set(
            .init(PlaylistEntry.contentMember, .array(entries.map { Value(fields: $0) })),
            inContentOf: list.owner, for: "a container with a schedule")
    }

    /// Sets a member of a controller's content.
    private mutating func set(
        _ member: Value.Member, inContentOf controller: Int, for what: String
    ) throws(DocumentProblem) {
        let options = plan.controllers[controller].options
        let index = options.firstIndex { $0.name == "content" }
        let content = index.map { options[$0].value } ?? .object([])
        guard case .object(let members) = content == .null ? .object([]) : content else {
            throw document.problem(
                plan.controllers[controller].origin.path,
                "\(what) needs a content that is an object, not \(content.typeName)")
        }
        let value = Value.object(members.filter { $0.name != member.name } + [member])
        let option = Value.Member("content", value)
        if let index {
            plan.controllers[controller].options[index] = option
        } else {
            plan.controllers[controller].options.append(option)
        }
    }

    // MARK: Time on screen

    /// The seconds of a page change in a container that shows its pages one after the other, unless
    /// the book sets the container's `duration` or defines the style of the change.
    static let turnOfWalls = 0.4

    /// Sets the duration of the page changes of a container that advances by itself. People who
    /// wait in front of a wall did not ask for the page change, so it is short.
    private mutating func setTurn(of list: BookPlan.List) {
        let owner = plan.controllers[list.owner]
        let advances =
            owner.options[Self.advance]?.double != nil
            || list.members.contains { plan.controllers[$0].timing.seconds != nil }
        let hasDuration = [Self.advance, PageTiming.duration].allSatisfy { name in
            plan.vocabulary[owner.kind].options?.contains { $0.name == name } == true
        }
        let names = ["forward", "backward"].compactMap { owner.options["transition"]?[$0]?.string }
        let hasStyle = plan.styles.contains { style in
            style.params["style"]?.string.map { names.contains($0) } == true
        }
        guard advances, hasDuration, !hasStyle, owner.options[PageTiming.duration] == nil else {
            return
        }
        plan.controllers[list.owner].options.append(
            .init(PageTiming.duration, .number(Self.turnOfWalls)))
    }

    /// Converts the `duration` of each page in a list to the page's option `dwellTime`. Unless the
    /// book sets the container's option `dwellTimeIncludesTransition`, sets it to true, because a
    /// `duration` includes the time that the page change takes.
    private mutating func setTimes(of list: BookPlan.List) throws(DocumentProblem) {
        let timed = list.members.filter { plan.controllers[$0].timing.seconds != nil }
        guard let first = timed.first else { return }
        let owner = plan.controllers[list.owner]
        guard
            [Self.advance, Self.includes].allSatisfy({ name in
                plan.vocabulary[owner.kind].options?.contains { $0.name == name } == true
            })
        else {
            throw document.problem(
                joined(plan.controllers[first].origin.path, PageTiming.duration),
                "a \(owner.kind) does not advance by itself, so its pages cannot have a duration")
        }
        let change = changeTime(of: owner)
        for member in timed {
            do {
                try setTime(of: member, afterChange: change)
            } catch {
                try replacePage(member, by: error)
            }
        }
        if owner.options[Self.includes] == nil {
            plan.controllers[list.owner].options.append(.init(Self.includes, true))
        }
        // A page without a duration stays on screen until a command shows a different page.
        guard owner.options[Self.advance]?.double == nil else { return }
        plan.controllers[list.owner].options.removeAll { $0.name == Self.advance }
        plan.controllers[list.owner].options.append(
            .init(Self.advance, .number(Limits.seconds)))
    }

    private mutating func setTime(
        of member: Int, afterChange change: Double
    ) throws(DocumentProblem) {
        let controller = plan.controllers[member]
        let path = joined(controller.origin.path, PageTiming.duration)
        guard let seconds = controller.timing.seconds else { return }
        guard controller.options["dwellTime"] == nil else {
            throw document.problem(
                path,
                "duration and dwellTime both set the page's time on screen; write only one of them")
        }
        guard seconds > change, seconds <= Limits.seconds else {
            throw document.problem(
                path,
                "duration: must be longer than the page change, \(Value.number(change).json) s, "
                    + "and at most \(Int(Limits.seconds)) s, got \(Value.number(seconds).json)")
        }
        plan.controllers[member].options.append(
            .init("dwellTime", .number(seconds)))
        guard controller.timing.endsWithVideo else { return }
        let type = controller.options["content"]?["type"]?.string
        guard type?.hasPrefix("video/") == true else {
            throw document.problem(
                joined(controller.origin.path, PageTiming.untilEnd),
                "untilEnd needs a video, but "
                    + (type.map { "the type of the page's content is \($0)" } ?? "the page has none")
            )
        }
        try set(
            .init(PageTiming.untilEnd, true), inContentOf: member, for: "a page with untilEnd")
    }

    /// Returns the duration of a container's page change in seconds: the container's option, or
    /// else the duration of the transition style that the book defines for the page change.
    private func changeTime(of owner: BookPlan.Controller) -> Double {
        let options = plan.vocabulary[owner.kind].options ?? []
        let standard = options.first { $0.name == PageTiming.duration }?.standard?.double ?? 0
        let own = owner.options[PageTiming.duration]?.double ?? standard
        guard own == standard else { return own }
        let name = owner.options["transition"]?["forward"]?.string ?? ""
        let style = plan.styles.first { $0.params["style"]?.string == name }
        guard let style, let read = try? TransitionStyle(reading: style.params) else { return own }
        return read.duration
    }

    /// The name of the option that makes a container show its pages one after the other.
    static let advance = "autoAdvance"
    /// The name of the option that determines whether a page's time on screen includes the page
    /// change.
    private static let includes = "dwellTimeIncludesTransition"
}

extension BookPlan {
    /// Returns a copy of the plan without disabled pages, and without scheduled pages that are not
    /// in the daemon's container at present. The daemon itself adds a scheduled page when all
    /// conditions of the schedule are true.
    func withPages(of running: LiveState?) -> BookPlan {
        var plan = self
        for (index, list) in lists.enumerated() where list.contents?.index != nil {
            let present = TextSet(running?.contents(of: id(list.owner)) ?? [])
            let members = list.members.filter { member in
                let timing = controllers[member].timing
                return timing.isConstant || (timing.enabled && present.contains(id(member)))
            }
            if members.count == list.members.count { continue }
            plan.lists[index].members = members
            plan.lists[index].selection = selection(of: list, among: members)
        }
        return plan
    }

    /// Returns the selected page of a list. Returns nil if the list has none, or if the page is not
    /// among `members`.
    private func selection(of list: List, among members: [Int]) -> Selection? {
        let ids = list.members.map(id)
        switch list.selection {
        case nil: return nil
        case .index(let index):
            guard ids.indices.contains(index) else { return list.selection }
            return members.contains(list.members[index]) ? .id(ids[index]) : nil
        case .id(let id):
            guard let index = ids.firstIndex(of: id) else { return list.selection }
            return members.contains(list.members[index]) ? list.selection : nil
        }
    }
}
