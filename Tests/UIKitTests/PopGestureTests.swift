import Testing
import UIKit

@MainActor
struct PopGestureTests {
    @MainActor
    private struct Stack {
        let simulation = Simulation.begin(screen: CGSize(width: 400, height: 800))
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

    @Test func `A stack with its gesture is released`() {
        let simulation = Simulation.begin()
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
