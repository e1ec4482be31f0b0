import Containment
import PagerModel
import PagerWire
import Testing

@testable import PagerJournal
@testable import PagerServer

/// Tests that the daemon's clock does not go back over a restart, even if the machine's clock does.
@Suite struct ClockNoteTests {
    private let folder = JournalFolder(clock: .real)

    private static func at(_ seconds: Double) -> Instant { Instant.zero.advanced(by: seconds) }

    /// Opens the journal as a daemon does, and returns what `body` finds in it.
    private func open<Result>(_ body: (inout Journal, Service) throws -> Result) throws -> Result {
        var identity = JournalFolder.identity(.real)
        // The machine's clock has gone back to the time before the daemon's epoch.
        identity.epoch = MachineClock.unixTime() + 1_000
        var configuration = Configuration()
        configuration.journalSync = .never
        var journal = try Journal(path: folder.path, of: configuration)
        let service = try journal.restore(&identity, adding: Plugins()).service
        return try body(&journal, service)
    }

    /// Changes the machine's start in the lock file, as if the machine had been started again.
    private func restartMachine() {
        let text = String(decoding: folder.lock, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let others = ["written since the system start 0"] + lines.dropFirst().map(String.init)
        folder.lock = Array(others.joined(separator: "\n").utf8)
    }

    @Test func `The clock of a killed daemon goes on while the machine runs`() throws {
        let start = Self.at(100)
        try open { journal, _ in journal.noteClock(startedAt: start, at: Self.at(100)) }
        // No later note says that the clock has shown 5.4.
        let last = try open { journal, _ in journal.lastClock(at: Self.at(105.5)) }
        #expect(last == Self.at(5.5))
    }

    @Test func `After a start of the machine the clock is not before any time that it has shown`()
        throws
    {
        let start = Self.at(100)
        var shown = Instant.zero
        try open { journal, _ in
            for second in stride(from: 100.0, through: 157, by: 1) {
                journal.noteClock(startedAt: start, at: Self.at(second))
                shown = Self.at(second + 0.9 - 100)
            }
        }
        restartMachine()
        let last = try #require(try open { journal, _ in journal.lastClock(at: Self.at(3)) })
        #expect(last >= shown)
        // Nor does it go far ahead of what the machine's clock will show.
        #expect(last <= shown.advanced(by: 20))
    }

    @Test(arguments: [1.0, 5.4, 1e6])
    func `The real clock begins no earlier than the last one`(seconds: Double) throws {
        try open { _, service in
            for last in [Self.at(seconds), nil] {
                let present = Self.at(7)
                let origin = Daemon.origin(of: service, Self.at(1), last, at: present)
                let elapsed = present.nanoseconds - origin.nanoseconds
                #expect(elapsed == (last ?? Self.at(1)).nanoseconds)
            }
        }
    }

    @Test func `A note of another journal, or one that cannot be read, counts for nothing`() throws
    {
        try open { journal, _ in journal.noteClock(startedAt: Self.at(-1e9), at: Self.at(100)) }
        folder.bytes = []
        #expect(try open { journal, _ in journal.lastClock(at: Self.at(200)) } == nil)
        for line in [
            "", "clock", "clock 1", "clock x 1", "clock 1 2 3", "clock 99999999999999999999 1",
        ] {
            try open { journal, _ in journal.noteClock(startedAt: .zero, at: Self.at(100)) }
            let lines = String(decoding: folder.lock, as: UTF8.self).split(separator: "\n")
            folder.lock = Array("\(lines[0])\n\(lines[1])\n\(line)\n".utf8)
            #expect(
                try open { journal, _ in journal.lastClock(at: Self.at(200)) } == nil, "\(line)")
        }
    }
}
