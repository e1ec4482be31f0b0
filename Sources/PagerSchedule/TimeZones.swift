internal import Glibc
internal import PagerModel
internal import SystemCalls

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
