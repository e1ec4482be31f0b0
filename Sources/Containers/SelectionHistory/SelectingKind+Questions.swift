internal import Containment
internal import PagerModel

/// Questions to container kinds and plugins that ask whether the user may select a member, such as
/// a page or a tab.
extension SelectingKind {
    /// Returns the question that container kinds and plugins are asked before the user selects a
    /// member of a container: may the user select this member? The member is given by its index or
    /// its name. Returns nil if the container has no such member.
    func question(
        _ container: Handle, selecting index: Int?, or name: Identifier?, in scene: Scene
    ) -> Question? {
        let members = scene[Self.self, container].members
        var target = Handle.none
        if let index, members.indices.contains(index) { target = members[index] }
        if let name, let named = try? scene.controller(name) { target = named }
        guard !target.isNone, scene.container(of: target) == container else { return nil }
        return Question(.shouldSelect, container: container, controller: target)
    }

    /// Returns the question to container kinds and plugins: may the user go back or forward?
    /// Returns nil if the command selects nothing.
    func question(
        _ container: Handle, _ cause: SelectionCause, in scene: Scene
    ) -> Question? {
        guard let target = destination(cause, of: container, in: scene) else { return nil }
        return Question(
            .shouldSelect, container: container,
            controller: scene[Self.self, container].members[target])
    }
}
