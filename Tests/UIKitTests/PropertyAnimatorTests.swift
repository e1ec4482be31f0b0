import Testing
import UIKit

/// A view whose alpha an animator brings from 0 to 1 in a second.
@MainActor
private struct Fading {
    let simulation = Simulation.begin(moments: .immediate)
    let view = UIView()
    let log = TransitionLog()
    let animator: UIViewPropertyAnimator

    init(curve: UIView.AnimationCurve = .linear) {
        let (view, log) = (view, log)
        view.alpha = 0
        animator = UIViewPropertyAnimator(duration: 1, curve: curve) { view.alpha = 1 }
        animator.addCompletion { log.note("\($0)") }
    }

    func advance(_ milliseconds: Int) { simulation.advance(by: .milliseconds(milliseconds)) }
}

@MainActor
struct PropertyAnimatorTests {
    @Test func `An animator is inactive, active, and inactive again after its completions`() {
        let fading = Fading()
        #expect(fading.animator.state == .inactive)
        fading.animator.startAnimation()
        #expect(fading.animator.state == .active && fading.animator.isRunning)
        fading.advance(250)
        #expect(fading.animator.fractionComplete == 0.25)
        fading.advance(749)
        #expect(fading.log.take() == [])
        fading.advance(1)
        #expect(fading.log.take() == ["end"])
        #expect(fading.animator.state == .inactive && !fading.animator.isRunning)
        #expect(fading.view.alpha == 1)
        #expect(fading.simulation.issues == [])
    }

    @Test func `A pause keeps the fraction; the rest takes the rest of the time`() {
        let fading = Fading()
        fading.animator.startAnimation()
        fading.advance(400)
        fading.animator.pauseAnimation()
        fading.advance(5000)
        #expect(fading.animator.state == .active && !fading.animator.isRunning)
        #expect(fading.animator.fractionComplete == 0.4)
        fading.animator.startAnimation()
        fading.advance(599)
        #expect(fading.log.take() == [])
        fading.advance(1)
        #expect(fading.log.take() == ["end"])
    }

    @Test func `Setting the fraction makes an animator active and paused`() {
        let fading = Fading()
        fading.animator.fractionComplete = 0.5
        #expect(fading.animator.state == .active && !fading.animator.isRunning)
        fading.animator.fractionComplete = 0.75
        fading.animator.continueAnimation(withTimingParameters: nil, durationFactor: 0)
        fading.advance(250)
        #expect(fading.log.take() == ["end"])
    }

    @Test func `A duration factor determines the time of the rest`() {
        let fading = Fading()
        fading.animator.fractionComplete = 0.75
        fading.animator.continueAnimation(withTimingParameters: nil, durationFactor: 0.5)
        fading.advance(499)
        #expect(fading.log.take() == [])
        fading.advance(1)
        #expect(fading.log.take() == ["end"])
    }

    @Test func `A reversed animator ends at its start, and the views have their old values`() {
        let fading = Fading()
        fading.animator.startAnimation()
        fading.advance(300)
        fading.animator.isReversed = true
        #expect(abs(fading.animator.fractionComplete - 0.7) < 1e-9)
        fading.advance(299)
        #expect(fading.log.take() == [])
        fading.advance(1)
        #expect(fading.log.take() == ["start"])
        #expect(fading.view.alpha == 0)
    }

    @Test func `A stopped animator leaves the values in between, by its curve`() {
        let fading = Fading()
        fading.animator.startAnimation()
        fading.advance(400)
        fading.animator.stopAnimation(false)
        #expect(fading.animator.state == .stopped)
        #expect(abs(fading.view.alpha - 0.4) < 1e-6)
        fading.animator.finishAnimation(at: .current)
        #expect(fading.log.take() == ["current"])
        #expect(abs(fading.view.alpha - 0.4) < 1e-6)
        #expect(fading.animator.state == .inactive)
        fading.advance(5000)
        #expect(fading.log.take() == [])

        let easing = Fading(curve: .easeIn)
        easing.animator.startAnimation()
        easing.advance(400)
        easing.animator.stopAnimation(true)
        #expect(easing.animator.state == .inactive)
        #expect(easing.view.alpha > 0.2 && easing.view.alpha < 0.3)
        easing.advance(5000)
        #expect(easing.log.take() == [])
    }

    @Test(arguments: [(UIViewAnimatingPosition.end, 1.0), (.start, 0)])
    func `A stopped animator finishes at the given position`(
        position: UIViewAnimatingPosition, alpha: CGFloat
    ) {
        let fading = Fading()
        fading.animator.startAnimation()
        fading.advance(400)
        fading.animator.stopAnimation(false)
        fading.animator.finishAnimation(at: position)
        #expect(fading.log.take() == ["\(position)"])
        #expect(fading.view.alpha == alpha)
    }

    @Test func `Animations added to a running animator are applied, and undone in reverse`() {
        let fading = Fading()
        fading.animator.startAnimation()
        fading.advance(500)
        fading.animator.addAnimations { fading.view.frame.size.width = 100 }
        #expect(fading.view.frame.width == 100)
        fading.animator.isReversed = true
        fading.advance(500)
        #expect(fading.log.take() == ["start"])
        #expect(fading.view.frame.width == 0)
    }

    @Test func `Animations added to a running animator take the remaining time`() {
        let fading = Fading()
        fading.animator.startAnimation()
        fading.advance(750)
        let log = TransitionLog()
        // A nested animation has the duration of the animation around it.
        fading.animator.addAnimations {
            UIView.animate(withDuration: 9, animations: {}, completion: { _ in log.note("nested") })
        }
        fading.advance(249)
        #expect(log.take() == [])
        fading.advance(1)
        #expect(log.take() == ["nested"])
    }

    @Test
    func `runningPropertyAnimator runs after its delay, without a reference to the animator`() {
        let simulation = Simulation.begin(moments: .immediate)
        let log = TransitionLog()
        UIViewPropertyAnimator.runningPropertyAnimator(
            withDuration: 0.5, delay: 0.25, options: .curveEaseOut, animations: { log.note("run") },
            completion: { log.note("\($0)") })
        #expect(log.take() == ["run"])
        simulation.advance(by: .milliseconds(749))
        #expect(log.take() == [])
        simulation.advance(by: .milliseconds(1))
        #expect(log.take() == ["end"])
        #expect(simulation.issues == [])
    }

    @Test func `With pausesOnCompletion an animator stays active at its end`() {
        let fading = Fading()
        fading.animator.pausesOnCompletion = true
        fading.animator.startAnimation()
        fading.advance(2000)
        #expect(fading.log.take() == [])
        #expect(fading.animator.state == .active && !fading.animator.isRunning)
        #expect(fading.animator.fractionComplete == 1)
        fading.animator.isReversed = true
        fading.animator.pausesOnCompletion = false
        fading.animator.startAnimation()
        fading.advance(1000)
        #expect(fading.log.take() == ["start"])
    }

    @Test func `A spring created from a mass has a duration of its own`() {
        Simulation.begin(moments: .immediate)
        let own = UIViewPropertyAnimator(
            duration: 9,
            timingParameters: UISpringTimingParameters(
                mass: 1, stiffness: 100, damping: 20, initialVelocity: .zero))
        #expect(own.duration > 0.6 && own.duration < 0.8)
        let given = UIViewPropertyAnimator(duration: 9, dampingRatio: 0.5)
        #expect(given.duration == 9)
    }

    @Test func `Misuse is an issue with UIKit's exception, and changes nothing`() {
        let fading = Fading()
        fading.animator.finishAnimation(at: .end)
        #expect(
            fading.simulation.issues.map(\.text) == [
                "finishAnimationAtPosition: should only be called on a stopped animator!"
            ])
        fading.animator.isInterruptible = false
        fading.animator.startAnimation()
        fading.animator.pauseAnimation()
        #expect(fading.animator.isRunning)
        #expect(fading.simulation.issues.count == 2)
        fading.advance(1000)
        #expect(fading.log.take() == ["end"])
    }

    @Test func `An animator that is released while it is paused is an issue`() {
        let simulation = Simulation.begin(moments: .immediate)
        var animator: UIViewPropertyAnimator? = UIViewPropertyAnimator(duration: 1, curve: .linear)
        animator?.pauseAnimation()
        #expect(simulation.issues == [])
        animator = nil
        #expect(simulation.issues.first?.text.contains("release a paused or stopped") == true)
    }
}

extension PropertyAnimatorTests {
    @Test func `An animator without an interruptible one has no such method`() {
        let log = TransitionLog()
        let context = NoContext()
        let animators: [any UIViewControllerAnimatedTransitioning] = [
            SlideAnimator(log), InterruptibleSlide(log),
        ]
        let found = animators.map { $0.interruptibleAnimator?(using: context) != nil }
        #expect(found == [false, true])
        for (animator, isThere) in zip(animators, found) {
            if let own = animator.interruptibleAnimator(using: context) {
                #expect(own is UIViewPropertyAnimator)
                own.stopAnimation(true)
            } else {
                #expect(!isThere)
            }
            animator.animationEnded?(true)
        }
        #expect(log.take().contains("animationEnded true"))
    }
}

/// A context of no transition.
private final class NoContext: UIViewControllerContextTransitioning {
    let containerView = UIView()
    let isAnimated = true
    let isInteractive = false
    let transitionWasCancelled = false
    let presentationStyle = UIModalPresentationStyle.none
    let targetTransform = CGAffineTransform.identity

    func updateInteractiveTransition(_ percentComplete: CGFloat) {}
    func finishInteractiveTransition() {}
    func cancelInteractiveTransition() {}
    func pauseInteractiveTransition() {}
    func completeTransition(_ didComplete: Bool) {}
    func viewController(
        forKey key: UITransitionContextViewControllerKey
    ) -> UIViewController? { nil }
    func view(forKey key: UITransitionContextViewKey) -> UIView? { nil }
    func initialFrame(for viewController: UIViewController) -> CGRect { .zero }
    func finalFrame(for viewController: UIViewController) -> CGRect { .zero }
}

/// An animator of a presentation that offers an interruptible one.
private final class InterruptibleSlide: UIViewControllerAnimatedTransitioning {
    let log: TransitionLog
    private(set) var animator: UIViewPropertyAnimator?

    init(_ log: TransitionLog) { self.log = log }

    func transitionDuration(
        using transitionContext: (any UIViewControllerContextTransitioning)?
    ) -> TimeInterval { 1 }

    func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
        log.note("animateTransition")
        interruptibleAnimator(using: transitionContext).startAnimation()
    }

    func interruptibleAnimator(
        using transitionContext: any UIViewControllerContextTransitioning
    ) -> any UIViewImplicitlyAnimating {
        if let animator { return animator }
        let (old, new) = (
            transitionContext.view(forKey: .from), transitionContext.view(forKey: .to)
        )
        new?.alpha = 0
        let made = UIViewPropertyAnimator(duration: 1, curve: .linear) {
            new?.alpha = 1
            old?.alpha = 0
        }
        made.addCompletion { [log] position in
            old?.alpha = 1
            log.note("animated \(position)")
            transitionContext.completeTransition(!transitionContext.transitionWasCancelled)
        }
        animator = made
        return made
    }

    func animationEnded(_ transitionCompleted: Bool) {
        animator = nil
        log.note("ended \(transitionCompleted)")
    }
}

@MainActor
struct InterruptibleTransitionTests {
    private final class Delegate: NSObject, UINavigationControllerDelegate {
        let slide: InterruptibleSlide
        let driver = UIPercentDrivenInteractiveTransition()

        init(_ log: TransitionLog) { slide = InterruptibleSlide(log) }

        func navigationController(
            _ navigationController: UINavigationController,
            animationControllerFor operation: UINavigationController.Operation,
            from fromVC: UIViewController, to toVC: UIViewController
        ) -> (any UIViewControllerAnimatedTransitioning)? { slide }

        func navigationController(
            _ navigationController: UINavigationController,
            interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
        ) -> (any UIViewControllerInteractiveTransitioning)? { driver }
    }

    @MainActor
    private struct Screen {
        let simulation = Simulation.begin(
            screen: CGSize(width: 300, height: 600), moments: .immediate)
        let window = UIWindow()
        let log = TransitionLog()
        let delegate: Delegate
        let stack: UINavigationController
        let next: LoggedController

        init() {
            delegate = Delegate(log)
            stack = UINavigationController(rootViewController: LoggedController("root", log))
            next = LoggedController("next", log)
            stack.delegate = delegate
            window.rootViewController = stack
            window.makeKeyAndVisible()
            simulation.advance(by: .seconds(1))
            _ = log.take()
        }
    }

    @Test func `A percent-driven transition moves the interruptible animator, to its end`() {
        let screen = Screen()
        screen.stack.pushViewController(screen.next, animated: true)
        #expect(screen.log.take() == ["root.willDisappear", "next.willAppear"])
        screen.delegate.driver.update(0.4)
        #expect(screen.delegate.slide.animator?.fractionComplete == 0.4)
        screen.simulation.advance(by: .seconds(5))
        #expect(screen.log.take() == [])
        screen.delegate.driver.finish()
        screen.simulation.advance(by: .milliseconds(600))
        #expect(
            screen.log.take() == [
                "animated end", "root.didDisappear", "next.didAppear", "ended true",
            ])
        #expect(screen.next.view.alpha == 1)
        #expect(screen.simulation.issues == [])
    }

    @Test func `A cancelled percent-driven transition runs the animator back to its start`() {
        let screen = Screen()
        screen.stack.pushViewController(screen.next, animated: true)
        _ = screen.log.take()
        screen.delegate.driver.update(0.4)
        screen.delegate.driver.cancel()
        screen.simulation.advance(by: .milliseconds(399))
        #expect(!screen.log.take().contains("animated start"))
        screen.simulation.advance(by: .milliseconds(1))
        #expect(screen.log.take().last == "ended false")
        #expect(screen.stack.viewControllers.count == 1)
        #expect(screen.next.view.alpha == 0)
        #expect(screen.simulation.issues == [])
    }

    @Test func `A transition that began without a finger can be paused and taken over`() {
        let screen = Screen()
        screen.delegate.driver.wantsInteractiveStart = false
        screen.stack.pushViewController(screen.next, animated: true)
        #expect(screen.log.take().last == "animateTransition")
        screen.simulation.advance(by: .milliseconds(300))
        screen.delegate.driver.pause()
        #expect(abs(screen.delegate.driver.percentComplete - 0.3) < 1e-9)
        screen.simulation.advance(by: .seconds(5))
        #expect(screen.log.take() == [])
        screen.delegate.driver.update(0.8)
        screen.delegate.driver.finish()
        screen.simulation.advance(by: .milliseconds(200))
        #expect(screen.log.take().last == "ended true")
        #expect(screen.stack.topViewController === screen.next)
        #expect(screen.simulation.issues == [])
    }
}
