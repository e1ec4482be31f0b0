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
