package import PagerModel

/// A command that waits for a running transition, and the request it came with.
struct WaitingCommand: Sendable {
    var command: any SceneCommand
    var origin: UInt64
    /// Of its fields, as JSON.
    let bytes: Int
    /// Names, numbers and texts in its fields.
    let values: Int

    init(command: any SceneCommand, origin: UInt64) {
        self.command = command
        self.origin = origin
        let length = Self.length(of: command)
        bytes = length.bytes
        values = length.scalars
    }

    private static func length(of command: some SceneCommand) -> JSONLength {
        var length = JSONLength()
        command.writeMembers(to: &length)
        return length
    }
}

extension Scene {
    /// Bytes of all commands that wait for a transition, and how many there may be.
    package var queuedBytes: (now: Int, most: Int) {
        get { (state.queuedBytes, state.mostQueuedBytes) }
        set { state.mostQueuedBytes = newValue.most }
    }

    /// Events and visits after which no further waiting command is carried out in the same turn.
    package var queueBudget: (events: Int, visits: Int) {
        get { state.queueBudget }
        set { state.queueBudget = newValue }
    }
}

/// What a command does about the running transition of its container. `decideInterruption` decides it
/// when the command is validated, and `resolve` does it when the command is committed.
public struct InterruptionDecision: Sendable {
    enum Choice: Sendable {
        /// No transition runs.
        case proceed
        /// The running transition ends first.
        case replace
        indirect case wait(WaitingCommand)
    }

    let choice: Choice

    /// No transition runs.
    package static var proceed: InterruptionDecision { InterruptionDecision(choice: .proceed) }

    /// Whether a running transition ends first, and callbacks with it.
    package var isReplacing: Bool {
        if case .replace = choice { true } else { false }
    }
}

/// What happens when something meets a running transition.
extension Scene {
    /// Decides what a command does about the container's running transition, by its policy.
    ///
    /// - Parameter command: what waits where it has to.
    /// - Throws: `transitionInProgress` for reject, `limitExceeded` for a full queue.
    package func decideInterruption<C: SceneCommand>(
        of container: Handle, by command: @autoclosure () -> C, policy: Interruption
    ) throws(CommandError) -> InterruptionDecision {
        let running = self[container].running
        guard running.number != 0 else { return .proceed }
        switch policy {
        case .reject:
            throw CommandError(
                .transitionInProgress, "\(shown(container)) is in the transition \(running)")
        case .replace:
            return InterruptionDecision(choice: .replace)
        case .queue:
            let waiting = try checkQueue(of: container, for: command())
            return InterruptionDecision(choice: .wait(waiting))
        }
    }

    /// Decides that a command waits until `runCommands` is called, although no transition runs.
    ///
    /// - Throws: `limitExceeded` for a full queue.
    package func decideToWait<C: SceneCommand>(
        for container: Handle, by command: C
    ) throws(CommandError) -> InterruptionDecision {
        InterruptionDecision(choice: .wait(try checkQueue(of: container, for: command)))
    }

    /// Carries out the commands that wait for a container, which its kind no longer holds back.
    package mutating func runCommands(of container: Handle) { runQueue(of: container) }

    /// Ends the running transition, or lets the command wait for its end, as it was decided.
    ///
    /// - Returns: whether the command goes on now.
    package mutating func resolve(
        _ decision: InterruptionDecision, of container: Handle
    ) -> Bool {
        switch decision.choice {
        case .proceed:
            return true
        case .replace:
            supersede(container, isReplaced: true)
            return stillExist([container], after: "the transition that ran has ended")
        case .wait(let command):
            enqueue(command, of: container)
            return false
        }
    }

    package func isRunning(_ container: Handle) -> Bool { self[container].running.number != 0 }

    package func runningTransition(of container: Handle) -> Transition? {
        let running = self[container].running
        return running.number == 0 ? nil : transitions[running]
    }

    /// Ends the container's running transition at once: completes it, or cancels an interactive one.
    /// What waits behind it is dropped; where nothing runs, nothing happens.
    ///
    /// - Parameter isReplaced: whether another change of the container follows at once.
    package mutating func supersede(_ container: Handle, isReplaced: Bool = false) {
        guard isRunning(container) else { return }
        dropQueue(of: container, because: "replaced")
        let running = self[container].running
        if isReplaced { transitions[running]?.isReplaced = true }
        supersede(running)
    }

    mutating func supersede(_ id: TransitionID) {
        guard let transition = transitions[id] else { return }
        if transition.isInteractive {
            cancel(id, .superseded)
        } else {
            end(id, .superseded)
        }
    }

    /// Ends all transitions that run: an interactive one is cancelled, another one completes, and the
    /// commands that wait for one are dropped. Reactions may have begun others by then; after a few
    /// rounds these are left to run.
    package mutating func endTransitions() {
        if transitions.isEmpty { return }
        makeUnique()
        for _ in 0..<Self.roundsOfEnding {
            for transition in runningTransitions() where transitions[transition.id] != nil {
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

    package mutating func dropQueue(of container: Handle, because error: String) {
        guard !queues.isEmpty else { return }
        for waiting in queues.removeValue(forKey: container) ?? [] {
            state.queuedBytes -= waiting.bytes
            state.log.mark(origin: waiting.origin)
            drop(waiting.command, container, error)
            state.log.mark(origin: 0)
        }
    }

    private mutating func drop(
        _ command: any SceneCommand, _ container: Handle, _ error: String
    ) {
        emit(
            TransitionEvents.Dropped(
                command: type(of: command).method,
                error: error), of: container)
    }

    /// Carries out what waited, until something runs again.
    ///
    /// No more than a batch does: each command may be one of the largest there are, and nobody else
    /// is served meanwhile. What is left then is dropped with `limitExceeded`.
    mutating func runQueue(of container: Handle) {
        while !queues.isEmpty, self[container].running.number == 0,
            self[container].presenting.number == 0, !isHeld(container),
            var waiting = queues[container], !waiting.isEmpty
        {
            guard mayRunQueue() else {
                return dropQueue(of: container, because: ErrorName.limitExceeded.rawValue)
            }
            let next = waiting.removeFirst()
            state.queuedBytes -= next.bytes
            queues[container] = waiting.isEmpty ? nil : waiting
            state.log.mark(origin: next.origin)
            // The command under way is not refused for what has waited.
            let refusedStrays = state.refusedStrays
            state.refusedStrays = []
            do {
                try runQueued(next.command)
            } catch {
                drop(next.command, container, error.name.rawValue)
            }
            state.refusedStrays = refusedStrays
            state.log.mark(origin: 0)
        }
    }

    private func isHeld(_ container: Handle) -> Bool {
        kinds[Int(self[container].kind)].kind.holdsCommands(of: container, in: self)
    }

    /// Whether the waiting commands of this turn are within their budget.
    private mutating func mayRunQueue() -> Bool {
        let now = (events: log.events.count, visits: work)
        guard let start = state.queueStart else {
            state.queueStart = now
            return true
        }
        let excess =
            now.events - start.events > state.queueBudget.events
            || now.visits - start.visits > state.queueBudget.visits
        return cut(excess ? "the commands that waited have done much" : nil) == nil
    }

    private mutating func runQueued<C: SceneCommand>(_ command: C) throws(CommandError) {
        _ = try command.run(in: &self)
    }

    /// Ends every transition inside a controller that is about to disappear, innermost first, so
    /// that nothing is left half shown behind it.
    ///
    /// Not once more where a parent that disappears has done so and nothing has come since.
    mutating func settleOnce(in controller: Handle) {
        let now = (nextTransition, state.relocations)
        guard state.settled != now || self[controller].driver != .parent else { return }
        settleContexts(in: controller)
        settle(in: controller)
        state.settled = (nextTransition, state.relocations)
    }

    private mutating func settle(in controller: Handle) {
        state.levels += 1
        defer { state.levels -= 1 }
        for child in forwardedChildren(of: controller) where hasAppeared(child) {
            settle(in: child)
        }
        if self[controller].running.number != 0 { supersede(controller) }
    }
}
