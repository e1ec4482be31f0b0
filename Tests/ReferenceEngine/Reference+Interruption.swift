import PagerModel

/// The controller that a command refers to, and the parameter that names it.
struct Choice {
    var member: String
    var controller: Controller
}

// Commands during a running transition, and interactive transitions.
extension Reference {
    /// Whether a command may run in a container that may be in a transition. A transition that it
    /// replaces has then ended. Returns false if the command is queued.
    func mayGoOn(
        in container: Controller, _ interruption: Interruption, naming choice: Choice? = nil,
        isFollowed: Bool = true
    ) throws(CommandError) -> Bool {
        guard running(in: container) != nil else { return true }
        switch interruption {
        case .reject: throw CommandError(.transitionInProgress, container.name)
        case .replace: replace(in: container, byAnother: isFollowed)
        case .queue: try queue(behind: container, naming: choice)
        }
        return interruption == .replace
    }

    /// Queues a command. An index is resolved now, so that later moves do not change its meaning.
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

    /// Ends the running transition of a container, for a following change or because it leaves the
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
            let others = waiting.count(where: { $0.container == container.name })
            // Queued commands are not refused on account of the present command.
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
            // It may wait once more, and stays the first.
            let places = waiting.indices.filter { waiting[$0].container == container.name }
            if places.count > others, waiting[places[others]].method == command.method {
                waiting.insert(waiting.remove(at: places[others]), at: places[0])
            }
        }
    }

    // MARK: interactive transitions

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
