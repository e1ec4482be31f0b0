internal import Containment
internal import PagerModel

/// May another member be selected? Nil where the command means none, or the selected one.
func selectQuestion(
    in container: Handle, index: Int?, name: Identifier?, of list: [Handle], selected: Handle,
    _ scene: Scene
) -> Question? {
    var target = Handle.none
    if let index, list.indices.contains(index) { target = list[index] }
    if let name, let named = try? scene.controller(name) { target = named }
    guard !target.isNone, target != selected, scene.container(of: target) == container else {
        return nil
    }
    return Question(.shouldSelect, container: container, controller: target)
}
