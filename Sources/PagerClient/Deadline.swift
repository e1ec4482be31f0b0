internal import LibC
internal import SystemCalls

/// A moment on the monotonic clock by which something must be done.
struct Deadline {
    private let nanoseconds: Int64

    init(seconds: Double) {
        // A thousand years are for ever, and fit.
        nanoseconds = Self.now() + Int64(min(max(seconds, 0), 3e10 / 10) * 1e9)
    }

    /// This one, or another that is earlier.
    func orEarlier(_ other: Deadline?) -> Deadline {
        guard let other, other.nanoseconds < nanoseconds else { return self }
        return other
    }

    /// What is left of it, rounded up; 0 when it has passed.
    var milliseconds: Int {
        let left = nanoseconds - Self.now()
        return left <= 0 ? 0 : Int(min((left + 999_999) / 1_000_000, Int64(Int32.max)))
    }

    private static func now() -> Int64 {
        let time = clockTime(CLOCK_MONOTONIC)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
