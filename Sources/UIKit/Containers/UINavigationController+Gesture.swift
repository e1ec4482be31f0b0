/// The gesture that pops the top controller of a navigation controller: a pan from the left edge.
@MainActor
final class PopGesture: UIGestureRecognizerDelegate {
    let recognizer = UIScreenEdgePanGestureRecognizer()
    private weak var navigation: UINavigationController?
    /// The interactor of the current interactive pop; nil if there is none.
    private(set) var interactor: UIPercentDrivenInteractiveTransition?

    init(of navigation: UINavigationController) {
        self.navigation = navigation
        recognizer.edges = .left
        recognizer.delegate = self
        recognizer.addAction { [weak self] in self?.move($0) }
    }

    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let navigation else { return false }
        return navigation.viewControllers.count > 1 && !navigation.isNavigationBarHidden
            && navigation.transitionCoordinator == nil
    }

    private func move(_ recognizer: UIScreenEdgePanGestureRecognizer) {
        guard let navigation, let view = navigation.viewIfLoaded else { return }
        let share = recognizer.translation(in: view).x / max(view.bounds.width, 1)
        switch recognizer.state {
        case .began:
            interactor = UIPercentDrivenInteractiveTransition()
            navigation.popViewController(animated: true)
            interactor?.update(share)
        case .changed: interactor?.update(share)
        case .ended: end(finishes: share + recognizer.velocity(in: view).x / 1000 > 0.5)
        case .cancelled, .failed: end(finishes: false)
        case .possible: break
        }
    }

    private func end(finishes: Bool) {
        if finishes { interactor?.finish() } else { interactor?.cancel() }
        interactor = nil
    }
}

extension UINavigationController {
    /// The recognizer of the pan from the left edge that pops the top controller.
    ///
    /// By default the gesture begins if there is a controller below the top one, the bar is visible
    /// and no transition is running. If you set a different delegate, that delegate decides. If you
    /// set the delegate to nil, the gesture always begins.
    public var interactivePopGestureRecognizer: UIGestureRecognizer? { popGesture.recognizer }

    /// Returns the animator and the interactor of a pop transition that the user has begun with a
    /// pan from the left edge. Returns nil for any other transition.
    func animatorsOfGesture(for operation: Operation) -> TransitionAnimators? {
        guard operation == .pop, let interactor = popGesture.interactor else { return nil }
        return TransitionAnimators(
            animator: StandardAnimator(duration: 0.35), interactor: interactor)
    }
}

/// An animator that does not move any views. It ends the transition after `duration` seconds.
@MainActor
final class StandardAnimator: UIViewControllerAnimatedTransitioning {
    private let duration: TimeInterval

    init(duration: TimeInterval) { self.duration = duration }

    func transitionDuration(
        using transitionContext: (any UIViewControllerContextTransitioning)?
    ) -> TimeInterval { duration }

    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
        UIView.animate(withDuration: duration, animations: {}) { _ in
            transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
        }
    }
}
