// The names before Swift 4.2. As with Apple's SDK, code that uses them compiles in the language
// mode of Swift 4. In later language modes, using them is an error, and the compiler's message
// gives the new name.

extension UIViewController {
    @available(swift, obsoleted: 4.2, renamed: "children")
    public var childViewControllers: [UIViewController] { children }

    @available(swift, obsoleted: 4.2, renamed: "addChild(_:)")
    public func addChildViewController(_ controller: UIViewController) { addChild(controller) }

    @available(swift, obsoleted: 4.2, renamed: "removeFromParent()")
    public func removeFromParentViewController() { removeFromParent() }

    @available(swift, obsoleted: 4.2, renamed: "willMove(toParent:)")
    public func willMove(toParentViewController parent: UIViewController?) {
        willMove(toParent: parent)
    }

    @available(swift, obsoleted: 4.2, renamed: "didMove(toParent:)")
    public func didMove(toParentViewController parent: UIViewController?) {
        didMove(toParent: parent)
    }

    @available(swift, obsoleted: 4.2, renamed: "isMovingToParent")
    public var isMovingToParentViewController: Bool { isMovingToParent }

    @available(swift, obsoleted: 4.2, renamed: "isMovingFromParent")
    public var isMovingFromParentViewController: Bool { isMovingFromParent }
}

extension UIView {
    @available(swift, obsoleted: 4.2, renamed: "bringSubviewToFront(_:)")
    public func bringSubview(toFront view: UIView) { bringSubviewToFront(view) }

    @available(swift, obsoleted: 4.2, renamed: "sendSubviewToBack(_:)")
    public func sendSubview(toBack view: UIView) { sendSubviewToBack(view) }
}
