// swift-format-ignore-file

import UIKit

/// Presents a controller as a card that grows from a point; a pan down dismisses it.
@objc class ZoomTransition: NSObject {
    fileprivate(set) var isInteractive = false
    fileprivate let interactor = UIPercentDrivenInteractiveTransition()
    weak var presented: UIViewController?
    @objc dynamic var log: [String] = []

    @objc func attach(to controller: UIViewController) {
        presented = controller
        controller.modalPresentationStyle = .custom
        controller.transitioningDelegate = self
        let pan = UIPanGestureRecognizer(target: self, action: #selector(handle(pan:)))
        controller.view.addGestureRecognizer(pan)
    }

    @objc private func handle(pan: UIPanGestureRecognizer) {
        guard let view = pan.view else { return }
        let progress = max(0, min(1, pan.translation(in: view.window).y / 400))
        switch pan.state {
        case .began:
            isInteractive = true
            presented?.dismiss(animated: true, completion: nil)
        case .changed:
            interactor.update(progress)
        case .ended where progress > 0.4:
            isInteractive = false
            interactor.finish()
        case .ended, .cancelled, .failed:
            isInteractive = false
            interactor.cancel()
        default: break
        }
    }
}

extension ZoomTransition: UIViewControllerTransitioningDelegate {
    func animationController(forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController) -> UIViewControllerAnimatedTransitioning? {
        return ZoomAnimator(isPresenting: true, owner: self)
    }

    func animationController(forDismissed dismissed: UIViewController) -> UIViewControllerAnimatedTransitioning? {
        return ZoomAnimator(isPresenting: false, owner: self)
    }

    func interactionControllerForDismissal(using animator: UIViewControllerAnimatedTransitioning) -> UIViewControllerInteractiveTransitioning? {
        return isInteractive ? interactor : nil
    }

    func presentationController(forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController) -> UIPresentationController? {
        return CardPresentation(presentedViewController: presented, presenting: presenting)
    }
}

fileprivate final class ZoomAnimator: NSObject, UIViewControllerAnimatedTransitioning {
    private let isPresenting: Bool
    private unowned let owner: ZoomTransition

    init(isPresenting: Bool, owner: ZoomTransition) {
        self.isPresenting = isPresenting
        self.owner = owner
        super.init()
    }

    func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?) -> TimeInterval { return 0.4 }

    func animateTransition(using transitionContext: UIViewControllerContextTransitioning) {
        let key: UITransitionContextViewControllerKey = isPresenting ? .to : .from
        guard let controller = transitionContext.viewController(forKey: key), let view = controller.view else {
            return transitionContext.completeTransition(false)
        }
        let small = CGAffineTransform(scaleX: 0.1, y: 0.1)
        if isPresenting {
            transitionContext.containerView.addSubview(view)
            view.frame = transitionContext.finalFrame(for: controller)
            view.transform = small
        }
        owner.log.append(isPresenting ? "zooming in" : "zooming out")
        UIView.animate(withDuration: transitionDuration(using: transitionContext), delay: 0, usingSpringWithDamping: 0.8, initialSpringVelocity: 0, options: [.curveEaseOut, .allowUserInteraction], animations: {
            view.transform = self.isPresenting ? .identity : small
        }) { _ in
            let done = !transitionContext.transitionWasCancelled
            if !self.isPresenting && done { view.removeFromSuperview() }
            transitionContext.completeTransition(done)
        }
    }

    func animationEnded(_ transitionCompleted: Bool) {
        owner.log.append("ended \(transitionCompleted)")
    }
}

fileprivate final class CardPresentation: UIPresentationController {
    private lazy var dimming: UIView = {
        let view = UIView()
        view.backgroundColor = UIColor.black.withAlphaComponent(0.4)
        view.alpha = 0
        view.addGestureRecognizer(UITapGestureRecognizer(target: self, action: #selector(dimmingTapped)))
        return view
    }()

    override var frameOfPresentedViewInContainerView: CGRect {
        guard let bounds = containerView?.bounds else { return .zero }
        return bounds.insetBy(dx: 20, dy: 100)
    }

    override func presentationTransitionWillBegin() {
        super.presentationTransitionWillBegin()
        guard let container = containerView else { return }
        dimming.frame = container.bounds
        container.insertSubview(dimming, at: 0)
        presentedViewController.transitionCoordinator?.animate(alongsideTransition: { [dimming] _ in
            dimming.alpha = 1
        }, completion: nil)
    }

    override func dismissalTransitionWillBegin() {
        super.dismissalTransitionWillBegin()
        presentedViewController.transitionCoordinator?.animate(alongsideTransition: { _ in
            self.dimming.alpha = 0
        })
    }

    override func dismissalTransitionDidEnd(_ completed: Bool) {
        super.dismissalTransitionDidEnd(completed)
        if completed { dimming.removeFromSuperview() }
    }

    override func containerViewWillLayoutSubviews() {
        super.containerViewWillLayoutSubviews()
        dimming.frame = containerView?.bounds ?? .zero
    }

    @objc private func dimmingTapped() { presentedViewController.dismiss(animated: true) }
}
