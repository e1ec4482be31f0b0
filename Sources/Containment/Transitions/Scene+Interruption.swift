package import PagerModel

/// The decision about a command whose container may have a running transition: execute the command
/// at once, end the transition first, or queue the command. `decideInterruption` makes the decision
/// when the command is validated. `resolve` carries out the decision when the command is committed.
public struct InterruptionDecision: Sendable {
    enum Choice: Sendable {
        /// The command is executed at once, because no transition is running.
        case proceed
        /// The running transition ends, then the command is executed.
        case replace
        indirect case wait(WaitingCommand)
    }

    let choice: Choice

    /// The decision to execute the command at once, because no transition is running.
    package static var proceed: InterruptionDecision { InterruptionDecision(choice: .proceed) }

    /// Whether the running transition is ended before the command continues. The end of a
    /// transition sends callbacks.
    package var isReplacing: Bool {
        if case .replace = choice { true } else { false }
    }
}

/// The behaviour of commands while a transition is running.
extension Scene {
    /// Decides what happens to the container's running transition, according to a command's policy.
    ///
    /// - Parameter command: The command that is queued if it must wait.
    /// - Throws: `transitionInProgress` if a transition is running and the policy is `reject`;
    ///   `limitExceeded` if the policy is `queue` and the queue is full.
    package func decideInterruption<C: SceneCommand>(
        of container: Handle, by command: @autoclosure () -> C, policy: Interruption
    ) throws(CommandError) -> InterruptionDecision {
        let running = self[container].running
        guard running.number != 0 else { return .proceed }
        switch policy {
        case .reject:
            throw CommandError(
                .transitionInProgress,
                "\(shown(container)) is in the transition \(running), and interruption is reject; "
                    + "use queue or replace")
        case .replace:
            return InterruptionDecision(choice: .replace)
        case .queue:
            let waiting = try checkQueue(of: container, for: command())
            return InterruptionDecision(choice: .wait(waiting))
        }
    }

    /// Decides that a command waits until the container's kind calls `runCommands`. For example, a
    /// command waits for a page that the data source has not supplied yet. A transition need not be
    /// running.
    ///
    /// - Throws: `limitExceeded` if the container's queue of waiting commands is full.
    package func decideToWait<C: SceneCommand>(
        for container: Handle, by command: C
    ) throws(CommandError) -> InterruptionDecision {
        InterruptionDecision(choice: .wait(try checkQueue(of: container, for: command)))
    }

    /// Executes a container's queued commands. Call it when `holdsCommands` of the container's kind
    /// no longer returns true.
    package mutating func runCommands(of container: Handle) { runQueue(of: container) }

    /// Carries out a decision that `decideInterruption` has made: ends the running transition or
    /// queues the command.
    ///
    /// - Parameter isFollowed: Whether another change of the container follows at once.
    /// - Returns: Whether the command continues now.
    package mutating func resolve(
        _ decision: InterruptionDecision, of container: Handle, isFollowed: Bool = true
    ) -> Bool {
        switch decision.choice {
        case .proceed:
            return true
        case .replace:
            supersede(container, isReplaced: isFollowed)
            return stillExist([container], after: "the previous transition ended")
        case .wait(let command):
            enqueue(command, of: container)
            return false
        }
    }

    package func isRunning(_ container: Handle) -> Bool { self[container].running.number != 0 }

    package func runningTransition(of container: Handle) -> Transition? {
        let running = self[container].running
        return running.number == 0 ? nil : transition(running)
    }

    /// Ends the container's running transition at once: completes it, or cancels it if it is
    /// interactive. Drops the queued commands. Does nothing if no transition is running.
    ///
    /// - Parameter isReplaced: Whether another change of the container follows at once.
    package mutating func supersede(_ container: Handle, isReplaced: Bool = false) {
        guard isRunning(container) else { return }
        dropQueue(of: container, because: "replaced")
        let running = self[container].running
        if isReplaced { change(running) { $0.isReplaced = true } }
        supersede(running)
    }

    mutating func supersede(_ id: TransitionID) {
        guard let transition = transition(id) else { return }
        if transition.isInteractive {
            cancel(id, .superseded)
        } else {
            end(id, .superseded)
        }
    }

    /// Ends all running transitions: cancels interactive ones and completes the others. Drops
    /// queued commands. Reactions may start new transitions meanwhile. These transitions are ended
    /// too; in the last of a few rounds, no reaction runs.
    package mutating func endTransitions() {
        if !hasTransitions { return }
        makeUnique()
        for round in 1...Self.roundsOfEnding {
            if round == Self.roundsOfEnding { state.turn.stopReactions() }
            for transition in runningTransitions() where isRunning(transition.id) {
                dropQueue(of: transition.container, because: "replaced")
                if transition.isInteractive {
                    cancel(transition.id, .cancelled)
                } else {
                    end(transition.id, .completed)
                }
            }
        }
        endTurn()
    }

    private static let roundsOfEnding = 4

    /// Ends every transition inside a controller that is about to disappear, innermost first.
    ///
    /// Does nothing if a call for a disappearing parent has already ended these transitions, and
    /// since then no transition has started and no controller or view has moved.
    ///
    /// - Parameter driver: What makes the controller disappear.
    mutating func endTransitions(in controller: Handle, for driver: Node.Driver) {
        let isSettled = state.turn.isSettled(state.transitions.next, state.heights.relocations)
        guard !isSettled || driver != .parent else { return }
        settleContexts(in: controller)
        settle(in: controller)
        state.turn.settle(state.transitions.next, state.heights.relocations)
    }

    private mutating func settle(in controller: Handle) {
        enterLevel()
        defer { leaveLevel() }
        for child in forwardedChildren(of: controller) where hasAppeared(child) {
            settle(in: child)
        }
        if self[controller].running.number != 0 { supersede(controller) }
    }
}

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
            if self[controller].superview == transition.container || isDisplaced(controller)
                || (transition.plan.isDriven && isDescendant(controller, of: transition.container))
            {
                removeView(of: controller)
            }
        case .client:
            if self[controller].superview == transition.superview {
                detach(controller)
            } else if returnSuperview(of: controller) == transition.superview {
                clearReturnSuperview(of: controller)
            }
        case .presentation, .dismissal:
            withdrawPresentation(controller, of: transition)
        }
    }
}
