import Testing
import UIKit

private final class OwnTabBar: UITabBar {
    let centre = UIButton()
}
private final class OwnNavigationBar: UINavigationBar {}

@MainActor
@Suite(.simulation) struct OwnBarTests {
    @Test func `A tab bar controller takes an own bar by its key`() {
        let tabs = UITabBarController()
        tabs.viewControllers = [UIViewController(), UIViewController()]
        tabs.tabBar.tintColor = .red
        let bar = OwnTabBar()
        tabs.setValue(bar, forKey: "tabBar")
        #expect(tabs.tabBar === bar)
        #expect(bar.items?.count == 2)
        #expect(Simulation.current.issues == [])
    }

    @Test func `The bars of a container have keys`() {
        let (tabs, stack) = (UITabBarController(), UINavigationController())
        #expect(tabs.value(forKey: "tabBar") as? UITabBar === tabs.tabBar)
        #expect(stack.value(forKey: "navigationBar") as? UINavigationBar === stack.navigationBar)
        #expect(stack.value(forKeyPath: "toolbar.barTintColor") == nil)
        #expect(Simulation.current.issues == [])
    }

    @Test func `A navigation controller makes bars of the given classes`() {
        let stack = UINavigationController(
            navigationBarClass: OwnNavigationBar.self, toolbarClass: nil)
        stack.viewControllers = [UIViewController()]
        #expect(stack.navigationBar is OwnNavigationBar)
        #expect(stack.navigationBar.items?.count == 1)
        #expect(type(of: stack.toolbar!) == UIToolbar.self)
    }

    @Test func `The view of a bar's item is private, and nil here`() {
        #expect(UITabBarItem().value(forKey: "view") == nil)
        #expect(Simulation.current.issues == [])
    }

    @Test func `A view without constraints fits the size that is asked for`() {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 500))
        #expect(view.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize) == .zero)
        let fitting = view.systemLayoutSizeFitting(
            CGSize(width: 200, height: 0), withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel)
        #expect(fitting == CGSize(width: 200, height: 0))
    }
}
