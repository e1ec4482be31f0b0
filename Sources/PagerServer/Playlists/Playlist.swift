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
