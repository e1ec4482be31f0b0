import PagerModel

// transition(from:to:) [5].
extension Reference {
    func transition(_ command: ControllerTransition) throws(CommandError) {
        let container = try controller(command.container)
        let from = try controller(command.from)
        let to = try controller(command.to)
        try check(
            TransitionRequest {
                $0.duration = command.duration
                $0.transition = command.transition
            })
        let moving = try moving(command.animations)
        if from === to { return }
        try checkFromTo(command, container, from, to)
        if try mayGoOn(in: container, command.interruption ?? .reject) {
            // Ending the running transition may have changed parents.
            fromTo(command, container, from, to, moving)
        }
    }

    private func checkFromTo(
        _ command: ControllerTransition, _ container: Controller, _ from: Controller,
        _ to: Controller
    ) throws(CommandError) {
        if to.parent !== container, command.edges {
            try checkUnused(to)
            try check(to, mayJoin: container)
            if from.parent !== container { throw CommandError(.notAChild, from.name) }
        } else {
            if from.parent == nil || from.parent !== to.parent {
                throw CommandError(.noCommonParent, from.name)
            }
            if from.parent !== container { throw CommandError(.notAChild, from.name) }
        }
        try checkFree(from)
        try checkFree(to)
        if !["view", "pager"].contains(container.kind) {
            throw CommandError(.invalidArgument, container.name)
        }
        if !container.options.forwardsAppearance {
            throw CommandError(.invalidArgument, container.name)
        }
    }

    private func fromTo(
        _ command: ControllerTransition, _ container: Controller, _ from: Controller,
        _ to: Controller, _ moving: [(view: View, goal: AlongsideView)]
    ) {
        settleContexts(in: from)
        settleContexts(in: to)
        let transition = Transition(container, .fromTo, leaving: [from], entering: [to])
        let superview = from.view.superview ?? from.displacedFrom
        let curves: TransitionOptions = [
            .curveEaseInOut, .curveEaseIn, .curveEaseOut, .curveLinear,
        ]
        let hasCurve = !command.options.intersection(curves).isEmpty
        setStyle(
            of: transition, command.options.style, usual: 0,
            TransitionRequest {
                $0.duration = command.duration
                $0.curve = command.curve ?? (hasCurve ? command.options.curve : nil)
                $0.transition = command.transition
            })
        transition.options = command.options
        transition.isSeen = standIn(for: from)?.window != nil && container.isOnScreen
        transition.animated = transition.isSeen && (command.duration > 0 || command.interactive)
        transition.interactive = command.interactive
        transition.moving = moving
        let comes = command.edges && to.parent !== container
        transition.edgesBegin = { [unowned self] in
            guard command.edges else { return }
            willMove(from, to: nil)
            addChild(to, to: container)
        }
        let showHide = command.options.contains(.showHideTransitionViews)
        transition.markAlreadyAppeared = { [unowned self] in
            if !showHide, to.appearance == .appeared { transition.alreadyAppeared = [to] }
            if showHide, !to.view.isInside(container.view) {
                tell(
                    to, "diagnostic.misuse",
                    "the view of <\(to.name)> is not in the view of <\(container.name)>, and "
                        + "showHideTransitionViews does not insert it; add it with "
                        + "view.addSubview before the transition")
            }
        }
        transition.isClients = true
        transition.putIn = { [unowned self] _ in
            if showHide {
                show(to.view, true)
            } else if to.view.superview == nil, let superview {
                if to.isDisplaced {
                    setReturnSuperview(of: to, in: superview)
                } else {
                    add(to.view, to: superview)
                }
            }
        }
        // Removes only views that are still where the transition has put or found them.
        let out = { [unowned self] (controller: Controller) in
            if showHide {
                show(controller.view, false)
            } else if controller.view.superview === superview {
                remove(controller.view)
            } else if controller.isDisplaced, controller.displacedFrom === superview {
                clearReturnSuperview(of: controller)
            }
        }
        transition.takeOut = out
        transition.takeBack = out
        transition.afterCompletion = { [unowned self] in
            guard command.edges else { return }
            if comes, to.parent === container { didMove(to, to: container) }
            if from.parent === container { removeFromParent(from) }
        }
        transition.backAfterCompletion = { [unowned self] in
            guard command.edges else { return }
            if comes { undoComing(to, container) }
            undoLeaving(from, container)
        }
        start(transition)
    }

    private func show(_ view: View, _ shown: Bool) {
        guard view.hidden == shown else { return }
        view.hidden = !shown
        tell(view.name, "view.didChangeHidden", "\(!shown)")
    }

    // MARK: parts that several share

    /// Makes comers children of the transition's container in place of leavers.
    func exchange(
        _ comers: [Controller], for leavers: [Controller], by transition: Transition
    ) {
        let container = transition.container
        transition.edgesBegin = { [unowned self] in
            for leaver in leavers { willMove(leaver, to: nil) }
            for comer in comers { addManagedChild(comer, to: container) }
        }
        transition.takeOut = { [unowned self] in withdraw($0, from: container) }
        transition.takeBack = transition.takeOut
        transition.afterCompletion = { [unowned self] in
            for comer in comers where comer.parent === container { didMove(comer, to: container) }
            for leaver in leavers where leaver.parent === container { removeFromParent(leaver) }
        }
        transition.backAfterCompletion = { [unowned self] in
            for comer in comers { undoComing(comer, container) }
            for leaver in leavers { undoLeaving(leaver, container) }
        }
    }

    /// Removes a managed view if it is still in its container's view.
    func withdraw(_ controller: Controller, from container: Controller) {
        if controller.view.superview === container.view || controller.isDisplaced {
            uninstall(controller)
        }
    }

    func undoComing(_ controller: Controller, _ container: Controller) {
        guard controller.parent === container else { return }
        willMove(controller, to: nil)
        removeFromParent(controller)
    }

    func undoLeaving(_ controller: Controller, _ container: Controller) {
        guard controller.parent === container else { return }
        willMove(controller, to: container)
        didMove(controller, to: container)
    }
}
