internal import LibC
internal import SystemCalls

/// The time on the monotonic clock at which a time limit ends.
struct Deadline {
    private let nanoseconds: Int64

    init(seconds: Double) {
        // Longer times are limited to about a hundred years.
        nanoseconds = Self.now() + Int64(min(max(seconds, 0), 3e10 / 10) * 1e9)
    }

    /// Returns this deadline or `other`, whichever is earlier. If `other` is nil, returns this
    /// deadline.
    func orEarlier(_ other: Deadline?) -> Deadline {
        guard let other, other.nanoseconds < nanoseconds else { return self }
        return other
    }

    /// The remaining milliseconds, rounded up. 0 after the deadline.
    var milliseconds: Int {
        let left = nanoseconds - Self.now()
        return left <= 0 ? 0 : Int(min((left + 999_999) / 1_000_000, Int64(Int32.max)))
    }

    private static func now() -> Int64 {
        let time = clockTime(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
