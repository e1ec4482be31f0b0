/// A time on the daemon's clock, in nanoseconds since the daemon's event history began.
///
/// Integers avoid rounding errors: ten steps of a tenth of a second are exactly one second.
public struct Instant: Hashable, Sendable, BitwiseCopyable, Comparable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static let zero = Instant(nanoseconds: 0)

    /// The latest time that a clock may show, about 146 years after the event history began. The
    /// remaining range is for sums and differences of times.
    public static let latest = Instant(nanoseconds: 1 << 62)

    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The latest time that can be represented, about 290 years after the event history began.
    public static let end = Instant(nanoseconds: .max)

    /// Returns this time plus `seconds`, rounded to the nanosecond. Returns `end` if the result
    /// would be later than `end`.
    public func advanced(by seconds: Double) -> Instant {
        guard let step = Int64(exactly: (seconds * 1e9).rounded()) else { return .end }
        let (sum, isBeyond) = nanoseconds.addingReportingOverflow(step)
        return isBeyond ? .end : Instant(nanoseconds: sum)
    }
}
