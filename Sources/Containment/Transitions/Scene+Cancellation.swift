internal import PagerModel

/// The cancellation of running transitions.
extension Scene {
    /// Cancels a running transition. The property `order` of the transition's plan determines which
    /// callbacks are sent, and in which order [6.10] [9.1] [9.2].
    mutating func cancel(_ id: TransitionID, _ outcome: TransitionOutcome) {
        guard let transition = release(id) else { return }
        forgetAlongside(id)
        let plan = transition.plan
        if transition.isInteractive, !transition.hasEndedInteraction {
            emit(
                TransitionEvents.InteractionEnded {
                    $0.transition = id
                    $0.cancelled = true
                },
                of: plan.container)
        }
        presentationWillTransfer(transition, completed: false)
        if plan.isDriven { collect(plan.leaving, of: transition) }
        for step in plan.order.row.cancel { takeBack(step, transition) }
        if hasHook(.didTransfer, transition) {
            hook(plan.container) { (kind, scene) throws(CommandError) in
                try kind.transitionDidTransfer(transition, outcome: .cancelled, in: &scene)
            }
        }
        emit(
            TransitionEvents.Completion {
                $0.transition = id
                $0.finished = false
            }, of: plan.container)
        restoreChildren(plan)
        finish(transition, outcome, showsEntering: false)
    }

    private mutating func takeBack(_ step: CancelStep, _ transition: Transition) {
        let participants =
            step.side == .leaving ? transition.plan.leaving : transition.plan.entering
        participants.forEachMutating(&self) { scene, controller in
            let actor = scene.actor(for: controller, transition.plan)
            guard !actor.isNone else { return }
            switch (step.side, step.phase) {
            case (_, .will):
                if scene[actor].driver == .transition,
                    step.side == .entering || !scene.wasTaken(actor, from: transition)
                {
                    scene.begin(
                        actor, appearing: step.side == .leaving,
                        animated: transition.animated, in: transition.plan)
                }
            case (.entering, .did):
                scene.withdrawEntering(controller, of: transition)
                scene.end(actor, of: .transition)
            case (.leaving, .did):
                scene.end(actor, of: .transition)
            }
        }
    }

    private mutating func withdrawEntering(_ controller: Handle, of transition: Transition) {
        if transition.plan.options.contains(.showHideTransitionViews) {
            setHidden(controller, true)
        } else {
            withdraw(controller, of: transition)
        }
    }

    /// Restores the container's children after a cancelled transition. Removes the children that
    /// the transition has added. Calls `willMove` and `didMove` for the children that the
    /// transition would have removed.
    private mutating func restoreChildren(_ plan: TransitionPlan) {
        let container = plan.container
        plan.joining.forEachMutating(&self) { scene, controller in
            guard scene[controller].parent == container else { return }
            scene.willMove(controller, to: .none)
            scene.removeFromParent(controller)
        }
        plan.parting.forEachMutating(&self) { scene, controller in
            guard scene[controller].parent == container else { return }
            scene.willMove(controller, to: container)
            scene.didMove(controller, to: container)
        }
    }

    /// Removes the view of a controller that leaves the screen with a transition, unless the view
    /// has been moved elsewhere.
    mutating func withdraw(_ controller: Handle, of transition: Transition) {
        switch transition.plan.owner {
        case .kind:
            if self[controller].superview == transition.container || displaced[controller] != nil
                || (transition.plan.isDriven && isDescendant(controller, of: transition.container))
            {
                removeView(of: controller)
            }
        case .client:
            if self[controller].superview == transition.superview {
                detach(controller)
            } else if displaced[controller]?.superview == transition.superview {
                clearReturnSuperview(of: controller)
            }
        case .presentation, .dismissal:
            withdrawPresentation(controller, of: transition)
        }
    }
}
