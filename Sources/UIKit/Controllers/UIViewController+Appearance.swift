internal import Containment
internal import PagerModel

extension UIViewController {
    /// Reports to the engine that code has called an appearance callback directly. UIKit logs such
    /// a call.
    func calledByHand(_ method: ControllerCall.Method, _ animated: Bool) {
        guard called?.rawValue != method.rawValue, let id else { return }
        simulation.perform(
            ControllerCall {
                $0.id = id
                $0.callback = method
                $0.animated = animated
            })
    }
}
