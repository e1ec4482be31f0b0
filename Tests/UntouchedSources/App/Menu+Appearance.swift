// swift-format-ignore-file

import UIKit.UIGestureRecognizerSubclass

#if os(iOS)
extension MenuController {
    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        log.append("viewWillAppear line \(#line)")
    }

    @objc func reset() { log = [] }
}

class Submenu: MenuController {
    override func reset() { super.reset(); log.append("reset") }
}

extension Submenu: MenuDelegate {
    func menu(_ menu: MenuController, canShow index: Int) -> Bool { index == 0 }
    func menuName() -> String { "submenu" }
}
#endif

@UIApplicationMain
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    func old(_ parent: UIViewController, _ child: UIViewController) {
        parent.addChildViewController(child)
        child.didMove(toParentViewController: parent)
        parent.view.bringSubview(toFront: child.view)
    }
}
