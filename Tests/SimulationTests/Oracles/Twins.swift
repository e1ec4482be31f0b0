import Containers
import Containment
import PagerModel
import RandomCommands
import ReferenceEngine

/// A scene and a copy restored from its archive, which must behave alike. The copy is restored
/// again after every `stride` steps.
struct Twins: Oracle {
    private(set) var original = Scene(kinds: Containers.kinds)
    private(set) var copy = Scene(kinds: Containers.kinds)
    private let stride: Int
    private var steps = 0

    init(stride: Int = 1) { self.stride = stride }

    mutating func carryOut(_ step: Step) -> String? {
        steps += 1
        return difference(after: step) ?? (steps % stride == 0 ? renew() : nil)
    }

    private mutating func difference(after step: Step) -> String? {
        let here = Self.carryOut(step, on: &original)
        let there = Self.carryOut(step, on: &copy)
        if here.refusal != there.refusal {
            return "\(step.method): \(here.refusal?.message ?? "accepted"), "
                + "then read: \(there.refusal?.message ?? "accepted")"
        }
        if here.told != there.told {
            let (index, pair) =
                zip(here.told, there.told).enumerated()
                .first { $0.element.0 != $0.element.1 } ?? (
                    min(here.told.count, there.told.count), (nil, nil)
                )
            return "\(step.method) publishes different events, the first at index \(index): \(pair)"
        }
        // The log of a command is kept until the next command that succeeds; a restored scene has
        // none.
        if step.method == "clock.advance" || here.refusal != nil { return nil }
        return original.ignored == copy.ignored ? nil : "\(step.method) logs different warnings"
    }

    /// Replaces the copy by one restored from its own archive.
    private mutating func renew() -> String? {
        let bytes = original.archived()
        if bytes != copy.archived() { return "the same commands have led to other bytes" }
        do {
            copy = try Scene(archived: bytes)
        } catch {
            return "its own bytes cannot be read: \(error)"
        }
        if copy.archived() != bytes { return "what was read is written as other bytes" }
        if Simulation.picture(copy) != Simulation.picture(original) {
            return "what was read has other records"
        }
        return copy.violations().first
    }

    private static func carryOut(
        _ step: Step, on scene: inout Scene
    ) -> (refusal: CommandError?, told: [Told]) {
        do {
            return (nil, try scene.tell(of: step))
        } catch {
            return (error, [])
        }
    }
}

extension Scene {
    /// Creates a scene with the standard kinds from an archive.
    init(
        archived bytes: [UInt8],
        into new: Scene = Scene(kinds: Containers.kinds)
    ) throws(ArchiveProblem) {
        self = new
        try Archive.reading(bytes.span) { visit(&$0) }
    }
}
