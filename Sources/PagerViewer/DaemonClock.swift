internal import PagerModel
internal import PagerWire

/// The daemon's time, computed from its reply to `server.hello` and its heartbeats. Between two
/// heartbeats, the time that passes on this machine is added, unless the daemon's clock is manual.
/// So the clocks of this machine and of the daemon's machine may differ.
struct DaemonClock: Sendable {
    private let isReal: Bool
    private var told: Double
    private var toldAt = MachineClock.monotonic()

    init(_ hello: Value) {
        isReal = hello["clock"]?.string == ClockMode.real.rawValue
        told = hello["time"]?.double ?? 0
    }

    /// The daemon's current time, in seconds since the daemon's event history began.
    var time: Double { isReal ? told + MachineClock.monotonic().seconds - toldAt.seconds : told }

    mutating func set(_ time: Double) {
        told = time
        toldAt = MachineClock.monotonic()
    }
}
