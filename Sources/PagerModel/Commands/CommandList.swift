/// The list of all methods of the wire protocol, for clients of the daemon.
///
/// The engine and its containers have their own lists of the commands that they implement. A test
/// compares `server.describe` with this list.
public enum CommandList {
    /// All commands in the order of the protocol reference.
    public static let all: [any Command.Type] =
        ServerCommands.all + ScreenCommands.all + PluginCommands.all + window + controller
        + containment + view + transition + container

    private static let window: [any Command.Type] = [
        WindowCreate.self, WindowDestroy.self, WindowGet.self, WindowList.self,
        WindowSetRoot.self, WindowResize.self, WindowSetSafeAreaInsets.self,
    ]

    private static let controller: [any Command.Type] = [
        ControllerCreate.self, ControllerUpdate.self, ControllerDestroy.self,
        ControllerGet.self, ControllerTree.self, ControllerList.self, ControllerCall.self,
    ]

    private static let containment: [any Command.Type] = [
        ControllerAddChild.self, ControllerRemoveFromParent.self, ControllerWillMove.self,
        ControllerDidMove.self, ControllerBeginAppearanceTransition.self,
        ControllerEndAppearanceTransition.self, ControllerLoadViewIfNeeded.self,
        ControllerTransition.self, ModalPresent.self, ModalDismiss.self, ModalSelectDetent.self,
        ModalSwipeSheet.self, ModalGet.self,
    ]

    private static let view: [any Command.Type] = [
        ViewCreate.self, ViewDestroy.self, ViewAddSubview.self, ViewRemoveFromSuperview.self,
        ViewSet.self, ViewGet.self,
    ]

    private static let transition: [any Command.Type] = [
        TransitionUpdate.self, TransitionFinish.self, TransitionCancel.self,
        TransitionAnimateAlongside.self, TransitionGet.self, TransitionList.self,
        TransitionDefine.self,
        TransitionStyles.self,
    ]

    private static let container = Kinds.all.flatMap { $0.commands }
}
