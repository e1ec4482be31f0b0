internal import Glibc
internal import PagerModel
internal import SystemCalls

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
