import PagerModel
import PagerSchedule
import RandomCommands
import Testing

/// Tests of schedules: when a page is due, and what is refused.
@Suite struct TimetableTests {
    private func timetable(
        days: [Schedule.Weekday]? = nil, hours: [String]? = nil, dates: [String]? = nil,
        in zone: String = "UTC"
    ) throws(CommandError) -> Timetable {
        var schedule = Schedule()
        schedule.days = days
        schedule.hours = hours
        schedule.dates = dates
        schedule.timeZone = zone
        return try Timetable(schedule)
    }

    private func time(_ text: String) throws -> Int {
        Int(try #require(UnixTime(parsing: text)).seconds)
    }

    @Test func `A timetable is due only if its days, hours and dates all match`() throws {
        // 2026-12-24 is a Thursday.
        let table = try timetable(
            days: [.thu, .fri], hours: ["11:00-14:00", "18:00-24:00"],
            dates: ["2026-12-24", "2026-12-28..2027-01-03"])
        let due = [
            "2026-12-24T11:00:00Z": true, "2026-12-24T10:59:59Z": false,
            "2026-12-24T13:59:59Z": true, "2026-12-24T14:00:00Z": false,
            "2026-12-24T23:59:00Z": true, "2026-12-25T00:00:00Z": false,
            "2026-12-25T11:00:00Z": false, "2027-01-01T11:30:00Z": true,
            "2027-01-02T11:30:00Z": false,
        ]
        for (text, isDue) in due { #expect(table.isDue(at: try time(text)) == isDue, "\(text)") }
    }

    @Test func `Hours over midnight belong to the day on which they begin`() throws {
        let table = try timetable(days: [.fri], hours: ["22:00-06:00"])
        #expect(table.isDue(at: try time("2026-12-25T23:00:00Z")))
        #expect(table.isDue(at: try time("2026-12-26T05:59:00Z")))
        #expect(!table.isDue(at: try time("2026-12-26T06:00:00Z")))
        #expect(!table.isDue(at: try time("2026-12-25T05:00:00Z")))
    }

    @Test func `Dates without a year recur every year, also across New Year`() throws {
        let table = try timetable(dates: ["12-24..01-06", "02-29"])
        for (text, isDue) in [
            ("2026-12-24T00:00Z", true), ("2031-01-06T23:59Z", true), ("2031-01-07T00:00Z", false),
            ("2028-02-29T12:00Z", true), ("2027-02-28T12:00Z", false),
        ] { #expect(table.isDue(at: try time(text)) == isDue, "\(text)") }
    }

    @Test func `Hours follow the local time of the time zone, including daylight saving time`()
        throws
    {
        let table = try timetable(hours: ["08:00-09:00"], in: "Europe/Berlin")
        for (text, isDue) in [
            ("2026-01-15T07:00Z", true), ("2026-01-15T06:59Z", false),
            ("2026-07-15T06:00Z", true), ("2026-07-15T07:00Z", false),
            // The file's last transition is past; the rule at its end applies.
            ("2060-07-15T06:00Z", true), ("2060-01-15T07:00Z", true),
        ] { #expect(table.isDue(at: try time(text)) == isDue, "\(text)") }
        // The clocks in the south change the other way round.
        let south = try timetable(hours: ["08:00-09:00"], in: "Australia/Sydney")
        #expect(south.isDue(at: try time("2040-01-14T21:00Z")))
        #expect(south.isDue(at: try time("2040-07-14T22:00Z")))
        // The hour from 2 to 3 comes twice in the night in which summer time ends.
        let night = try timetable(hours: ["02:00-03:00"], in: "Europe/Berlin")
        #expect(night.isDue(at: try time("2026-10-25T00:30Z")))
        #expect(night.isDue(at: try time("2026-10-25T01:30Z")))
    }

    @Test func `A schedule that can never happen is refused with its reason`() throws {
        func problem(_ body: () throws(CommandError) -> Timetable) -> CommandError? {
            do throws(CommandError) {
                _ = try body()
                return nil
            } catch {
                return error
            }
        }
        let never = "this schedule can never happen"
        #expect(problem { () throws(CommandError) in try timetable(days: []) }?.path == "days")
        for (days, hours, dates, zone) in [
            ([Schedule.Weekday.mon], nil as [String]?, ["2026-12-24"], "UTC"),
            // The clocks in Berlin skip this hour.
            ([.sun], ["02:15-02:45"], ["2026-03-29"], "Europe/Berlin"),
        ] {
            let error = problem { () throws(CommandError) in
                try timetable(days: days, hours: hours, dates: dates, in: zone)
            }
            #expect(error?.message.hasPrefix(never) == true, "\(dates)")
        }
        #expect(
            problem { () throws(CommandError) in try timetable(days: [.sat], dates: ["02-29"]) }
                == nil, "2048-02-29 is a Saturday")
        #expect(
            problem { () throws(CommandError) in
                try timetable(hours: ["02:15-03:15"], dates: ["2026-03-29"], in: "Europe/Berlin")
            } == nil, "a part of these hours exists")
    }

    @Test(arguments: [
        ("hours", "8-18"), ("hours", "08:00-25:00"), ("hours", "08:00-08:00"),
        ("hours", "24:00-01:00"), ("hours", "08:60-09:00"), ("hours", ""),
        ("dates", "2026-02-30"), ("dates", "2026-12-24..12-26"), ("dates", "24.12.2026"),
        ("dates", "2026-12-26..2026-12-24"), ("dates", "02-30"), ("dates", "2026-12-24.."),
        ("timeZone", "Europe/Berlim"), ("timeZone", "../etc/passwd"), ("timeZone", ""),
    ])
    func `A malformed hour, date or time zone is refused with its place`(
        member: String, text: String
    ) {
        do throws(CommandError) {
            switch member {
            case "hours": _ = try timetable(hours: ["09:00-10:00", text])
            case "dates": _ = try timetable(dates: ["2026-01-01", text])
            default: _ = try timetable(in: text)
            }
            Issue.record("\(text) was accepted")
        } catch {
            #expect(error.path == (member == "timeZone" ? member : "\(member)[1]"))
            #expect(error.message.contains("\"\(text)\""))
        }
    }

    /// A random schedule in a zone whose clocks change, or in one with half an hour.
    private func schedule(_ random: inout SeededGenerator) throws(CommandError) -> Timetable {
        func text(_ minute: Int) -> String {
            let (hour, minute) = (minute / 60, minute % 60)
            return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
        }
        var hours: [String] = []
        for _ in 0..<random.pick([0, 1, 1, 2, 30]) {
            let start = Int.random(in: 0..<1_440, using: &random)
            hours.append("\(text(start))-\(text((start + random.pick([1, 60, 1_000])) % 1_440))")
        }
        let dates = random.pick([
            nil, ["10-25"], ["2026-10-24..2026-10-26", "03-01..12-31"],
            ["2026-03-29", "11-01..02-01"],
        ])
        let days = random.pick([nil, [Schedule.Weekday.sun, .sat], [.mon]])
        let zone = random.pick(["Europe/Berlin", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"])
        return try timetable(days: days, hours: hours.isEmpty ? nil : hours, dates: dates, in: zone)
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `Between two changes that a timetable announces, each minute is as due as the first`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        guard let table = try? schedule(&random) else { return }
        let start = try time(
            random.pick(["2026-03-28T12:00Z", "2026-10-24T12:00Z", "2060-10-30T00:00Z"]))
        var (at, changes) = (start, 0)
        while at < start + 4 * 86_400 {
            let state = table.state(at: at)
            #expect(state.end > at, "seed \(seed)")
            for minute in stride(from: at, to: min(state.end, start + 4 * 86_400), by: 60) {
                guard table.isDue(at: minute) == state.isDue else {
                    Issue.record("seed \(seed): \(minute) differs from \(at)")
                    return
                }
            }
            // The daemon checks whole minutes.
            at = (state.end + 59) / 60 * 60
            changes += 1
        }
        #expect(changes < 4 * 130, "seed \(seed): only changes are announced")
    }

    @Test func `A time zone is read once and shared by all schedules`() {
        var zones = TimeZones()
        let names = ["Europe/Berlin", nil, "", "Europe/Berlim"]
        let first = names.map { zones.zone(named: $0) }
        let second = names.map { zones.zone(named: $0) }
        #expect(first.map { $0 == nil } == [false, false, true, true])
        #expect(zip(first, second).allSatisfy { $0 === $1 })
        let isChanged = zones.forgetChanged()
        #expect(!isChanged)
        let unknown = (0..<10_000).compactMap { zones.zone(named: "No/Where\($0)") }
        #expect(unknown.isEmpty)
        let last = zones.zone(named: "Europe/Berlin")
        #expect(last != nil)
    }

    @Test func `A time is UTC in ISO's form, or a number`() {
        #expect(UnixTime(parsing: "1970-01-01T00:00Z")?.seconds == 0)
        #expect(UnixTime(parsing: "2000-03-01T00:00:01Z")?.seconds == 951_868_801)
        #expect(UnixTime(parsing: "12.5")?.seconds == 12.5)
        for text in [
            "", "-1", "nan", "2026-02-30T00:00Z", "2026-01-01T24:00Z", "2026-01-01", "1e99",
        ] {
            #expect(UnixTime(parsing: text) == nil, "\(text)")
        }
    }
}
