internal import Containment
internal import PagerModel

/// Methods that find the controllers on a navigation stack that hide the bar of the enclosing tab
/// bar controller [7.9].
extension Navigation {
    /// Returns the members of the changed stack for which `hidesBottomBarWhenPushed` was true when
    /// they entered the stack [7.9]. Returns nil if neither the old nor the new stack has such
    /// members. O(1) for a push or a pop without such members.
    func barHiders(
        after change: StackChange, _ stack: Handle, in scene: Scene
    ) -> [Handle]? {
        let before = scene[Navigation.self, stack].barHiders
        var hiders = before
        switch change {
        case .push(let controller):
            if scene.hidesBottomBarWhenPushed(controller) { hiders.append(controller) }
        case .pop(let leaving):
            if !hiders.isEmpty {
                let leaving = Set<Handle>(leaving)
                hiders.removeAll { leaving.contains($0) }
            }
        case .replace(let next, _):
            let present = Set<Handle>(scene[Navigation.self, stack].stack)
            let hiding = Set<Handle>(before)
            hiders = next.filter {
                present.contains($0) ? hiding.contains($0) : scene.hidesBottomBarWhenPushed($0)
            }
        }
        return before.isEmpty && hiders.isEmpty ? nil : hiders
    }

    /// Returns whether a controller above the root of the stack hides the tab bar.
    func hidesBottomBar(_ stack: Handle, in scene: Scene) -> Bool {
        let state = scene[Navigation.self, stack]
        return state.barHiders.contains { $0 != state.stack.first }
    }
}
