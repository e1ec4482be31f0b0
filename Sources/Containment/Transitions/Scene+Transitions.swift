package import PagerModel

/// The steps of every transition: its start, progress, completion or cancellation, and end.
extension Scene {
    /// Starts a transition: adds children, sends `viewWillDisappear` and `viewWillAppear`, inserts
    /// views, publishes `began`. A transition that is neither animated nor interactive ends at
    /// once. So does one that cannot be visible, unless a container kind performs it interactively.
    ///
    /// The container must not be in a transition; see `decideInterruption`.
    @discardableResult
    package mutating func start(_ plan: TransitionPlan) -> TransitionID {
        start(plan, animations: [])
    }

    /// Starts a transition. The views in `animations` are animated alongside it [5.11].
    mutating func start(
        _ planned: TransitionPlan, animations: [AlongsideChange]
    ) -> TransitionID {
        var plan = planned
        if hasContexts, plan.owner == .kind || plan.owner == .client {
            plan.leaving.forEachMutating(&self) { $0.settleContexts(in: $1) }
            plan.entering.forEachMutating(&self) { $0.settleContexts(in: $1) }
        }
        state.nesting.beginStart(of: plan.container)
        let id = state.transitions.newID()
        let visible = canBeSeen(plan)
        if visible, let observer { tell(observer, willStart: &plan, as: id) }
        let animated =
            visible ? plan.animated || plan.interactive : plan.interactive && plan.owner == .kind
        plan.isHeld = plan.isHeld && visible && !animated
        // With manual forwarding the client controls the children's appearance [2.2].
        let isForwarding = plan.owner != .kind || forwards(plan.container)
        let isHeard =
            visible || plan.evenUnseen || (plan.owner == .kind && hasAppeared(plan.container))
        let tells = isForwarding && isHeard
        beginEdges(plan)
        plan.entering.forEachMutating(&self) { scene, controller in
            scene.loadViewIfNeeded(controller)
            // Nested containers need their size to place children in `viewWillAppear`.
            if plan.owner != .dismissal, let frame = plan.frame(of: controller) {
                scene.setFrame(controller, frame)
            }
        }
        let alreadyAppeared = alreadyAppeared(plan)
        checkInstalled(plan)
        if tells { sendWillCallbacks(plan, animated) }
        let transition = Transition(
            id: id, plan: plan, animated: animated, began: now, touched: now,
            superview: plan.owner == .client ? superviewNowOrLater(of: plan.leaving.first) : .none,
            alreadyAppeared: alreadyAppeared)
        if plan.frame != nil || plan.owner == .client { placeEntering(transition) }
        if animated { flushLayout() }
        if hasHook(.willBegin, transition) {
            hook(plan.container) { (kind, scene) throws(CommandError) in
                try kind.transitionWillBegin(transition, in: &scene)
            }
        }
        announce(transition)
        if animated || plan.isHeld { keep(transition) }
        if !animations.isEmpty { animate(animations, along: transition) }
        state.nesting.endStart()
        if hasHook(.didBegin, transition) {
            hook(plan.container) { (kind, scene) throws(CommandError) in
                try kind.transitionDidBegin(transition, in: &scene)
            }
        }
        if plan.isHeld {
            state.cycle.append(.transition(id))
        } else if !animated {
            conclude(transition, .completed)
        }
        return id
    }

    /// Returns whether the transition can be visible. In a client's transition, the leaving view
    /// must also be in a window, because the entering view is inserted beside the leaving one
    /// [5.1].
    private func canBeSeen(_ plan: TransitionPlan) -> Bool {
        switch plan.owner {
        case .presentation, .dismissal: true
        case .kind: isVisible(plan.container)
        case .client:
            isVisible(plan.container)
                && !self[actor(for: plan.leaving.first, plan)].window.isNone
        }
    }

    /// Begins the appearance or disappearance of a controller that takes part in a transition. If
    /// the container is not visible, the controller appears without a window.
    mutating func begin(
        _ controller: Handle, appearing: Bool, animated: Bool, in plan: TransitionPlan
    ) {
        let showsUnseen = setShowsUnseen(!canBeSeen(plan))
        begin(controller, appearing: appearing, animated: animated, driver: .transition)
        _ = setShowsUnseen(showsUnseen)
    }

    /// Returns the controller that receives the callbacks of a transition in place of `controller`.
    /// If a container kind or a client performs the transition, this is the controller presented
    /// over `controller` with `currentContext` [11.8], if there is one. Returns `.none` while that
    /// controller is being dismissed. In all other cases, returns `controller`.
    func actor(for controller: Handle, _ plan: TransitionPlan) -> Handle {
        plan.owner == .kind || plan.owner == .client ? standIn(for: controller) : controller
    }

    /// Returns the superview of a controller's view. If a presentation has removed the view,
    /// returns the superview to which the view will return.
    private func superviewNowOrLater(of controller: Handle) -> Handle {
        self[controller].superview.some ?? returnSuperview(of: controller) ?? .none
    }

    private mutating func beginEdges(_ plan: TransitionPlan) {
        let container = plan.container
        plan.parting.forEachMutating(&self) { scene, controller in
            scene.willMove(controller, to: .none)
        }
        plan.joining.forEachMutating(&self) { scene, controller in
            if plan.owner == .client {
                scene.addChild(controller, to: container)
            } else {
                scene.addManagedChild(controller, to: container)
            }
        }
    }

    /// Sends `viewWillDisappear` and `viewWillAppear` in the order that `plan.order` defines [15].
    private mutating func sendWillCallbacks(_ plan: TransitionPlan, _ animated: Bool) {
        let leavingFirst = plan.order.row.will == .leaving
        if leavingFirst { sendWill(plan.leaving, of: plan, appearing: false, animated) }
        sendWill(plan.entering, of: plan, appearing: true, animated)
        if !leavingFirst { sendWill(plan.leaving, of: plan, appearing: false, animated) }
    }

    /// Returns the entering controllers that had already appeared before a client's transition
    /// began, because the client inserted their views. Empty if no client started the transition,
    /// or if the option `showHideTransitionViews` is set.
    private func alreadyAppeared(_ plan: TransitionPlan) -> TransitionParticipants {
        guard plan.owner == .client, !plan.options.contains(.showHideTransitionViews) else {
            return TransitionParticipants()
        }
        return TransitionParticipants(
            plan.entering.controllers.filter { self[$0].appearance == .appeared })
    }

    /// Reports entering views that are not in the container's view, if `showHideTransitionViews` is
    /// set. The transition would then hide the leaving view and show nothing [5.7].
    private mutating func checkInstalled(_ plan: TransitionPlan) {
        guard plan.options.contains(.showHideTransitionViews) else { return }
        for controller in plan.entering.controllers
        where !isDescendant(controller, of: plan.container) {
            misuse(
                controller,
                "the view of \(shown(controller)) is not in the view of \(shown(plan.container)), "
                    + "and showHideTransitionViews does not insert it; add it with view.addSubview "
                    + "before the transition")
        }
    }

    private mutating func sendWill(
        _ participants: TransitionParticipants, of plan: TransitionPlan, appearing: Bool,
        _ animated: Bool
    ) {
        participants.forEachMutating(&self) { scene, controller in
            let actor = scene.actor(for: controller, plan)
            guard !actor.isNone else { return }
            scene.begin(actor, appearing: appearing, animated: animated, in: plan)
        }
    }

    /// Inserts the entering views or, with `showHideTransitionViews`, unhides them [5.2] [5.7].
    private mutating func placeEntering(_ transition: Transition) {
        transition.plan.entering.forEachMutating(&self) { scene, controller in
            if transition.plan.options.contains(.showHideTransitionViews) {
                scene.setHidden(controller, false)
            } else {
                switch transition.plan.owner {
                case .client:
                    let superview = transition.superview
                    guard scene[controller].superview.isNone, !superview.isNone else { break }
                    if scene.isDisplaced(controller) {
                        scene.setReturnSuperview(of: controller, in: superview)
                    } else {
                        scene.insert(controller, into: superview)
                    }
                case .presentation, .dismissal:
                    scene.placePresented(controller, of: transition)
                case .kind:
                    guard let frame = transition.plan.frame(of: controller) else { break }
                    scene.addView(of: controller, to: transition.container, frame: frame)
                }
            }
            // Outside of windows, a controller whose appearance a client controls receives
            // `viewIsAppearing` when the client ends the appearance transition.
            let actor = scene.actor(for: controller, transition.plan)
            guard !actor.isNone else { return }
            if scene[actor].driver == .transition || !scene[actor].window.isNone {
                if transition.plan.isHeld {
                    scene.sendIsAppearingInTime(actor)
                } else {
                    scene.sendIsAppearing(actor)
                }
            }
        }
    }

    private mutating func announce(_ transition: Transition) {
        var detail = TransitionDetail()
        detail.transition = transition.id
        detail.from = transition.plan.from ?? transition.plan.leaving.first
        detail.to = transition.plan.to ?? transition.plan.entering.first
        detail.style = transition.plan.style
        detail.reversed = transition.plan.reversed
        detail.direction = transition.plan.direction
        detail.duration = transition.animated ? transition.plan.duration : 0
        detail.curve = transition.plan.curve
        detail.options = transition.plan.options
        detail.animated = transition.animated
        detail.interactive = transition.isInteractive
        emit(TransitionEvents.Began { $0.detail = detail }, of: transition.container)
    }

    private mutating func keep(_ transition: Transition) {
        state.transitions.add(transition)
        switch transition.plan.owner {
        case .kind, .client: self[transition.container].running = transition.id
        case .presentation, .dismissal: self[transition.container].presenting = transition.id
        }
        if transition.plan.isDriven || transition.plan.isHeld { return }
        if transition.isInteractive {
            state.deadlines.insert(
                at: now.advanced(by: Limits.interactionIdle), .idle(transition.id))
        } else {
            insertDeadline(
                at: now.advanced(by: transition.plan.duration), .end(transition.id))
        }
    }

    mutating func release(_ id: TransitionID) -> Transition? {
        guard let transition = state.transitions.remove(id) else { return nil }
        if self[transition.container].running == id {
            self[transition.container].running = TransitionID(0)
        }
        if self[transition.container].presenting == id {
            self[transition.container].presenting = TransitionID(0)
        }
        return transition
    }

    /// Ends a transition without cancelling it. `outcome` is `completed`, or `superseded` if
    /// another change ends the transition.
    mutating func end(_ id: TransitionID, _ outcome: TransitionOutcome) {
        guard let transition = release(id) else { return }
        if transition.isInteractive {
            if !transition.hasEndedInteraction {
                emit(
                    TransitionEvents.InteractionEnded {
                        $0.transition = id
                        $0.cancelled = false
                    },
                    of: transition.container)
            }
            if hasHook(.willFinish, transition) {
                hook(transition.container) { (kind, scene) throws(CommandError) in
                    try kind.transitionWillFinish(transition, in: &scene)
                }
            }
        }
        conclude(transition, outcome)
    }

    /// Sends `viewDidAppear` and `viewDidDisappear` in the order that `plan.order` defines, then
    /// the event `completion`. Then changes the children and sends `ended` [contract 6].
    private mutating func conclude(_ transition: Transition, _ outcome: TransitionOutcome) {
        presentationWillTransfer(transition, completed: true)
        if transition.plan.isDriven { collect(transition.plan.entering, of: transition) }
        if transition.plan.order.row.did == .entering {
            sendDidAppear(transition)
            sendDidDisappear(transition)
        } else {
            sendDidDisappear(transition)
            sendDidAppear(transition)
        }
        if hasHook(.didTransfer, transition) {
            hook(transition.container) { (kind, scene) throws(CommandError) in
                try kind.transitionDidTransfer(transition, outcome: outcome, in: &scene)
            }
        }
        settleAlongside(transition.id)
        emit(
            TransitionEvents.Completion {
                $0.transition = transition.id
                $0.finished = outcome == .completed
            },
            of: transition.container)
        endEdges(transition)
        finish(transition, outcome, showsEntering: true)
    }

    private mutating func sendDidAppear(_ transition: Transition) {
        transition.plan.entering.forEachMutating(&self) { $0.endAppearance(of: $1, in: transition) }
        transition.alreadyAppeared.forEachMutating(&self) { $0.unbalanced($1) }
    }

    /// Sends `viewDidAppear` or `viewDidDisappear` to a controller. If the controller's view has
    /// lost its window during the transition, the controller first begins to disappear, unless it
    /// is already disappearing.
    private mutating func endAppearance(of controller: Handle, in transition: Transition) {
        let actor = actor(for: controller, transition.plan)
        guard !actor.isNone else { return }
        if wasTaken(actor, from: transition) {
            begin(actor, appearing: false, animated: transition.animated, in: transition.plan)
        }
        end(actor, of: .transition)
    }

    /// Returns whether a controller in a transition has lost its window, because its view or one of
    /// its superviews was removed. False for transitions of container kinds, which end before the
    /// container's view is removed.
    func wasTaken(_ controller: Handle, from transition: Transition) -> Bool {
        transition.plan.owner != .kind && self[controller].driver == .transition
            && self[controller].window.isNone
    }

    /// Removes or hides each leaving view, then sends `viewDidDisappear` to its controller. All
    /// leaving views are gone before `completion` is sent.
    private mutating func sendDidDisappear(_ transition: Transition) {
        transition.plan.leaving.forEachMutating(&self) { scene, controller in
            if transition.plan.options.contains(.showHideTransitionViews) {
                scene.setHidden(controller, true)
            } else {
                scene.withdraw(controller, of: transition)
            }
            scene.endAppearance(of: controller, in: transition)
        }
    }

    private mutating func endEdges(_ transition: Transition) {
        let container = transition.container
        transition.plan.joining.forEachMutating(&self) { scene, controller in
            if scene[controller].parent == container { scene.didMove(controller, to: container) }
        }
        transition.plan.parting.forEachMutating(&self) { scene, controller in
            if scene[controller].parent == container { scene.removeFromParent(controller) }
        }
    }

    mutating func finish(
        _ transition: Transition, _ outcome: TransitionOutcome, showsEntering: Bool
    ) {
        remember(transition, outcome, showsEntering: showsEntering)
        presentationDidEnd(transition, outcome)
        emit(
            TransitionEvents.Ended {
                $0.transition = transition.id
                $0.outcome = outcome
            },
            of: transition.container)
        if hasHook(.didEnd, transition) {
            hook(transition.container) { (kind, scene) throws(CommandError) in
                try kind.transitionDidEnd(transition, outcome: outcome, in: &scene)
            }
        }
        presentationDidAnnounce(transition, outcome)
        runQueue(of: transition.container)
    }
}
