public import Containment
public import PagerModel

extension TabBarSelect: AskingCommand {
    /// Returns the question that asks whether the user may tap a tab. The question is asked even
    /// for the selected tab, because a tap on it calls the delegate and pops the tab's stack [7.5].
    public func question(in scene: Scene) -> Question? {
        guard user, let tabBar = try? scene.controller(id, of: TabBar.self) else { return nil }
        return TabBar().question(tabBar, selecting: index, or: controller, in: scene)
    }
}
