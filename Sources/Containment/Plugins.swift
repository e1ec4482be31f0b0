public import PagerModel

/// What a program adds to the engine: kinds of controllers with what they declare, further commands,
/// styles of transitions.
///
/// A name stands for one thing: a kind, method or style that is there already is refused when the
/// daemon starts, and ends a program that makes a `Scene` by itself.
public struct Plugins: Sendable {
    public var kinds: [any ContainerKind]
    /// Commands that no kind declares.
    public var commands: [any SceneCommand.Type]
    public var styles: [TransitionStyle]

    public init(
        kinds: [any ContainerKind] = [], commands: [any SceneCommand.Type] = [],
        styles: [TransitionStyle] = []
    ) {
        self.kinds = kinds
        self.commands = commands
        self.styles = styles
    }
}

extension Plugins {
    /// Why a scene cannot have all of these, nil where it can.
    ///
    /// - Parameter methods: those that are taken by others than the scene.
    package func problem(besides methods: [String] = []) -> String? {
        problemOfKinds() ?? problemOfCommands(methods) ?? problemOfStyles()
    }

    private func problemOfKinds() -> String? {
        var names: Set = [PlainKind.name]
        for kind in kinds {
            let name = type(of: kind).name
            if Identifier(name) == nil { return "a kind cannot be called \(quoted(name))" }
            if !names.insert(name).inserted { return "the kind \(name) is there already" }
            if let option = Self.takenOption(of: kind) {
                return "the kind \(name) has an option \(option), which every controller has"
            }
            if let problem = kind.declaration.problemOfEvents { return problem }
            if let problem = kind.declaration.problemOfBook { return problem }
            if let method = Self.commandWithoutBody(of: kind.declaration) {
                return
                    "the kind \(name) declares the command \(method), which nothing carries out: "
                    + "extend its type to be a SceneCommand"
            }
        }
        let count = kinds.count { !$0.declaration.events.isEmpty }
        guard count <= DeclaredEvents.mostKinds else {
            return
                "at most \(DeclaredEvents.mostKinds) kinds have events of their own, not \(count)"
        }
        return nil
    }

    private static func commandWithoutBody(of kind: any KindDeclaration.Type) -> String? {
        kind.commands.first { !($0 is any SceneCommand.Type) }?.method
    }

    /// A kind's options stand beside the members of every record.
    private static func takenOption<K: ContainerKind>(of _: K) -> String? {
        let taken = Set(ControllerRecord.declaration.map(\.name))
        return K.State.Options.declaration.first { taken.contains($0.name) }?.name
    }

    private func problemOfCommands(_ taken: [String]) -> String? {
        var methods = Set(taken + SceneCommands.all.map { $0.method })
        let ofKinds = kinds.flatMap { $0.declaration.commands.map { $0.method } }
        for method in ofKinds + commands.map({ $0.method })
        where !methods.insert(method).inserted {
            return "the method \(method) is there already"
        }
        let all = SceneCommands.all + kinds.flatMap(\.commands) + commands
        if let command = all.first(where: { $0.onlyReads && !($0 is any ReadingCommand.Type) }) {
            return "the command \(command.method) has onlyReads and is no ReadingCommand"
        }
        return nil
    }

    private func problemOfStyles() -> String? {
        var scene = Scene()
        for style in styles {
            do {
                try scene.define(style)
            } catch {
                return "style \(quoted(style.name)): \(error.message)"
            }
        }
        return nil
    }
}
