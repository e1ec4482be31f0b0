import PagerModel
import RandomCommands

/// The shell with random commands while the disk, the clock, the subscriber and the plugins fail.
/// The first step creates its world.
struct Shell: World {
    private var world: ShellWorld?

    var held: [String] { world?.held ?? [] }
    var events: Int { world?.events ?? 0 }
    var shares: Shares { world?.shares ?? Shares() }
    var counts: [String: Int] { world?.faults ?? [:] }

    mutating func carryOut(_ step: Step) -> String? {
        guard step.method == "world" else { return world?.carryOut(step) }
        do {
            world = try ShellWorld(step.params)
            return nil
        } catch {
            return "it does not begin: \(error)"
        }
    }
}
