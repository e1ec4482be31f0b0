package import Containment
package import PagerModel
internal import PagerWire

extension Step: CustomStringConvertible {
    /// The step as a client would write it.
    package var description: String { "  [\"\(method)\", \(params.json)]" }
}

extension Step {
    /// Parses `["method", {params}]`, or returns nil if the text has another form.
    package init?(json: [UInt8]) {
        guard let parts = (try? JSONParser.parse(json))?.array, parts.count == 2,
            let method = parts[0].string
        else { return nil }
        self.init(method: method, params: parts[1])
    }
}

extension Scene {
    /// Runs a step that is a command.
    package mutating func apply(_ step: Step) throws(CommandError) {
        guard let type = command(step.method), let members = step.params.members else {
            throw CommandError(.methodNotFound, step.method)
        }
        try apply(type, members)
    }

    /// Runs a step inside a callback, as an observer may.
    package mutating func runInside(
        _ callback: Callback, of controller: Handle, _ step: Step
    ) throws(CommandError) {
        guard let type = command(step.method), let members = step.params.members else {
            throw CommandError(.methodNotFound, step.method)
        }
        try runInside(callback, of: controller, type, members)
    }

    private mutating func runInside<C: SceneCommand>(
        _ callback: Callback, of controller: Handle, _: C.Type, _ members: [Value.Member]
    ) throws(CommandError) {
        let command = try C(reading: members)
        switch C.reactionTiming {
        case .atOnce: _ = try command.run(in: &self)
        case .afterCallbacks: postpone(command, in: callback, of: controller)
        case nil: break
        }
    }

    private mutating func apply<C: SceneCommand>(
        _: C.Type, _ members: [Value.Member]
    ) throws(CommandError) {
        _ = try apply(try C(reading: members), at: now)
    }
}

extension Scene {
    /// The running interactive transitions, which random commands can name.
    package var held: [String] {
        runningTransitions().filter(\.isInteractive).map(\.id.description)
    }

    /// Returns the archived state.
    package func archived() -> [UInt8] {
        var copy = self
        return Archive.writing { copy.visit(&$0) }
    }
}
