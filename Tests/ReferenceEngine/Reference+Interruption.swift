import PagerModel

/// Who a command means, and the parameter that would say so.
struct Choice {
    var member: String
    var controller: Controller
}

// What happens when a command meets a running transition, and what a hand does to it.
extension Reference {
    /// Whether a command may go on in a container that may be in a transition; what it replaces has
    /// ended then. False where it waits.
    func mayGoOn(
        in container: Controller, _ interruption: Interruption, naming choice: Choice? = nil
    ) throws(CommandError) -> Bool {
        guard running(in: container) != nil else { return true }
        switch interruption {
        case .reject: throw CommandError(.transitionInProgress, container.name)
        case .replace: replace(in: container, byAnother: true)
        case .queue: try queue(behind: container, naming: choice)
        }
        return interruption == .replace
    }

    /// The command waits, as it was written. Where it chose by index it means who stands there now,
    /// wherever that one stands later.
    func queue(behind container: Controller, naming choice: Choice? = nil) throws(CommandError) {
        try checkQueue(behind: container)
        var members = current.members
        if let choice {
            members.removeAll { $0.name == "index" || $0.name == choice.member }
            members.append(Value.Member(choice.member, .string(choice.controller.name)))
        }
        waiting.append((container.name, current.method, members))
        tell(container, "transition.queued", current.method)
    }

    /// Ends what runs in the container, for another change that follows or because it leaves the
    /// screen.
    func replace(in container: Controller, byAnother: Bool = false) {
        guard let running = running(in: container) else { return }
        running.isReplaced = byAnother
        dropWaiting(for: container)
        supersede(running)
    }

    func checkQueue(behind container: Controller) throws(CommandError) {
        guard waiting.count(where: { $0.container == container.name }) < Limits.queuedCommands
        else { throw CommandError(.limitExceeded, container.name) }
    }

    func dropWaiting(for container: Controller) {
        for command in waiting where command.container == container.name {
            tell(container, "transition.dropped", command.method, "replaced")
        }
        waiting.removeAll { $0.container == container.name }
    }

    func runWaiting(for container: Controller) {
        while !transitions.contains(where: { $0.container === container }),
            container.onDemand.holds == nil,
            let index = waiting.firstIndex(where: { $0.container == container.name })
        {
            let command = waiting.remove(at: index)
            // What has waited does not refuse the command under way.
            let before = refusesStrays
            refusesStrays = false
            defer { refusesStrays = before }
            do throws(CommandError) {
                let outer = current
                defer { current = outer }
                current = (command.method, command.members)
                try run(command.method, command.members)
            } catch {
                tell(container, "transition.dropped", command.method, error.name.rawValue)
            }
        }
    }

    // MARK: by hand

    func held(_ id: TransitionID) throws(CommandError) -> Transition {
        guard let transition = transitions.first(where: { $0.id == id.description }) else {
            throw CommandError(.transitionNotFound, id.description)
        }
        guard transition.isHeld else { throw CommandError(.notInteractive, id.description) }
        return transition
    }

    func update(_ command: TransitionUpdate) throws(CommandError) {
        let transition = try held(command.id)
        guard (0...1).contains(command.progress) else {
            throw CommandError(.invalidArgument, "progress")
        }
        transition.progress = command.progress
        tell(transition.container, "transition.progressed", transition.id, "\(command.progress)")
        wait(for: transition)
    }

    func finish(_ command: TransitionFinish) throws(CommandError) {
        let transition = try held(command.id)
        transitions = transitions.without(transition)
        tell(transition.container, "transition.interactionEnded", transition.id, "false")
        transition.decide()
        goThrough(transition, .completed)
    }

    func cancel(_ command: TransitionCancel) throws(CommandError) {
        let transition = try held(command.id)
        goBack(transition, .cancelled)
    }
}
