internal import Containment
internal import PagerModel

extension UIViewController {
    /// Replaces the visible child `old` with the child `new`. Both receive their appearance
    /// callbacks.
    ///
    /// - Parameters:
    ///   - animations: Run when the transition begins; the new values are set immediately.
    ///   - completion: Called when the transition ends on the simulation's clock. The argument is
    ///     false if the transition was cancelled.
    public func transition(
        from old: UIViewController, to new: UIViewController, duration: TimeInterval,
        options: UIView.AnimationOptions = [], animations: (() -> Void)?,
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
        // A running transition ends immediately, with its callbacks and its completion.
        command.interruption = .replace
        simulation.perform(
            command, moving: .container(handle), animated: duration > 0, animations: animations,
            completion: completion)
    }
}
