import Testing
import UIKit

/// Tests of members that containers override or ask for.
@MainActor
struct ContainerMemberTests {
    @Test func `A container decides which size its child gets in a resize [13.3]`() {
        let simulation = Simulation.begin(screen: CGSize(width: 400, height: 800))
        let (window, half, child) = (UIWindow(), HalfContainer(), SizeLog())
        window.rootViewController = half
        window.makeKeyAndVisible()
        half.install(child)
        child.view.frame = CGRect(x: 0, y: 0, width: 200, height: 800)
        simulation.resize(to: CGSize(width: 800, height: 400))
        #expect(child.sizes == [CGSize(width: 400, height: 400)])
        #expect(half.sizes == [CGSize(width: 800, height: 400)])
        #expect(simulation.issues == [])
    }

    @Test func `A tab bar controller hears of a tap before the tab is selected`() {
        let simulation = Simulation.begin()
        let (window, tabs) = (UIWindow(), NotingTabs())
        tabs.viewControllers = [UIViewController(), UIViewController()]
        tabs.viewControllers?[1].tabBarItem = UITabBarItem(title: "Two", image: nil, tag: 2)
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        simulation.finishCycle()
        tabs.simulateTap(onTab: 1)
        #expect(tabs.taps == ["2 at 0"])
        #expect(tabs.selectedIndex == 1)
        tabs.selectedIndex = 0
        #expect(tabs.taps.count == 1)
    }

    @Test func `The readable width is at most 672 points`() {
        Simulation.begin()
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 1000, height: 100))
        #expect(view.readableContentGuide.layoutFrame.width == 672)
        #expect(view.readableContentGuide.layoutFrame.midX == 500)
        view.frame.size.width = 400
        #expect(view.readableContentGuide.layoutFrame == view.layoutMarginsGuide.layoutFrame)
    }

    @Test func `The responder chain leads from a view to the application's delegate`() {
        Simulation.begin()
        let (window, parent, child) = (UIWindow(), UIViewController(), UIViewController())
        window.rootViewController = parent
        window.makeKeyAndVisible()
        parent.install(child)
        let inner = UIView()
        child.view.addSubview(inner)
        let delegate = ApplicationDelegate()
        UIApplication.shared.delegate = delegate
        defer { UIApplication.shared.delegate = nil }
        var chain: [UIResponder] = []
        var current: UIResponder? = inner
        while let responder = current {
            chain.append(responder)
            current = responder.next
        }
        #expect(
            chain == [
                inner, child.view, child, parent.view, parent, window, window.windowScene!,
                UIApplication.shared, delegate,
            ])
    }

    @Test func `Members that UIKit lets code override are overridden`() {
        Simulation.begin()
        let navigation = OverridingNavigation()
        #expect(navigation.transitionCoordinator == nil)
        #expect(navigation.asked == 1)
        #expect(navigation.navigationBar is OwnBar)
        #expect(navigation.targetViewController(forAction: "reload", sender: nil) === navigation)
        #expect(autoreleasepool { 5 } == 5)
        os_log("%d pages", log: .default, type: .info, 5)
        #expect(
            CGGradient(
                colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: [UIColor.red.cgColor],
                locations: [0]) != nil)
    }
}

private class SizeLog: UIViewController {
    private(set) var sizes: [CGSize] = []

    override func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
    ) {
        super.viewWillTransition(to: size, with: coordinator)
        sizes.append(size)
    }
}

private final class HalfContainer: SizeLog {
    override func size(
        forChildContentContainer container: any UIContentContainer,
        withParentContainerSize parentSize: CGSize
    ) -> CGSize { CGSize(width: parentSize.width / 2, height: parentSize.height) }
}

private final class OwnBar: UINavigationBar {}

private final class OverridingNavigation: UINavigationController {
    private(set) var asked = 0
    private let bar = OwnBar()

    override var navigationBar: UINavigationBar { bar }

    override func targetViewController(
        forAction action: Selector, sender: Any?
    ) -> UIViewController? { self }

    override var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
        asked += 1
        return super.transitionCoordinator
    }
}

private final class ApplicationDelegate: UIResponder, UIApplicationDelegate {}

private final class NotingTabs: UITabBarController {
    var taps: [String] = []
    override func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {
        taps.append("\(item.tag) at \(selectedIndex)")
    }
}
