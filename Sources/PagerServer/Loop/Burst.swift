internal import PagerModel

/// Bounds the messages of one socket that are taken before the daemon looks at the others: in their
/// number, and in the time that they take together.
///
/// The time only decides when the other sockets, the clock and the signals have their turn, not what
/// a message does.
struct Burst {
    private var left: Int
    private var end: Instant?

    /// Seconds after which no further message is taken. A single message may take longer.
    static let seconds = 0.05

    init(of count: Int) { left = count }

    /// Whether another message may be taken now; counts it if so.
    ///
    /// - Parameter time: on any clock that only goes forward, the same in each call.
    mutating func takesNext(at time: Instant) -> Bool {
        let end = end ?? time.advanced(by: Self.seconds)
        self.end = end
        guard left > 0, time < end else { return false }
        left -= 1
        return true
    }
}
