import UIKit

/// A log of transition callbacks in tests, in order.
@MainActor
final class TransitionLog {
    private(set) var entries: [String] = []

    func note(_ text: String) { entries.append(text) }

    /// Returns the entries since the last call.
    func take() -> [String] {
        defer { entries = [] }
        return entries
    }
}

/// A controller that logs its appearance callbacks.
class LoggedController: UIViewController {
    let name: String
    let log: TransitionLog

    init(_ name: String, _ log: TransitionLog) {
        self.name = name
        self.log = log
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        log.note("\(name).willAppear")
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        log.note("\(name).didAppear")
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        log.note("\(name).willDisappear")
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        log.note("\(name).didDisappear")
    }
}

/// An animator as in container code: the new view slides in over the old one.
final class SlideAnimator: UIViewControllerAnimatedTransitioning {
    let log: TransitionLog
    var duration = 0.5
    /// Whether the animator removes the old view itself, as many do.
    var removesOldView = false
    var completes = true
    private(set) weak var context: (any UIViewControllerContextTransitioning)?

    init(_ log: TransitionLog) { self.log = log }

    func transitionDuration(
        using transitionContext: (any UIViewControllerContextTransitioning)?
    ) -> TimeInterval { duration }

    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
        log.note("animateTransition")
        context = transitionContext
        let container = transitionContext.containerView
        let old = transitionContext.view(forKey: .from)
        if let new = transitionContext.view(forKey: .to),
            let controller = transitionContext.viewController(forKey: .to)
        {
            new.frame = transitionContext.finalFrame(for: controller)
            new.transform = CGAffineTransform(translationX: container.bounds.width, y: 0)
            container.addSubview(new)
        }
        guard completes else { return }
        UIView.animate(withDuration: duration) {
            transitionContext.view(forKey: .to)?.transform = .identity
            old?.alpha = 0
        } completion: { _ in
            old?.alpha = 1
            if self.removesOldView { old?.removeFromSuperview() }
            self.log.note("animated")
            transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
        }
    }

    func animationEnded(_ transitionCompleted: Bool) {
        log.note("animationEnded \(transitionCompleted)")
    }
}
