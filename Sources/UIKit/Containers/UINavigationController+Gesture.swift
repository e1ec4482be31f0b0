/// The pop that a person begins at the left edge, with the container's own animation or an animator's.
@MainActor
final class PopGesture: UIGestureRecognizerDelegate {
    let recognizer = UIScreenEdgePanGestureRecognizer()
    private weak var navigation: UINavigationController?
    /// What moves the pop under way, nil where none is.
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
    /// The recognizer of the pan from the left edge with which a person pops. It needs a controller
    /// below the top and a visible bar; with another delegate, or none, that delegate decides.
    public var interactivePopGestureRecognizer: UIGestureRecognizer? { popGesture.recognizer }

    /// Who moves a pop that the gesture has begun, nil where it has not.
    func animatorsOfGesture(for operation: Operation) -> TransitionAnimators? {
        guard operation == .pop, let interactor = popGesture.interactor else { return nil }
        return TransitionAnimators(
            animator: StandardAnimator(duration: 0.35), interactor: interactor)
    }
}

/// Takes the time of a container's own animation. What moves is not seen here.
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
