package import PagerModel

/// Functions that keep the daemon's clock from going back over a restart. The times are those of the
/// machine's monotonic clock.
extension Journal {
    /// The seconds between two notes about the clock.
    private static let period = 10.0

    /// Returns the time that the last daemon's clock has not passed, or nil if it is not known. If
    /// the machine runs since then, it is the time that the clock would show now.
    package borrowing func lastClock(at present: Instant) -> Instant? {
        guard let note = lock.clock else { return nil }
        guard lock.outlivedLastDaemon else { return note.time.advanced(by: 2 * Self.period) }
        let (time, isBeyond) = present.nanoseconds
            .subtractingReportingOverflow(note.start.nanoseconds)
        return isBeyond ? note.time : max(note.time, Instant(nanoseconds: time))
    }

    /// Notes the time of the daemon's clock for the next daemon, if the last note is old.
    ///
    /// - Parameter start: The time at which the daemon's clock was 0.
    package mutating func noteClock(startedAt start: Instant, at present: Instant) {
        guard clockNote.map({ $0.advanced(by: Self.period) <= present }) ?? true else { return }
        clockNote = present
        let time = Instant(nanoseconds: present.nanoseconds - start.nanoseconds)
        lock.note(JournalLock.ClockNote(start: start, time: time))
    }
}
