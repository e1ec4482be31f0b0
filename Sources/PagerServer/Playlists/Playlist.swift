internal import Containment
internal import DequeModule
internal import PagerModel
internal import PagerSchedule

/// The playlist in a container's content, parsed once, when the content is set.
struct Playlist {
    struct Entry {
        let page: Identifier
        let timing: Timing
    }

    /// When a page is among the pages of its container.
    enum Timing {
        case never, always
        case scheduled(Timetable)

        init(_ entry: PlaylistEntry, _ zones: inout TimeZones) {
            guard entry.enabled else {
                self = .never
                return
            }
            guard let schedule = entry.schedule else {
                self = .always
                return
            }
            // A page whose schedule cannot be parsed, for example because this machine does not
            // have its time zone, is never scheduled.
            let timetable = try? Timetable(parsing: schedule, zones: &zones)
            self = timetable.map { .scheduled($0) } ?? .never
        }

        /// Returns whether the page is scheduled at a Unix time, and a later time up to which this
        /// stays the same.
        func state(at time: Int) -> (isDue: Bool, end: Int) {
            switch self {
            case .never: (false, .max)
            case .always: (true, .max)
            case .scheduled(let timetable): timetable.state(at: time)
            }
        }
    }

    /// The member of the content, to recognize a content with the same playlist. Nil if the content
    /// has none any more.
    let source: Value?
    /// The entries, one for each page. Empty if the playlist is invalid.
    let entries: [Entry]
    /// The pages of all entries.
    let pages: TextSet
    /// The number of entries and of texts in their schedules.
    let size: Int

    init(_ source: Value?, _ zones: inout TimeZones) {
        self.source = source
        let read = source.flatMap { try? [PlaylistEntry](reading: $0) } ?? []
        var entries: [Entry] = []
        var pages: TextSet = []
        var size = 0
        for entry in read where pages.insert(entry.page.text) {
            entries.append(Entry(page: entry.page, timing: Timing(entry, &zones)))
            let schedule = entry.schedule
            size += 1 + (schedule?.hours?.count ?? 0) + (schedule?.dates?.count ?? 0)
        }
        (self.entries, self.pages, self.size) = (entries, pages, size)
    }
}

/// The pages that a container must contain at a given time because of its playlist, and the page to
/// select.
struct DuePages: Equatable {
    var pages: [String] = []
    /// The page to select. Nil if the selected page remains, if no page is selected, or if no other
    /// page of the playlist is scheduled at this time.
    var selected: String?
    /// A later Unix time up to which the schedules require the same pages.
    var end = Int.max

    /// Computes the pages that a container must contain at a Unix time, and the page to select.
    /// O(entries + present).
    ///
    /// A page of `present` that is not in the playlist stays in the container. Its index is
    /// after the playlist page that precedes it in `present`, even if that playlist page is left
    /// out because it is not scheduled at this time.
    ///
    /// - Parameters:
    ///   - present: The current pages of the container.
    ///   - selected: The currently selected page.
    ///   - canContain: Whether a page exists and is in no other container.
    init(
        _ playlist: Playlist, at time: Int, present: [String], selected: String?,
        canContain: (Identifier) -> Bool
    ) {
        var others: TextDictionary<[String]> = [:]
        var last = ""
        for page in present {
            if playlist.pages.contains(page) {
                last = page
            } else {
                others[last, default: []].append(page)
            }
        }
        pages = others[""] ?? []
        for entry in playlist.entries {
            let state = entry.timing.state(at: time)
            end = min(end, state.end)
            if state.isDue, canContain(entry.page) { pages.append(entry.page.text) }
            pages += others[entry.page.text] ?? []
        }
        guard let selected, !pages.contains(selected) else { return }
        self.selected = Self.successor(
            of: selected, in: playlist.entries.map(\.page.text), among: pages)
    }

    /// Returns the first page after `page` in `order` that `pages` contains, or nil if there is
    /// none. After the last page of `order`, the search continues at the first page of `order`.
    private static func successor(
        of page: String, in order: [String], among pages: [String]
    ) -> String? {
        let left = TextSet(pages)
        guard let index = order.firstIndex(of: page) else { return nil }
        return (order[(index + 1)...] + order[..<index]).first { left.contains($0) }
    }
}

/// The containers whose pages depend on the time: those with a `playlist` in their content.
///
/// The table is derived from the content of the containers, so it is not archived.
struct PlaylistTable {
    /// What the table knows about a container.
    private struct Row {
        var playlist: Playlist
        /// The Unix time up to which the schedules require the same pages.
        var end = Int.min
        /// The revision of the state at the last check of the container's pages.
        var revision = -1
        /// The reason why the daemon could not set the pages. Nil if it could.
        var failure: String?
    }

    /// A step of the work that waits.
    enum Step {
        case read(Handle)
        case check(Handle)
    }

    /// How each kind of container sets its list of pages, by the name of the kind.
    private let lists: TextDictionary<BookContents>
    private var zones = TimeZones()
    private var rows: [Handle: Row] = [:]
    /// The keys of `rows`, in the order in which they were added.
    private var order: [Handle] = []
    private var steps: Deque<Step> = []
    /// The controllers in the steps `read`, so that each occurs once.
    private var unread: Set<Handle> = []
    /// The time of the last check of the schedules, in minutes since 1970.
    private var minute: Int?
    /// Whether the content of all controllers has been noted.
    var isComplete = false

    init(_ kinds: [any ContainerKind]) {
        let lists = kinds.map(\.declaration).compactMap { kind in
            kind.book.contents.flatMap { contents in
                contents.form == .list ? (kind.name.description, contents) : nil
            }
        }
        self.lists = TextDictionary(lists) { first, _ in first }
    }

    var isEmpty: Bool { order.isEmpty }

    /// The number of playlists that wait to be read, and of containers that wait to be checked.
    var stepCount: Int { steps.count }

    var hasSteps: Bool { !steps.isEmpty }

    /// The number of containers whose pages the daemon could not set.
    var failureCount: Int { rows.values.count { $0.failure != nil } }

    subscript(container: Handle) -> Playlist? { rows[container]?.playlist }

    /// Returns a description of the list of controllers (such as pages) that a container of this
    /// kind has: the list's name and the command that sets the list. Returns nil if the kind has no
    /// such list.
    func list(ofKind kind: String) -> BookContents? { lists[kind] }

    /// Notes that the content of controllers has changed. O(controllers).
    mutating func note(_ controllers: [Handle], in scene: Scene) {
        for controller in controllers
        where rows[controller] != nil || playlist(of: controller, in: scene) != nil {
            readLater(controller)
        }
    }

    private mutating func readLater(_ controller: Handle) {
        if unread.insert(controller).inserted { steps.append(.read(controller)) }
    }

    private func playlist(of controller: Handle, in scene: Scene) -> Value? {
        guard scene.isAlive(controller), scene.isController(controller),
            let value = scene.content(of: controller)?[PlaylistEntry.contentMember],
            lists[scene.kindName(of: controller)] != nil
        else { return nil }
        return value
    }

    /// Notes the time, in minutes since 1970. In each new minute, the containers must be checked
    /// whose schedules change, or all of them if the state has changed: a client may have removed a
    /// page that is due.
    mutating func begin(minute: Int, in scene: Scene) {
        guard steps.isEmpty, minute != self.minute else { return }
        // Files of time zones may have changed.
        let isStale = minute / 60 != (self.minute ?? minute) / 60 && zones.forgetChanged()
        let isEarlier = minute < self.minute ?? minute
        self.minute = minute
        order.removeAll { container in
            let isOver = !scene.isAlive(container) || rows[container]?.playlist.source == nil
            if isOver { rows[container] = nil }
            return isOver
        }
        for container in order {
            guard let row = rows[container] else { continue }
            if isStale {
                rows[container]?.playlist = Playlist(nil, &zones)
                readLater(container)
            } else if isEarlier || minute * 60 >= row.end || scene.revision != row.revision {
                steps.append(.check(container))
            }
        }
    }

    mutating func nextStep() -> Step? { steps.popFirst() }

    /// Reads the playlist of a controller from its content. If the playlist has changed, the
    /// container must be checked.
    ///
    /// - Returns: The size of the playlist.
    mutating func read(_ controller: Handle, in scene: Scene) -> Int {
        unread.remove(controller)
        let source = playlist(of: controller, in: scene)
        if let known = rows[controller]?.playlist, known.source == source { return known.size }
        let playlist = Playlist(source, &zones)
        if rows[controller] == nil { order.append(controller) }
        rows[controller] = Row(playlist: playlist, failure: rows[controller]?.failure)
        steps.prepend(.check(controller))
        return playlist.size
    }

    /// Notes that a container must be checked again, even if nothing changes.
    mutating func checkLater(_ container: Handle) { steps.append(.check(container)) }

    /// Notes that the pages of a container have been checked.
    mutating func didCheck(_ container: Handle, until end: Int, in scene: Scene) {
        rows[container]?.end = end
        rows[container]?.revision = scene.revision
    }

    /// Notes whether the daemon could set the pages of a container.
    ///
    /// - Returns: Whether the reason of the failure is new.
    mutating func didChange(_ container: Handle, failure: String?) -> Bool {
        let isNew = failure != nil && rows[container]?.failure != failure
        rows[container]?.failure = failure
        return isNew
    }
}
