internal import PagerModel

/// The execution of reactions: commands that a controller's option `on` specifies for callbacks of
/// this controller, such as `viewDidAppear` [contract 5].
extension Scene {
    /// Executes the commands that a controller's option `on` specifies for a callback. Called after
    /// the container kind and the scene's observer have received the callback.
    mutating func runReactions<E: CallbackEvent>(to event: E, of controller: Handle) {
        let steps = steps(for: E.callback, of: controller)
        if steps.isEmpty { return }
        run(steps, in: E.callback, of: controller, values(of: event, of: controller))
    }

    /// Executes the commands that a controller's option `on` specifies for a callback that a client
    /// has called directly.
    mutating func runReactions(
        to callback: Callback, calledOn controller: Handle, animated: Bool
    ) {
        let steps = steps(for: callback, of: controller)
        if steps.isEmpty { return }
        let values = ReactionValues(
            standingFor: callback, animated: animated, of: self[controller].name)
        run(steps, in: callback, of: controller, values)
    }

    private func steps(for callback: Callback, of controller: Handle) -> [ReactionStep] {
        options[Int(controller.slot)].reactions?[callback] ?? []
    }

    private func values(
        of event: some EventDeclaration, of controller: Handle
    ) -> ReactionValues {
        let fields = FieldValues(of: event).all.map { field in
            let value: Value =
                switch field.form {
                case .handle(let handle): handle.isNone ? .null : .string(name(of: handle))
                case .handles(let handles): .array(handles.map { .string(name(of: $0)) })
                case .value(let value): value
                }
            return Value.Member(field.name, value)
        }
        return ReactionValues(fields, of: self[controller].name)
    }

    private mutating func run(
        _ steps: [ReactionStep], in callback: Callback, of controller: Handle,
        _ values: ReactionValues
    ) {
        if let excess = nestingExcess {
            return misuse(
                controller,
                "\(excess) deep; the steps for \(callback.rawValue) of \(shown(controller)) are "
                    + "not executed")
        }
        nesting += 1
        defer { nesting -= 1 }
        for step in steps where values.satisfy(step.when) {
            guard isAlive(controller), mayReact(controller, bytes: step.footprint) else { return }
            do {
                let (command, timing) = try reaction(step, values)
                switch timing {
                case .atOnce: try run(command)
                case .afterCallbacks:
                    state.postponed.append(
                        PostponedReaction(
                            command: command, controller: controller, callback: callback))
                }
            } catch {
                fail(step.method, callback, of: controller, error)
            }
        }
    }

    /// Executes the commands that reactions or the observer have postponed, in order. Then executes
    /// the commands that were postponed in the meantime.
    mutating func runPostponed() {
        while !state.postponed.isEmpty {
            let batch = state.postponed
            state.postponed = []
            for next in batch where isAlive(next.controller) {
                guard isWithinReactionLimits(next.controller) else {
                    state.postponed = []
                    return
                }
                run(next)
                flushLayout()
            }
        }
    }

    private mutating func run(_ postponed: PostponedReaction) {
        let told = postponed.number.flatMap { number in state.observer.map { ($0, number) } }
        if let (observer, number) = told { observer.scene(&self, willRunPostponed: number) }
        var isRefused = false
        defer {
            if let (observer, number) = told {
                observer.scene(&self, didRunPostponed: number, isRefused: isRefused)
            }
        }
        do {
            try run(postponed.command)
        } catch {
            isRefused = true
            fail(
                type(of: postponed.command).method, postponed.callback, of: postponed.controller,
                error)
        }
    }

    private mutating func fail(
        _ method: String, _ callback: Callback, of controller: Handle, _ error: CommandError
    ) {
        misuse(
            controller,
            "\(method) in \(callback.rawValue) of \(shown(controller)): \(error.sentence)")
    }

    /// The reason why reactions must not be nested any deeper. Nil if one more level is allowed.
    ///
    /// Reactions can be nested, and the engine visits controllers recursively between them. Both
    /// need stack space, so both are limited. The engine counts the levels during a visit and not
    /// before it, because reactions can move subtrees during the visit.
    var nestingExcess: String? {
        if nesting >= Limits.nestedReactions {
            "reactions are nested \(Limits.nestedReactions)"
        } else if state.levels >= Limits.nestedLevels {
            "reactions and the controllers between them are nested \(Limits.nestedLevels) levels"
        } else {
            nil
        }
    }

    /// The fixed cost of a reaction, in units of work: one unit is one access to a controller or
    /// view. The engine adds one unit for every 16 bytes of the reaction. The fixed cost does not
    /// include the accesses that the reaction's command makes.
    private static let baseCostOfReaction = 40

    /// Increments the number of reactions in the transaction, and returns whether the reaction may
    /// run. When a limit is exceeded, returns false and publishes one diagnostic for the
    /// transaction. Without these limits, reactions could trigger each other forever, even if they
    /// are nested fewer than 64 levels deep.
    mutating func mayReact(_ controller: Handle, bytes: Int) -> Bool {
        guard state.reactionCount != .max else { return false }
        if state.reactionCount == 0 {
            state.reactionStart = log.count
            state.reactionWorkStart = work
            state.reactionBytes = 0
        }
        state.reactionCount += 1
        note(visits: Self.baseCostOfReaction + bytes / 16)
        state.reactionBytes += bytes
        return isWithinReactionLimits(controller)
    }

    private mutating func isWithinReactionLimits(_ controller: Handle) -> Bool {
        guard state.reactionCount != .max else { return false }
        let excess: String? =
            if state.reactionCount > Limits.reactionsPerTurn {
                "more than \(Limits.reactionsPerTurn) reactions"
            } else if log.count - state.reactionStart > Limits.reactionEvents {
                "more than \(Limits.reactionEvents) events since the first reaction"
            } else if work - state.reactionWorkStart > Limits.reactionVisits {
                "reactions that access controllers and views more than \(Limits.reactionVisits) times"
            } else if state.reactionBytes > Limits.reactionBytes {
                "reactions with more than \(Limits.reactionBytes) bytes of params"
            } else {
                nil
            }
        guard let excess = cut(excess) else { return true }
        state.reactionCount = .max
        misuse(controller, "\(excess) in one transaction; the rest are not executed")
        return false
    }

    private mutating func run<C: SceneCommand>(_ command: C) throws(CommandError) {
        // A message that UIKit logs for a step must not appear in the reply of the surrounding
        // command.
        let (logged, reason) = (ignored.count, state.ignoredReason)
        defer {
            ignored.removeLast(ignored.count - logged)
            state.ignoredReason = reason
        }
        _ = try command.run(in: &self)
    }
}
