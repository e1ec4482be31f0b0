internal import PagerModel

/// A limit for the messages of one socket that are handled before the daemon checks the other
/// sockets. It limits both the number of messages and the time for handling them.
///
/// The time limit only affects when the daemon checks the other sockets, the clock and the signals.
/// It does not change the effect of a message.
struct Burst {
    private var left: Int
    private var end: Instant?

    /// The time in seconds after which the daemon does not begin to handle another message of the
    /// socket. Handling a single message may take longer.
    static let seconds = 0.05

    init(of count: Int) { left = count }

    /// Returns whether another message may be handled now and, if so, counts it.
    ///
    /// - Parameter time: A time on a monotonic clock, the same clock in each call.
    mutating func takesNext(at time: Instant) -> Bool {
        let end = end ?? time.advanced(by: Self.seconds)
        self.end = end
        guard left > 0, time < end else { return false }
        left -= 1
        return true
    }
}
