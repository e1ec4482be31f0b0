internal import Glibc
package import PagerModel
package import PagerWire
internal import SystemCalls

/// A lock that ensures that only one daemon uses a journal. The locked file is in the same folder
/// as the journal, and is never renamed.
///
/// A compaction replaces the journal with a new file, so a lock on the journal itself may belong to
/// a removed file. `openJournal` also locks the journal. That second lock applies to all names
/// (hard links) of the journal, even if the lock file was deleted.
package struct JournalLock: ~Copyable {
    private let descriptor: Int32
    /// Whether the operating system has run without a restart since the last daemon used this
    /// journal.
    ///
    /// If so, the journal has every byte that the last daemon wrote, even if that daemon was
    /// killed. After a power failure, the last bytes may be lost.
    package let outlivedLastDaemon: Bool

    /// Returns the path of the lock file. The file remains after the end of the daemon, because
    /// deleting it would let a second daemon lock a new file.
    package static func path(of journal: String) -> String { journal + ".lock" }

    /// Takes the lock.
    ///
    /// - Throws: `StartProblem` if another daemon holds the lock, or if the path is a folder, a
    ///   pipe or a device. A compaction would replace a device such as `/dev/null`.
    package init(of journal: String) throws(StartProblem) {
        try Self.requireFile(journal)
        let path = Self.path(of: journal)
        let flags = O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW
        var descriptor = open(path, flags | O_EXCL, 0o600)
        let isNew = descriptor >= 0
        if !isNew { descriptor = open(path, flags, 0o600) }
        guard descriptor >= 0 else { throw Journal.problem("lock", path) }
        guard FileLock.take(descriptor) else {
            close(descriptor)
            throw Self.isTaken(journal)
        }
        self.descriptor = descriptor
        outlivedLastDaemon =
            Self.systemStart().map { Self.lines(of: descriptor)[0] == $0 } ?? false
        if isNew { write(status: "", seal: Self.unknownSeal) }
    }

    deinit { close(descriptor) }

    private static func requireFile(_ path: String) throws(StartProblem) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        let type = status.st_mode & S_IFMT
        // Opening a symbolic link fails later, with a different error.
        guard type != S_IFREG, type != S_IFLNK else { return }
        throw StartProblem(
            "the journal \(path) is a folder, a device or a pipe, not a file; name a file, or use "
                + "--journal none for no journal")
    }

    private static func isTaken(_ journal: String) -> StartProblem {
        StartProblem(
            "another daemon uses the journal \(journal); stop it, or choose another file with "
                + "--journal")
    }

    // MARK: The journal itself

    /// Opens or creates the journal file and locks it.
    ///
    /// - Throws: `StartProblem` if the file cannot be opened or locked, or if the file has other
    ///   hard links. A daemon that was started with one of these links would write the same file.
    package func openJournal(_ path: String) throws(StartProblem) -> (
        descriptor: Int32, isNew: Bool
    ) {
        // A daemon of a release without lock files may replace the file meanwhile.
        for _ in 0..<Self.attempts {
            var isNew = false
            var descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            if descriptor < 0, errno == ENOENT {
                isNew = true
                descriptor = open(
                    path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
            }
            guard descriptor >= 0 else { throw Self.problem(opening: path) }
            guard FileLock.take(descriptor) else {
                close(descriptor)
                throw Self.isTaken(path)
            }
            if Self.isFile(descriptor, at: path) {
                try Self.requireOneName(descriptor, path)
                return (descriptor, isNew)
            }
            close(descriptor)
        }
        throw Self.isTaken(path)
    }

    private static let attempts = 10

    private static func problem(opening path: String) -> StartProblem {
        guard errno == ELOOP else { return Journal.problem("open", path) }
        return StartProblem(
            "the journal \(path) is a symbolic link; name the file that it points to")
    }

    /// Returns whether a path refers to the same file as a descriptor of an open file.
    package static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
            && opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    private static func requireOneName(
        _ descriptor: Int32, _ path: String
    ) throws(StartProblem) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_nlink > 1 else { return }
        close(descriptor)
        throw StartProblem(
            "the journal \(path) has \(status.st_nlink) names (hard links), and a daemon started "
                + "with another of them would write the same file; copy it with `cp` and remove "
                + "the other names")
    }

    // MARK: Information for the next daemon

    /// Whether a daemon ended after a failed sync of the journal.
    ///
    /// This flag itself needs no sync. Until the operating system restarts, the kernel keeps both
    /// the flag and the uncertain bytes in memory. After a restart, both are read from the disk.
    package var isInDoubt: Bool { Self.lines(of: descriptor)[0] == Self.doubt }

    /// Records whether parts of the journal may be missing on the disk. If not, records the
    /// operating system's boot id, for `outlivedLastDaemon`.
    package func note(isInDoubt: Bool) {
        write(status: isInDoubt ? Self.doubt : Self.systemStart() ?? "")
    }

    /// A copy of the journal's seal, in case the journal's first record is lost. The seal is a
    /// secret number that all records contain. Nil if the seal is unknown, `JournalSeal.none` if
    /// the lock file is from a version of pagerd without seals.
    ///
    /// The copy is in the lock file, because that file contains no data from clients.
    package var seal: JournalSeal? {
        guard let line = line(1) else { return JournalSeal.none }
        return UInt64(line.dropFirst(Self.seal.count)).map { JournalSeal(number: $0) }
    }

    package func note(_ seal: JournalSeal) {
        write(seal: "\(Self.seal)\(seal.number)")
    }

    /// A note about the daemon's clock, so that the next daemon's does not go back.
    package struct ClockNote: Hashable {
        /// The time of the machine's monotonic clock at which the daemon's clock was 0.
        package var start: Instant
        /// The time of the daemon's clock when the note was written.
        package var time: Instant

        package init(start: Instant, time: Instant) {
            self.start = start
            self.time = time
        }
    }

    /// Nil if the last daemon has left no note.
    package var clock: ClockNote? {
        let words = line(2)?.utf8.split(separator: UInt8(ascii: " ")).map { String($0) ?? "" }
        guard let words, words.count == 3, words[0] == "clock", let start = Int64(words[1]),
            let time = Int64(words[2])
        else { return nil }
        return ClockNote(
            start: Instant(nanoseconds: start), time: Instant(nanoseconds: max(0, time)))
    }

    package func note(_ clock: ClockNote) {
        write(clock: "clock \(clock.start.nanoseconds) \(clock.time.nanoseconds)")
    }

    package func forgetClock() { write(clock: "") }

    private func line(_ number: Int) -> String? {
        let lines = Self.lines(of: descriptor)
        return number < lines.count ? lines[number] : nil
    }

    /// Changes lines of the lock file. Its text is padded to a constant length and written with one
    /// system call, so that a crash leaves either the old or the new text.
    private func write(status: String? = nil, seal: String? = nil, clock: String? = nil) {
        let old = [line(0) ?? "", line(1), line(2)]
        let lines = zip([status, seal, clock], old).map { $0 ?? $1 }
        let text = Array(lines.compactMap { $0 }.map { "\($0)\n" }.joined().utf8)
        let space = Array(repeating: UInt8(ascii: " "), count: max(0, Self.length - text.count))
        _ = pwrite(descriptor, (text + space)[...], 0)
    }

    private static let doubt = "not on the disk"
    private static let seal = "seal "
    private static let unknownSeal = "seal unknown"
    private static let length = 192

    /// Returns the line of the lock file that contains the operating system's boot id, or nil if
    /// the id cannot be read.
    private static func systemStart() -> String? {
        let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let id = lines(of: file)[0]
        return id.isEmpty ? nil : "written since the system start \(id)"
    }

    /// Returns the lines of a short file: at least one, which may be empty.
    private static func lines(of descriptor: Int32) -> [String] {
        let bytes = bytes(of: descriptor, at: 0, count: length)
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
        let lines = bytes[..<(ends.last ?? bytes.endIndex)]
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return lines.isEmpty ? [""] : lines.map { String(decoding: $0, as: UTF8.self) }
    }
}
