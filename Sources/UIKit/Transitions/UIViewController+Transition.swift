internal import Containment
internal import PagerModel

extension UIViewController {
    /// Replaces the visible child by another one, with the appearance callbacks of both.
    ///
    /// - Parameters:
    ///   - animations: Run when the transition begins; the new values are set immediately.
    ///   - completion: Called on the simulation's clock, with whether the transition was completed.
    public func transition(
        from old: UIViewController, to new: UIViewController, duration: TimeInterval,
        options: UIView.AnimationOptions = [], animations: (() -> Void)? = nil,
        completion: ((Bool) -> Void)? = nil
    ) {
        guard let id = requireID(), let from = old.requireID(in: simulation),
            let to = new.requireID(in: simulation), let handle
        else { return }
        var command = ControllerTransition()
        command.container = id
        command.from = from
        command.to = to
        command.duration = duration
        command.options = options.transition
        // A running transition ends at once, with its callbacks and its completion.
        command.interruption = .replace
        simulation.perform(
            command, moving: .container(handle), animated: duration > 0, animations: animations,
            completion: completion)
    }
}
