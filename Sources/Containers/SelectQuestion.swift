internal import Containment
internal import PagerModel

/// May a person select this member? Nil where the command names none.
func selectQuestion(
    in container: Handle, index: Int?, name: Identifier?, of list: [Handle], _ scene: Scene
) -> Question? {
    var target = Handle.none
    if let index, list.indices.contains(index) { target = list[index] }
    if let name, let named = try? scene.controller(name) { target = named }
    guard !target.isNone, scene.container(of: target) == container else { return nil }
    return Question(.shouldSelect, container: container, controller: target)
}
