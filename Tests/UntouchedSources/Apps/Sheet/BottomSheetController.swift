// swift-format-ignore-file

import UIKit

public enum SheetState: CaseIterable {
    case collapsed
    case half
    case expanded

    func height(in bounds: CGRect, safeArea: UIEdgeInsets) -> CGFloat {
        switch self {
        case .collapsed: return 88 + safeArea.bottom
        case .half: return bounds.height * 0.45
        case .expanded: return bounds.height - safeArea.top - 24
        }
    }

    var next: SheetState {
        switch self {
        case .collapsed: return .half
        case .half, .expanded: return .expanded
        }
    }

    var previous: SheetState {
        switch self {
        case .expanded: return .half
        case .half, .collapsed: return .collapsed
        }
    }
}

public protocol BottomSheetDelegate: AnyObject {
    func bottomSheet(_ sheet: BottomSheetController, willChangeTo state: SheetState)
    func bottomSheet(_ sheet: BottomSheetController, didChangeTo state: SheetState)
    func bottomSheet(_ sheet: BottomSheetController, progress: CGFloat)
}

public extension BottomSheetDelegate {
    func bottomSheet(_ sheet: BottomSheetController, willChangeTo state: SheetState) {}
    func bottomSheet(_ sheet: BottomSheetController, didChangeTo state: SheetState) {}
    func bottomSheet(_ sheet: BottomSheetController, progress: CGFloat) {}
}

/// A pan that recognizes at the first touch, so that a running animation can be caught.
final class InstantPanGestureRecognizer: UIPanGestureRecognizer {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .began { return }
        super.touchesBegan(touches, with: event)
    }
}

final class GrabberView: UIView {
    private let pill = CAShapeLayer()

    override init(frame: CGRect) {
        super.init(frame: frame)
        layer.addSublayer(pill)
        pill.fillColor = UIColor.tertiaryLabel.cgColor
        isAccessibilityElement = true
        accessibilityLabel = "Grabber"
        accessibilityHint = "Drag to resize"
    }

    required init?(coder: NSCoder) { fatalError() }

    override func layoutSubviews() {
        super.layoutSubviews()
        let rect = CGRect(x: bounds.midX - 18, y: 6, width: 36, height: 5)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        pill.path = UIBezierPath(roundedRect: rect, cornerRadius: 2.5).cgPath
        CATransaction.commit()
    }
}

open class BottomSheetController: UIViewController {
    public let contentController: UIViewController
    public let sheetController: UIViewController
    public weak var delegate: BottomSheetDelegate?
    public private(set) var state: SheetState = .collapsed
    public var cornerRadius: CGFloat = 16 {
        didSet { sheetView.layer.cornerRadius = cornerRadius }
    }

    let sheetView = UIView()
    private let shadowView = UIView()
    private let effectView = UIVisualEffectView(effect: UIBlurEffect(style: .systemThinMaterial))
    private let grabber = GrabberView()
    private let dimmingView = UIView()
    private var heightConstraint: NSLayoutConstraint!
    private var minimumHeightConstraint: NSLayoutConstraint!
    private var runningAnimators: [UIViewPropertyAnimator] = []
    private var progressWhenInterrupted: [CGFloat] = []
    private var targetState: SheetState = .collapsed
    private var startHeight: CGFloat = 0
    private weak var trackedScrollView: UIScrollView?
    private var scrollObservation: NSKeyValueObservation?
    private lazy var panRecognizer: InstantPanGestureRecognizer = {
        let recognizer = InstantPanGestureRecognizer(target: self, action: #selector(handlePan(_:)))
        recognizer.delegate = self
        return recognizer
    }()
    private lazy var tapRecognizer = UITapGestureRecognizer(target: self, action: #selector(handleTap))
    private let haptics = UIImpactFeedbackGenerator(style: .medium)

    public init(content: UIViewController, sheet: UIViewController) {
        contentController = content
        sheetController = sheet
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder aDecoder: NSCoder) {
        fatalError("init(coder:) is not supported")
    }

    open override var childForStatusBarStyle: UIViewController? { contentController }
    open override var childForHomeIndicatorAutoHidden: UIViewController? { sheetController }

    open override func loadView() {
        view = UIView(frame: UIScreen.main.bounds)
        view.backgroundColor = .systemBackground
    }

    open override func viewDidLoad() {
        super.viewDidLoad()
        embed(contentController, in: view)
        configureDimming()
        configureSheet()
        embedSheet()
        haptics.prepare()
    }

    private func embed(_ child: UIViewController, in container: UIView) {
        addChild(child)
        child.view.frame = container.bounds
        child.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        container.addSubview(child.view)
        child.didMove(toParent: self)
    }

    private func configureDimming() {
        dimmingView.backgroundColor = .black
        dimmingView.alpha = 0
        dimmingView.translatesAutoresizingMaskIntoConstraints = false
        dimmingView.addGestureRecognizer(tapRecognizer)
        view.addSubview(dimmingView)
        NSLayoutConstraint.activate([
            dimmingView.topAnchor.constraint(equalTo: view.topAnchor),
            dimmingView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            dimmingView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            dimmingView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
        ])
    }

    private func configureSheet() {
        sheetView.translatesAutoresizingMaskIntoConstraints = false
        sheetView.clipsToBounds = true
        sheetView.layer.cornerRadius = cornerRadius
        sheetView.layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
        if #available(iOS 13.0, *) { sheetView.layer.cornerCurve = .continuous }
        shadowView.layer.shadowPath = UIBezierPath(roundedRect: sheetView.bounds, byRoundingCorners: [.topLeft, .topRight], cornerRadii: CGSize(width: cornerRadius, height: cornerRadius)).cgPath
        shadowView.layer.shouldRasterize = true
        shadowView.layer.rasterizationScale = UIScreen.main.scale
        view.addSubview(sheetView)
        heightConstraint = sheetView.heightAnchor.constraint(equalToConstant: 88)
        heightConstraint.priority = UILayoutPriority(rawValue: 750)
        minimumHeightConstraint = sheetView.heightAnchor.constraint(greaterThanOrEqualToConstant: 60)
        NSLayoutConstraint.activate([
            sheetView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            sheetView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            sheetView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            sheetView.topAnchor.constraint(greaterThanOrEqualTo: view.safeAreaLayoutGuide.topAnchor, constant: 8),
            heightConstraint,
            minimumHeightConstraint,
        ])
        effectView.frame = sheetView.bounds
        effectView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        sheetView.addSubview(effectView)
        sheetView.addGestureRecognizer(panRecognizer)
    }

    private func embedSheet() {
        addChild(sheetController)
        let child = sheetController.view!
        child.translatesAutoresizingMaskIntoConstraints = false
        child.backgroundColor = .clear
        effectView.contentView.addSubview(child)
        grabber.translatesAutoresizingMaskIntoConstraints = false
        effectView.contentView.addSubview(grabber)
        let views: [String: UIView] = ["grabber": grabber, "child": child]
        var constraints = NSLayoutConstraint.constraints(withVisualFormat: "V:|[grabber(20)][child]|", options: [], metrics: nil, views: views)
        constraints += NSLayoutConstraint.constraints(withVisualFormat: "H:|[grabber]|", options: [], metrics: nil, views: views)
        constraints += NSLayoutConstraint.constraints(withVisualFormat: "H:|[child]|", options: [], metrics: nil, views: views)
        NSLayoutConstraint.activate(constraints)
        sheetController.didMove(toParent: self)
        additionalSafeAreaInsets.bottom = 0
    }

    open override func viewDidLayoutSubviews() {
        super.viewDidLayoutSubviews()
        guard runningAnimators.isEmpty else { return }
        heightConstraint.constant = state.height(in: view.bounds, safeArea: view.safeAreaInsets)
    }

    open override func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {
        super.viewWillTransition(to: size, with: coordinator)
        finishAnimations()
        coordinator.animate(alongsideTransition: { [unowned self] _ in
            self.heightConstraint.constant = self.state.height(in: CGRect(origin: .zero, size: size), safeArea: self.view.safeAreaInsets)
            self.view.layoutIfNeeded()
        }, completion: nil)
    }

    // MARK: Tracking a scroll view

    public func track(_ scrollView: UIScrollView) {
        trackedScrollView = scrollView
        scrollView.panGestureRecognizer.require(toFail: tapRecognizer)
        scrollObservation = scrollView.observe(\.contentOffset, options: [.new]) { [weak self] scrollView, change in
            guard let self = self, let offset = change.newValue else { return }
            if self.state != .expanded && offset.y > -scrollView.adjustedContentInset.top && scrollView.isDragging {
                scrollView.contentOffset.y = -scrollView.adjustedContentInset.top
            }
        }
    }

    // MARK: State

    public func setState(_ newState: SheetState, animated: Bool) {
        guard newState != state else { return }
        if animated {
            animate(to: newState, duration: 0.5)
            return
        }
        finishAnimations()
        delegate?.bottomSheet(self, willChangeTo: newState)
        apply(newState)
        delegate?.bottomSheet(self, didChangeTo: newState)
    }

    private func apply(_ newState: SheetState) {
        state = newState
        heightConstraint.constant = newState.height(in: view.bounds, safeArea: view.safeAreaInsets)
        dimmingView.alpha = newState == .expanded ? 0.4 : 0
        view.layoutIfNeeded()
    }

    private func animate(to newState: SheetState, duration: TimeInterval) {
        guard runningAnimators.isEmpty else { return }
        targetState = newState
        let oldState = state
        delegate?.bottomSheet(self, willChangeTo: newState)
        let timing = UISpringTimingParameters(mass: 1, stiffness: 180, damping: 24, initialVelocity: CGVector(dx: 0, dy: 0.5))
        let frameAnimator = UIViewPropertyAnimator(duration: duration, timingParameters: timing)
        frameAnimator.addAnimations {
            self.heightConstraint.constant = newState.height(in: self.view.bounds, safeArea: self.view.safeAreaInsets)
            self.view.layoutIfNeeded()
        }
        frameAnimator.addCompletion { [weak self] position in
            guard let self = self else { return }
            switch position {
            case .start: self.state = oldState
            case .end: self.state = newState
            case .current: break
            @unknown default: break
            }
            self.heightConstraint.constant = self.state.height(in: self.view.bounds, safeArea: self.view.safeAreaInsets)
            self.runningAnimators.removeAll()
            self.haptics.impactOccurred()
            self.delegate?.bottomSheet(self, didChangeTo: self.state)
        }
        let dimAnimator = UIViewPropertyAnimator(duration: duration, curve: .easeOut) { [unowned self] in
            self.dimmingView.alpha = newState == .expanded ? 0.4 : 0
        }
        dimAnimator.scrubsLinearly = false
        dimAnimator.pausesOnCompletion = false
        let cornerAnimator = UIViewPropertyAnimator(duration: duration, controlPoint1: CGPoint(x: 0.1, y: 0.75), controlPoint2: CGPoint(x: 0.75, y: 0.1)) {
            self.sheetView.layer.cornerRadius = newState == .expanded ? self.cornerRadius : self.cornerRadius / 2
        }
        runningAnimators = [frameAnimator, dimAnimator, cornerAnimator]
        runningAnimators.forEach { $0.startAnimation() }
    }

    private func finishAnimations() {
        for animator in runningAnimators where animator.state == .active {
            animator.stopAnimation(false)
            animator.finishAnimation(at: .end)
        }
        runningAnimators.removeAll()
    }

    // MARK: Gestures

    @objc private func handleTap() {
        setState(state.previous, animated: true)
    }

    @objc private func handlePan(_ recognizer: UIPanGestureRecognizer) {
        let translation = recognizer.translation(in: view)
        let velocity = recognizer.velocity(in: view)
        switch recognizer.state {
        case .began:
            startHeight = sheetView.bounds.height
            let upwards = velocity.y < 0
            animate(to: upwards ? state.next : state.previous, duration: 0.6)
            runningAnimators.forEach { $0.pauseAnimation() }
            progressWhenInterrupted = runningAnimators.map { $0.fractionComplete }
        case .changed:
            let distance = targetState.height(in: view.bounds, safeArea: view.safeAreaInsets) - startHeight
            guard abs(distance) > .ulpOfOne else { return }
            var fraction = -translation.y / distance
            if let first = runningAnimators.first, first.isReversed { fraction *= -1 }
            for (index, animator) in runningAnimators.enumerated() {
                animator.fractionComplete = (fraction + progressWhenInterrupted[index]).clamped(to: 0...1)
            }
            delegate?.bottomSheet(self, progress: fraction.clamped(to: 0...1))
        case .ended, .cancelled:
            let shouldOpen = velocity.y < 0
            let towardsTarget = (targetState == state.next) == shouldOpen || velocity.y == 0
            if !towardsTarget { runningAnimators.forEach { $0.isReversed = !$0.isReversed } }
            let spring = UISpringTimingParameters(dampingRatio: 0.9, initialVelocity: .init(dx: 0, dy: velocity.y / 1000))
            runningAnimators.forEach { $0.continueAnimation(withTimingParameters: spring, durationFactor: 0) }
        default:
            break
        }
    }
}

extension BottomSheetController: UIGestureRecognizerDelegate {
    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let scrollView = otherGestureRecognizer.view as? UIScrollView else { return false }
        return scrollView === trackedScrollView && scrollView.contentOffset.y <= 0
    }

    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        return !(touch.view is UIControl)
    }
}

extension Comparable {
    func clamped(to limits: ClosedRange<Self>) -> Self {
        return min(max(self, limits.lowerBound), limits.upperBound)
    }
}

public extension UIViewController {
    var bottomSheet: BottomSheetController? {
        return sequence(first: self, next: { $0.parent }).lazy.compactMap { $0 as? BottomSheetController }.first
    }
}
