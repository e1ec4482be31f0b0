// swift-format-ignore-file

import UIKit
import UIKit.UIGestureRecognizerSubclass

@objc public enum PanelPosition: Int {
    case collapsed, half, full
}

@objc public protocol PanelControllerDelegate: class {
    @objc optional func panel(_ panel: PanelController, willMoveTo position: PanelPosition)
    @objc optional func panel(_ panel: PanelController, didMoveTo position: PanelPosition)
    @objc optional func panel(_ panel: PanelController, heightFor position: PanelPosition) -> CGFloat
    @objc optional func panelShouldCollapse(_ panel: PanelController) -> Bool
}

/// Recognizes pans that begin vertically.
final class VerticalPan: UIPanGestureRecognizer {
    private var start: CGPoint?

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        super.touchesBegan(touches, with: event)
        start = touches.first?.location(in: view)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .possible, let start = start, let point = touches.first?.location(in: view),
           abs(point.x - start.x) > abs(point.y - start.y) {
            state = .failed
            return
        }
        super.touchesMoved(touches, with: event)
    }
}

/// Shows a panel in front of a main controller; a finger drags the panel.
@objc(PLPanelController)
open class PanelController: UIViewController {
    @IBOutlet private(set) weak var container: UIView!
    @objc public weak var delegate: PanelControllerDelegate?
    public let main: UIViewController
    public private(set) var content: UIViewController?
    public private(set) var position: PanelPosition = .collapsed
    fileprivate var topConstraint: NSLayoutConstraint!
    private var offsetAtStart: CGFloat = 0
    private var animator: UIViewPropertyAnimator?

    public init(main: UIViewController) {
        self.main = main
        super.init(nibName: nil, bundle: nil)
    }

    required public init?(coder aDecoder: NSCoder) {
        main = UIViewController()
        super.init(coder: aDecoder)
    }

    open override var childViewControllerForStatusBarStyle: UIViewController? { return main }

    open override func viewDidLoad() {
        super.viewDidLoad()
        addChildViewController(main)
        main.view.frame = view.bounds
        main.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(main.view)
        main.didMove(toParentViewController: self)

        let container = UIView()
        container.translatesAutoresizingMaskIntoConstraints = false
        container.layer.cornerRadius = 12
        container.clipsToBounds = true
        view.addSubview(container)
        self.container = container
        topConstraint = container.topAnchor.constraint(equalTo: view.topAnchor, constant: top(of: .collapsed))
        NSLayoutConstraint.activate([
            topConstraint,
            container.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            container.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            container.heightAnchor.constraint(equalTo: view.heightAnchor, constant: -40),
        ])
        let pan = VerticalPan(target: self, action: #selector(PanelController.panned(_:)))
        pan.delegate = self
        container.addGestureRecognizer(pan)
    }

    // MARK: Content

    @objc public func show(_ controller: UIViewController, animated: Bool = true) {
        loadViewIfNeeded()
        if let old = content {
            old.willMove(toParentViewController: nil)
            old.view.removeFromSuperview()
            old.removeFromParentViewController()
        }
        content = controller
        addChildViewController(controller)
        controller.view.frame = container.bounds
        controller.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        container.addSubview(controller.view)
        controller.didMove(toParentViewController: self)
        move(to: .half, animated: animated)
    }

    // MARK: Position

    func height(of position: PanelPosition) -> CGFloat {
        if let height = delegate?.panel?(self, heightFor: position) { return height }
        switch position {
        case .collapsed: return 80
        case .half: return view.bounds.height / 2
        case .full: return view.bounds.height - 40
        }
    }

    func top(of position: PanelPosition) -> CGFloat {
        return view.bounds.height - height(of: position)
    }

    @objc public func move(to position: PanelPosition, animated: Bool, completion: (() -> Swift.Void)? = nil) {
        if position == .collapsed, let should = delegate?.panelShouldCollapse?(self), !should {
            completion?()
            return
        }
        delegate?.panel?(self, willMoveTo: position)
        self.position = position
        topConstraint.constant = top(of: position)
        let finish: () -> Void = { [weak self] in
            guard let self = self else { return }
            self.delegate?.panel?(self, didMoveTo: position)
            completion?()
        }
        guard animated else {
            view.layoutIfNeeded()
            return finish()
        }
        animator?.stopAnimation(true)
        let animator = UIViewPropertyAnimator(duration: 0.25, dampingRatio: 1) {
            self.view.layoutIfNeeded()
        }
        animator.addCompletion { _ in finish() }
        animator.startAnimation()
        self.animator = animator
    }

    @objc dynamic fileprivate func panned(_ recognizer: UIPanGestureRecognizer) {
        switch recognizer.state {
        case .began:
            offsetAtStart = topConstraint.constant
        case .changed:
            let distance = recognizer.translation(in: view).y
            topConstraint.constant = max(top(of: .full), min(top(of: .collapsed), offsetAtStart + distance))
            view.layoutIfNeeded()
        case .ended, .cancelled:
            move(to: nearest(to: topConstraint.constant), animated: true)
        default:
            break
        }
    }

    private func nearest(to offset: CGFloat) -> PanelPosition {
        let all: [PanelPosition] = [.collapsed, .half, .full]
        return all.min { abs(top(of: $0) - offset) < abs(top(of: $1) - offset) }!
    }
}

extension PanelController: UIGestureRecognizerDelegate {
    public func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer) -> Bool {
        return otherGestureRecognizer.view is UIScrollView
    }

    public func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        return content != nil
    }
}

extension PanelController {
    open override func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {
        super.viewWillTransition(to: size, with: coordinator)
        coordinator.animate(alongsideTransition: { _ in
            self.topConstraint.constant = size.height - self.height(of: self.position)
        }, completion: nil)
    }
}

public extension UIViewController {
    /// The panel in which the controller is.
    @objc var panelController: PanelController? {
        var current = parent
        while let controller = current {
            if let panel = controller as? PanelController { return panel }
            current = controller.parent
        }
        return nil
    }
}
