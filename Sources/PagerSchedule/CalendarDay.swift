/// A day of the Gregorian calendar, counted from 1970-01-01.
public struct CalendarDay: Hashable, Comparable, Sendable {
    /// The number of days since 1970-01-01.
    public let number: Int

    public init(number: Int) { self.number = number }

    /// Creates a day. Returns nil if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...Self.length(of: month, in: year)).contains(day)
        else { return nil }
        // Years begin in March, so that the leap day is the last one.
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = era * 146_097 + dayOfEra - 719_468
    }

    public static func < (one: Self, other: Self) -> Bool { one.number < other.number }

    static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    static func length(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day of the week: 0 for Monday to 6 for Sunday.
    public var weekday: Int { (number % 7 + 7 + 3) % 7 }

    public var parts: (year: Int, month: Int, day: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + era * 400
        return month < 10 ? (year, month + 3, day) : (year + 1, month - 9, day)
    }
}

/// A time in seconds since 1970-01-01T00:00:00Z.
public struct UnixTime: Hashable, Sendable {
    public let seconds: Double

    /// Parses a time such as `2026-12-24T08:00:00Z` or `2026-12-24T08:00Z`, or a number of seconds
    /// since 1970. Returns nil for any other text, and for a time before 1970 or after the year
    /// 9999.
    public init?(parsing text: String) {
        let most = 253_402_300_800.0
        if let number = Double(text) {
            guard (0..<most).contains(number) else { return nil }
            seconds = number
            return
        }
        guard text.hasSuffix("Z") else { return nil }
        let halves = text.dropLast().split(separator: "T", omittingEmptySubsequences: false)
        guard halves.count == 2, let day = Self.numbers(halves[0], "-", [4, 2, 2]),
            let date = CalendarDay(year: day[0], month: day[1], day: day[2]), date.number >= 0,
            let time = Self.numbers(halves[1], ":", [2, 2, 2])
                ?? Self.numbers(halves[1], ":", [2, 2]).map({ $0 + [0] }),
            time[0] < 24, time[1] < 60, time[2] < 60
        else { return nil }
        seconds = Double(date.number * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2])
    }

    private static func numbers(
        _ text: Substring, _ separator: Character, _ digits: [Int]
    ) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == digits else { return nil }
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                ? Int(part) : nil
        }
        return numbers.count == parts.count ? numbers : nil
    }
}

/// A set of integers, stored as sorted ranges that neither overlap nor touch.
struct DisjointRanges: Sendable {
    let ranges: [ClosedRange<Int>]

    /// Creates the union of ranges. O(n log n).
    init(_ ranges: [ClosedRange<Int>]) {
        var merged: [ClosedRange<Int>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
                merged[merged.count - 1] =
                    last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    var isEmpty: Bool { ranges.isEmpty }

    /// O(log n).
    func contains(_ number: Int) -> Bool {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= number
    }
}
