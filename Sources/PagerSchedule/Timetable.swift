public import PagerModel

/// A schedule whose values have been parsed, with the rules of its time zone.
public struct Timetable: Sendable {
    /// A bit for each day of the week, the lowest for Monday.
    private let days: UInt8
    /// The parts of the day, in minutes since midnight. A minute above 1,439 is on the next day.
    private let hours: DisjointRanges
    /// The dates of single years, as numbers of days since 1970-01-01.
    private let dates: DisjointRanges
    /// The dates of every year, as `100 * month + day`.
    private let yearlyDates: DisjointRanges
    private let zone: TimeZoneRules

    /// Parses a schedule, and checks that it can happen.
    ///
    /// - Throws: `invalidArgument` for a schedule whose conditions are never all true at the same
    ///   time, for a value that cannot be parsed, and for a time zone that this machine does not
    ///   have. The error has a path if a single member of the schedule causes it.
    public init(_ schedule: Schedule) throws(CommandError) {
        var zones = TimeZones()
        try self.init(parsing: schedule, zones: &zones)
        guard happens else {
            throw .invalidArgument(
                "this schedule can never happen: no day has these days, dates and hours",
                path: "")
        }
    }

    /// Parses a schedule in time proportional to its length, whether it can happen or not.
    ///
    /// - Throws: `invalidArgument` with a path for a value that cannot be parsed, and for a time
    ///   zone that this machine does not have.
    public init(parsing schedule: Schedule, zones: inout TimeZones) throws(CommandError) {
        days = (schedule.days ?? Schedule.Weekday.allCases).reduce(0) { $0 | 1 << $1.number }
        if let days = schedule.days, days.isEmpty {
            throw .invalidArgument("the page is never shown if days is empty", path: "days")
        }
        let hours = try Self.read(schedule.hours, "hours", Self.hours)
        self.hours = DisjointRanges(hours ?? [0...1_439])
        let dates = try Self.read(schedule.dates, "dates", Self.dates) ?? []
        self.dates = DisjointRanges(dates.filter { !$0.isYearly }.flatMap(\.ranges))
        yearlyDates = DisjointRanges(dates.filter(\.isYearly).flatMap(\.ranges))
        guard let zone = zones.zone(named: schedule.timeZone) else {
            throw .invalidArgument(
                "this machine has no time zone \(quoted(schedule.timeZone ?? "")); an example of "
                    + "a name is Europe/Berlin", path: "timeZone")
        }
        self.zone = zone
    }

    /// Returns whether all conditions of the schedule are true at a Unix time.
    public func isDue(at time: Int) -> Bool { state(at: time).isDue }

    /// Returns whether all conditions of the schedule are true at a Unix time, and a later time up
    /// to which this stays the same.
    public func state(at time: Int) -> (isDue: Bool, end: Int) {
        let (offset, end) = zone.period(at: time)
        let local = time + offset
        let day = local.floorDivided(by: 86_400)
        let minute = (local - day * 86_400) / 60
        let isDue =
            (hours.contains(minute) && matches(CalendarDay(number: day)))
            || (hours.contains(minute + 1_440) && matches(CalendarDay(number: day - 1)))
        return (isDue, min(end, time - local + day * 86_400 + nextChange(after: minute) * 60))
    }

    /// Returns the minute at which hours begin or end next, at the latest the next midnight.
    private func nextChange(after minute: Int) -> Int {
        var next = 1_440
        for range in hours.ranges {
            for change in [range.lowerBound, range.upperBound + 1, range.upperBound - 1_439]
            where change > minute && change < next { next = change }
        }
        return next
    }

    private func matches(_ day: CalendarDay) -> Bool {
        guard days >> day.weekday & 1 == 1 else { return false }
        if dates.isEmpty && yearlyDates.isEmpty { return true }
        if dates.contains(day.number) { return true }
        guard !yearlyDates.isEmpty else { return false }
        let parts = day.parts
        return yearlyDates.contains(100 * parts.month + parts.day)
    }

    // MARK: Whether it can happen

    /// The days for which `happens` checks the schedule, as numbers of days since 1970-01-01: 40
    /// years from 2000 on. During this time, 29 February falls on each day of the week at least
    /// once.
    private static let searched = 10_957..<(10_957 + 40 * 366)

    /// Whether there is a time at which all conditions of the schedule are true. The time may be in
    /// the past.
    private var happens: Bool {
        if dates.isEmpty || !yearlyDates.isEmpty, Self.searched.contains(where: occurs) {
            return true
        }
        // It is not enough to check one week of a range, because on some days a change of the
        // clocks skips the hours of the page.
        return dates.ranges.contains { $0.prefix(Self.searched.count).contains(where: occurs) }
    }

    /// Returns whether a day matches the schedule's `days` and `dates`, and at least one range of
    /// `hours` exists on that day. `day` is the number of days since 1970-01-01.
    ///
    /// A range does not exist if a clock change, such as the one to summer time, skips both its
    /// first and its last minute.
    private func occurs(on day: Int) -> Bool {
        guard matches(CalendarDay(number: day)) else { return false }
        return hours.ranges.contains { hours in
            [hours.lowerBound, hours.upperBound].contains { minute in
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

    private static func hours(_ text: String) -> Result<ClosedRange<Int>, Reason> {
        let bytes = Array(text.utf8.prefix(12))[...]
        guard bytes.count == 11, bytes[5] == UInt8(ascii: "-"),
            let start = minute(bytes[..<5]), let end = minute(bytes[6...]), start < 1_440
        else { return .failure(Reason(text: "hours must be a range such as 08:00-18:00")) }
        guard start != end else {
            return .failure(Reason(text: "hours must not be empty; all day is 00:00-24:00"))
        }
        return .success(start...(end > start ? end - 1 : end + 1_439))
    }

    /// Parses a time of day from `00:00` to `24:00` and returns the minutes since midnight.
    private static func minute(_ text: ArraySlice<UInt8>) -> Int? {
        guard text.count == 5, text[text.startIndex + 2] == UInt8(ascii: ":"),
            let hour = number(text.prefix(2)), let minute = number(text.suffix(2)), minute < 60,
            hour * 60 + minute <= 1_440
        else { return nil }
        return hour * 60 + minute
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }

    /// A date or a range of dates: numbers of days since 1970-01-01 or, in every year,
    /// `100 * month + day`. A yearly range over New Year consists of two.
    private struct Dates {
        let ranges: [ClosedRange<Int>]
        let isYearly: Bool
    }

    private static func dates(_ text: String) -> Result<Dates, Reason> {
        let form = "dates must look like 2026-12-24, 2026-12-01..2026-12-26 or 12-01..12-26"
        // The longest form is two dates with a year and two dots between them.
        let bytes = Array(text.utf8.prefix(23))[...]
        var ends = [bytes]
        let dots = bytes.count / 2 - 1
        if bytes.count > 10, bytes[dots...].starts(with: "..".utf8) {
            ends = [bytes[..<dots], bytes[(dots + 2)...]]
        }
        let dates = ends.map(date)
        guard let first = dates.first ?? nil, let last = dates.last ?? nil,
            first.isYearly == last.isYearly
        else { return .failure(Reason(text: form)) }
        if first.number <= last.number {
            return .success(
                Dates(ranges: [first.number...last.number], isYearly: first.isYearly))
        }
        guard first.isYearly else {
            return .failure(Reason(text: "a range of dates must not end before it begins"))
        }
        return .success(Dates(ranges: [first.number...1231, 101...last.number], isYearly: true))
    }

    /// Parses a date in the form `YYYY-MM-DD` or `MM-DD`. For the first form, `number` is the
    /// number of days since 1970-01-01; for the second, it is `100 * month + day`. Returns nil for
    /// any other text.
    private static func date(_ text: ArraySlice<UInt8>) -> (number: Int, isYearly: Bool)? {
        let end = text.suffix(5)
        guard end.count == 5, end[end.startIndex + 2] == UInt8(ascii: "-"),
            let month = number(end.prefix(2)), let day = number(end.suffix(2))
        else { return nil }
        if text.count == 5 {
            // The year 2000 has a leap day, so 29 February is valid.
            guard CalendarDay(year: 2_000, month: month, day: day) != nil else { return nil }
            return (month * 100 + day, true)
        }
        guard text.count == 10, text[text.startIndex + 4] == UInt8(ascii: "-"),
            let year = number(text.prefix(4)), year >= 1970
        else { return nil }
        return CalendarDay(year: year, month: month, day: day).map { ($0.number, false) }
    }
}
