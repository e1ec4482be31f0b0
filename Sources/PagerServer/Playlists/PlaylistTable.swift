internal import Containment
internal import PagerModel
internal import PagerSchedule

/// The containers whose pages depend on the time: those with a `playlist` in their content.
///
/// The table is derived from the content of the containers, so it is not archived.
struct PlaylistTable {
    private var entries: [Handle: [PlaylistEntry]] = [:]
    /// The parsed form of each schedule. Nil for a schedule that cannot be parsed, for example
    /// because this machine does not have its time zone.
    private var timetables: [Schedule: Timetable?] = [:]
    /// The time of the last check of the schedules, in minutes since 1970. Nil if a playlist has
    /// changed after that check.
    private(set) var minute: Int?
    /// Whether the content of all controllers has been read.
    var isComplete = false

    var isEmpty: Bool { entries.isEmpty }

    /// The containers, sorted by their index (slot) in the scene.
    var containers: [Handle] { entries.keys.sorted { $0.slot < $1.slot } }

    subscript(container: Handle) -> [PlaylistEntry] { entries[container] ?? [] }

    /// Reads the playlist of a controller from its content. Removes the playlist if the controller
    /// was destroyed or its content has no valid playlist.
    mutating func read(_ controller: Handle, in scene: Scene) {
        let isThere = scene.isAlive(controller) && scene.isController(controller)
        let value = isThere ? scene.content(of: controller)?[PlaylistEntry.contentMember] : nil
        let read = value.flatMap { try? [PlaylistEntry](reading: $0) }
        if read == entries[controller] { return }
        entries[controller] = read
        minute = nil
    }

    /// Records the time of a check of the schedules, in minutes since 1970.
    mutating func check(at minute: Int) {
        // Files of time zones may have changed.
        if minute / 60 != (self.minute ?? 0) / 60 { timetables = [:] }
        self.minute = minute
    }

    /// Returns whether a page of a playlist is enabled and scheduled at a Unix time. A page without
    /// a schedule is always scheduled. A page whose schedule cannot be parsed is never scheduled.
    mutating func isDue(_ entry: PlaylistEntry, at time: Int) -> Bool {
        guard entry.enabled else { return false }
        guard let schedule = entry.schedule else { return true }
        if let known = timetables[schedule] { return known?.isDue(at: time) ?? false }
        let timetable = try? Timetable(schedule)
        timetables[schedule] = .some(timetable)
        return timetable?.isDue(at: time) ?? false
    }
}
