// swift-format-ignore-file

import UIKit

enum SideMenuEdge: Int {
    case left, right

    var rectEdge: UIRectEdge {
        switch self {
        case .left: return .left
        case .right: return .right
        }
    }
}

struct SideMenuOptions {
    var edge: SideMenuEdge = .left
    var menuWidth: CGFloat = min(UIScreen.main.bounds.width * 0.8, 320)
    var dimmingColor = UIColor(white: 0, alpha: 0.4)
    var blurStyle: UIBlurEffect.Style? = .systemUltraThinMaterialDark
    var shadowOpacity: Float = 0.35
    var shadowRadius: CGFloat = 12
    var animationDuration: TimeInterval = 0.35
    var parallax: CGFloat = 60
    var enablesHaptics = true
}

@objc protocol SideMenuDelegate: AnyObject {
    @objc optional func sideMenuWillOpen(_ menu: UIViewController)
    @objc optional func sideMenuDidOpen(_ menu: UIViewController)
    @objc optional func sideMenuWillClose(_ menu: UIViewController)
    @objc optional func sideMenuDidClose(_ menu: UIViewController)
}

// MARK: - Presentation controller

final class SideMenuPresentationController: UIPresentationController {
    private let options: SideMenuOptions
    private lazy var dimmingView: UIView = {
        let view = UIView(frame: .zero)
        view.backgroundColor = options.dimmingColor
        view.alpha = 0
        view.isAccessibilityElement = true
        view.accessibilityLabel = NSLocalizedString("Close menu", comment: "Dimming view")
        view.accessibilityTraits = .button
        view.addGestureRecognizer(UITapGestureRecognizer(target: self, action: #selector(dimmingViewTapped(_:))))
        return view
    }()
    private var blurView: UIVisualEffectView?

    init(presentedViewController: UIViewController, presenting: UIViewController?, options: SideMenuOptions) {
        self.options = options
        super.init(presentedViewController: presentedViewController, presenting: presenting)
    }

    override var frameOfPresentedViewInContainerView: CGRect {
        guard let containerView = containerView else { return .zero }
        var frame = containerView.bounds
        frame.size.width = size(forChildContentContainer: presentedViewController, withParentContainerSize: frame.size).width
        if options.edge == .right { frame.origin.x = containerView.bounds.maxX - frame.width }
        return frame.integral
    }

    override func size(forChildContentContainer container: UIContentContainer, withParentContainerSize parentSize: CGSize) -> CGSize {
        return CGSize(width: min(options.menuWidth, parentSize.width - 44), height: parentSize.height)
    }

    override func containerViewWillLayoutSubviews() {
        super.containerViewWillLayoutSubviews()
        dimmingView.frame = containerView?.bounds ?? .zero
        blurView?.frame = dimmingView.bounds
        presentedView?.frame = frameOfPresentedViewInContainerView
    }

    override func presentationTransitionWillBegin() {
        super.presentationTransitionWillBegin()
        guard let containerView = containerView else { return }
        containerView.insertSubview(dimmingView, at: 0)
        if let style = options.blurStyle, !UIAccessibility.isReduceTransparencyEnabled {
            let blur = UIVisualEffectView(effect: nil)
            blur.isUserInteractionEnabled = false
            blur.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            dimmingView.addSubview(blur)
            blurView = blur
            presentedViewController.transitionCoordinator?.animate(alongsideTransition: { _ in
                blur.effect = UIBlurEffect(style: style)
            }, completion: nil)
        }
        presentedView?.layer.shadowColor = UIColor.black.cgColor
        presentedView?.layer.shadowOpacity = options.shadowOpacity
        presentedView?.layer.shadowRadius = options.shadowRadius
        presentedView?.layer.shadowOffset = CGSize(width: options.edge == .left ? 4 : -4, height: 0)

        let direction: CGFloat = options.edge == .left ? 1 : -1
        guard let coordinator = presentedViewController.transitionCoordinator else {
            dimmingView.alpha = 1
            return
        }
        coordinator.animate(alongsideTransition: { [weak self] _ in
            guard let self = self else { return }
            self.dimmingView.alpha = 1
            self.presentingViewController.view.transform = CGAffineTransform(translationX: direction * self.options.parallax, y: 0)
            self.presentedViewController.setNeedsStatusBarAppearanceUpdate()
        }, completion: { _ in })
    }

    override func presentationTransitionDidEnd(_ completed: Bool) {
        super.presentationTransitionDidEnd(completed)
        if !completed {
            dimmingView.removeFromSuperview()
            presentingViewController.view.transform = .identity
        }
    }

    override func dismissalTransitionWillBegin() {
        super.dismissalTransitionWillBegin()
        presentedViewController.transitionCoordinator?.animate(alongsideTransition: { _ in
            self.dimmingView.alpha = 0
            self.blurView?.effect = nil
            self.presentingViewController.view.transform = .identity
        })
    }

    override func dismissalTransitionDidEnd(_ completed: Bool) {
        super.dismissalTransitionDidEnd(completed)
        if completed { dimmingView.removeFromSuperview() }
    }

    @objc private func dimmingViewTapped(_ recognizer: UITapGestureRecognizer) {
        presentedViewController.dismiss(animated: true, completion: nil)
    }
}

// MARK: - Animator

final class SideMenuAnimator: NSObject, UIViewControllerAnimatedTransitioning {
    private let isPresenting: Bool
    private let options: SideMenuOptions

    init(isPresenting: Bool, options: SideMenuOptions) {
        self.isPresenting = isPresenting
        self.options = options
        super.init()
    }

    func transitionDuration(using transitionContext: UIViewControllerContextTransitioning?) -> TimeInterval {
        guard let context = transitionContext, context.isAnimated else { return 0 }
        return UIAccessibility.isReduceMotionEnabled ? 0.15 : options.animationDuration
    }

    func animateTransition(using transitionContext: UIViewControllerContextTransitioning) {
        let key: UITransitionContextViewControllerKey = isPresenting ? .to : .from
        guard let controller = transitionContext.viewController(forKey: key) else {
            transitionContext.completeTransition(false)
            return
        }
        let container = transitionContext.containerView
        let onScreen = isPresenting ? transitionContext.finalFrame(for: controller) : transitionContext.initialFrame(for: controller)
        let offset = options.edge == .left ? -onScreen.width : onScreen.width
        let offScreen = onScreen.offsetBy(dx: offset, dy: 0)
        if isPresenting { container.addSubview(controller.view) }
        controller.view.frame = isPresenting ? offScreen : onScreen

        let curve: UIView.AnimationOptions = transitionContext.isInteractive ? .curveLinear : .curveEaseInOut
        UIView.animate(withDuration: transitionDuration(using: transitionContext), delay: 0, options: [curve, .beginFromCurrentState, .allowUserInteraction], animations: {
            controller.view.frame = self.isPresenting ? onScreen : offScreen
        }) { _ in
            let cancelled = transitionContext.transitionWasCancelled
            if self.isPresenting == cancelled { controller.view.removeFromSuperview() }
            transitionContext.completeTransition(!cancelled)
        }
    }

    func animationEnded(_ transitionCompleted: Bool) {
        guard options.enablesHaptics, transitionCompleted else { return }
        let generator = UIImpactFeedbackGenerator(style: .light)
        generator.prepare()
        generator.impactOccurred(intensity: 0.7)
    }
}

// MARK: - Interaction

final class SideMenuInteraction: UIPercentDrivenInteractiveTransition {
    private(set) var isInteracting = false
    private var shouldFinish = false
    private let edge: SideMenuEdge
    private let width: CGFloat
    var onBegin: (() -> Void)?

    init(edge: SideMenuEdge, width: CGFloat) {
        self.edge = edge
        self.width = width
        super.init()
        completionCurve = .easeOut
        completionSpeed = 0.99
    }

    func attach(to view: UIView, opening: Bool) {
        let recognizer: UIPanGestureRecognizer
        if opening {
            let edgePan = UIScreenEdgePanGestureRecognizer(target: self, action: #selector(handleOpen(_:)))
            edgePan.edges = edge.rectEdge
            recognizer = edgePan
        } else {
            recognizer = UIPanGestureRecognizer(target: self, action: #selector(handleClose(_:)))
        }
        recognizer.maximumNumberOfTouches = 1
        recognizer.cancelsTouchesInView = true
        recognizer.delegate = self
        view.addGestureRecognizer(recognizer)
    }

    @objc private func handleOpen(_ recognizer: UIScreenEdgePanGestureRecognizer) {
        let sign: CGFloat = edge == .left ? 1 : -1
        handle(recognizer, sign: sign)
    }

    @objc private func handleClose(_ recognizer: UIPanGestureRecognizer) {
        let sign: CGFloat = edge == .left ? -1 : 1
        handle(recognizer, sign: sign)
    }

    private func handle(_ recognizer: UIPanGestureRecognizer, sign: CGFloat) {
        guard let view = recognizer.view else { return }
        let translation = recognizer.translation(in: view.superview ?? view).x * sign
        let progress = max(0, min(1, translation / width))
        switch recognizer.state {
        case .began:
            isInteracting = true
            onBegin?()
        case .changed:
            update(progress)
            shouldFinish = progress > 0.4
        case .ended:
            isInteracting = false
            let velocity = recognizer.velocity(in: view).x * sign
            if velocity > 500 || (shouldFinish && velocity >= 0) {
                finish()
            } else {
                cancel()
            }
        case .cancelled, .failed:
            isInteracting = false
            cancel()
        case .possible:
            break
        @unknown default:
            break
        }
    }
}

extension SideMenuInteraction: UIGestureRecognizerDelegate {
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let pan = gestureRecognizer as? UIPanGestureRecognizer else { return true }
        let velocity = pan.velocity(in: pan.view)
        return abs(velocity.x) > abs(velocity.y)
    }

    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer) -> Bool {
        return otherGestureRecognizer.view is UITableView == false
    }
}

// MARK: - Transitioning delegate

final class SideMenuTransition: NSObject {
    var options = SideMenuOptions()
    weak var delegate: SideMenuDelegate?
    private weak var host: UIViewController?
    private lazy var opening = SideMenuInteraction(edge: options.edge, width: options.menuWidth)
    private lazy var closing = SideMenuInteraction(edge: options.edge, width: options.menuWidth)
    private let makeMenu: () -> UIViewController

    init(host: UIViewController, makeMenu: @escaping () -> UIViewController) {
        self.host = host
        self.makeMenu = makeMenu
        super.init()
    }

    func install() {
        guard let host = host else { return }
        opening.attach(to: host.view, opening: true)
        opening.onBegin = { [unowned self] in self.open() }
    }

    func open(animated: Bool = true) {
        guard let host = host, host.presentedViewController == nil else { return }
        let menu = makeMenu()
        menu.modalPresentationStyle = .custom
        menu.modalPresentationCapturesStatusBarAppearance = true
        menu.transitioningDelegate = self
        closing.attach(to: menu.view, opening: false)
        closing.onBegin = { [weak menu] in menu?.dismiss(animated: true) }
        delegate?.sideMenuWillOpen?(menu)
        host.present(menu, animated: animated) {
            self.delegate?.sideMenuDidOpen?(menu)
        }
    }
}

extension SideMenuTransition: UIViewControllerTransitioningDelegate {
    func presentationController(forPresented presented: UIViewController, presenting: UIViewController?, source: UIViewController) -> UIPresentationController? {
        let controller = SideMenuPresentationController(presentedViewController: presented, presenting: presenting, options: options)
        controller.delegate = self
        return controller
    }

    func animationController(forPresented presented: UIViewController, presenting: UIViewController, source: UIViewController) -> UIViewControllerAnimatedTransitioning? {
        return SideMenuAnimator(isPresenting: true, options: options)
    }

    func animationController(forDismissed dismissed: UIViewController) -> UIViewControllerAnimatedTransitioning? {
        delegate?.sideMenuWillClose?(dismissed)
        return SideMenuAnimator(isPresenting: false, options: options)
    }

    func interactionControllerForPresentation(using animator: UIViewControllerAnimatedTransitioning) -> UIViewControllerInteractiveTransitioning? {
        return opening.isInteracting ? opening : nil
    }

    func interactionControllerForDismissal(using animator: UIViewControllerAnimatedTransitioning) -> UIViewControllerInteractiveTransitioning? {
        return closing.isInteracting ? closing : nil
    }
}

extension SideMenuTransition: UIAdaptivePresentationControllerDelegate {
    func adaptivePresentationStyle(for controller: UIPresentationController, traitCollection: UITraitCollection) -> UIModalPresentationStyle {
        return .none
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
        delegate?.sideMenuDidClose?(presentationController.presentedViewController)
    }
}
