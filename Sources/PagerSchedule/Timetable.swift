public import PagerModel

/// A schedule whose values have been parsed and checked, with the rules of its time zone.
public struct Timetable: Sendable {
    /// A part of the day from `start` up to `end`, in minutes since midnight. An end above 1,440 is
    /// on the next day.
    private struct Hours: Equatable {
        let start: Int
        let end: Int
    }

    /// A range of days. If the range is repeated every year, `first` and `last` are
    /// `100 * month + day`. Otherwise, `first` and `last` are numbers of days since 1970-01-01.
    private struct Dates {
        let first: Int
        let last: Int
        let isYearly: Bool

        func contains(_ day: CalendarDay) -> Bool {
            if !isYearly { return (first...last).contains(day.number) }
            let (_, month, day) = day.parts
            let place = month * 100 + day
            return first <= last
                ? (first...last).contains(place) : place >= first || place <= last
        }
    }

    private let days: Set<Int>
    private let hours: [Hours]
    private let dates: [Dates]
    private let zone: TimeZoneRules

    /// Parses and checks a schedule.
    ///
    /// - Throws: `invalidArgument` for a schedule whose conditions are never all true at the same
    ///   time, for a value that cannot be parsed, and for a time zone that this machine does not
    ///   have. The error has a path if a single member of the schedule causes it.
    public init(_ schedule: Schedule) throws(CommandError) {
        days = Set<Int>((schedule.days ?? Schedule.Weekday.allCases).map(\.number))
        if let days = schedule.days, days.isEmpty {
            throw .invalidArgument("the page is never shown if days is empty", path: "days")
        }
        hours = try Self.read(schedule.hours, "hours", Self.hours) ?? [Hours(start: 0, end: 1_440)]
        dates = try Self.read(schedule.dates, "dates", Self.dates) ?? []
        if let name = schedule.timeZone {
            guard let zone = TimeZoneRules.named(name) else {
                throw .invalidArgument(
                    "this machine has no time zone \(quoted(name)); an example of a "
                        + "name is Europe/Berlin", path: "timeZone")
            }
            self.zone = zone
        } else {
            zone = .ofMachine
        }
        guard happens else {
            throw .invalidArgument(
                "this schedule can never happen: no day has these days, dates and hours",
                path: "")
        }
    }

    /// Returns whether all conditions of the schedule are true at a Unix time.
    public func isDue(at time: Int) -> Bool {
        let local = time + zone.offset(at: time)
        let day = local.floorDivided(by: 86_400)
        let minute = (local - day * 86_400) / 60
        return hours.contains { hours in
            (matches(CalendarDay(number: day)) && (hours.start..<hours.end).contains(minute))
                || (hours.end > 1_440 && minute < hours.end - 1_440
                    && matches(CalendarDay(number: day - 1)))
        }
    }

    private func matches(_ day: CalendarDay) -> Bool {
        days.contains(day.weekday) && (dates.isEmpty || dates.contains { $0.contains(day) })
    }

    // MARK: Whether it can happen

    /// The days for which `happens` checks the schedule, as numbers of days since 1970-01-01: 40
    /// years from 2000 on. During this time, 29 February falls on each day of the week at least
    /// once.
    private static let searched = 10_957..<(10_957 + 40 * 366)

    /// Whether there is a time at which all conditions of the schedule are true. The time may be in
    /// the past.
    private var happens: Bool {
        if dates.isEmpty || dates.contains(where: \.isYearly) {
            return Self.searched.contains { occurs(on: $0) }
        }
        // It is not enough to check one week of a range, because on some days a change of the
        // clocks skips the hours of the page.
        return dates.contains { dates in
            (dates.first...dates.last).prefix(Self.searched.count).contains { occurs(on: $0) }
        }
    }

    /// Returns whether a day matches the schedule's `days` and `dates`, and at least one range of
    /// `hours` exists on that day. `day` is the number of days since 1970-01-01.
    ///
    /// A range does not exist if a clock change, such as the one to summer time, skips both its
    /// first and its last minute.
    private func occurs(on day: Int) -> Bool {
        guard matches(CalendarDay(number: day)) else { return false }
        return hours.contains { hours in
            [hours.start, hours.end - 1].contains { minute in
                let local = day * 86_400 + minute * 60
                return [-86_400, 86_400].contains { far in
                    let time = local - zone.offset(at: local + far)
                    return time + zone.offset(at: time) == local
                }
            }
        }
    }

    // MARK: Texts

    private static func read<T>(
        _ texts: [String]?, _ name: String, _ parse: (String) -> Result<T, Reason>
    ) throws(CommandError) -> [T]? {
        guard let texts else { return nil }
        guard !texts.isEmpty else {
            throw .invalidArgument("the page is never shown if \(name) is empty", path: name)
        }
        var all: [T] = []
        for (index, text) in texts.enumerated() {
            switch parse(text) {
            case .success(let value): all.append(value)
            case .failure(let reason):
                throw .invalidArgument(
                    "\(reason.text), got \(quoted(text))", path: "\(name)[\(index)]")
            }
        }
        return all
    }

    private struct Reason: Error {
        let text: String
    }

    private static func hours(_ text: String) -> Result<Hours, Reason> {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(minute)
        guard parts.count == 2, let start = parts[0], let end = parts[1], start < 1_440 else {
            return .failure(Reason(text: "hours must be a range such as 08:00-18:00"))
        }
        guard start != end else {
            return .failure(Reason(text: "hours must not be empty; all day is 00:00-24:00"))
        }
        return .success(Hours(start: start, end: end > start ? end : end + 1_440))
    }

    /// Parses a time of day from `00:00` to `24:00` and returns the minutes since midnight.
    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let hour = number(parts[0], digits: 2),
            let minute = number(parts[1], digits: 2), minute < 60, hour * 60 + minute <= 1_440
        else { return nil }
        return hour * 60 + minute
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(text)
    }

    private static func dates(_ text: String) -> Result<Dates, Reason> {
        let form = "dates must look like 2026-12-24, 2026-12-01..2026-12-26 or 12-01..12-26"
        var ends = [Substring(text)]
        if let dots = text.firstRange(of: "..") {
            ends = [text[..<dots.lowerBound], text[dots.upperBound...]]
        }
        let places = ends.map(place)
        guard let first = places.first ?? nil, let last = places.last ?? nil,
            first.isYearly == last.isYearly
        else { return .failure(Reason(text: form)) }
        guard first.isYearly || first.number <= last.number else {
            return .failure(Reason(text: "a range of dates must not end before it begins"))
        }
        return .success(
            Dates(first: first.number, last: last.number, isYearly: first.isYearly))
    }

    /// Parses a date in the form `YYYY-MM-DD` or `MM-DD`. For the first form, `number` is the
    /// number of days since 1970-01-01; for the second, it is `100 * month + day`. Returns nil for
    /// any other text.
    private static func place(_ text: Substring) -> (number: Int, isYearly: Bool)? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3,
            let month = number(parts[parts.count - 2], digits: 2),
            let day = number(parts[parts.count - 1], digits: 2)
        else { return nil }
        if parts.count == 2 {
            // The year 2000 has a leap day, so 29 February is valid.
            guard CalendarDay(year: 2_000, month: month, day: day) != nil else { return nil }
            return (month * 100 + day, true)
        }
        guard let year = number(parts[0], digits: 4), year >= 1970 else { return nil }
        return CalendarDay(year: year, month: month, day: day).map { ($0.number, false) }
    }
}
