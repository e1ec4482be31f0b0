internal import LibC
package import PagerModel
internal import SystemCalls

/// Functions that read the clocks of the machine.
package enum MachineClock {
    /// Returns the time of a monotonic clock, which never goes back and has an arbitrary start.
    package static func monotonic() -> Instant {
        let time = clockTime(CLOCK_MONOTONIC)
        return Instant(
            nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// Returns the Unix time in seconds, to the millisecond.
    package static func unixTime() -> Double {
        let time = clockTime(CLOCK_REALTIME)
        return Double(time.tv_sec) + Double(time.tv_nsec / 1_000_000) / 1000
    }
}
