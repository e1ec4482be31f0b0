internal import Containment
internal import PagerModel

extension UIViewController {
    public func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
        guard let id = requireID() else { return }
        simulation.perform(
            ControllerBeginAppearanceTransition(id: id, appearing: isAppearing, animated: animated))
    }

    public func endAppearanceTransition() {
        guard let id = requireID() else { return }
        simulation.perform(ControllerEndAppearanceTransition(id: id))
    }

    public var isMovingToParent: Bool { record?.isMovingToParent ?? false }
    public var isMovingFromParent: Bool { record?.isMovingFromParent ?? false }
    public var isBeingPresented: Bool { record?.isBeingPresented ?? false }
    public var isBeingDismissed: Bool { record?.isBeingDismissed ?? false }

    /// Reports to the engine that code has called an appearance callback directly. UIKit logs such
    /// a call.
    func calledByHand(_ method: ControllerCall.Method, _ animated: Bool) {
        guard called == nil, let id else { return }
        simulation.perform(ControllerCall(id: id, callback: method, animated: animated))
    }
}
