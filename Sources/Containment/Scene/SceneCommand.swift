public import PagerModel

/// A command that the engine or a container kind executes on the scene.
///
/// It has two parts. `validate` cannot change the scene, and `commit` cannot throw, so a refused
/// command has changed nothing.
public protocol SceneCommand: Command {
    /// The type of the result of `validate`. The result is passed to `commit`.
    associatedtype Plan
    /// The time at which the command is executed when it is part of a controller's reaction (the
    /// option `on`). Nil if reactions cannot contain the command.
    static var reactionTiming: ReactionTiming? { get }
    /// Checks the command and returns its plan.
    ///
    /// - Throws: One of `errors`.
    func validate(in scene: borrowing Scene) throws(CommandError) -> Plan
    /// Executes the plan that `validate` has returned for the current state.
    ///
    /// Only `run` can call it, because nothing else creates a `Validation`.
    ///
    /// Callbacks run reactions and code of other container kinds, which can use or destroy the
    /// objects of the plan. Check the handles again after each callback. Skip steps that are no
    /// longer possible, and publish a `misuse` diagnostic.
    func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply
}

/// A proof that a command's `validate` has returned the plan for `commit`.
///
/// Only `SceneCommand.run` creates one, after `validate` and before `commit`. So code of another
/// package cannot commit an old plan of a built-in command, or a plan for another scene. Each
/// command type has its own type of proof, so the proof for one command does not fit the plan of
/// another.
public struct Validation<C: SceneCommand> {
    fileprivate init() {}
}

/// The time at which a command of a reaction (the option `on` of a controller) is executed.
public enum ReactionTiming: Sendable {
    /// The command is executed during the callback.
    case atOnce
    /// The command is executed after the callbacks of the current command or deadline. This
    /// imitates UIKit, which begins a presentation or a push at the end of the run loop's cycle or
    /// in the next layout.
    case afterCallbacks
}

/// A command that changes what a container shows.
public protocol ContainerCommand: SceneCommand {}

extension ContainerCommand {
    public static var reactionTiming: ReactionTiming? { .afterCallbacks }
}

extension SceneCommand {
    public static var reactionTiming: ReactionTiming? { nil }

    /// Validates the command, then commits it.
    ///
    /// - Throws: The error of a refused command. The scene is then unchanged.
    public func run(in scene: inout Scene) throws(CommandError) -> Reply {
        assert(isComplete, "\(Self.method) needs \(unsetField ?? "nothing")")
        scene.makeUnique()
        return commit(try validate(in: scene), in: &scene, after: Validation())
    }
}

/// A command that only reads. It gets the scene as a value that it cannot change.
public protocol ReadingCommand: SceneCommand where Plan == Reply {
    /// Returns the result of the command.
    ///
    /// - Throws: One of `errors`.
    func reply(in scene: borrowing Scene) throws(CommandError) -> Reply
}

extension ReadingCommand {
    public static var onlyReads: Bool { true }

    public func validate(in scene: borrowing Scene) throws(CommandError) -> Reply {
        try reply(in: scene)
    }

    public func commit(_ reply: Reply, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        reply
    }
}

extension Scene {
    /// Runs the steps of a command's `commit` that can throw. An error is published as
    /// `diagnostic.misuse` of the controller, and the remaining steps are skipped.
    ///
    /// - Parameter controller: The container that the command changes. If it has been destroyed,
    ///   nothing is published.
    /// - Returns: The result of the steps, or nil after an error.
    @discardableResult
    public mutating func attempt<Result>(
        for controller: Handle, _ steps: (inout Scene) throws(CommandError) -> Result
    ) -> Result? {
        do throws(CommandError) {
            return try steps(&self)
        } catch {
            guard isAlive(controller), self[controller].role == .controller else { return nil }
            makeUnique()
            fail(error, of: controller)
            return nil
        }
    }
}

/// A table that maps the name of a method to the type of its command.
public struct CommandTable: Sendable {
    public let all: [any SceneCommand.Type]
    private let byMethod: [TextKey: any SceneCommand.Type]

    public init(_ all: [any SceneCommand.Type]) {
        self.all = all
        byMethod = Dictionary(uniqueKeysWithValues: all.map { (TextKey($0.method), $0) })
    }

    public subscript(method: String) -> (any SceneCommand.Type)? { byMethod[TextKey(method)] }
}

/// The commands that every scene supports, whatever container kinds it has.
public enum SceneCommands {
    public static let all = implemented(CommandList.ofScenes)

    /// The implementations of declared commands.
    ///
    /// - Precondition: Each type is a `SceneCommand`.
    static func implemented(_ commands: [any Command.Type]) -> [any SceneCommand.Type] {
        commands.map { declared in
            guard let type = declared as? any SceneCommand.Type else {
                preconditionFailure("\(declared.method) is declared but is not a SceneCommand")
            }
            return type
        }
    }
}
