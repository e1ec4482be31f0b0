public import PagerModel

extension Scene {
    /// Records an event whose type the engine declares, and not a container kind. Amortised O(size
    /// of the event's fields).
    @inline(__always)
    mutating func emit<E: CoreEvent>(_ event: E, of subject: Handle) {
        state.log.append(event, at: E.number, about: subject)
    }

    /// Records an event that the controller's container kind declares. Amortised O(size of its
    /// fields).
    ///
    /// - Precondition: The controller's kind declares the event.
    @inlinable
    package mutating func emit<E: EventDeclaration>(_ event: E, of controller: Handle) {
        guard let number = number(of: ObjectIdentifier(E.self), about: controller) else {
            preconditionFailure("the kind of the controller declares no event \(E.name)")
        }
        let listed = withLog { $0.append(event, at: number, about: controller) }
        if listed > 0 { note(listed: listed) }
    }

    /// Calls `body` with the scene's event log. Used by code that is inlined in other targets,
    /// because a property accessor that yields the log would allocate memory for each event.
    @usableFromInline
    mutating func withLog(_ body: (inout EventLog) -> Int) -> Int { body(&state.log) }

    @usableFromInline
    func number(of type: ObjectIdentifier, about controller: Handle) -> EventNumber? {
        state.events.number(of: type, at: state.kinds[Int(self[controller].kind)].events)
    }

    /// Records a callback of a controller. Then calls the controller's container kind and the
    /// scene's observer, and runs the controller's reactions to the callback.
    @inline(__always)
    mutating func send<E: CallbackEvent>(
        _ event: E, to controller: Handle, animated: Bool = false
    ) {
        emit(event, of: controller)
        let callback = E.callback
        let entry = Int(self[controller].kind)
        if state.kinds[entry].reactions.contains(callback) {
            let kind = kinds[entry].kind
            act(for: controller) { (scene) throws(CommandError) in
                try kind.react(to: callback, of: controller, animated: animated, in: &scene)
            }
        }
        if let observer { tell(observer, callback, of: controller) }
        if self[controller].flags.contains(.reacts) {
            runReactions(to: event, of: controller)
        }
    }

    /// Runs `body`, which calls a method of the controller's container kind. The call counts as one
    /// level of nesting. An error that the method throws becomes a diagnostic of the controller.
    @inline(__always)
    mutating func act(
        for controller: Handle, _ body: (inout Scene) throws(CommandError) -> Void
    ) {
        enterLevel()
        do throws(CommandError) {
            try body(&self)
        } catch {
            fail(error, of: controller)
        }
        leaveLevel()
    }

    /// Returns whether the transition belongs to a container kind that implements the hook.
    func hasHook(_ hook: TransitionHooks, _ transition: Transition) -> Bool {
        transition.plan.owner == .kind
            && self[kindOf: transition.container].hooks.contains(hook)
    }

    mutating func hook(
        _ container: Handle, _ body: (any ContainerKind, inout Scene) throws(CommandError) -> Void
    ) {
        let kind = self[kindOf: container].kind
        act(for: container) { (scene) throws(CommandError) in try body(kind, &scene) }
    }

    /// Publishes an error that the code of a controller's container kind has thrown.
    mutating func fail(_ refusal: CommandError, of controller: Handle) {
        let kind = self[kindOf: controller].name
        misuse(controller, "the kind \(kind) of \(shown(controller)): \(refusal.sentence)")
    }
}

extension Scene {
    /// Publishes the message that UIKit logs about unbalanced calls to begin and end appearance
    /// transitions [4.14].
    mutating func unbalanced(_ controller: Handle) {
        let text = "Unbalanced calls to begin/end appearance transitions for \(shown(controller))."
        emit(DiagnosticEvents.Unbalanced { $0.message = text }, of: controller)
    }

    /// Publishes a diagnostic, for example about a call that UIKit discourages, or about a failed
    /// reaction (a command that a callback triggers).
    package mutating func misuse(_ controller: Handle, _ text: String) {
        emit(DiagnosticEvents.Misuse { $0.message = text }, of: controller)
    }
}
