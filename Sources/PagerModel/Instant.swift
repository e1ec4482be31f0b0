/// A point on the daemon's clock, in nanoseconds since the history began.
///
/// Whole numbers, so that ten steps of a tenth of a second are one second.
public struct Instant: Hashable, Sendable, BitwiseCopyable, Comparable {
    public var nanoseconds: Int64

    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    public static let zero = Instant(nanoseconds: 0)

    public var seconds: Double { Double(nanoseconds) / 1e9 }

    public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Seconds are rounded to the nanosecond.
    public func advanced(by seconds: Double) -> Instant {
        Instant(nanoseconds: nanoseconds + Int64((seconds * 1e9).rounded()))
    }
}
