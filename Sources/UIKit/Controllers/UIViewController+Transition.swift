internal import Containment
internal import PagerModel

extension UIViewController {
    /// Changes the child that is shown, with the callbacks of both.
    ///
    /// - Parameters:
    ///   - animations: run when the transition begins; what they set is there at once.
    ///   - completion: called on the simulation's clock, with whether the transition was completed.
    public func transition(
        from old: UIViewController, to new: UIViewController, duration: TimeInterval,
        options: UIView.AnimationOptions = [], animations: (() -> Void)? = nil,
        completion: ((Bool) -> Void)? = nil
    ) {
        guard let id = requireID(), let from = old.requireID(), let to = new.requireID(),
            let handle
        else { return }
        simulation.transitions.wait(
            for: handle, TransitionBlocks.Blocks(animations: animations, completion: completion))
        var command = ControllerTransition()
        command.container = id
        command.from = from
        command.to = to
        command.duration = duration
        command.options = options.transition
        if simulation.perform(command) == nil { simulation.transitions.stopWaiting(for: handle) }
    }
}

/// What code has asked to be called in the course of transitions.
@MainActor
struct TransitionBlocks {
    struct Blocks {
        var animations: (() -> Void)?
        var completion: ((Bool) -> Void)?
    }

    /// By container, the blocks of the transition that is being started.
    private var waiting: [Handle: Blocks] = [:]
    private var running: [TransitionID: Blocks] = [:]

    mutating func wait(for container: Handle, _ blocks: Blocks) { waiting[container] = blocks }

    mutating func stopWaiting(for container: Handle) { waiting[container] = nil }

    /// The transition of a container begins. Returns the animations.
    mutating func begin(_ transition: TransitionID, of container: Handle) -> (() -> Void)? {
        guard let blocks = waiting.removeValue(forKey: container) else { return nil }
        running[transition] = blocks
        return blocks.animations
    }

    /// The transition is complete. Returns the completion.
    mutating func complete(_ transition: TransitionID) -> ((Bool) -> Void)? {
        running.removeValue(forKey: transition)?.completion
    }
}

extension EventHandlers {
    mutating func addTransitions() {
        on(TransitionEvents.Began.self) { event, subject, simulation in
            let detail = event.detail
            guard let animations = simulation.transitions.begin(detail.transition, of: subject)
            else { return }
            simulation.animating(for: detail.duration) { animations() }
        }
        on(TransitionEvents.Completion.self) { event, _, simulation in
            simulation.transitions.complete(event.transition)?(event.finished)
        }
    }
}
