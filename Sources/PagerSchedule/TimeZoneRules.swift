internal import Glibc
internal import PagerModel
internal import SystemCalls

/// The offsets of a time zone from UTC, as read from a TZif file (RFC 8536) or given by a POSIX
/// rule. An object, so that all schedules share it.
public final class TimeZoneRules: Sendable {
    public static let utc = TimeZoneRules(
        transitions: [], offsets: [], first: 0, rule: PosixTimeZone(standard: 0, summer: nil))

    /// The Unix times at which the offset from UTC changes, in ascending order.
    private let transitions: [Int]
    /// The offset from UTC after each of the `transitions`, in seconds east of UTC.
    private let offsets: [Int]
    /// The offset from UTC before the first of the `transitions`, in seconds east of UTC.
    private let first: Int
    /// The rule for the time after the last of the `transitions`. Nil if the file has no such rule.
    private let rule: PosixTimeZone?

    private init(transitions: [Int], offsets: [Int], first: Int, rule: PosixTimeZone?) {
        self.transitions = transitions
        self.offsets = offsets
        self.first = first
        self.rule = rule
    }

    /// Returns the offset at a Unix time, in seconds east of UTC. O(log transitions).
    public func offset(at time: Int) -> Int { period(at: time).offset }

    /// Returns the offset at a Unix time, in seconds east of UTC, and a later time up to which it
    /// stays the same. O(log transitions).
    func period(at time: Int) -> (offset: Int, end: Int) {
        guard let last = transitions.last, time < last else {
            return rule?.period(at: time) ?? (offsets.last ?? first, .max)
        }
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return (low == 0 ? first : offsets[low - 1], transitions[low])
    }
}

extension TimeZoneRules {
    /// The header of a block in a time zone file. It contains the number of entries of each type.
    private struct Header {
        static let length = 44
        let isNew: Bool
        let utc, standard, leaps, times, types, names: Int

        init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.count >= Self.length, bytes.starts(with: Array("TZif".utf8)) else {
                return nil
            }
            isNew = bytes[bytes.startIndex + 4] >= UInt8(ascii: "2")
            let counts = (0..<6).map { index in
                bytes.dropFirst(20 + index * 4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
            }
            guard counts.allSatisfy({ $0 <= 65_536 }), counts[4] > 0 else { return nil }
            (utc, standard, leaps) = (counts[0], counts[1], counts[2])
            (times, types, names) = (counts[3], counts[4], counts[5])
        }

        /// Returns the size of the block in bytes, without this header. `timeBytes` is the size of
        /// one time in the block.
        func size(timeBytes: Int) -> Int {
            times * (timeBytes + 1) + types * 6 + names + leaps * (timeBytes + 4) + standard + utc
        }
    }

    /// Parses the bytes of a time zone file. Returns nil if they are not in the format TZif.
    convenience init?(parsing bytes: [UInt8]) {
        guard let old = Header(bytes[...]) else { return nil }
        guard old.isNew else {
            self.init(old, bytes.dropFirst(Header.length), timeBytes: 4, footer: [])
            return
        }
        let block = bytes.dropFirst(Header.length + old.size(timeBytes: 4))
        guard let header = Header(block) else { return nil }
        let data = block.dropFirst(Header.length)
        // The rule is between two line ends.
        let footer = data.dropFirst(header.size(timeBytes: 8)).dropFirst()
        self.init(
            header, data, timeBytes: 8, footer: footer.prefix { $0 != UInt8(ascii: "\n") })
    }

    private convenience init?(
        _ header: Header, _ data: ArraySlice<UInt8>, timeBytes: Int, footer: ArraySlice<UInt8>
    ) {
        guard data.count >= header.size(timeBytes: timeBytes) else { return nil }
        func number(_ bytes: ArraySlice<UInt8>) -> Int {
            let bits = bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            return timeBytes == 4 || bytes.count == 4
                ? Int(Int32(truncatingIfNeeded: bits)) : Int(Int64(bitPattern: bits))
        }
        var times: [Int] = []
        for index in 0..<header.times {
            times.append(number(data.dropFirst(index * timeBytes).prefix(timeBytes)))
        }
        let kinds = data.dropFirst(header.times * timeBytes).prefix(header.times)
        let types = data.dropFirst(header.times * (timeBytes + 1)).prefix(header.types * 6)
        let ofTypes = (0..<header.types).map { number(types.dropFirst($0 * 6).prefix(4)) }
        guard kinds.allSatisfy({ Int($0) < ofTypes.count }),
            zip(times, times.dropFirst()).allSatisfy({ $0 < $1 }),
            ofTypes.allSatisfy({ abs($0) < 26 * 3_600 })
        else { return nil }
        self.init(
            transitions: times, offsets: kinds.map { ofTypes[Int($0)] }, first: ofTypes[0],
            rule: footer.isEmpty ? nil : PosixTimeZone(String(decoding: footer, as: UTF8.self)))
    }
}

extension TimeZoneRules {
    /// Creates the rules of a time zone from a rule in the POSIX format.
    convenience init(rule: PosixTimeZone) {
        self.init(transitions: [], offsets: [], first: rule.standard, rule: rule)
    }
}

extension TimeZoneRules {
    static let folder = "/usr/share/zoneinfo"
    /// The maximum size of a time zone file in bytes. The largest existing files have 4 KiB.
    private static let mostBytes = 256 << 10

    /// Returns the time zone with a name such as `Europe/Berlin`, or nil if the machine has no such
    /// zone.
    public static func named(_ name: String) -> TimeZoneRules? {
        name == "UTC" ? .utc : path(of: name).flatMap(read)
    }

    /// Returns the path of the file of a time zone, whether it exists or not. Returns nil for a
    /// text that cannot be the name of a time zone.
    static func path(of name: String) -> String? {
        guard !name.isEmpty, name.utf8.count <= Limits.scheduleTextBytes, !name.hasPrefix("/")
        else { return nil }
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
                UInt8(ascii: "-"), UInt8(ascii: "+"):
                true
            default: false
            }
        }
        return isName ? "\(folder)/\(name)" : nil
    }

    /// The time zone of the machine, from the environment variable `TZ` or, if that is not set,
    /// from `/etc/localtime`. UTC if the time zone cannot be read.
    public static var ofMachine: TimeZoneRules {
        if nameOfMachine == "UTC" { return .utc }
        if let zone = read(pathOfMachine) { return zone }
        return PosixTimeZone(nameOfMachine).map(TimeZoneRules.init(rule:)) ?? .utc
    }

    /// The path of the file of the machine's time zone, whether it exists or not.
    static var pathOfMachine: String {
        let name = nameOfMachine
        if name.isEmpty { return "/etc/localtime" }
        return name.hasPrefix("/") ? name : path(of: name) ?? ""
    }

    private static var nameOfMachine: String {
        let text = environmentVariable("TZ") ?? ""
        return text.hasPrefix(":") ? String(text.dropFirst()) : text
    }

    private static func read(_ path: String) -> TimeZoneRules? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return TimeZoneRules(parsing: bytes(of: file, at: 0, count: mostBytes))
    }
}

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

/// The time zones of this machine. Each file is read once, and all schedules share its rules.
public struct TimeZones: Sendable {
    private struct File {
        let rules: TimeZoneRules?
        let version: FileVersion?
    }

    private struct Folder {
        let names: Set<[UInt8]>
        let version: FileVersion?
    }

    /// The files of the zones that have been asked for, by name. The name of the machine's own zone
    /// is empty.
    private var files: TextDictionary<File> = [:]
    /// The folders of zones that have been looked into, by path. A name that the machine does not
    /// have needs no system call.
    private var folders: TextDictionary<Folder> = [:]
    /// The names come from clients, so their number must be limited. A machine has about 600 zones.
    private static let mostFiles = 4_096

    public init() {}

    /// Returns the time zone with a name such as `Europe/Berlin`, or nil if the machine has no such
    /// zone. A nil name means the machine's own zone.
    public mutating func zone(named name: String?) -> TimeZoneRules? {
        let key = name ?? ""
        if name?.isEmpty == true { return nil }
        if let file = files[key] { return file.rules }
        let path = Self.path(of: key)
        if let name, name != "UTC", path.isEmpty || !exists(name) { return nil }
        let rules = name.map(TimeZoneRules.named) ?? .ofMachine
        if files.count >= Self.mostFiles { files = [:] }
        files[key] = File(rules: rules, version: FileVersion(of: path))
        return rules
    }

    private mutating func exists(_ name: String) -> Bool {
        var folder = TimeZoneRules.folder
        for part in name.utf8.split(separator: UInt8(ascii: "/")) {
            guard names(in: folder).contains(Array(part)) else { return false }
            folder += "/\(Substring(part))"
        }
        return true
    }

    private mutating func names(in path: String) -> Set<[UInt8]> {
        if let folder = folders[path] { return folder.names }
        let version = FileVersion(of: path)
        let names = Set<[UInt8]>(SystemCalls.names(in: path) ?? [])
        folders[path] = Folder(names: names, version: version)
        return names
    }

    /// Forgets all time zones if a file has changed since it was read, and returns whether one has.
    public mutating func forgetChanged() -> Bool {
        let isChanged =
            files.contains { name, file in
                FileVersion(of: Self.path(of: name)) != file.version
            }
            || folders.contains { path, folder in FileVersion(of: path) != folder.version }
        if isChanged { self = TimeZones() }
        return isChanged
    }

    private static func path(of name: String) -> String {
        name.isEmpty ? TimeZoneRules.pathOfMachine : TimeZoneRules.path(of: name) ?? ""
    }
}

/// The identity of a file and the time of its last change.
private struct FileVersion: Equatable {
    private let device: dev_t
    private let number: ino_t
    private let seconds: Int
    private let nanoseconds: Int

    /// Returns nil if there is no such file.
    init?(of path: String) {
        var status = stat()
        guard stat(at: path, &status) == 0 else { return nil }
        device = status.st_dev
        number = status.st_ino
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
