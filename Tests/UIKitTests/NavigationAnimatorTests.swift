import Testing
import UIKit

@MainActor
struct NavigationAnimatorTests {
    private final class Delegate: UINavigationControllerDelegate {
        let animator: SlideAnimator
        var interactor: UIPercentDrivenInteractiveTransition?
        private(set) var operations: [UINavigationController.Operation] = []

        init(_ log: TransitionLog) { animator = SlideAnimator(log) }

        func navigationController(
            _ navigationController: UINavigationController,
            animationControllerFor operation: UINavigationController.Operation,
            from fromVC: UIViewController, to toVC: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? {
            operations.append(operation)
            return animator
        }

        func navigationController(
            _ navigationController: UINavigationController,
            interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
        ) -> (any UIViewControllerInteractiveTransitioning)? { interactor }
    }

    @MainActor
    private struct Stack {
        let simulation = Simulation.begin(moments: .immediate)
        let window = UIWindow()
        let log = TransitionLog()
        let navigation: UINavigationController
        let delegate: Delegate
        let first: LoggedController
        let second: LoggedController

        init() {
            first = LoggedController("first", log)
            second = LoggedController("second", log)
            navigation = UINavigationController(rootViewController: first)
            delegate = Delegate(log)
            window.rootViewController = navigation
            window.makeKeyAndVisible()
            simulation.advance(by: .seconds(1))
            navigation.delegate = delegate
            _ = log.take()
        }
    }

    @Test func `A push with an animator ends when the animator completes it [6.5]`() {
        let stack = Stack()
        stack.navigation.pushViewController(stack.second, animated: true)
        #expect(
            stack.log.take() == [
                "first.willDisappear", "second.willAppear", "animateTransition",
            ])
        #expect(stack.navigation.transitionCoordinator?.transitionDuration == 0.5)
        stack.simulation.advance(by: .seconds(0.49))
        #expect(stack.log.take() == [])
        stack.simulation.advance(by: .seconds(0.01))
        #expect(
            stack.log.take() == [
                "animated", "first.didDisappear", "second.didAppear", "animationEnded true",
            ])
        #expect(stack.delegate.operations == [.push])
        #expect(stack.first.view.window == nil)
        #expect(stack.navigation.transitionCoordinator == nil)
        #expect(stack.simulation.issues == [])
    }

    @Test func `A pop whose animator removes the old view itself ends like any other [6.5]`() {
        let stack = Stack()
        stack.navigation.pushViewController(stack.second, animated: false)
        _ = stack.log.take()
        #expect(stack.delegate.operations == [])
        stack.delegate.animator.removesOldView = true
        stack.navigation.popViewController(animated: true)
        stack.simulation.advance(by: .seconds(1))
        #expect(
            stack.log.take() == [
                "second.willDisappear", "first.willAppear", "animateTransition", "animated",
                "second.didDisappear", "first.didAppear", "animationEnded true",
            ])
        #expect(stack.delegate.operations == [.pop])
        #expect(stack.navigation.viewControllers == [stack.first])
        #expect(stack.second.parent == nil)
        #expect(stack.simulation.issues == [])
    }

    @Test func `An animator that never completes its transition causes an issue`() {
        let stack = Stack()
        stack.delegate.animator.completes = false
        stack.navigation.pushViewController(stack.second, animated: true)
        stack.simulation.advance(by: .seconds(60))
        #expect(stack.log.entries.last == "animateTransition")
        #expect(stack.navigation.transitionCoordinator != nil)
        #expect(
            stack.simulation.issues.map(\.text) == [
                "SlideAnimator has not called completeTransition(_:) 10 s after its duration of "
                    + "0.5 s; the transition runs until it does"
            ])
        stack.delegate.animator.context?.completeTransition(true)
        #expect(stack.log.entries.last == "animationEnded true")
        #expect(stack.second.parent === stack.navigation)
    }

    @Test func `A push that its animator cancels leaves the stack unchanged`() {
        let stack = Stack()
        stack.delegate.animator.completes = false
        stack.navigation.pushViewController(stack.second, animated: true)
        #expect(stack.navigation.viewControllers == [stack.first, stack.second])
        _ = stack.log.take()
        stack.delegate.animator.context?.completeTransition(false)
        #expect(
            stack.log.take() == [
                "second.willDisappear", "second.didDisappear", "first.willAppear",
                "first.didAppear", "animationEnded false",
            ])
        #expect(stack.navigation.viewControllers == [stack.first])
        #expect(stack.second.parent == nil)
        #expect(stack.second.view.window == nil)
        #expect(stack.first.view.window != nil)
        #expect(stack.simulation.issues == [])
    }

    @Test func `A pop that its animator cancels leaves the popped controllers on the stack`() {
        let stack = Stack()
        let third = LoggedController("third", stack.log)
        stack.navigation.setViewControllers([stack.first, stack.second, third], animated: false)
        stack.delegate.animator.completes = false
        stack.navigation.popToRootViewController(animated: true)
        #expect(stack.navigation.viewControllers == [stack.first])
        stack.delegate.animator.context?.completeTransition(false)
        #expect(stack.navigation.viewControllers == [stack.first, stack.second, third])
        #expect(third.parent === stack.navigation)
        #expect(third.view.window != nil)
        #expect(stack.simulation.issues == [])
    }

    @Test func `A finished interactive pop equals a plain one [6.10], and animates the rest`() {
        let stack = Stack()
        stack.navigation.pushViewController(stack.second, animated: false)
        _ = stack.log.take()
        let interactor = UIPercentDrivenInteractiveTransition()
        stack.delegate.interactor = interactor
        stack.navigation.popViewController(animated: true)
        #expect(stack.navigation.transitionCoordinator?.isInteractive == true)
        interactor.update(0.6)
        stack.simulation.advance(by: .seconds(5))
        #expect(stack.navigation.transitionCoordinator?.percentComplete == 0.6)
        #expect(
            stack.log.take() == [
                "second.willDisappear", "first.willAppear", "animateTransition",
            ])
        interactor.finish()
        #expect(stack.navigation.transitionCoordinator?.isInteractive == false)
        stack.simulation.advance(by: .seconds(0.19))
        #expect(stack.log.take() == [])
        stack.simulation.advance(by: .seconds(0.01))
        #expect(
            stack.log.take() == [
                "animated", "second.didDisappear", "first.didAppear", "animationEnded true",
            ])
        #expect(stack.navigation.viewControllers == [stack.first])
        #expect(stack.simulation.issues == [])
    }

    @Test
    func `A cancelled interactive pop reverses both appearances and restores the views [6.10]`() {
        let stack = Stack()
        stack.navigation.pushViewController(stack.second, animated: false)
        let interactor = UIPercentDrivenInteractiveTransition()
        stack.delegate.interactor = interactor
        stack.navigation.popViewController(animated: true)
        stack.navigation.transitionCoordinator?.notifyWhenInteractionChanges { context in
            stack.log.note("interaction cancelled \(context.isCancelled)")
        }
        interactor.update(0.5)
        #expect(stack.second.view.alpha == 0)
        _ = stack.log.take()
        interactor.cancel()
        stack.simulation.advance(by: .seconds(1))
        #expect(
            stack.log.take() == [
                "interaction cancelled true", "animated", "first.willDisappear",
                "first.didDisappear", "second.willAppear", "second.didAppear",
                "animationEnded false",
            ])
        #expect(stack.second.view.alpha == 1)
        #expect(stack.navigation.viewControllers == [stack.first, stack.second])
        #expect(stack.second.parent === stack.navigation)
        #expect(stack.simulation.issues == [])
    }

    @Test func `Animations alongside an animator's transition run when it begins`() {
        let stack = Stack()
        stack.navigation.pushViewController(stack.second, animated: true)
        // The coordinator exists from the call on [6.15].
        stack.navigation.transitionCoordinator?.animate { _ in
            stack.log.note("alongside")
        } completion: { context in
            stack.log.note("completion \(context.isCancelled)")
        }
        stack.simulation.advance(by: .seconds(1))
        #expect(
            stack.log.take() == [
                "first.willDisappear", "second.willAppear", "animateTransition", "alongside",
                "animated", "first.didDisappear", "second.didAppear", "completion false",
                "animationEnded true",
            ])
    }
}
