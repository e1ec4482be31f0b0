public import Containment
public import PagerModel

extension TabBarSelect: AskingCommand {
    /// Returns the question for a tap. A tap on the selected tab needs permission too, because it
    /// calls the delegate and pops the tab's stack [7.5].
    public func question(in scene: Scene) -> Question? {
        guard user, let tabBar = try? scene.controller(id, of: TabBar.self) else { return nil }
        return TabBar().question(tabBar, selecting: index, or: controller, in: scene)
    }
}
