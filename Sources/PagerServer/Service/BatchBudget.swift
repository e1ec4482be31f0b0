internal import Containment
internal import PagerModel

/// How much one batch or one `clock.advance` has done, so that it neither holds the daemon's loop
/// for long nor takes much memory.
///
/// It follows from the state and the request alone, so that a replay of the journal comes to the
/// same result.
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

    /// Counts what the last command did.
    ///
    /// - Parameters:
    ///   - first: the index of its first event in the scene's log.
    ///   - bytes: of its published events and its result.
    mutating func count(_ scene: Scene, since first: Int = 0, bytes: Int = 0) {
        count(scene, events: scene.log.count - first, bytes: bytes)
    }

    /// Counts what was done, with so many events of so many bytes.
    mutating func count(_ scene: Scene, events more: Int, bytes: Int) {
        events += more
        visits = scene.work - start
        count(bytes: bytes)
    }

    mutating func count(bytes more: Int) { bytes += more }

    /// The limit that is exceeded, as the beginning of a sentence. Nil while none is.
    var excess: String? {
        if events > limits.batchEvents { return "a batch has at most \(limits.batchEvents) events" }
        if bytes > limits.batchBytes {
            return "the events and results of a batch take at most \(limits.batchBytes) bytes"
        }
        if visits > limits.batchVisits {
            return "a batch looks at controllers and views at most \(limits.batchVisits) times"
        }
        return nil
    }
}
