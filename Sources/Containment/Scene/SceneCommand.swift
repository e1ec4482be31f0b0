public import PagerModel

/// A command that the engine, or a kind of container, carries out on the scene.
public protocol SceneCommand: Command {
    /// Whether it may stand in a reaction (`on`).
    static var isReaction: Bool { get }
    /// Validates first, then commits: when it throws, nothing has changed.
    func run(in scene: inout Scene) throws(Refusal) -> Reply
}

extension SceneCommand {
    public static var isReaction: Bool { false }
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
        WindowSetRoot.self, WindowResize.self,
        ControllerCreate.self, ControllerUpdate.self, ControllerDestroy.self,
        ControllerGet.self, ControllerTree.self, ControllerList.self, ControllerCall.self,
        ControllerAddChild.self, ControllerRemoveFromParent.self, ControllerWillMove.self,
        ControllerDidMove.self, ControllerBeginAppearanceTransition.self,
        ControllerEndAppearanceTransition.self, ControllerLoadViewIfNeeded.self,
        ControllerTransition.self,
        ViewCreate.self, ViewDestroy.self, ViewAddSubview.self, ViewRemoveFromSuperview.self,
        ViewSet.self, ViewGet.self,
        TransitionUpdate.self, TransitionFinish.self, TransitionCancel.self, TransitionGet.self,
        TransitionList.self, TransitionDefine.self, TransitionStyles.self,
        ModalPresent.self, ModalDismiss.self, ModalGet.self,
    ]
}
