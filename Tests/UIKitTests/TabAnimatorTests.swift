import Testing
import UIKit

@MainActor
struct TabAnimatorTests {
    private final class Delegate: UITabBarControllerDelegate {
        let animator: SlideAnimator
        var interactor: UIPercentDrivenInteractiveTransition?
        init(_ log: TransitionLog) { animator = SlideAnimator(log) }

        func tabBarController(
            _ tabBarController: UITabBarController,
            animationControllerForTransitionFrom fromVC: UIViewController,
            to toVC: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { animator }

        func tabBarController(
            _ tabBarController: UITabBarController,
            interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
        ) -> (any UIViewControllerInteractiveTransitioning)? { interactor }
    }

    @MainActor
    private struct Tabs {
        let simulation = Simulation.begin()
        let window = UIWindow()
        let log = TransitionLog()
        let tabBar = UITabBarController()
        let delegate: Delegate

        init() {
            delegate = Delegate(log)
            tabBar.viewControllers = ["first", "second"].map { LoggedController($0, log) }
            tabBar.delegate = delegate
            window.rootViewController = tabBar
            window.makeKeyAndVisible()
            simulation.advance(by: .seconds(1))
            _ = log.take()
        }
    }

    @Test func `A tab change with an animator takes the animator's time [7.2] [7.3]`() {
        let tabs = Tabs()
        tabs.tabBar.selectedIndex = 1
        #expect(tabs.tabBar.selectedIndex == 1)
        tabs.simulation.advance(by: .seconds(0.49))
        #expect(
            tabs.log.take() == [
                "second.willAppear", "first.willDisappear", "animateTransition",
            ])
        tabs.simulation.advance(by: .seconds(0.01))
        #expect(
            tabs.log.take() == [
                "animated", "second.didAppear", "first.didDisappear", "animationEnded true",
            ])
        #expect(tabs.simulation.issues == [])
    }

    @Test func `A tab change that its animator cancels selects the old tab`() {
        let tabs = Tabs()
        tabs.delegate.animator.completes = false
        tabs.tabBar.selectedIndex = 1
        tabs.delegate.animator.context?.completeTransition(false)
        #expect(tabs.tabBar.selectedIndex == 0)
        #expect(tabs.tabBar.viewControllers?[0].view.window != nil)
        #expect(tabs.tabBar.viewControllers?[1].view.window == nil)
        #expect(tabs.simulation.issues == [])
    }

    @Test func `A cancelled interactive tab change selects nothing`() {
        let tabs = Tabs()
        let interactor = UIPercentDrivenInteractiveTransition()
        tabs.delegate.interactor = interactor
        tabs.tabBar.selectedIndex = 1
        interactor.update(0.2)
        interactor.cancel()
        tabs.simulation.advance(by: .seconds(1))
        #expect(tabs.tabBar.selectedIndex == 0)
        #expect(tabs.tabBar.viewControllers?[0].view.window != nil)
        #expect(tabs.simulation.issues == [])
    }

    @Test func `Tabs that are replaced change at once, whatever the delegate animates`() {
        let tabs = Tabs()
        tabs.tabBar.viewControllers = [LoggedController("third", tabs.log)]
        #expect(
            tabs.log.take() == [
                "third.willAppear", "first.willDisappear", "third.didAppear",
                "first.didDisappear",
            ])
        #expect(tabs.simulation.issues == [])
    }
}
