import Testing
import UIKit

@MainActor
struct PopGestureTests {
    @MainActor
    private struct Stack {
        let simulation = Simulation.begin(
            screen: CGSize(width: 400, height: 800), moments: .immediate)
        let window = UIWindow()
        let log = TransitionLog()
        let navigation: UINavigationController
        let second: LoggedController

        init() {
            navigation = UINavigationController(rootViewController: LoggedController("first", log))
            second = LoggedController("second", log)
            window.rootViewController = navigation
            window.makeKeyAndVisible()
            navigation.pushViewController(second, animated: false)
            simulation.advance(by: .seconds(1))
            _ = log.take()
        }
    }

    @Test func `A pan from the left edge pops, and the rest is animated [6.10]`() {
        let stack = Stack()
        stack.simulation.edgePan(.left, distance: 300, in: stack.window)
        stack.simulation.advance(by: .seconds(1))
        #expect(
            stack.log.take() == [
                "second.willDisappear", "first.willAppear", "second.didDisappear",
                "first.didAppear",
            ])
        #expect(stack.navigation.viewControllers.count == 1)
        #expect(stack.simulation.issues == [])
    }

    @Test func `A pan that is too short reverses both appearances [6.10]`() {
        let stack = Stack()
        stack.simulation.edgePan(
            .left, distance: 60, in: stack.window, duration: .seconds(2))
        stack.simulation.advance(by: .seconds(1))
        #expect(
            stack.log.take() == [
                "second.willDisappear", "first.willAppear", "first.willDisappear",
                "first.didDisappear", "second.willAppear", "second.didAppear",
            ])
        #expect(stack.navigation.topViewController === stack.second)
        #expect(stack.simulation.issues == [])
    }

    @Test func `Nothing is popped if the recognizer is disabled or the root is on top`() {
        let stack = Stack()
        stack.navigation.interactivePopGestureRecognizer?.isEnabled = false
        stack.simulation.edgePan(.left, distance: 300, in: stack.window)
        #expect(stack.navigation.topViewController === stack.second)
        stack.navigation.interactivePopGestureRecognizer?.isEnabled = true
        stack.navigation.popViewController(animated: false)
        _ = stack.log.take()
        stack.simulation.edgePan(.left, distance: 300, in: stack.window)
        #expect(stack.log.take() == [])
        #expect(stack.simulation.issues == [])
    }

    @Test func `In an interactive pop the stack is the new one, after a cancel the old one`() {
        let stack = Stack()
        let controllers = stack.navigation.viewControllers
        var seen: [Int] = []
        let watcher = Watcher { seen.append(stack.navigation.viewControllers.count) }
        stack.navigation.pushViewController(watcher, animated: false)
        stack.simulation.advance(by: .seconds(1))
        stack.simulation.touchDown(at: CGPoint(x: 1, y: 400), in: stack.window)
        stack.simulation.move(to: CGPoint(x: 200, y: 400))
        #expect(seen == [2])
        #expect(stack.navigation.viewControllers == controllers)
        #expect(stack.navigation.topViewController === stack.second)
        stack.simulation.cancelTouches()
        stack.simulation.advance(by: .seconds(1))
        #expect(seen == [2])
        #expect(stack.navigation.viewControllers == controllers + [watcher])
        stack.simulation.edgePan(.left, distance: 300, in: stack.window)
        #expect(stack.navigation.viewControllers == controllers)
        stack.simulation.advance(by: .seconds(1))
        #expect(seen == [2, 2])
        #expect(stack.navigation.viewControllers == controllers)
        #expect(stack.simulation.issues == [])
    }

    @Test func `A left item instead of the back button disables the swipe back`() {
        let stack = Stack()
        let item = stack.second.navigationItem
        item.leftBarButtonItem = UIBarButtonItem(systemItem: .close)
        stack.simulation.edgePan(.left, distance: 300, in: stack.window)
        item.leftBarButtonItem = nil
        item.hidesBackButton = true
        stack.simulation.edgePan(.left, distance: 300, in: stack.window)
        #expect(stack.log.take() == [])
        item.hidesBackButton = false
        item.leftBarButtonItem = UIBarButtonItem(systemItem: .close)
        item.leftItemsSupplementBackButton = true
        stack.simulation.edgePan(.left, distance: 300, in: stack.window)
        stack.simulation.advance(by: .seconds(1))
        #expect(stack.navigation.viewControllers.count == 1)
    }

    @Test func `An animator of the delegate disables the swipe back, and is asked for once`() {
        let stack = Stack()
        let delegate = PopDelegate()
        stack.navigation.delegate = delegate
        delegate.animator = SlideAnimator(stack.log)
        stack.simulation.edgePan(.left, distance: 300, in: stack.window)
        #expect(stack.log.take() == [])
        #expect(delegate.questions == 1)
        delegate.animator = nil
        stack.simulation.edgePan(.left, distance: 300, in: stack.window)
        stack.simulation.advance(by: .seconds(1))
        #expect(delegate.questions == 2)
        #expect(stack.navigation.viewControllers.count == 1)
    }

    @Test func `A stack with its gesture is released`() {
        let simulation = Simulation.begin(moments: .immediate)
        weak var navigation: UINavigationController?
        do {
            let made = UINavigationController(rootViewController: UIViewController())
            made.loadViewIfNeeded()
            navigation = made
        }
        simulation.finishCycle()
        #expect(navigation == nil)
    }
}

/// Calls a closure when it is about to disappear.
private final class Watcher: UIViewController {
    private let note: () -> Void

    init(_ note: @escaping () -> Void) {
        self.note = note
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    override func viewWillDisappear(_ animated: Bool) { note() }
}

private final class PopDelegate: UINavigationControllerDelegate {
    var animator: SlideAnimator?
    private(set) var questions = 0

    func navigationController(
        _ navigationController: UINavigationController,
        animationControllerFor operation: UINavigationController.Operation,
        from fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? {
        questions += 1
        return animator
    }
}
