internal import Glibc
internal import PagerModel
internal import SystemCalls

/// A watch for changes in folders, and for changes of what their paths lead to.
///
/// For each path, it also watches the folders and symbolic links on the way, each for the next name
/// in the path. So it notices if a folder is renamed, replaced or created again, or a link changed.
struct FileWatch: ~Copyable {
    private let descriptor: Int32
    /// For each watched folder, the names whose changes count. Nil if all do.
    private var names: [Int32: TextSet?] = [:]

    /// The time without another change after which a change is considered complete. Editors write
    /// a file in several steps.
    private static let quiet = Duration.milliseconds(50)
    private static let changes = UInt32(
        IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MOVE_SELF
            | IN_DELETE_SELF | IN_ATTRIB)
    /// The number of links in one path that Linux follows.
    private static let mostLinks = 40

    /// Starts watching the given files and folders, which may be missing.
    ///
    /// - Throws: `Failure` with exit status 1 if the system cannot watch more folders.
    init(_ paths: [String]) throws(Failure) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw Failure(
                Failure.unreachable, "cannot watch files: \(errorText(errno))")
        }
        for path in paths { try follow(path) }
    }

    deinit { close(descriptor) }

    /// Watches the folders on a path from the first to the last. A folder is watched before the
    /// next name is looked up in it, so that no change is missed.
    private mutating func follow(_ path: String) throws(Failure) {
        var folder = Self.start(of: path)
        var rest = Array(Self.names(in: path).reversed())
        var links = 0
        while let name = rest.popLast() {
            try watch(folder, for: name)
            let next = folder == "/" ? "/" + name : folder + "/" + name
            if let target = linkTarget(next), links < Self.mostLinks {
                links += 1
                if target.utf8.first == Self.slash { folder = "/" }
                rest += Self.names(in: target).reversed()
            } else {
                folder = next
                if !Self.isFolder(folder) { return }
            }
        }
        try watch(folder, for: nil)
    }

    /// - Parameter name: The entry of the folder whose changes count. Nil for all entries.
    private mutating func watch(_ folder: String, for name: String?) throws(Failure) {
        let watch = inotifyAddWatch(descriptor, folder, Self.changes | UInt32(IN_ONLYDIR))
        guard watch >= 0 else {
            // If the folder has gone or may not be read, the folder around it reports when it can.
            if [ENOENT, ENOTDIR, ELOOP, EACCES].contains(errno) { return }
            throw Failure(
                Failure.unreachable, "cannot watch \(folder): \(errorText(errno))")
        }
        guard let name, let known = names[watch, default: []] else {
            return names[watch] = .some(nil)
        }
        names[watch] = known.union([name])
    }

    /// Waits for a change, and then until no other change has happened for `quiet`. Returns false
    /// after `seconds` without a change, if they are given.
    @discardableResult
    func awaitChange(within seconds: Double? = nil) throws(Failure) -> Bool {
        var isChanged = false
        var end = seconds.map { ContinuousClock.now + .seconds($0) }
        while true {
            let left = end.map { max(.zero, $0 - .now) / .milliseconds(1) }
            let count = awaitInput(descriptor, left.map { Int32($0.rounded(.up)) } ?? -1)
            if count == 0 { return isChanged }
            if count < 0 {
                if errno == EINTR { continue }
                throw Failure(
                    Failure.unreachable, "cannot wait: \(errorText(errno))")
            }
            for change in inotifyChanges(descriptor) where counts(change) {
                end = .now + Self.quiet
                isChanged = true
            }
        }
    }

    private func counts(_ change: FolderChange) -> Bool {
        guard !change.name.isEmpty, let names = names[change.watch] ?? nil else { return true }
        return names.contains(change.name)
    }

    // MARK: Paths

    private static let slash = UInt8(ascii: "/")

    private static func start(of path: String) -> String { path.utf8.first == slash ? "/" : "." }

    private static func names(in path: String) -> [String] {
        path.utf8.split(separator: slash).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func type(of path: String) -> mode_t? {
        var status = stat()
        return stat(at: path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func isFolder(_ path: String) -> Bool { type(of: path) == S_IFDIR }

    static func exists(_ path: String) -> Bool { type(of: path) != nil }

    /// Returns the folder of the book at `path`: the folder around a file, otherwise `path`.
    static func folder(of path: String) -> String {
        guard type(of: path) == S_IFREG else { return path }
        guard let end = path.utf8.lastIndex(of: slash) else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }
}
