public import PagerModel

/// The conditions, such as weekdays and hours, under which a container includes a page.
///
/// All conditions must be true. An omitted condition is always true.
public struct Schedule: FieldObject {
    public enum Weekday: String, FieldEnumeration {
        case mon, tue, wed, thu, fri, sat, sun

        /// The number of the weekday: 0 for Monday to 6 for Sunday.
        var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    public var days: [Weekday]?
    public var hours: [String]?
    public var dates: [String]?
    public var timeZone: String?

    public init() {}

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.field("days", &days, "the days of the week, such as [mon, tue]")
        v.field(
            "hours", &hours,
            "times of day, such as [\"08:00-18:00\"]; an end before the start is on the next day")
        v.field(
            "dates", &dates,
            "dates, such as [\"2026-12-24\", \"2026-12-01..2026-12-26\"], or in every year: "
                + "[\"12-01..12-26\"]")
        v.field(
            "timeZone", &timeZone,
            "the time zone, such as Europe/Berlin; default: that of the daemon's machine")
    }
}

/// An entry of a playlist: a page, and a schedule that determines when the page is among the pages
/// of its container.
public struct PlaylistEntry: FieldObject {
    /// The name of the JSON member for the playlist. It is a member of a container's `content`.
    public static let contentMember = "playlist"

    public var page = Identifier(unchecked: "")
    public var enabled = true
    public var schedule: Schedule?

    public init() {}

    public init(page: Identifier, enabled: Bool = true, schedule: Schedule? = nil) {
        self.page = page
        self.enabled = enabled
        self.schedule = schedule
    }

    public mutating func visit(_ v: inout some FieldVisitor) {
        v.required("page", &page, "the page")
        v.field("enabled", &enabled, "whether the page can be among the pages of its container")
        v.field("schedule", &schedule, "when the page is among the pages of its container")
    }
}

extension PlaylistEntry {
    /// Checks that the playlist in a container's content is within the limits. Counts only, so a
    /// playlist that cannot be read is checked, too. O(values).
    ///
    /// - Throws: `limitExceeded` with the path of the list or text that is too long.
    public static func checkSize(
        inContent content: Value, mostEntries: Int = Limits.playlistEntries
    ) throws(CommandError) {
        guard let entries = content[contentMember]?.array else { return }
        guard entries.count <= mostEntries else {
            throw CommandError(
                .limitExceeded,
                "must have at most \(mostEntries) entries, got \(entries.count)",
                path: contentMember)
        }
        for (index, entry) in entries.enumerated() {
            guard let schedule = entry["schedule"] else { continue }
            do {
                try Schedule.checkSize(schedule)
            } catch {
                throw error.inside("schedule").inside("[\(index)]").inside(contentMember)
            }
        }
    }
}

extension Schedule {
    /// Checks that a schedule, which may be invalid, is within the limits. O(values).
    ///
    /// - Throws: `limitExceeded` with the path of the list or text that is too long.
    public static func checkSize(_ schedule: Value) throws(CommandError) {
        for member in schedule.members ?? [] {
            let texts = member.value.array ?? []
            guard texts.count <= Limits.scheduleTexts else {
                throw CommandError(
                    .limitExceeded,
                    "must have at most \(Limits.scheduleTexts) entries, got \(texts.count)",
                    path: member.name)
            }
            try checkSize(text: member.value, at: member.name)
            for (index, text) in texts.enumerated() {
                try checkSize(text: text, at: "\(member.name)[\(index)]")
            }
        }
    }

    private static func checkSize(
        text: Value, at path: @autoclosure () -> String
    ) throws(CommandError) {
        guard let bytes = text.string?.utf8.count, bytes > Limits.scheduleTextBytes else { return }
        throw CommandError(
            .limitExceeded, "must be at most \(Limits.scheduleTextBytes) bytes, got \(bytes)",
            path: path())
    }
}
