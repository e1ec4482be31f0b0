import Containment
import ContainmentTesting
import PagerModel
import Testing
import UIKit

/// Tests that expectations stay the same when a test moves from a ContainmentTesting scene to
/// UIKit's classes.
@MainActor
struct SameTraceTests {
    private final class List: UIViewController {}
    private final class Detail: UIViewController {}

    private static let push = [
        "Detail.willMove(UINavigationController)", "Detail.loadView", "Detail.viewDidLoad",
        "List.viewWillDisappear(true)", "Detail.viewWillAppear(true)",
        "List.viewDidDisappear(true)", "Detail.viewDidAppear(true)",
        "Detail.didMove(UINavigationController)",
    ]

    @Test func `A push has the same trace in a scene and in classes`() throws {
        var scene = Scene.standard()
        try scene.make("UINavigationController", kind: "navigation")
        try scene.make("List")
        try scene.make("Detail")
        try scene.run(NavigationSetStack { $0.controllers = ["List"] })
        try scene.show("UINavigationController")
        let fromScene = try scene.record(["load", "move", "appear"]) {
            try $0.run(NavigationPush { $0.controller = "Detail" })
            $0.advance(by: 1)
        }
        #expect(fromScene == Self.push)

        let simulation = Simulation.begin(moments: .immediate)
        let window = UIWindow()
        let stack = UINavigationController(rootViewController: List())
        window.rootViewController = stack
        window.makeKeyAndVisible()
        let fromClasses = simulation.trace(["load", "move", "appear"]) {
            stack.pushViewController(Detail(), animated: true)
            simulation.advance(by: .seconds(1))
        }
        #expect(fromClasses == Self.push)
    }

    @Test func `Without a filter, a scene and classes record the same events, also of containers`()
        throws
    {
        var scene = Scene.standard()
        try scene.make("UITabBarController", kind: "tabBar")
        try scene.make("List")
        try scene.make("Detail")
        try scene.run(TabBarSetControllers { $0.controllers = ["List", "Detail"] })
        try scene.show("UITabBarController")
        let fromScene = try scene.record { try $0.run(TabBarSelect { $0.index = 1 }) }

        let simulation = Simulation.begin(moments: .immediate)
        let window = UIWindow()
        let tabs = UITabBarController()
        tabs.viewControllers = [List(), Detail()]
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        let fromClasses = simulation.trace(nil) { tabs.selectedIndex = 1 }
        #expect(fromClasses == fromScene)
        #expect(fromScene.contains("UITabBarController.transition.ended(completed)"))
    }
}
