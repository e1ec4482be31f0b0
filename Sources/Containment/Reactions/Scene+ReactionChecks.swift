internal import PagerModel

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
