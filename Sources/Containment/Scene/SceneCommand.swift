public import PagerModel

/// A command that the engine, or a kind of container, carries out on the scene.
///
/// It has two halves. `validate` borrows the scene and cannot change it, and `commit` cannot throw, so
/// a refused command has changed nothing.
public protocol SceneCommand: Command {
    /// What `validate` has found out and `commit` needs.
    associatedtype Plan
    /// When a reaction (`on`) carries it out; nil where it cannot stand in one.
    static var reactionTiming: ReactionTiming? { get }
    /// Checks the command and returns its plan.
    ///
    /// - Throws: the refusal, one of `errors`.
    func validate(in scene: borrowing Scene) throws(CommandError) -> Plan
    /// Carries out a plan that `validate` has returned for the scene as it is.
    ///
    /// Only `run` can call it, since nothing else makes a `Validation`.
    ///
    /// Callbacks run reactions and code of other kinds, which can use or destroy what the plan names:
    /// check its handles again after each of them. What is no longer possible is left out, with a
    /// `misuse` diagnostic.
    func commit(_ plan: Plan, in scene: inout Scene, after _: Validation<Self>) -> Reply
}

/// The proof that a command's `validate` has returned the plan that `commit` carries out.
///
/// Only `SceneCommand.run` makes one, between the two calls. So code of another package cannot commit
/// an old plan of a built-in command, or one for another scene. Each type of command has its own type
/// of proof, so the proof for one command does not admit the plan of another.
public struct Validation<C: SceneCommand> {
    fileprivate init() {}
}

/// When a reaction carries out a command.
public enum ReactionTiming: Sendable {
    /// Inside the callback.
    case atOnce
    /// When the callbacks of the command or the deadline under way are over, as UIKit begins a
    /// presentation or a push at the end of the run loop's cycle or in the next layout.
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
    /// - Throws: the refusal; then the scene is what it was before.
    public func run(in scene: inout Scene) throws(CommandError) -> Reply {
        scene.makeUnique()
        return commit(try validate(in: scene), in: &scene, after: Validation())
    }
}

/// A command that only reads: it gets the scene as a value that it cannot change.
public protocol ReadingCommand: SceneCommand where Plan == Reply {
    /// Returns what the command asks for.
    ///
    /// - Throws: the refusal, one of `errors`.
    func reply(in scene: borrowing Scene) throws(CommandError) -> Reply
}

extension ReadingCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Reply {
        try reply(in: scene)
    }

    public func commit(_ reply: Reply, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        reply
    }
}

extension Scene {
    /// Runs the steps of a command's `commit` that can throw. What a step throws becomes
    /// `diagnostic.misuse` of the controller, and the steps after it are left out.
    ///
    /// - Parameter controller: the container that the command changes. Nothing is published of one that
    ///   has been destroyed.
    /// - Returns: what the steps return, nil where one has thrown.
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

/// Finds commands by method.
public struct CommandTable: Sendable {
    public let all: [any SceneCommand.Type]
    private let byMethod: [TextKey: any SceneCommand.Type]

    public init(_ all: [any SceneCommand.Type]) {
        self.all = all
        byMethod = Dictionary(uniqueKeysWithValues: all.map { (TextKey($0.method), $0) })
    }

    public subscript(method: String) -> (any SceneCommand.Type)? { byMethod[TextKey(method)] }
}

/// The commands that work on every scene, whatever kinds it has.
public enum SceneCommands {
    public static let all: [any SceneCommand.Type] = [
        WindowCreate.self, WindowDestroy.self, WindowGet.self, WindowList.self,
        WindowSetRoot.self, WindowResize.self, WindowSetSafeAreaInsets.self,
        ControllerCreate.self, ControllerUpdate.self, ControllerDestroy.self,
        ControllerGet.self, ControllerTree.self, ControllerList.self, ControllerCall.self,
        ControllerAddChild.self, ControllerRemoveFromParent.self, ControllerWillMove.self,
        ControllerDidMove.self, ControllerBeginAppearanceTransition.self,
        ControllerEndAppearanceTransition.self, ControllerLoadViewIfNeeded.self,
        ControllerTransition.self,
        ViewCreate.self, ViewDestroy.self, ViewAddSubview.self, ViewRemoveFromSuperview.self,
        ViewSet.self, ViewGet.self,
        TransitionUpdate.self, TransitionFinish.self, TransitionCancel.self,
        TransitionAnimateAlongside.self, TransitionGet.self, TransitionList.self,
        TransitionDefine.self, TransitionStyles.self,
        ModalPresent.self, ModalDismiss.self, ModalSelectDetent.self,
        ModalSwipeSheet.self, ModalGet.self,
    ]
}
