// swift-format-ignore-file

#if canImport(UIKit)
import UIKit
import os.log

@objc public protocol DrawerDelegate: class {
    @objc optional func drawer(_ drawer: Drawer, titleFor index: Int) -> String
    @objc optional func drawerDidOpen(_ drawer: Drawer)
}

@objc(DRDrawer)
open class Drawer: UIViewController, UIGestureRecognizerDelegate {
    public weak var delegate: DrawerDelegate?
    @IBOutlet fileprivate var handle: UIView?
    public private(set) var log: [String] = []
    public var onOpen: ((Drawer) -> Void)?
    private let pan = UIPanGestureRecognizer()

    open override func viewDidLoad() {
        super.viewDidLoad()
        pan.addTarget(self, action: #selector(Drawer.panned(_:)))
        pan.delegate = self
        view.addGestureRecognizer(pan)
        NotificationCenter.default.addObserver(
            self, selector: #selector(rotated), name: .UIDeviceOrientationDidChange, object: nil)
    }

    @objc dynamic func panned(_ recognizer: UIPanGestureRecognizer) {
        if recognizer.state == UIGestureRecognizerState.began { open(animated: true) }
    }

    @objc private func rotated() { log.append("rotated") }

    public func open(animated: Bool) {
        log.append(delegate?.drawer?(self, titleFor: 0) ?? "no title")
        delegate?.drawerDidOpen?(self)
        self.onOpen?(self)
    }

    public func show(_ child: UIViewController) {
        addChildViewController(child)
        view.addSubview(child.view)
        view.bringSubview(toFront: child.view)
        child.didMove(toParentViewController: self)
        log.append(#keyPath(Drawer.view))
    }
}
#endif
