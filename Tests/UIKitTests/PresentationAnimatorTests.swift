import Testing
import UIKit

@MainActor
struct PresentationAnimatorTests {
    /// A half-screen panel over a dimming view.
    private final class PanelController: UIPresentationController {
        let log: TransitionLog
        let dimming = UIView()
        var removesPresenter = false

        init(
            presented: UIViewController, presenting: UIViewController?, _ log: TransitionLog
        ) {
            self.log = log
            super.init(presentedViewController: presented, presenting: presenting)
        }

        override var shouldRemovePresentersView: Bool { removesPresenter }

        override var frameOfPresentedViewInContainerView: CGRect {
            guard let bounds = containerView?.bounds else { return .zero }
            return CGRect(x: 0, y: bounds.midY, width: bounds.width, height: bounds.height / 2)
        }

        override func presentationTransitionWillBegin() {
            log.note("presentationTransitionWillBegin")
            dimming.frame = containerView?.bounds ?? .zero
            dimming.alpha = 0
            containerView?.insertSubview(dimming, at: 0)
            presentedViewController.transitionCoordinator?.animate { _ in
                self.dimming.alpha = 1
            }
        }

        override func presentationTransitionDidEnd(_ completed: Bool) {
            log.note("presentationTransitionDidEnd \(completed)")
        }

        override func dismissalTransitionWillBegin() {
            log.note("dismissalTransitionWillBegin")
        }

        override func dismissalTransitionDidEnd(_ completed: Bool) {
            log.note("dismissalTransitionDidEnd \(completed)")
            if completed { dimming.removeFromSuperview() }
        }

        override func preferredContentSizeDidChange(
            forChildContentContainer container: any UIContentContainer
        ) { log.note("prefers \(container.preferredContentSize.height)") }

        override func containerViewDidLayoutSubviews() {
            presentedView?.frame = frameOfPresentedViewInContainerView
        }
    }

    private final class Delegate: UIViewControllerTransitioningDelegate {
        let log: TransitionLog
        let animator: SlideAnimator
        var animates = true
        var removesPresenter = false
        var interactor: UIPercentDrivenInteractiveTransition?
        private(set) weak var panel: PanelController?

        init(_ log: TransitionLog) {
            self.log = log
            animator = SlideAnimator(log)
        }

        func presentationController(
            forPresented presented: UIViewController, presenting: UIViewController?,
            source: UIViewController
        ) -> UIPresentationController? {
            let made = PanelController(presented: presented, presenting: presenting, log)
            made.removesPresenter = removesPresenter
            panel = made
            return made
        }

        func animationController(
            forPresented presented: UIViewController, presenting: UIViewController,
            source: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { animates ? animator : nil }

        func animationController(
            forDismissed dismissed: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { animates ? animator : nil }

        func interactionControllerForDismissal(
            using animator: any UIViewControllerAnimatedTransitioning
        ) -> (any UIViewControllerInteractiveTransitioning)? { interactor }
    }

    @MainActor
    private struct Screen {
        let simulation = Simulation.begin(
            screen: CGSize(width: 300, height: 600), moments: .immediate)
        let window = UIWindow()
        let log = TransitionLog()
        let delegate: Delegate
        let root: LoggedController
        let panel: LoggedController

        init(_ style: UIModalPresentationStyle = .custom) {
            root = LoggedController("root", log)
            panel = LoggedController("panel", log)
            delegate = Delegate(log)
            panel.modalPresentationStyle = style
            panel.transitioningDelegate = delegate
            window.rootViewController = root
            window.makeKeyAndVisible()
            simulation.advance(by: .seconds(1))
            _ = log.take()
        }

        func present() {
            root.present(panel, animated: true) { log.note("presented") }
        }

        func dismiss() {
            root.dismiss(animated: true) { log.note("dismissed") }
        }
    }

    @Test func `A presentation controller hears of the size that the presented one prefers`() {
        let screen = Screen()
        screen.panel.preferredContentSize.height = 100
        screen.root.present(screen.panel, animated: false)
        screen.simulation.finishCycle()
        _ = screen.log.take()
        screen.panel.preferredContentSize.height = 200
        screen.panel.preferredContentSize.height = 200
        #expect(screen.log.take() == ["prefers 200.0"])
    }

    @Test
    func `A presentation controller is called before the appearance callbacks [10.1] [10.5]`() {
        let screen = Screen()
        screen.present()
        #expect(
            screen.log.take() == [
                "presentationTransitionWillBegin", "panel.willAppear", "animateTransition",
            ])
        screen.simulation.advance(by: .seconds(1))
        #expect(
            screen.log.take() == [
                "animated", "presentationTransitionDidEnd true", "panel.didAppear", "presented",
                "animationEnded true",
            ])
        #expect(screen.panel.view.frame == CGRect(x: 0, y: 300, width: 300, height: 300))
        #expect(screen.panel.view.superview === screen.delegate.panel?.containerView)
        #expect(screen.delegate.panel?.dimming.alpha == 1)
        #expect(screen.root.view.window != nil)
        #expect(screen.simulation.issues == [])
    }

    @Test func `A custom presentation is dismissed in the same order, and released`() {
        let screen = Screen()
        screen.present()
        screen.simulation.advance(by: .seconds(1))
        _ = screen.log.take()
        screen.dismiss()
        #expect(screen.panel.isBeingDismissed)
        screen.simulation.advance(by: .seconds(1))
        #expect(
            screen.log.take() == [
                "dismissalTransitionWillBegin", "panel.willDisappear", "animateTransition",
                "animated", "dismissalTransitionDidEnd true", "panel.didDisappear", "dismissed",
                "animationEnded true",
            ])
        #expect(screen.delegate.panel == nil)
        #expect(screen.window.subviews == [screen.root.view])
        #expect(screen.panel.view.superview == nil)
        #expect(screen.root.presentedViewController == nil)
        #expect(screen.simulation.issues == [])
    }

    @Test func `A custom presentation that removes a view calls both sides [10.2] [10.3]`() {
        let screen = Screen()
        screen.delegate.removesPresenter = true
        screen.present()
        #expect(screen.delegate.animator.context?.view(forKey: .from) === screen.root.view)
        screen.simulation.advance(by: .seconds(1))
        #expect(
            screen.log.take() == [
                "presentationTransitionWillBegin", "root.willDisappear", "panel.willAppear",
                "animateTransition", "animated", "presentationTransitionDidEnd true",
                "panel.didAppear", "root.didDisappear", "presented", "animationEnded true",
            ])
        #expect(screen.root.view.window == nil)
        screen.dismiss()
        screen.simulation.advance(by: .seconds(1))
        #expect(
            screen.log.take() == [
                "dismissalTransitionWillBegin", "panel.willDisappear", "root.willAppear",
                "animateTransition", "animated", "dismissalTransitionDidEnd true",
                "root.didAppear", "panel.didDisappear", "dismissed", "animationEnded true",
            ])
        #expect(screen.root.view.superview === screen.window)
        #expect(screen.simulation.issues == [])
    }

    @Test
    func `An animator of a full-screen presentation may remove the presenter's view itself`() {
        let screen = Screen(.fullScreen)
        screen.delegate.animator.removesOldView = true
        screen.present()
        screen.simulation.advance(by: .seconds(1))
        #expect(screen.panel.presentingViewController === screen.root)
        #expect(screen.root.view.window == nil)
        screen.dismiss()
        screen.simulation.advance(by: .seconds(1))
        #expect(screen.root.view.superview === screen.window)
        #expect(screen.panel.view.window == nil)
        #expect(screen.simulation.issues == [])
    }

    @Test func `A presenter whose view stays has no view in the transition`() {
        let screen = Screen()
        screen.present()
        let context = screen.delegate.animator.context
        #expect(context?.viewController(forKey: .from) === screen.root)
        #expect(context?.view(forKey: .from) == nil)
        #expect(context?.view(forKey: .to) === screen.panel.view)
        #expect(context?.presentationStyle == .custom)
        #expect(
            context?.finalFrame(for: screen.panel)
                == CGRect(x: 0, y: 300, width: 300, height: 300))
    }

    @Test func `A presentation controller works without an animator`() {
        let screen = Screen()
        screen.delegate.animates = false
        screen.present()
        #expect(screen.panel.view.frame == CGRect(x: 0, y: 300, width: 300, height: 300))
        #expect(screen.delegate.panel?.dimming.alpha == 1)
        screen.simulation.advance(by: .seconds(1))
        #expect(
            screen.log.take() == [
                "presentationTransitionWillBegin", "panel.willAppear",
                "presentationTransitionDidEnd true", "panel.didAppear", "presented",
            ])
    }

    @Test
    func `A cancelled interactive dismissal calls its completion, and the panel stays [10.6]`() {
        let screen = Screen(.fullScreen)
        screen.present()
        screen.simulation.advance(by: .seconds(1))
        let interactor = UIPercentDrivenInteractiveTransition()
        screen.delegate.interactor = interactor
        _ = screen.log.take()
        screen.dismiss()
        interactor.update(0.3)
        interactor.cancel()
        screen.simulation.advance(by: .seconds(1))
        #expect(
            screen.log.take() == [
                "panel.willDisappear", "root.willAppear", "animateTransition", "animated",
                "root.willDisappear", "root.didDisappear", "panel.willAppear", "panel.didAppear",
                "dismissed", "animationEnded false",
            ])
        #expect(screen.root.presentedViewController === screen.panel)
        #expect(screen.panel.view.window != nil)
        #expect(screen.simulation.issues == [])
    }

    @Test func `A presented view may be inside a view of the presentation controller`() {
        final class Wrapping: UIPresentationController {
            let wrapper = UIView()
            override var presentedView: UIView? { wrapper }
            override func presentationTransitionWillBegin() {
                guard let content = super.presentedView else { return }
                wrapper.frame = frameOfPresentedViewInContainerView
                content.frame = wrapper.bounds.insetBy(dx: 10, dy: 10)
                wrapper.addSubview(content)
            }
        }
        final class Wraps: UIViewControllerTransitioningDelegate {
            let animator: SlideAnimator?
            init(_ animator: SlideAnimator?) { self.animator = animator }
            func presentationController(
                forPresented presented: UIViewController, presenting: UIViewController?,
                source: UIViewController
            ) -> UIPresentationController? {
                Wrapping(presentedViewController: presented, presenting: presenting)
            }
            func animationController(
                forPresented presented: UIViewController, presenting: UIViewController,
                source: UIViewController
            ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
        }
        for isAnimated in [true, false] {
            let screen = Screen()
            let delegate = Wraps(isAnimated ? SlideAnimator(screen.log) : nil)
            screen.panel.transitioningDelegate = delegate
            screen.present()
            screen.simulation.advance(by: .seconds(1))
            #expect(
                screen.panel.view.superview === screen.panel.presentationController?.presentedView)
            #expect(screen.panel.view.frame == CGRect(x: 10, y: 10, width: 280, height: 580))
            #expect(screen.panel.view.window === screen.window)
            screen.dismiss()
            screen.simulation.advance(by: .seconds(1))
            #expect(screen.panel.view.window == nil)
            #expect(screen.window.subviews == [screen.root.view])
            #expect(screen.simulation.issues == [])
        }
    }

    @Test func `The container of a presentation is laid out with its window`() {
        let screen = Screen()
        screen.present()
        screen.simulation.advance(by: .seconds(1))
        screen.window.frame.size = CGSize(width: 600, height: 300)
        screen.simulation.finishCycle()
        #expect(screen.delegate.panel?.containerView?.bounds.width == 600)
        #expect(screen.panel.view.frame == CGRect(x: 0, y: 150, width: 600, height: 150))
    }

    @Test func `A view beside the presenter's goes to the bottom of the container`() {
        final class Inserts: UIViewControllerAnimatedTransitioning {
            let marker = UIView()

            func transitionDuration(
                using transitionContext: (any UIViewControllerContextTransitioning)?
            ) -> TimeInterval { 0.1 }

            func animateTransition(
                using transitionContext: any UIViewControllerContextTransitioning
            ) {
                let container = transitionContext.containerView
                let presenter = transitionContext.viewController(forKey: .from)?.view ?? UIView()
                container.addSubview(marker)
                if let new = transitionContext.view(forKey: .to) {
                    container.insertSubview(new, belowSubview: presenter)
                    container.insertSubview(new, aboveSubview: presenter)
                }
                transitionContext.completeTransition(true)
            }
        }
        final class Provides: UIViewControllerTransitioningDelegate {
            let animator = Inserts()

            func animationController(
                forPresented presented: UIViewController, presenting: UIViewController,
                source: UIViewController
            ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
        }
        let screen = Screen(.fullScreen)
        let provider = Provides()
        screen.panel.transitioningDelegate = provider
        screen.present()
        screen.simulation.advance(by: .seconds(1))
        let marker = provider.animator.marker
        #expect(marker.superview?.subviews.firstIndex(of: marker) == 1)
        #expect(marker.superview?.subviews.first === screen.panel.view)
        #expect(screen.simulation.issues == [])
    }

    @Test func `A presented view that is added at the beginning appears in the transition`() {
        final class Adds: UIPresentationController {
            let wrapper = UIView()

            override var presentedView: UIView? { wrapper }

            override func presentationTransitionWillBegin() {
                wrapper.frame = CGRect(x: 0, y: 300, width: 300, height: 300)
                presentedViewController.view.frame = wrapper.bounds
                wrapper.addSubview(presentedViewController.view)
                containerView?.addSubview(wrapper)
            }
        }
        final class Provides: UIViewControllerTransitioningDelegate {
            let animator: SlideAnimator

            init(_ log: TransitionLog) { animator = SlideAnimator(log) }

            func presentationController(
                forPresented presented: UIViewController, presenting: UIViewController?,
                source: UIViewController
            ) -> UIPresentationController? {
                Adds(presentedViewController: presented, presenting: presenting)
            }

            func animationController(
                forPresented presented: UIViewController, presenting: UIViewController,
                source: UIViewController
            ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
        }
        let screen = Screen()
        let provider = Provides(screen.log)
        screen.panel.transitioningDelegate = provider
        let callbacks = screen.simulation.trace(["appear"]) {
            screen.present()
            screen.simulation.advance(by: .seconds(1))
        }
        #expect(
            callbacks.filter { $0.contains("Appear") } == [
                "LoggedController-2.viewWillAppear(true)", "LoggedController-2.viewDidAppear(true)",
            ])
        #expect(screen.simulation.issues == [])
    }
}
