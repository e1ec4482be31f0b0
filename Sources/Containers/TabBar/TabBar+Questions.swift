public import Containment
public import PagerModel

extension TabBarSelect: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard let tabBar = try? scene.controller(id, of: TabBar.self) else { return nil }
        return selectQuestion(
            in: tabBar, index: index, name: controller, of: scene[TabBar.self, tabBar].controllers,
            selected: scene[TabBar.self, tabBar].selected, scene)
    }
}
