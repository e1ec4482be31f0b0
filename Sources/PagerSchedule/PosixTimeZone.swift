/// The rule of a time zone in the POSIX format, such as `CET-1CEST,M3.5.0,M10.5.0/3`. A time zone
/// file contains such a rule for the time after the last change that it lists.
struct PosixTimeZone: Equatable, Sendable {
    /// A change of the offset from UTC that happens every year.
    struct Change: Equatable, Sendable {
        enum Day: Equatable, Sendable {
            /// A day of the year from 1 to 365. The leap day is not counted, so 1 March is always
            /// day 60.
            case julian(Int)
            /// A day of the year from 0 to 365. The leap day is counted.
            case ofYear(Int)
            /// A weekday in a week of a month. The weekday 0 is Sunday, and the week 5 is the last
            /// week of the month.
            case ofMonth(month: Int, week: Int, weekday: Int)
        }

        var day: Day
        /// The time of the change, in seconds after midnight, in the local time that applies before
        /// the change.
        var seconds: Int

        /// Returns the time of the change in a year: the seconds since 1970-01-01 in the local time
        /// that applies before the change.
        func time(in year: Int) -> Int {
            let newYear = CalendarDay(year: year, month: 1, day: 1)?.number ?? 0
            let number: Int
            switch day {
            case .julian(let day):
                number = newYear + day - 1 + (CalendarDay.isLeap(year) && day > 59 ? 1 : 0)
            case .ofYear(let day): number = newYear + day
            case .ofMonth(let month, let week, let weekday):
                let first = CalendarDay(year: year, month: month, day: 1) ?? .init(number: newYear)
                let offset = (weekday + 6 - first.weekday + 7) % 7
                var day = offset + (week - 1) * 7
                if day >= CalendarDay.length(of: month, in: year) { day -= 7 }
                number = first.number + day
            }
            return number * 86_400 + seconds
        }
    }

    /// The offset of standard time, in seconds east of UTC.
    var standard: Int
    /// The offset of summer time in seconds east of UTC, and the yearly changes to and from summer
    /// time. Nil for a zone without summer time.
    var summer: (offset: Int, begins: Change, ends: Change)?

    static func == (one: Self, other: Self) -> Bool {
        one.standard == other.standard && one.summer?.offset == other.summer?.offset
            && one.summer?.begins == other.summer?.begins
            && one.summer?.ends == other.summer?.ends
    }

    /// Returns the offset at a Unix time, in seconds east of UTC, and a later time up to which it
    /// stays the same.
    func period(at time: Int) -> (offset: Int, end: Int) {
        guard let summer else { return (standard, .max) }
        let days = (time + standard).floorDivided(by: 86_400)
        let year = CalendarDay(number: days).parts.year
        let begins = summer.begins.time(in: year) - standard
        let ends = summer.ends.time(in: year) - summer.offset
        // The changes of the next year are computed in the next year.
        let nextYear = CalendarDay(year: year + 1, month: 1, day: 1)?.number ?? days + 1
        let end = [begins, ends].filter { $0 > time }.min() ?? .max
        // In the southern hemisphere, summer time ends before it begins in each year.
        let isSummer =
            begins < ends ? (begins..<ends).contains(time) : !(ends..<begins).contains(time)
        return (
            isSummer ? summer.offset : standard, min(end, nextYear * 86_400 - standard)
        )
    }
}

extension PosixTimeZone {
    /// Parses a rule in the POSIX format. Returns nil for any other text.
    init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        guard Self.skipName(&rest), let west = Self.time(&rest) else { return nil }
        standard = -west
        if rest.isEmpty { return }
        guard Self.skipName(&rest) else { return nil }
        var offset = standard + 3_600
        if rest.first != ",", let west = Self.time(&rest) { offset = -west }
        guard let begins = Self.change(&rest), let ends = Self.change(&rest), rest.isEmpty
        else { return nil }
        summer = (offset, begins, ends)
    }

    private static func skipName(_ rest: inout Substring) -> Bool {
        if rest.first == "<" {
            guard let end = rest.firstIndex(of: ">") else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let name = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    private static func number(_ rest: inout Substring) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return Int(digits)
    }

    /// Parses `[+-]HH[:MM[:SS]]` as seconds.
    private static func time(_ rest: inout Substring) -> Int? {
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest.removeFirst() }
        guard let hours = number(&rest), hours <= 167 else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] where rest.first == ":" {
            rest.removeFirst()
            guard let part = number(&rest), part < 60 else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }

    private static func change(_ rest: inout Substring) -> Change? {
        guard rest.popFirst() == ",", let day = day(&rest) else { return nil }
        guard rest.first == "/" else { return Change(day: day, seconds: 7_200) }
        rest.removeFirst()
        return time(&rest).map { Change(day: day, seconds: $0) }
    }

    private static func day(_ rest: inout Substring) -> Change.Day? {
        switch rest.first {
        case "J":
            rest.removeFirst()
            guard let day = number(&rest), (1...365).contains(day) else { return nil }
            return .julian(day)
        case "M":
            rest.removeFirst()
            guard let month = number(&rest), (1...12).contains(month), rest.popFirst() == ".",
                let week = number(&rest), (1...5).contains(week), rest.popFirst() == ".",
                let weekday = number(&rest), (0...6).contains(weekday)
            else { return nil }
            return .ofMonth(month: month, week: week, weekday: weekday)
        default:
            guard let day = number(&rest), (0...365).contains(day) else { return nil }
            return .ofYear(day)
        }
    }
}

extension Int {
    /// Returns the quotient of this number and `divisor`, rounded down.
    func floorDivided(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
