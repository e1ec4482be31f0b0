public import PagerModel

extension Scene {
    /// Records an event of the engine. Amortised O(what its fields hold).
    @inline(__always)
    mutating func emit<E: CoreEvent>(_ event: E, of subject: Handle) {
        state.log.append(event, at: E.place, about: subject)
    }

    /// Records an event of the controller's kind. Amortised O(what its fields hold).
    ///
    /// - Precondition: the controller's kind declares the event.
    @inlinable
    package mutating func emit<E: EventDeclaration>(_ event: E, of controller: Handle) {
        guard let place = place(of: ObjectIdentifier(E.self), about: controller) else {
            preconditionFailure("the kind of the controller declares no event \(E.name)")
        }
        let listed = recording.append(event, at: place, about: controller)
        if listed > 0 { note(listed: listed) }
    }

    /// The log, as code may change it that is inlined in other targets.
    @usableFromInline
    var recording: EventLog {
        _read { yield state.log }
        _modify { yield &state.log }
    }

    @usableFromInline
    func place(of type: ObjectIdentifier, about controller: Handle) -> EventPlace? {
        state.events.place(of: type, at: state.kinds[Int(self[controller].kind)].events)
    }

    /// Records a callback, then lets the kind and the controller's own reactions act.
    @inline(__always)
    mutating func send<E: CallbackEvent>(
        _ event: E, to controller: Handle, animated: Bool = false
    ) {
        emit(event, of: controller)
        react(to: E.callback, of: controller, animated: animated)
    }

    private mutating func react(to callback: Callback, of controller: Handle, animated: Bool) {
        let entry = Int(self[controller].kind)
        if state.reactions[entry].contains(callback) {
            let kind = kinds[entry].kind
            act(for: controller) { (scene) throws(CommandError) in
                try kind.react(to: callback, of: controller, animated: animated, in: &scene)
            }
        }
        if self[controller].flags.contains(.reacts) {
            runReactions(callback, of: controller, animated: animated)
        }
    }

    /// Calls a kind, which counts as one level. What it throws becomes a diagnostic of the controller.
    @inline(__always)
    mutating func act(
        for controller: Handle, _ body: (inout Scene) throws(CommandError) -> Void
    ) {
        state.levels += 1
        do throws(CommandError) {
            try body(&self)
        } catch {
            fail(error, of: controller)
        }
        state.levels -= 1
    }

    /// Whether the container's kind takes part at this place.
    func hears(_ place: TransitionHooks, _ transition: Transition) -> Bool {
        transition.plan.owner == .kind
            && kinds[Int(self[transition.container].kind)].hooks.contains(place)
    }

    mutating func hook(
        _ container: Handle, _ body: (any ContainerKind, inout Scene) throws(CommandError) -> Void
    ) {
        let kind = kinds[Int(self[container].kind)].kind
        act(for: container) { (scene) throws(CommandError) in try body(kind, &scene) }
    }

    /// Publishes what the code of a controller's kind has thrown.
    mutating func fail(_ refusal: CommandError, of controller: Handle) {
        let kind = kinds[Int(self[controller].kind)].name
        misuse(controller, "the kind \(kind) of \(shown(controller)): \(refusal.message)")
    }

    /// The `on` steps of one callback, after the kind's own [contract 5].
    mutating func runReactions(
        _ callback: Callback, of controller: Handle, animated: Bool
    ) {
        let steps = options[Int(controller.slot)].reactions?[callback] ?? []
        guard !steps.isEmpty else { return }
        if let excess = nestingExcess {
            return misuse(
                controller,
                "\(excess) deep; \(callback.rawValue) of \(shown(controller)) does nothing more")
        }
        nesting += 1
        defer { nesting -= 1 }
        for step in steps {
            guard isAlive(controller), mayReact(controller, step) else { return }
            do {
                try runReaction(step, of: controller, animated: animated)
            } catch {
                misuse(
                    controller,
                    "\(step.method) in \(callback.rawValue) of \(shown(controller)): "
                        + error.message)
            }
        }
    }

    /// Why no further reaction may run inside those under way, nil where one may.
    ///
    /// A level of a tree takes a frame of the stack, in each of the nested reactions, and reactions
    /// can move what a walk goes down to. So levels are counted as they are walked.
    private var nestingExcess: String? {
        if nesting >= Limits.nestedReactions {
            "reactions are nested \(Limits.nestedReactions)"
        } else if state.levels >= Limits.nestedLevels {
            "reactions and what they go through are nested \(Limits.nestedLevels) levels"
        } else {
            nil
        }
    }

    /// A reaction that does nothing costs about as much as so many visits, plus one for each 16 bytes
    /// of its params.
    private static let visitsOfReaction = 40

    /// Counts a reaction. False, with one diagnostic in each turn, where the turn has had as many
    /// as it may have: nested less than 64 deep, reactions can still cause each other without end.
    private mutating func mayReact(_ controller: Handle, _ step: ReactionStep) -> Bool {
        guard state.reactionCount != .max else { return false }
        if state.reactionCount == 0 {
            state.reactionStart = log.count
            state.reactionWorkStart = work
            state.reactionBytes = 0
        }
        state.reactionCount += 1
        note(visits: Self.visitsOfReaction + step.params.footprint / 16)
        state.reactionBytes += step.params.footprint
        let excess: String? =
            if state.reactionCount > Limits.reactionsPerTurn {
                "more than \(Limits.reactionsPerTurn) reactions"
            } else if log.count - state.reactionStart > Limits.reactionEvents {
                "more than \(Limits.reactionEvents) events since the first reaction"
            } else if work - state.reactionWorkStart > Limits.reactionVisits {
                "reactions that look at controllers and views more than \(Limits.reactionVisits) times"
            } else if state.reactionBytes > Limits.reactionBytes {
                "reactions with more than \(Limits.reactionBytes) bytes of params"
            } else {
                nil
            }
        guard let excess = cut(excess) else { return true }
        state.reactionCount = .max
        misuse(controller, "\(excess) in one turn; the rest do nothing")
        return false
    }

    private mutating func runReaction(
        _ step: ReactionStep, of controller: Handle, animated: Bool
    ) throws(CommandError) {
        let command = try reaction(
            step, name: self[controller].name, animated: animated)
        try run(command)
    }

    private mutating func run<C: SceneCommand>(_ command: C) throws(CommandError) {
        _ = try command.run(in: &self)
    }

    /// The command that a step stands for.
    ///
    /// - Throws: `methodNotFound`, `invalidParams`.
    func reaction(_ step: ReactionStep, name: String, animated: Bool) throws(CommandError)
        -> any SceneCommand
    {
        guard let type = commands[step.method], type.isReaction else {
            throw CommandError(
                .invalidParams,
                "\(beginning(of: step.method)) is not a containment, view or appearance method",
                path: "method")
        }
        let params = step.params.replacing([
            "$self": .string(name), "$animated": .bool(animated),
        ])
        guard let members = params.members else {
            throw CommandError(.invalidParams, "expected an object", path: "params")
        }
        do {
            return try type.init(reading: members)
        } catch {
            throw error.inside("params")
        }
    }

    /// - Throws: `invalidParams` for a step that could never be carried out. Whose reactions they
    ///   are makes no difference to that.
    func validate(_ reactions: Reactions?) throws(CommandError) {
        for entry in reactions?.steps ?? [] {
            for (index, step) in entry.steps.enumerated() {
                do {
                    _ = try reaction(step, name: "self", animated: false)
                } catch {
                    throw error.inside("on.\(entry.callback.rawValue)[\(index)]")
                }
            }
        }
    }
}

extension Scene {
    /// UIKit's log line about unbalanced calls [4.14].
    mutating func unbalanced(_ controller: Handle) {
        let text = "Unbalanced calls to begin/end appearance transitions for \(shown(controller))."
        emit(DiagnosticEvents.Unbalanced(message: text), of: controller)
    }

    /// Something that UIKit warns of, or a reaction that failed.
    package mutating func misuse(_ controller: Handle, _ text: String) {
        emit(DiagnosticEvents.Misuse(message: text), of: controller)
    }

    /// A call that UIKit only logs: the command changes nothing and its reply says so.
    ///
    /// - Parameter reason: what the reply names beside the text.
    package mutating func ignore(
        _ controller: Handle, _ text: String, because reason: IgnoredReason? = nil
    ) {
        emit(DiagnosticEvents.Warning(message: text), of: controller)
        ignored.append(text)
        if state.ignoredReason == nil { state.ignoredReason = reason }
    }
}

extension Value {
    /// The same tree with some strings replaced by values.
    fileprivate func replacing(_ replacements: [TextKey: Value]) -> Value {
        switch self {
        case .string(let text): replacements[TextKey(text)] ?? self
        case .array(let items): .array(items.map { $0.replacing(replacements) })
        case .object(let members):
            .object(members.map { Member($0.name, $0.value.replacing(replacements)) })
        case .null, .bool, .integer, .number: self
        }
    }
}
