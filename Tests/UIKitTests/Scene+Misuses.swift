@testable import Containment
import PagerModel

extension Scene {
    /// Returns the messages of the events `diagnostic.misuse`, and removes all events.
    mutating func drainMisuses() -> [String] {
        drain { scene in
            scene.log.events.compactMap {
                scene.read(DiagnosticEvents.Misuse.self, from: $0)?.message
            }
        }
    }
}
