/// A gesture recognizer whose actions are closures. The argument of a closure has the recognizer's
/// own class as its type, such as `UIPanGestureRecognizer`.
@MainActor
public protocol UIGestureRecognizerActions: UIGestureRecognizer {}

extension UIGestureRecognizerActions {
    /// Adds a closure to call whenever the state changes. A discrete gesture changes its state when
    /// it is recognized, a continuous gesture when it begins, moves, ends or is cancelled.
    ///
    /// The recognizer keeps the closure, so the closure should capture a controller weakly.
    public func addAction(_ action: @escaping @MainActor (Self) -> Void) {
        let call: @MainActor () -> Void = { [weak self] in
            if let self { action(self) }
        }
        actions.append(GestureAction(target: nil, call: call))
    }
}

extension UIGestureRecognizer {
    /// Makes the recognizer call a method of `target` whenever the state changes. The recognizer
    /// does not keep `target` alive. UIKit's method has a selector as its parameter instead.
    ///
    /// - Parameter action: the unbound method, such as `MyController.panned`.
    public func addTarget<Target: AnyObject, Recognizer: UIGestureRecognizer>(
        _ target: Target, action: @escaping @MainActor (Target) -> (Recognizer) -> Void
    ) {
        let call: @MainActor () -> Void = { [weak self, weak target] in
            guard let self, let target else { return }
            if let recognizer = self as? Recognizer {
                action(target)(recognizer)
            } else {
                simulation.report(
                    Simulation.Issue(
                        text: "the action of \(self) must take a \(type(of: self)), got one that "
                            + "takes a \(Recognizer.self)"))
            }
        }
        actions.append(GestureAction(target: target, call: call))
    }

    /// Makes the recognizer call a parameterless method of `target` whenever the state changes.
    public func addTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> () -> Void
    ) {
        let call: @MainActor () -> Void = { [weak target] in
            if let target { action(target)() }
        }
        actions.append(GestureAction(target: target, call: call))
    }

    /// Removes all actions that call methods of `target`, not only `action`, because methods cannot
    /// be compared.
    public func removeTarget<Target: AnyObject, Recognizer: UIGestureRecognizer>(
        _ target: Target, action: @escaping @MainActor (Target) -> (Recognizer) -> Void
    ) { removeTarget(target, action: nil) }

    /// Removes all actions that call methods of `target`, not only `action`, because methods cannot
    /// be compared.
    public func removeTarget<Target: AnyObject>(
        _ target: Target, action: @escaping @MainActor (Target) -> () -> Void
    ) { removeTarget(target, action: nil) }

    /// Removes all actions that call methods of `target`. If `target` is nil, removes all actions.
    public func removeTarget(_ target: AnyObject?, action: Never?) {
        actions.removeAll { target == nil || $0.target === target }
    }
}
