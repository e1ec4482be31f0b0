// swift-format-ignore-file

import UIKit

@UIApplicationMain
class ShopDelegate: UIResponder, UIApplicationDelegate, UITabBarControllerDelegate {
    var window: UIWindow?
    let catalog = CatalogController(style: .plain)
    var selections: [String] = []

    func application(_ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplicationLaunchOptionsKey: Any]?) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        let tabs = UITabBarController()
        tabs.delegate = self
        let shop = UINavigationController(rootViewController: catalog)
        shop.tabBarItem = UITabBarItem(title: "Shop", image: nil, tag: 0)
        let settings = SettingsController()
        settings.tabBarItem = UITabBarItem(title: "Settings", image: nil, tag: 1)
        tabs.viewControllers = [shop, settings]
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        self.window = window
        return true
    }

    func tabBarController(_ tabBarController: UITabBarController, didSelect viewController: UIViewController) {
        selections.append(viewController.tabBarItem.title ?? "")
    }
}

class SettingsController: UIViewController, UITextFieldDelegate {
    fileprivate let nameField = UITextField()
    private(set) var events: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        nameField.delegate = self
        nameField.frame = CGRect(x: 20, y: 100, width: 200, height: 40)
        view.addSubview(nameField)
        let stepper = UISwitch()
        stepper.frame = CGRect(x: 20, y: 160, width: 60, height: 30)
        stepper.addTarget(self, action: #selector(switched(_:)), for: UIControlEvents.valueChanged)
        view.addSubview(stepper)
        #if DEBUG || targetEnvironment(simulator)
        events.append("simulator")
        #endif
    }

    @objc func switched(_ sender: UISwitch) { events.append("switched \(sender.isOn)") }

    override func willMove(toParentViewController parent: UIViewController?) {
        super.willMove(toParentViewController: parent)
        events.append("willMove \(parent == nil ? "nil" : "parent")")
    }

    override func viewWillTransition(to size: CGSize, with coordinator: UIViewControllerTransitionCoordinator) {
        super.viewWillTransition(to: size, with: coordinator)
        coordinator.animate(alongsideTransition: { _ in
            self.events.append("animating to \(Int(size.width))")
        }, completion: nil)
    }
}
