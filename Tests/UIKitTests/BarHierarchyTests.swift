import Testing
import UIKit

/// The places of bars in the views of their containers.
@MainActor
@Suite(.simulation(device: .iPhone14)) struct BarHierarchyTests {
    private let simulation = Simulation.current
    private let window = UIWindow()
    private let tabs = UITabBarController()
    private let stack = UINavigationController(rootViewController: UIViewController())

    private func show(_ root: UIViewController) {
        window.rootViewController = root
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
    }

    private func showTabs() {
        tabs.viewControllers = [stack, UIViewController()]
        show(tabs)
    }

    @Test func `A tab bar is in front of the tabs`() {
        showTabs()
        #expect(tabs.tabBar.superview === tabs.view)
        #expect(tabs.tabBar.window === window)
        #expect(tabs.view.subviews == [stack.view, tabs.tabBar])
        tabs.selectedIndex = 1
        simulation.advance(by: .seconds(1))
        #expect(tabs.view.subviews == [tabs.selectedViewController!.view, tabs.tabBar])
        #expect(tabs.children.count == 2 && simulation.issues == [])
    }

    @Test func `A navigation bar is in front of the pages, and a toolbar once it is shown`() {
        show(stack)
        #expect(stack.view.subviews == [stack.topViewController!.view, stack.navigationBar])
        stack.setToolbarHidden(false, animated: false)
        #expect(stack.view.subviews.last === stack.toolbar)
        stack.pushViewController(UIViewController(), animated: true)
        simulation.advance(by: .seconds(1))
        #expect(
            stack.view.subviews == [
                stack.topViewController!.view, stack.navigationBar, stack.toolbar,
            ])
        #expect(simulation.issues == [])
    }

    @Test func `A button in a tab bar gets the tap, also where it rises above the bar`() {
        final class RisingBar: UITabBar {
            override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
                super.point(inside: point, with: event)
                    || subviews.contains { $0.frame.contains(point) }
            }
        }
        let bar = RisingBar()
        tabs.setValue(bar, forKey: "tabBar")
        showTabs()
        let button = UIButton(frame: CGRect(x: 165, y: -50, width: 60, height: 60))
        var taps = 0
        button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
        bar.addSubview(button)
        simulation.tap(button)
        tabs.selectedIndex = 1
        simulation.tap(button)
        #expect(taps == 2)
        #expect(simulation.issues == [])
    }

    @Test func `A tab bar has a button for each item, behind the application's subviews`() {
        let own = UIView()
        tabs.tabBar.addSubview(own)
        showTabs()
        let subviews = tabs.tabBar.subviews
        let names = subviews.map { "\(type(of: $0))" }
        #expect(names == ["UITabBarButton", "UITabBarButton", "UIView"])
        #expect(subviews.prefix(2).allSatisfy { $0 is UIControl })
        #expect(subviews.map(\.frame.minX) == [0, 195, 0])
        tabs.viewControllers = [stack]
        simulation.finishCycle()
        #expect(tabs.tabBar.subviews.count == 2 && tabs.tabBar.subviews[0].frame.width == 390)
        #expect(simulation.issues == [])
    }

    @Test func `A tap on a tab bar selects the tab, unless the delegate refuses`() {
        final class Refusing: UITabBarControllerDelegate {
            func tabBarController(
                _ tabs: UITabBarController, shouldSelect page: UIViewController
            ) -> Bool { page is UINavigationController }
        }
        showTabs()
        let (first, second) = (CGPoint(x: 90, y: 780), CGPoint(x: 300, y: 780))
        simulation.tap(at: second, in: window)
        #expect(tabs.selectedIndex == 1)
        let delegate = Refusing()
        tabs.delegate = delegate
        simulation.tap(at: first, in: window)
        #expect(tabs.selectedIndex == 0)
        simulation.tap(at: second, in: window)
        #expect(tabs.selectedIndex == 0)
        #expect(simulation.issues == [])
    }

    @Test func `A tap on a bar without a controller tells the bar's delegate`() {
        final class Choosing: UITabBarDelegate {
            var chosen: [Int] = []
            func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {
                chosen.append(item.tag)
            }
        }
        let bar = UITabBar(frame: CGRect(x: 0, y: 400, width: 390, height: 49))
        bar.items = [7, 8, 9].map { UITabBarItem(title: nil, image: nil, tag: $0) }
        let delegate = Choosing()
        bar.delegate = delegate
        let page = UIViewController()
        page.view.addSubview(bar)
        show(page)
        simulation.tap(at: CGPoint(x: 195, y: 420), in: window)
        #expect(delegate.chosen == [8] && bar.selectedItem?.tag == 8)
        #expect(simulation.issues == [])
    }

    @Test func `Views are placed around a bar`() {
        showTabs()
        let (below, above, front) = (UIView(), UIView(), UIView())
        tabs.view.insertSubview(below, belowSubview: tabs.tabBar)
        tabs.view.addSubview(front)
        tabs.view.insertSubview(above, aboveSubview: tabs.tabBar)
        #expect(tabs.view.subviews == [stack.view, below, tabs.tabBar, above, front])
        tabs.view.bringSubviewToFront(tabs.tabBar)
        #expect(tabs.view.subviews == [stack.view, below, above, front, tabs.tabBar])
        tabs.view.sendSubviewToBack(tabs.tabBar)
        #expect(tabs.view.subviews == [tabs.tabBar, stack.view, below, above, front])
        tabs.tabBar.removeFromSuperview()
        #expect(tabs.tabBar.superview == nil)
        #expect(simulation.issues == [])
    }

    @Test func `A bar that code has placed keeps its frame until the container places it again`() {
        showTabs()
        tabs.tabBar.frame = CGRect(x: 0, y: 700, width: 390, height: 144)
        simulation.finishCycle()
        #expect(tabs.tabBar.frame.height == 144)
        simulation.resize(to: CGSize(width: 844, height: 390))
        simulation.finishCycle()
        #expect(tabs.tabBar.frame == CGRect(x: 0, y: 337, width: 844, height: 53))
    }

    @Test func `A bar lays out its subviews and hears of its window`() {
        final class OwnBar: UITabBar {
            var log: [String] = []
            override func didMoveToWindow() { log.append("didMoveToWindow") }
            override func layoutSubviews() {
                super.layoutSubviews()
                log.append("layoutSubviews \(Int(bounds.width))")
            }
        }
        let bar = OwnBar()
        tabs.setValue(bar, forKey: "tabBar")
        showTabs()
        #expect(bar.log == ["didMoveToWindow", "layoutSubviews 390"])
    }

    @Test func `An own tab bar hears of new items once, and tells the controller of its choice`() {
        final class Tabs: UITabBarController {
            var chosen: [String?] = []
            override func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {
                chosen.append(item.title)
            }
        }
        final class OwnBar: UITabBar {
            var changes = 0
            override var items: [UITabBarItem]? { didSet { changes += 1 } }
        }
        let tabs = Tabs()
        let bar = OwnBar()
        tabs.setValue(bar, forKey: "tabBar")
        stack.title = "First"
        tabs.viewControllers = [stack]
        show(tabs)
        #expect(tabs.tabBar.items?.count == 1)
        bar.delegate?.tabBar(bar, didSelect: stack.tabBarItem)
        #expect(bar.changes == 1)
        #expect(tabs.chosen == ["First"])
    }
}
