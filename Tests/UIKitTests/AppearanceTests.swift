import Testing
import UIKit

@MainActor
struct AppearanceTests {
    @Test func `An end without a begin in a manually forwarding container is logged as in UIKit`() {
        let simulation = Simulation.begin()
        let child = UIViewController()
        child.endAppearanceTransition()
        #expect(
            simulation.issues.map(\.text) == [
                "Unbalanced calls to begin/end appearance transitions for <UIViewController>."
            ])
    }

    @Test func `A manually forwarding container decides when its child appears`() {
        final class Hand: UIViewController {
            override var shouldAutomaticallyForwardAppearanceMethods: Bool { false }
        }
        final class Child: UIViewController {}
        let simulation = Simulation.begin()
        let window = UIWindow()
        let container = Hand()
        window.rootViewController = container
        window.makeKeyAndVisible()
        let child = Child()
        let trace = simulation.trace(["appear", "move"]) {
            container.addChild(child)
            child.beginAppearanceTransition(true, animated: false)
            container.view.addSubview(child.view)
            child.endAppearanceTransition()
            child.didMove(toParent: container)
        }
        #expect(
            trace == [
                "Child.willMove(Hand)", "Child.viewWillAppear(false)",
                "Child.viewDidAppear(false)", "Child.didMove(Hand)",
            ])
        #expect(simulation.issues == [])
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
        let simulation = Simulation.begin()
        let window = UIWindow()
        let root = UIViewController()
        window.rootViewController = root
        window.makeKeyAndVisible()
        weak var weakChild: Child?
        do {
            let child = Child()
            weakChild = child
            root.addChild(child)
            root.view.addSubview(child.view)
        }
        simulation.finishCycle()
        #expect(root.children.isEmpty)
        #expect(root.view.subviews.isEmpty)
        #expect(weakChild == nil)
    }

    @Test func `An override that code calls directly runs and is an issue`() {
        final class Counting: UIViewController {
            var calls = 0
            override func viewWillAppear(_ animated: Bool) {
                calls += 1
                super.viewWillAppear(animated)
            }
        }
        let simulation = Simulation.begin()
        let controller = Counting()
        controller.loadViewIfNeeded()
        controller.viewWillAppear(false)
        #expect(controller.calls == 1)
        #expect(simulation.issues.count == 1)
    }

    @Test func `A root that is replaced is released`() {
        let simulation = Simulation.begin()
        let window = UIWindow()
        weak var first: UIViewController?
        do {
            let made = UINavigationController(rootViewController: UIViewController())
            first = made
            window.rootViewController = made
            window.makeKeyAndVisible()
        }
        window.rootViewController = UIViewController()
        simulation.finishCycle()
        #expect(first == nil)
        #expect(simulation.issues == [])
    }
}
