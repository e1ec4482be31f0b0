internal import Containment
internal import PagerModel

/// The work that one batch or one `clock.advance` has done so far. It is limited, so that a request
/// does not block the daemon's loop or use much memory.
///
/// The work is measured in events, bytes, and visits to controllers and views, not in time. So the
/// limits have the same effect in a replay of the journal.
struct BatchBudget {
    private let limits: ServiceLimits
    private let start: Int
    private var events = 0
    private var bytes = 0
    private var visits = 0

    init(_ scene: Scene, _ limits: ServiceLimits) {
        self.limits = limits
        start = scene.work
    }

    /// Adds the work of the last command to the totals.
    ///
    /// - Parameters:
    ///   - first: The index of the command's first event in the scene's log.
    ///   - bytes: The bytes of the command's published events and result.
    mutating func count(_ scene: Scene, since first: Int = 0, bytes: Int = 0) {
        count(scene, events: scene.log.count - first, bytes: bytes)
    }

    /// Adds events and bytes to the totals, and updates the number of visits to controllers and
    /// views.
    mutating func count(_ scene: Scene, events more: Int, bytes: Int) {
        events += more
        visits = scene.work - start
        count(bytes: bytes)
    }

    mutating func count(bytes more: Int) { bytes += more }

    /// The exceeded limit, as the beginning of an error message. Nil if no limit is exceeded.
    var excess: String? {
        if events > limits.batchEvents { return "a batch has at most \(limits.batchEvents) events" }
        if bytes > limits.batchBytes {
            return "the events and results of a batch take at most \(limits.batchBytes) bytes"
        }
        if visits > limits.batchVisits {
            return "a batch may visit controllers and views at most \(limits.batchVisits) times"
        }
        return nil
    }
}
