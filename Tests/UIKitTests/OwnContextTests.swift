import Testing
import UIKit

/// A custom container that supports animators with its own transition context.
@MainActor
struct OwnContextTests {
    private final class Context: UIViewControllerContextTransitioning {
        let containerView: UIView
        let isInteractive = false
        let isAnimated = true
        let presentationStyle = UIModalPresentationStyle.custom
        let targetTransform = CGAffineTransform.identity
        private(set) var transitionWasCancelled = false
        private let controllers: [UITransitionContextViewControllerKey: UIViewController]
        private let completion: (Bool) -> Void

        init(
            from: UIViewController, to: UIViewController, in container: UIView,
            completion: @escaping (Bool) -> Void
        ) {
            controllers = [.from: from, .to: to]
            containerView = container
            self.completion = completion
        }

        func viewController(
            forKey key: UITransitionContextViewControllerKey
        ) -> UIViewController? { controllers[key] }

        func view(forKey key: UITransitionContextViewKey) -> UIView? {
            key == .from ? controllers[.from]?.view : controllers[.to]?.view
        }

        func initialFrame(for viewController: UIViewController) -> CGRect {
            viewController === controllers[.from] ? containerView.bounds : .zero
        }

        func finalFrame(for viewController: UIViewController) -> CGRect {
            viewController === controllers[.to] ? containerView.bounds : .zero
        }

        func updateInteractiveTransition(_ percentComplete: CGFloat) {}
        func finishInteractiveTransition() { transitionWasCancelled = false }
        func cancelInteractiveTransition() { transitionWasCancelled = true }
        func pauseInteractiveTransition() {}
        func completeTransition(_ didComplete: Bool) { completion(didComplete) }
    }

    private final class Container: LoggedController {
        private(set) var selected: UIViewController?
        private var interactor: UIPercentDrivenInteractiveTransition?

        func show(_ next: UIViewController, by animator: SlideAnimator) {
            guard let previous = selected else { return embed(next) }
            previous.willMove(toParent: nil)
            addChild(next)
            next.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            let context = Context(from: previous, to: next, in: view) { completed in
                previous.view.removeFromSuperview()
                previous.removeFromParent()
                next.didMove(toParent: self)
                animator.animationEnded(completed)
                self.selected = next
            }
            animator.animateTransition(using: context)
        }

        private func embed(_ first: UIViewController) {
            addChild(first)
            first.view.frame = view.bounds
            view.addSubview(first.view)
            first.didMove(toParent: self)
            selected = first
        }
    }

    @Test func `A container may run animators with its own transition context [3.4]`() {
        let simulation = Simulation.begin(moments: .immediate)
        let window = UIWindow()
        let log = TransitionLog()
        let container = Container("container", log)
        window.rootViewController = container
        window.makeKeyAndVisible()
        container.show(LoggedController("first", log), by: SlideAnimator(log))
        simulation.advance(by: .seconds(1))
        _ = log.take()
        container.show(LoggedController("second", log), by: SlideAnimator(log))
        simulation.advance(by: .seconds(1))
        #expect(
            log.take() == [
                "animateTransition", "second.willAppear", "second.didAppear", "animated",
                "first.willDisappear", "first.didDisappear", "animationEnded true",
            ])
        #expect(container.children.count == 1)
        #expect(container.selected?.view.transform == .identity)
        #expect(simulation.issues == [])
    }

    @Test func `An interaction with a custom context moves by percent`() {
        final class Interactive: UIViewControllerInteractiveTransitioning {
            private(set) var started = false
            func startInteractiveTransition(
                _ transitionContext: any UIViewControllerContextTransitioning
            ) {
                started = true
                transitionContext.updateInteractiveTransition(0.5)
                transitionContext.cancelInteractiveTransition()
                transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
            }
        }
        let (from, to) = (UIViewController(), UIViewController())
        var completed: Bool?
        let context = Context(from: from, to: to, in: UIView()) { completed = $0 }
        let interactive = Interactive()
        interactive.startInteractiveTransition(context)
        #expect(interactive.started)
        #expect(interactive.wantsInteractiveStart)
        #expect(completed == false)
    }
}
