internal import Glibc
internal import PagerModel
internal import PagerWire
internal import Synchronization
internal import SystemCalls

/// A watch for changes of the files that browsers have loaded. Browsers are told which contents
/// have changed, and load them again.
///
/// inotify reports changes in the folders of the files, and which files are being written. The
/// versions of the files are also compared every few seconds, because inotify reports nothing for
/// network file systems, for links, and for folders beyond the limit.
final class FileChanges: Sendable {
    /// The maximum number of watched files: those that browsers have loaded last.
    static let mostFiles = 1_024
    /// The maximum number of folders that inotify watches.
    static let mostFolders = 256
    /// The maximum number of paths in one message. If more have changed, browsers load everything
    /// again.
    static let mostPaths = 64
    /// The milliseconds between two comparisons of all versions.
    private static let period: Int32 = 2_000
    /// The microseconds after a change for which further changes are collected.
    private static let pause: UInt32 = 100_000
    /// The seconds after which a file is shown that a program still writes.
    static let longestWriting = 300.0

    private struct File {
        /// The version that browsers have loaded.
        var version: OpenFile.Version
        var lastUse: Int
    }

    private struct State {
        /// The files by their paths in requests.
        var files: [[UInt8]: File] = [:]
        var uses = 0
    }

    private let hub: BrowserHub
    private let folder: BookFolder
    private let named: NamedFiles
    private let state = Mutex(State())

    init(hub: BrowserHub, folder: BookFolder, named: NamedFiles) {
        self.hub = hub
        self.folder = folder
        self.named = named
    }

    func start() throws(Thread.Failure) { try Thread { self.run() }.detach() }

    /// Records that a browser loads a file. If other browsers have loaded an older version, the next
    /// comparison finds the difference.
    func note(_ path: [UInt8], _ version: OpenFile.Version) {
        state.withLock { state in
            state.uses += 1
            state.files[path, default: File(version: version, lastUse: 0)].lastUse = state.uses
            guard state.files.count > Self.mostFiles,
                let oldest = state.files.min(by: { $0.value.lastUse < $1.value.lastUse })
            else { return }
            state.files[oldest.key] = nil
        }
    }

    private func run() -> Never {
        var folders = WatchedFolders()
        while true {
            let paths = state.withLock { Array($0.files.keys) }
            folders.watch(Set<[UInt8]>(paths.map { folder.parent(of: $0) }))
            if folders.awaitChange(Self.period) { usleep(Self.pause) }
            folders.readChanges()
            let found = state.withLock { changed($0.files) }
            // A writer may have begun before the versions were read.
            folders.readChanges()
            let complete = found.filter { !folders.isBeingWritten(folder.fullPath(of: $0.path)) }
            if !complete.isEmpty { announce(complete) }
        }
    }

    private func changed(
        _ files: [[UInt8]: File]
    ) -> [(path: [UInt8], version: OpenFile.Version)] {
        files.compactMap { path, file in
            // A file that is missing now may be replaced soon.
            guard let version = folder.version(of: path), version != file.version else {
                return nil
            }
            return (path, version)
        }
    }

    private func announce(_ changes: [(path: [UInt8], version: OpenFile.Version)]) {
        let known = state.withLock { state in
            for (path, version) in changes { state.files[path]?.version = version }
            return Array(state.files.keys)
        }
        let names = Set<[UInt8]>(changes.compactMap { folder.name(of: $0.path) })
        var paths = Set<[UInt8]>(changes.map(\.path))
        let documents = named.documents(
            among: known.compactMap { folder.name(of: $0) }, referringTo: names)
        for path in known {
            if let name = folder.name(of: path), documents.contains(name) { paths.insert(path) }
        }
        var texts = paths.map { String(decoding: $0, as: UTF8.self) }
        for id in named.pages(referringTo: names.union(documents)) {
            texts += [";page=\(id)", ";fallback=\(id)"]
        }
        let value: Value =
            texts.count > Self.mostPaths ? true : .array(texts.sorted().map { .string($0) })
        hub.tell(Array(Value.object([.init("files", value)]).json.utf8))
    }
}

/// Folders that inotify watches for changes of their files.
private struct WatchedFolders {
    /// Reports that a file is being written.
    private let writing = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    /// Reports that a file is complete, or that its name leads to another file.
    private let complete = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    /// The folders by their numbers at both descriptors.
    private var writingNumbers: [Int32: [UInt8]] = [:]
    private var completeNumbers: [Int32: [UInt8]] = [:]
    private var folders: Set<[UInt8]> = []
    /// The files that are being written, each with the time at which that began.
    private var begun: [[UInt8]: Double] = [:]

    private static let ends = UInt32(
        IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO)

    mutating func watch(_ wanted: Set<[UInt8]>) {
        for folder in wanted.subtracting(folders) where folders.count < FileChanges.mostFolders {
            let path = String(decoding: folder, as: UTF8.self)
            let number = inotifyAddWatch(writing, path, UInt32(IN_MODIFY) | UInt32(IN_ONLYDIR))
            let other = inotifyAddWatch(complete, path, Self.ends | UInt32(IN_ONLYDIR))
            guard number >= 0, other >= 0 else { continue }
            folders.insert(folder)
            writingNumbers[number] = folder
            completeNumbers[other] = folder
        }
    }

    /// Waits until a file is complete, for at most `milliseconds`. Returns whether one is.
    func awaitChange(_ milliseconds: Int32) -> Bool {
        guard complete >= 0 else {
            usleep(UInt32(milliseconds) * 1_000)
            return false
        }
        return awaitInput(complete, milliseconds) > 0
    }

    mutating func readChanges() {
        let now = MachineClock.monotonic().seconds
        for change in inotifyChanges(writing) {
            guard let folder = writingNumbers[change.watch] else { continue }
            let file = folder + [UInt8(ascii: "/")] + Array(change.name.utf8)
            if begun[file] == nil { begun[file] = now }
        }
        for change in inotifyChanges(complete) {
            guard let folder = completeNumbers[change.watch] else { continue }
            begun[folder + [UInt8(ascii: "/")] + Array(change.name.utf8)] = nil
        }
        begun = begun.filter { now - $0.value < FileChanges.longestWriting }
    }

    func isBeingWritten(_ file: [UInt8]) -> Bool { begun[file] != nil }
}
