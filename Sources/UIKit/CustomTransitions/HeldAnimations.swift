/// The animations of an interactive transition. The completions of the animations are not called
/// until `resume` or `reverse` has been called.
@MainActor
final class HeldAnimations {
    private unowned let simulation: Simulation
    /// The completion block of each animation, with the time in seconds from the start to the end
    /// of the animation.
    private var completions: [(time: Double, block: (Bool) -> Void)] = []
    /// The views that the animations have changed, with their values at the start and the end of
    /// each animation.
    private var changed: [AnimatedView] = []

    init(_ simulation: Simulation) { self.simulation = simulation }

    /// Runs the block of an animation and records the changed views.
    func animate(_ block: () -> Void) { changed += simulation.recordingChanges(block) }

    func complete(after time: Double, _ block: @escaping (Bool) -> Void) {
        completions.append((time, block))
    }

    /// Continues the animations from their state `time` seconds after the start. Calls the
    /// completion of each animation when the animation ends.
    func resume(from time: CGFloat, speed: CGFloat) {
        for completion in completions {
            let rest = max(0, completion.time - Double(time)) / Double(max(speed, 0.01))
            simulation.schedule(after: rest) { completion.block(true) }
        }
    }

    /// Runs the animations backwards from their state `time` seconds after the start. Then restores
    /// the values that the views had before the animations, and calls the completions.
    func reverse(from time: CGFloat, speed: CGFloat) {
        let rest = Double(time) / Double(max(speed, 0.01))
        simulation.schedule(after: rest) { [self] in
            for change in changed.reversed() { change.start.apply(to: change.view) }
            for completion in completions { completion.block(false) }
        }
    }
}

extension Simulation {
    /// Runs `body` and returns the animations that it begins. Their completions are not called
    /// until the animations are resumed or reversed.
    func holdingAnimations(_ body: () -> Void) -> HeldAnimations {
        let held = HeldAnimations(self)
        let outer = heldAnimations
        heldAnimations = held
        body()
        heldAnimations = outer
        return held
    }
}
