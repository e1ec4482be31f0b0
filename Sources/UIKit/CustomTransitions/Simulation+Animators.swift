internal import Containment
internal import PagerModel

/// The animation controller of a transition and, if there is one, its interaction controller.
@MainActor
struct TransitionAnimators {
    let animator: any UIViewControllerAnimatedTransitioning
    let interactor: (any UIViewControllerInteractiveTransitioning)?
}

extension Simulation {
    /// Asks the delegates for the animators of a transition that is about to begin.
    func chooseAnimators(of plan: inout TransitionPlan, as id: TransitionID) {
        switch plan.owner {
        case .kind: chooseAnimators(ofContainer: &plan, as: id)
        case .presentation: preparePresentation(&plan, as: id)
        case .dismissal: prepareDismissal(&plan, as: id)
        case .client: break
        }
        prepareCoordinator(of: plan, as: id)
    }

    private func chooseAnimators(ofContainer plan: inout TransitionPlan, as id: TransitionID) {
        guard let container = objects.controller(plan.container),
            let from = objects.controller(plan.leaving.first),
            let to = objects.controller(plan.entering.first)
        else { return }
        let animators: TransitionAnimators?
        switch container {
        case let navigation as UINavigationController where plan.animated:
            animators = navigation.animators(
                for: plan.direction == .reverse ? .pop : .push, from: from, to: to)
        case let tabBar as UITabBarController where plan.animated || plan.mayBecomeAnimated:
            animators = tabBar.animators(from: from, to: to)
        case let pages as UIPageViewController: animators = pages.animatorsOfGesture()
        default: return
        }
        guard let animators else {
            plan.isHeld = moments == .uikit && container is UITabBarController
            return
        }
        let frame = from.viewIfLoaded?.frame ?? .zero
        drive(
            &plan, as: id, by: animators, in: container.view, style: .none,
            from: TransitionContext.Side(controller: from, initialFrame: frame),
            to: TransitionContext.Side(
                controller: to, finalFrame: plan.frame.map { CGRect($0) } ?? frame))
        if plan.interactive { (container as? UINavigationController)?.beginInteraction() }
    }

    private func preparePresentation(_ plan: inout TransitionPlan, as id: TransitionID) {
        guard let presented = objects.controller(plan.entering.first),
            let presenter = objects.controller(plan.container),
            let presentation = presented.activePresentation
        else { return }
        if let superview = presentation.enclosing?.handle {
            plan.superview = superview
            // If the presentation controller has put the view into another view, the view keeps its
            // frame.
            let isWrapped = presented.view.superview != nil
            if isWrapped {
                plan.frame = Frame(presented.view.frameWithoutTransform)
            } else if presentation.isCustom {
                plan.frame = Frame(presentation.frameOfPresentedViewInContainerView)
            }
        }
        guard plan.animated, let animators = presentation.animators,
            let container = presentation.containerView
        else { return }
        let frame = presenter.view.frame
        let isLeaving = !plan.leaving.isEmpty
        let final =
            presentation.isCustom
            ? presentation.frameOfPresentedViewInContainerView
            : plan.frame.map { CGRect($0) } ?? .zero
        drive(
            &plan, as: id, by: animators, in: container, style: presentation.presentationStyle,
            from: TransitionContext.Side(
                controller: presenter, isMoving: isLeaving, initialFrame: frame,
                finalFrame: isLeaving ? .zero : frame),
            to: TransitionContext.Side(controller: presented, finalFrame: final))
    }

    private func prepareDismissal(_ plan: inout TransitionPlan, as id: TransitionID) {
        guard let top = objects.controller(plan.leaving.first),
            let presenter = objects.controller(plan.container),
            let presentation = top.activePresentation, plan.animated,
            let animators = presentation.animators, let container = presentation.containerView
        else { return }
        let frame = presenter.view.frame
        let isComing = plan.entering.contains(plan.container)
        drive(
            &plan, as: id, by: animators, in: container, style: presentation.presentationStyle,
            from: TransitionContext.Side(
                controller: top, initialFrame: presentation.presentedView?.frame ?? .zero),
            to: TransitionContext.Side(
                controller: presenter, isMoving: isComing, initialFrame: isComing ? .zero : frame,
                finalFrame: frame))
    }

    /// Changes the plan of a transition so that the animator or the interactor ends the transition.
    /// Without this change, the engine ends the transition after its duration.
    private func drive(
        _ plan: inout TransitionPlan, as id: TransitionID, by animators: TransitionAnimators,
        in container: UIView, style: UIModalPresentationStyle, from: TransitionContext.Side,
        to: TransitionContext.Side
    ) {
        let context = TransitionContext(
            self, id, animator: animators.animator, interactor: animators.interactor,
            in: container, style: style, from: from, to: to)
        transitions.contexts[id] = context
        plan.animated = true
        plan.isDriven = true
        plan.interactive = context.isInteractive
        plan.duration = animators.animator.transitionDuration(using: context)
    }
}

extension UIViewController {
    /// Returns the animators of the controller's presentation, from its transitioning delegate; nil
    /// if there are none.
    func animators(presentedBy presenter: UIViewController, source: UIViewController)
        -> TransitionAnimators?
    {
        guard let delegate = transitioningDelegate,
            let animator = delegate.animationController(
                forPresented: self, presenting: presenter, source: source)
        else { return nil }
        return TransitionAnimators(
            animator: animator,
            interactor: delegate.interactionControllerForPresentation(using: animator))
    }

    /// The animators of the controller's dismissal, from its transitioning delegate; nil if there
    /// are none.
    var animatorsForDismissal: TransitionAnimators? {
        guard let delegate = transitioningDelegate,
            let animator = delegate.animationController(forDismissed: self)
        else { return nil }
        return TransitionAnimators(
            animator: animator,
            interactor: delegate.interactionControllerForDismissal(using: animator))
    }
}

extension UINavigationController {
    func animators(
        for operation: Operation, from: UIViewController, to: UIViewController
    ) -> TransitionAnimators? {
        if let ofGesture = animatorsOfGesture(for: operation), popGesture.hasAskedDelegate {
            return ofGesture
        }
        let own = delegate?.navigationController(
            self, animationControllerFor: operation, from: from, to: to)
        guard let own else { return animatorsOfGesture(for: operation) }
        return TransitionAnimators(
            animator: own,
            interactor: delegate?.navigationController(self, interactionControllerFor: own))
    }
}

extension UITabBarController {
    func animators(from: UIViewController, to: UIViewController) -> TransitionAnimators? {
        guard
            let animator = delegate?.tabBarController(
                self, animationControllerForTransitionFrom: from, to: to)
        else { return nil }
        return TransitionAnimators(
            animator: animator,
            interactor: delegate?.tabBarController(self, interactionControllerFor: animator))
    }
}
