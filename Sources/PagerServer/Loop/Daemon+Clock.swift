internal import PagerModel
internal import PagerWire

extension Daemon {
    /// Returns the time of the machine's monotonic clock at which the daemon's clock is zero.
    ///
    /// After a restart, a manual clock continues where it stopped. A real clock also counts the
    /// time while no daemon ran, so that the times of events stay relative to the epoch. It never
    /// goes back, even if the machine's clock does.
    ///
    /// - Parameters:
    ///   - restored: The time of the last record in the journal.
    ///   - last: The time up to which the last daemon's clock may have run.
    static func origin(
        of service: borrowing Service, _ restored: Instant?, _ last: Instant?,
        at present: Instant
    ) -> Instant {
        guard let restored else { return present }
        let passed = Instant.zero.advanced(by: MachineClock.unixTime() - service.identity.epoch)
        let time =
            service.identity.clock == .real ? max(restored, passed, last ?? .zero) : restored
        // A journal may contain an impossible epoch, from which the clock cannot continue.
        return Instant(nanoseconds: present.nanoseconds - min(time, .latest).nanoseconds)
    }
}
