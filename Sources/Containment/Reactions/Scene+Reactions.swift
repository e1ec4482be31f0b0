public import PagerModel

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
        self[optionsOf: controller].reactions?[callback] ?? []
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
        enterReaction()
        defer { leaveReaction() }
        for step in steps where values.satisfy(step.when) {
            guard isAlive(controller), mayReact(controller, bytes: step.footprint) else { return }
            do {
                let (command, timing) = try reaction(step, values)
                switch timing {
                case .atOnce: try runInside(command)
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

    /// Executes a command after the current callbacks have ended. In the same way, UIKit begins a
    /// push or a presentation at the end of the run loop's cycle. If the command is refused, its
    /// error is published as a `misuse` diagnostic of the controller. The command counts as a
    /// reaction, and the number of reactions in a transaction is limited.
    ///
    /// - Parameters:
    ///   - callback: The controller's callback in which the command was called.
    ///   - number: The number that the observer receives before and after the command runs. Nil if
    ///     the observer is not called.
    ///   - moment: The part of the run loop's cycle in which the command runs. Nil if it runs as
    ///     soon as the callbacks have ended.
    public mutating func postpone(
        _ command: any SceneCommand, in callback: Callback, of controller: Handle,
        number: Int? = nil, to moment: Moment? = nil
    ) {
        makeUnique()
        guard isAlive(controller), self[controller].role == .controller,
            mayReact(controller, bytes: 0)
        else { return }
        let postponed = PostponedReaction(
            command: command, controller: controller, callback: callback, number: number)
        if let moment {
            state.cycle.append(postponed, at: moment)
        } else {
            state.postponed.append(postponed)
        }
    }

    /// Executes the commands that reactions or the observer have postponed, in order. Then executes
    /// the commands that were postponed in the meantime.
    mutating func runPostponed() {
        while !state.postponed.isEmpty {
            for next in state.postponed.takeAll() where isAlive(next.controller) {
                guard isWithinReactionLimits(next.controller) else {
                    _ = state.postponed.takeAll()
                    return
                }
                run(next)
                flushLayout()
            }
        }
    }

    /// Executes a postponed command. If it was not called in a callback, only the observer hears of
    /// an error.
    mutating func run(_ postponed: PostponedReaction) {
        guard isAlive(postponed.controller) else { return }
        let told = postponed.number.flatMap { number in observer.map { ($0, number) } }
        if let (observer, number) = told { observer.scene(&self, willRunPostponed: number) }
        var refusal: CommandError?
        do {
            try runInside(postponed.command)
        } catch {
            refusal = error
            if let callback = postponed.callback {
                fail(type(of: postponed.command).method, callback, of: postponed.controller, error)
            }
        }
        if let (observer, number) = told {
            observer.scene(&self, didRunPostponed: number, error: refusal)
        }
    }

    private mutating func fail(
        _ method: String, _ callback: Callback, of controller: Handle, _ error: CommandError
    ) {
        misuse(
            controller,
            "\(method) in \(callback.rawValue) of \(shown(controller)): \(error.sentence)")
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
        guard state.turn.allowsReactions else { return false }
        state.turn.countReaction(bytes: bytes, events: log.count, work: work)
        note(visits: Self.baseCostOfReaction + bytes / 16)
        return isWithinReactionLimits(controller)
    }

    private mutating func isWithinReactionLimits(_ controller: Handle) -> Bool {
        guard state.turn.allowsReactions else { return false }
        let excess = state.turn.excessOfReactions(events: log.count, work: work)
        guard let excess = reasonToStop(excess) else { return true }
        state.turn.stopReactions()
        misuse(controller, "\(excess) in one transaction; the rest are not executed")
        return false
    }
}

/// A command that a reaction or the scene's observer has postponed until the callbacks of the
/// current command or deadline have been sent.
struct PostponedReaction: Sendable {
    let command: any SceneCommand
    let controller: Handle
    /// The callback in which the command was called. Nil if it was called outside of callbacks.
    let callback: Callback?
    /// The number with which the scene's observer is called before and after the command runs. Nil
    /// if the observer is not called.
    var number: Int?
}

/// The postponed commands, in the order in which they are executed at the end of the transaction. A
/// command that the observer postpones in its last call waits for the next transaction.
struct PostponedReactions: Sendable {
    private var waiting: [PostponedReaction] = []

    @inline(__always)
    var isEmpty: Bool { waiting.isEmpty }

    mutating func append(_ reaction: PostponedReaction) { waiting.append(reaction) }

    mutating func takeAll() -> [PostponedReaction] {
        let taken = waiting
        waiting = []
        return taken
    }
}

/// The values that replace the placeholders in a reaction: `$self`, `$animated`, and `$FIELD` for
/// each field of the callback's event.
struct ReactionValues {
    /// The fields of the callback's event by name, as clients receive them.
    let fields: [TextKey: Value]
    private let placeholders: [TextKey: Value]

    init(_ fields: [Value.Member], of name: String) {
        var placeholders: [TextKey: Value] = ["$self": .string(name), "$animated": .bool(false)]
        for field in fields { placeholders[TextKey("$" + field.name)] = field.value }
        self.placeholders = placeholders
        self.fields = Dictionary(
            uniqueKeysWithValues: fields.map { (TextKey($0.name), $0.value) })
    }

    /// Creates sample values for a callback, for the cases without an event that contains the real
    /// values: when a reaction is only checked, and when a client calls the callback directly.
    init(standingFor callback: Callback, animated: Bool = false, of name: String = "self") {
        let fields = callback.fields.map { field in
            let value = field.name == "animated" ? .bool(animated) : field.schema.sample
            return Value.Member(field.name, value)
        }
        self.init(fields, of: name)
    }

    /// Returns `value` with each placeholder, such as `$animated`, replaced by the placeholder's
    /// value.
    func replacing(_ value: Value) -> Value {
        switch value {
        case .string(let text): placeholders[TextKey(text)] ?? value
        case .array(let items): .array(items.map { replacing($0) })
        case .object(let members):
            .object(members.map { Value.Member($0.name, replacing($0.value)) })
        case .null, .bool, .integer, .number: value
        }
    }

    /// Returns whether the callback's fields have the values that a condition requires. True
    /// without a condition.
    func satisfy(_ condition: Value?) -> Bool {
        guard let members = condition?.members else { return true }
        return members.allSatisfy { member in
            fields[TextKey(member.name)].map { $0.isEqual(to: replacing(member.value)) } ?? false
        }
    }
}

extension Value {
    /// Returns whether two values are the same JSON value. 1 and 1.0 are the same number.
    fileprivate func isEqual(to other: Value) -> Bool {
        switch (self, other) {
        case (.integer(let integer), .number(let number)),
            (.number(let number), .integer(let integer)):
            Double(integer) == number
        case (.object(let members), .object(let others)):
            members.count == others.count
                && members.allSatisfy { member in
                    others.contains {
                        $0.name == member.name && member.value.isEqual(to: $0.value)
                    }
                }
        default: self == other
        }
    }
}

extension Schema {
    /// A sample value that this schema accepts.
    fileprivate var sample: Value {
        switch self {
        case .boolean, .booleanOr: .bool(false)
        case .integer, .number: .integer(0)
        case .enumeration(let names): .string(names.first ?? "")
        case .array: .array([])
        case .object(let fields):
            .object(fields.map { Value.Member($0.name, $0.schema.sample) })
        case .dictionary, .members: .object([])
        case .transition: .string("t1")
        case .any, .string, .identifier: .string("self")
        }
    }
}

/// Validation of a controller's reactions: the commands in the option `on`, which the controller
/// executes in its callbacks.
extension Scene {
    /// Checks reactions without regard to the controller that will have them.
    ///
    /// - Throws: `invalidParams` for a step that could never be executed or a condition that could
    ///   never be evaluated.
    func validate(_ reactions: Reactions?) throws(CommandError) {
        for entry in reactions?.steps ?? [] {
            let values = ReactionValues(standingFor: entry.callback)
            for (index, step) in entry.steps.enumerated() {
                do {
                    _ = try reaction(step, values)
                    try entry.callback.check(condition: step.when)
                } catch {
                    throw error.inside("on.\(entry.callback.rawValue)[\(index)]")
                }
            }
        }
    }

    /// Returns the command of a step, and whether the command is executed during the callback or
    /// after it.
    ///
    /// - Throws: `invalidParams` for a method that reactions may not call or for invalid
    ///   parameters.
    func reaction(
        _ step: ReactionStep, _ values: ReactionValues
    ) throws(CommandError) -> (command: any SceneCommand, timing: ReactionTiming) {
        guard let type = commands[step.method], let timing = type.reactionTiming else {
            throw CommandError(
                .invalidParams,
                "\(beginning(of: step.method)) is not a method that a reaction may call; "
                    + "reactions may call the methods that change children, views, appearance, "
                    + "presentations and containers",
                path: "method")
        }
        guard let members = values.replacing(step.params).members else {
            throw CommandError(.invalidParams, "expected an object", path: "params")
        }
        do {
            return (try type.init(reading: members), timing)
        } catch {
            throw error.inside("params")
        }
    }
}

extension Callback {
    /// Checks a reaction's condition: each of its members must have the name of a field of the
    /// callback's event, and a value or placeholder of that field's type.
    fileprivate func check(condition: Value?) throws(CommandError) {
        guard let condition else { return }
        guard let members = condition.members else {
            throw CommandError(.invalidParams, "expected an object", path: "when")
        }
        for member in members {
            let path = "when.\(beginning(of: member.name))"
            guard let field = fields.first(where: { $0.name == member.name }) else {
                let names = fields.map(\.name).joined(separator: ", ")
                throw CommandError(
                    .invalidParams,
                    "\(rawValue) has no such field"
                        + (names.isEmpty ? "; it has no fields" : "; its fields are \(names)"),
                    path: path)
            }
            guard takes(member.value, for: field) else {
                throw CommandError(
                    .invalidParams,
                    "expected \(field.schema.phrase)\(field.nullable ? " or null" : ""), got "
                        + member.value.typeName,
                    path: path)
            }
        }
    }

    private func takes(_ value: Value, for field: EventDescription.Field) -> Bool {
        if value == .null { return field.nullable }
        if let text = value.string, text.hasPrefix("$") {
            let name = text.dropFirst()
            if name == "self" { return field.schema == .identifier }
            return fields.contains { $0.name == name && $0.schema == field.schema }
        }
        return (try? field.schema.read(value)) != nil
    }
}
