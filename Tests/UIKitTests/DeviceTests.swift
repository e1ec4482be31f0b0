import Testing
import UIKit

/// Safe areas, bars and margins on a simulated phone.
@MainActor
@Suite struct DeviceTests {
    private final class Page: UIViewController {
        var insets: [UIEdgeInsets] = []
        var hidesStatusBar = false
        override var prefersStatusBarHidden: Bool { hidesStatusBar }
        override func viewSafeAreaInsetsDidChange() {
            super.viewSafeAreaInsetsDidChange()
            insets.append(view.safeAreaInsets)
        }
    }

    /// Shows a controller in a window of a phone. The closure runs after the simulation has begun,
    /// because controllers belong to it.
    private func show(
        _ device: Simulation.Device, _ make: @MainActor () -> UIViewController
    ) -> (simulation: Simulation, window: UIWindow) {
        let simulation = Simulation.begin(device: device)
        let window = UIWindow()
        window.rootViewController = make()
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
        return (simulation, window)
    }

    @Test(arguments: [
        (Simulation.Device.iPhoneSE, [20, 0, 0, 0, 0, 0]),
        (.iPhoneX, [44, 34, 0, 44, 21, 44]),
        (.iPhone14, [47, 34, 0, 47, 21, 47]),
        (.iPhone15, [59, 34, 0, 59, 21, 59]),
    ])
    func `A phone covers parts of its window, upright and in landscape`(
        device: Simulation.Device, insets: [CGFloat]
    ) {
        let upright = UIEdgeInsets(top: insets[0], left: 0, bottom: insets[1], right: 0)
        let landscape = UIEdgeInsets(
            top: insets[2], left: insets[3], bottom: insets[4], right: insets[5])
        let screen = show(device) { Page() }
        let shown = screen.window.rootViewController as? Page
        #expect(screen.window.safeAreaInsets == upright)
        #expect(shown?.view.safeAreaInsets == upright)
        #expect(shown?.insets == [upright])
        #expect(UIApplication.shared.statusBarFrame.height == device.statusBarHeight)
        let size = device.size
        screen.simulation.resize(to: CGSize(width: size.height, height: size.width))
        screen.simulation.finishCycle()
        #expect(shown?.view.safeAreaInsets == landscape)
        #expect(shown?.insets == [upright, landscape])
        #expect(UIApplication.shared.isStatusBarHidden)
    }

    @Test func `A hidden status bar uncovers the top of a phone without a notch only`() {
        for (device, top) in [(Simulation.Device.iPhoneSE, 0), (.iPhone14, 47)] {
            let screen = show(device) {
                let page = Page()
                page.hidesStatusBar = true
                return page
            }
            #expect(screen.window.safeAreaInsets.top == CGFloat(top))
            #expect(UIApplication.shared.statusBarFrame == .zero)
        }
    }

    @Test func `A navigation bar and a toolbar cover the pages of their stack`() throws {
        let screen = show(.iPhone14) { UINavigationController(rootViewController: Page()) }
        let stack = try #require(screen.window.rootViewController as? UINavigationController)
        let page = try #require(stack.topViewController as? Page)
        #expect(stack.navigationBar.frame == CGRect(x: 0, y: 47, width: 390, height: 44))
        #expect(page.view.safeAreaInsets == UIEdgeInsets(top: 91, left: 0, bottom: 34, right: 0))
        stack.setToolbarHidden(false, animated: false)
        #expect(stack.toolbar.frame == CGRect(x: 0, y: 766, width: 390, height: 44))
        #expect(page.view.safeAreaInsets.bottom == 78)
        stack.setNavigationBarHidden(true, animated: false)
        #expect(page.view.safeAreaInsets.top == 47)
        #expect(page.insets.count == 3)
        screen.simulation.resize(to: CGSize(width: 844, height: 390))
        screen.simulation.finishCycle()
        stack.setNavigationBarHidden(false, animated: false)
        #expect(page.view.safeAreaInsets == UIEdgeInsets(top: 32, left: 47, bottom: 53, right: 47))
    }

    @Test func `Large titles and search bars make a navigation bar higher`() throws {
        let screen = show(.iPhoneSE) { UINavigationController(rootViewController: Page()) }
        let stack = try #require(screen.window.rootViewController as? UINavigationController)
        let page = try #require(stack.topViewController)
        stack.navigationBar.prefersLargeTitles = true
        #expect(stack.navigationBar.frame.height == 96)
        page.navigationItem.searchController = UISearchController(searchResultsController: nil)
        page.navigationItem.hidesSearchBarWhenScrolling = false
        #expect(stack.navigationBar.frame.height == 148)
        let next = Page()
        next.navigationItem.largeTitleDisplayMode = .never
        stack.pushViewController(next, animated: false)
        screen.simulation.finishCycle()
        #expect(stack.navigationBar.frame.height == 44)
        #expect(next.view.safeAreaInsets.top == 64)
    }

    @Test func `A tab bar covers the tabs until a push hides it`() throws {
        let screen = show(.iPhone14) {
            let tabs = UITabBarController()
            tabs.viewControllers = [UINavigationController(rootViewController: Page())]
            return tabs
        }
        let tabs = try #require(screen.window.rootViewController as? UITabBarController)
        let stack = try #require(tabs.selectedViewController as? UINavigationController)
        let page = try #require(stack.topViewController as? Page)
        #expect(tabs.tabBar.frame == CGRect(x: 0, y: 761, width: 390, height: 83))
        #expect(page.view.safeAreaInsets.bottom == 83)
        let next = Page()
        next.hidesBottomBarWhenPushed = true
        stack.pushViewController(next, animated: true)
        screen.simulation.advance(by: .seconds(1))
        #expect(next.view.safeAreaInsets.bottom == 34)
        #expect(tabs.tabBar.frame.minX == -390)
        stack.popViewController(animated: true)
        screen.simulation.advance(by: .seconds(1))
        #expect(page.view.safeAreaInsets.bottom == 83)
        #expect(tabs.tabBar.frame.minX == 0)
        #expect(screen.simulation.issues == [])
    }

    @Test func `A bar that code hides covers nothing`() throws {
        let screen = show(.iPhone14) {
            let tabs = UITabBarController()
            tabs.viewControllers = [UINavigationController(rootViewController: Page())]
            return tabs
        }
        let tabs = try #require(screen.window.rootViewController as? UITabBarController)
        let stack = try #require(tabs.selectedViewController as? UINavigationController)
        tabs.tabBar.isHidden = true
        stack.navigationBar.isHidden = true
        let insets = stack.topViewController?.view.safeAreaInsets
        #expect(insets == UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0))
    }

    @Test func `Margins contain the safe area, and at the edges of a page those of the system`() {
        let screen = show(.iPhone14) { Page() }
        let page = screen.window.rootViewController
        let inner = UIView(frame: CGRect(x: 0, y: 100, width: 390, height: 100))
        page?.view.addSubview(inner)
        #expect(page?.view.layoutMargins == UIEdgeInsets(top: 47, left: 16, bottom: 34, right: 16))
        #expect(inner.layoutMargins == UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8))
        page?.view.insetsLayoutMarginsFromSafeArea = false
        #expect(page?.view.layoutMargins == UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 16))
    }

    @Test func `A constraint to the safe area keeps a view below the bars`() throws {
        let screen = show(.iPhoneX) { UINavigationController(rootViewController: Page()) }
        let stack = try #require(screen.window.rootViewController as? UINavigationController)
        let view = try #require(stack.topViewController?.view)
        let content = UIView()
        content.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(content)
        NSLayoutConstraint.activate([
            content.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            content.bottomAnchor.constraint(equalTo: view.safeAreaLayoutGuide.bottomAnchor),
            content.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            content.trailingAnchor.constraint(equalTo: view.trailingAnchor),
        ])
        screen.simulation.finishCycle()
        #expect(content.frame == CGRect(x: 0, y: 88, width: 375, height: 690))
        stack.setNavigationBarHidden(true, animated: false)
        screen.simulation.finishCycle()
        #expect(content.frame == CGRect(x: 0, y: 44, width: 375, height: 734))
    }

    @Test func `Without a phone, nothing covers the screen and bars have no size`() {
        let simulation = Simulation.begin()
        let window = UIWindow()
        let stack = UINavigationController(rootViewController: Page())
        window.rootViewController = stack
        window.makeKeyAndVisible()
        simulation.finishCycle()
        #expect(stack.topViewController?.view.safeAreaInsets == .zero)
        #expect(stack.navigationBar.frame == .zero)
        #expect(UIApplication.shared.statusBarFrame == .zero)
    }
}
