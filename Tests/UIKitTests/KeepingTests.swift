import Testing
import UIKit

/// Tests of the lifetime of controllers that are passed to container methods.
@MainActor
struct KeepingTests {
    private final class Opening: UIViewController {
        let open: () -> Void
        init(_ open: @escaping () -> Void) {
            self.open = open
            super.init(nibName: nil, bundle: nil)
        }
        required init?(coder: NSCoder) { nil }
        override func viewWillAppear(_ animated: Bool) {
            super.viewWillAppear(animated)
            open()
        }
    }

    @Test func `Tabs that are set in a callback exist after the callback`() {
        let simulation = Simulation.begin()
        let window = UIWindow()
        let tabBar = UITabBarController()
        tabBar.viewControllers = [
            Opening {
                tabBar.viewControllers = (tabBar.viewControllers ?? []) + [UIViewController()]
            }
        ]
        window.rootViewController = tabBar
        window.makeKeyAndVisible()
        simulation.finishCycle()
        #expect(tabBar.viewControllers?.count == 2)
        #expect(simulation.issues == [])
    }

    @Test func `A column that is set in a callback of a split exists after the callback`() {
        let simulation = Simulation.begin(screen: CGSize(width: 1000, height: 700))
        let window = UIWindow()
        let split = UISplitViewController()
        var isFirst = true
        let primary = Opening {
            guard isFirst else { return }
            isFirst = false
            split.showDetailViewController(UIViewController(), sender: nil)
        }
        let secondary = UIViewController()
        split.viewControllers = [primary, secondary]
        window.rootViewController = split
        window.makeKeyAndVisible()
        simulation.finishCycle()
        #expect(split.viewControllers.count == 2)
        #expect(split.viewControllers.last !== secondary)
        #expect(simulation.issues == [])
    }

    @Test
    func `A push that is ignored during a transition does not retain its controller [6.13]`() {
        let simulation = Simulation.begin(moments: .immediate)
        let window = UIWindow()
        let navigation = UINavigationController(rootViewController: UIViewController())
        window.rootViewController = navigation
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
        navigation.pushViewController(UIViewController(), animated: true)
        weak var ignored: UIViewController?
        do {
            let controller = UIViewController()
            ignored = controller
            navigation.pushViewController(controller, animated: true)
        }
        #expect(ignored == nil)
        simulation.advance(by: .seconds(1))
        #expect(navigation.viewControllers.count == 2)
        #expect(simulation.issues.count == 1)
    }

    @Test func `An override may remove its own controller`() {
        final class Child: UIViewController {
            override func viewDidAppear(_ animated: Bool) {
                super.viewDidAppear(animated)
                willMove(toParent: nil)
                view.removeFromSuperview()
                removeFromParent()
            }
        }
        let stage = ArticleStage()
        let root = P()
        stage.window.rootViewController = root
        weak var weakChild: Child?
        do {
            let child = Child()
            weakChild = child
            root.install(child)
        }
        stage.simulation.finishCycle()
        #expect(root.children.isEmpty)
        #expect(root.view.subviews.isEmpty)
        #expect(weakChild == nil)
    }

    @Test func `A controller is shown by the nearest container that can show it`() {
        final class Showing: UIViewController {
            private(set) var shown: UIViewController?
            override func show(_ controller: UIViewController, sender: Any?) { shown = controller }
        }
        let simulation = Simulation.begin()
        let window = UIWindow()
        let first = UIViewController()
        let navigation = UINavigationController(rootViewController: first)
        window.rootViewController = navigation
        window.makeKeyAndVisible()
        let second = UIViewController()
        first.show(second, sender: nil)
        simulation.advance(by: .seconds(1))
        #expect(navigation.topViewController === second)
        let (container, child, other) = (Showing(), UIViewController(), UIViewController())
        container.addChild(child)
        child.show(other, sender: nil)
        #expect(container.shown === other)
        let alone = UIViewController()
        second.showDetailViewController(alone, sender: nil)
        simulation.advance(by: .seconds(1))
        #expect(second.presentedViewController === alone)
        #expect(simulation.issues == [])
    }
}
