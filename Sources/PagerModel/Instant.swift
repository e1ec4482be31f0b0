/// A point on the daemon's clock, in nanoseconds since the history began.
///
/// Whole numbers, so that ten steps of a tenth of a second are one second.
public struct Instant: Hashable, Sendable, BitwiseCopyable, Comparable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static let zero = Instant(nanoseconds: 0)

    /// The last point at which a clock can stand, some 146 years after the first: times are added
    /// to it and taken from it.
    public static let latest = Instant(nanoseconds: 1 << 62)

    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    /// The last point there is, some 290 years after the first.
    public static let end = Instant(nanoseconds: .max)

    /// Seconds are rounded to the nanosecond; what would lie beyond the end is the end.
    public func advanced(by seconds: Double) -> Instant {
        guard let step = Int64(exactly: (seconds * 1e9).rounded()) else { return .end }
        let (sum, isBeyond) = nanoseconds.addingReportingOverflow(step)
        return isBeyond ? .end : Instant(nanoseconds: sum)
    }
}
