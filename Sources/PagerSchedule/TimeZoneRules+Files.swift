internal import Glibc
internal import SystemCalls

extension TimeZoneRules {
    private static let folder = "/usr/share/zoneinfo"
    /// The maximum size of a time zone file in bytes. The largest existing files have 4 KiB.
    private static let mostBytes = 256 << 10

    /// Returns the time zone with a name such as `Europe/Berlin`, or nil if the machine has no such
    /// zone.
    public static func named(_ name: String) -> TimeZoneRules? {
        if name == "UTC" { return .utc }
        let isName = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
                UInt8(ascii: "-"), UInt8(ascii: "+"):
                true
            default: false
            }
        }
        guard isName, !name.isEmpty, name.utf8.count <= 64, !name.hasPrefix("/") else {
            return nil
        }
        return read("\(folder)/\(name)")
    }

    /// The time zone of the machine, from the environment variable `TZ` or, if that is not set,
    /// from `/etc/localtime`. UTC if the time zone cannot be read.
    public static var ofMachine: TimeZoneRules {
        let text = environmentVariable("TZ") ?? ""
        let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
        if name.isEmpty { return read("/etc/localtime") ?? .utc }
        if name.hasPrefix("/") { return read(name) ?? .utc }
        if let zone = named(name) { return zone }
        return PosixTimeZone(name).map(TimeZoneRules.init(rule:)) ?? .utc
    }

    private static func read(_ path: String) -> TimeZoneRules? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return TimeZoneRules(parsing: bytes(of: file, at: 0, count: mostBytes))
    }
}
