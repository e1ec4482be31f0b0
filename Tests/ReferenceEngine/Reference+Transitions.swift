import PagerModel

// The mechanism of all transitions.
extension Reference {
    // MARK: start

    /// Runs the part of a transition that happens at once.
    func start(_ transition: Transition) {
        if !transition.isModal {
            for controller in transition.leaving + transition.entering {
                settleContexts(in: controller)
            }
        }
        lastTransition += 1
        transition.number = lastTransition
        if !transition.animated { transition.duration = 0 }
        transition.edgesBegin()
        for controller in transition.entering {
            load(controller)
            // Inner containers place their children during their appearance callbacks.
            if let frame = transition.frame { setFrame(controller.view, frame(controller)) }
        }
        transition.markAlreadyAppeared()
        let sides: [Order.Side] =
            transition.order.will == .leaving ? [.leaving, .entering] : [.entering, .leaving]
        // With manual forwarding, the client drives the children of a container [2.2].
        let isManual =
            !transition.isClients && !transition.isModal
            && !transition.container.options.forwardsAppearance
        for side in sides where transition.isSeen && !isManual {
            for controller in actors(side, transition) {
                begin(
                    controller, appear: side == .entering, animated: transition.animated,
                    by: .transition)
            }
        }
        for controller in transition.entering {
            transition.putIn(controller)
            if let actor = actor(for: controller, transition),
                actor.driver == .transition || actor.window != nil
            {
                isAppearing(actor)
            }
        }
        if transition.animated { layOut() }
        transition.announce()
        tell(
            transition.container, "transition.began", transition.id, name(transition.from),
            name(transition.to), transition.style, transition.direction.rawValue,
            "\(transition.duration)", transition.curve.rawValue, json(Value(transition.options)),
            "\(transition.animated)", "\(transition.isHeld)")
        if transition.animated { transitions.append(transition) }
        transition.afterBegan()
        if !transition.isHeld { transition.decide() }
        if transition.animated { wait(for: transition) }
        if !transition.moving.isEmpty { move(transition.moving, along: transition) }
        if !transition.animated { goThrough(transition, .completed) }
    }

    /// Whether the view has been removed during the transition, so that the controller cannot appear.
    private func wasTaken(_ controller: Controller, _ transition: Transition) -> Bool {
        (transition.isClients || transition.isModal) && controller.driver == .transition
            && controller.window == nil
    }

    private func actors(_ side: Order.Side, _ transition: Transition) -> [Controller] {
        members(side, transition).compactMap { actor(for: $0, transition) }
    }

    private func members(_ side: Order.Side, _ transition: Transition) -> [Controller] {
        side == .leaving ? transition.leaving : transition.entering
    }

    /// Schedules the end of a transition. An interactive transition is cancelled after 30 s without
    /// updates.
    func wait(for transition: Transition) {
        // Rescheduling to the time of the last update keeps the order of the deadlines.
        let idleEnd = now.advanced(by: Limits.interactionIdle)
        if transition.isHeld, transition.deadline?.time == idleEnd { return }
        call(off: transition.deadline)
        transition.deadline = schedule(
            in: transition.isHeld ? Limits.interactionIdle : transition.duration
        ) { [unowned self] in
            if transition.isHeld {
                goBack(transition, .cancelled)
            } else {
                goThrough(transition, .completed)
            }
        }
    }

    // MARK: ends

    func goThrough(_ transition: Transition, _ outcome: TransitionOutcome) {
        transitions = transitions.without(transition)
        call(off: transition.deadline)
        transition.beforeDid(true)
        let sides: [Order.Side] =
            transition.order.did == .leaving ? [.leaving, .entering] : [.entering, .leaving]
        for side in sides {
            for controller in members(side, transition) {
                if side == .leaving { transition.takeOut(controller) }
                guard let actor = actor(for: controller, transition) else { continue }
                if wasTaken(actor, transition) {
                    begin(actor, appear: false, animated: transition.animated, by: .transition)
                }
                end(actor, of: .transition)
            }
            if side == .entering { transition.alreadyAppeared.forEach(unbalanced) }
        }
        transition.beforeCompletion()
        for (view, goal) in transition.alongside where !view.isGone { reach(goal, view) }
        tell(
            transition.container, "transition.completion", transition.id,
            "\(outcome == .completed)")
        transition.afterCompletion()
        transition.beforeEnded()
        tell(transition.container, "transition.ended", transition.id, "\"\(outcome.rawValue)\"")
        transition.afterEnded(outcome)
        runWaiting(for: transition.container)
    }

    func goBack(_ transition: Transition, _ outcome: TransitionOutcome) {
        transitions = transitions.without(transition)
        call(off: transition.deadline)
        tell(transition.container, "transition.interactionEnded", transition.id, "true")
        transition.beforeDid(false)
        let wills = { [unowned self] (side: Order.Side) in
            for controller in actors(side, transition) where controller.driver == .transition {
                if side == .leaving, wasTaken(controller, transition) { continue }
                begin(controller, appear: side == .leaving, animated: true, by: .transition)
            }
        }
        let dids = { [unowned self] (side: Order.Side) in
            for controller in members(side, transition) {
                guard let actor = actor(for: controller, transition) else { continue }
                if side == .entering { transition.takeBack(controller) }
                end(actor, of: .transition)
            }
        }
        switch transition.order.back {
        case .enteringGoesFirst:
            wills(.entering)
            dids(.entering)
            wills(.leaving)
            dids(.leaving)
        case .leavingReturnsFirst:
            wills(.leaving)
            dids(.leaving)
            wills(.entering)
            dids(.entering)
        case .interleaved:
            wills(.entering)
            wills(.leaving)
            dids(.entering)
            dids(.leaving)
        }
        transition.backBeforeCompletion()
        tell(transition.container, "transition.completion", transition.id, "false")
        transition.backAfterCompletion()
        transition.beforeEnded()
        tell(transition.container, "transition.ended", transition.id, "\"\(outcome.rawValue)\"")
        transition.afterEnded(outcome)
        runWaiting(for: transition.container)
    }

    /// Ends a transition because another change replaces it.
    func supersede(_ transition: Transition) {
        if transition.isHeld {
            goBack(transition, .superseded)
        } else {
            goThrough(transition, .superseded)
        }
    }

    /// Ends the transitions inside a disappearing controller, innermost first.
    func endTransitions(inside controller: Controller) {
        for child in shownChildren(controller) where child.isVisible {
            endTransitions(inside: child)
        }
        replace(in: controller)
    }

    func running(in container: Controller) -> Transition? {
        transitions.first { $0.container === container && !$0.isModal }
    }
}
