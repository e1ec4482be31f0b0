internal import Containment
internal import PagerModel

extension UIViewController {
    /// Calls `loadView` if there is no view yet.
    func load() {
        guard loadedView == nil else { return }
        loadView()
        guard loadedView == nil else { return }
        simulation.report(
            Simulation.Issue(
                text: "loadView of \(type(of: self)) must set the property view",
                exception: "NSInternalInconsistencyException"))
        set(view: UIView())
    }

    func set(view new: UIView?) {
        guard let new, new !== loadedView, isFree(new) else { return }
        guard requireID() != nil, let handle else { return }
        if let old = loadedView {
            old.owner = nil
            old.handle = nil
            old.id = nil
        }
        loadedView = new
        new.become(viewOf: self, handle)
        // If code sets `view` outside of `loadView`, the engine loads the view immediately, as
        // UIKit does.
        if called != .loadView { loadEngineView() }
    }

    private func loadEngineView() {
        guard let id else { return }
        simulation.perform(ControllerLoadViewIfNeeded { $0.id = id })
    }
}
