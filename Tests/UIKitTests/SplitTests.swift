import Testing
import UIKit

@MainActor
struct SplitTests {
    private final class Delegate: UISplitViewControllerDelegate {
        var told: [String] = []
        var discards = false
        var top: UISplitViewController.Column?

        func splitViewController(
            _ splitViewController: UISplitViewController,
            collapseSecondary secondaryViewController: UIViewController,
            onto primaryViewController: UIViewController
        ) -> Bool {
            told.append("collapse")
            return discards
        }

        func splitViewController(
            _ splitViewController: UISplitViewController,
            separateSecondaryFrom primaryViewController: UIViewController
        ) -> UIViewController? {
            told.append("separate")
            return splitViewController.viewController(for: .secondary)
        }

        func splitViewController(
            _ svc: UISplitViewController,
            topColumnForCollapsingToProposedTopColumn proposed: UISplitViewController.Column
        ) -> UISplitViewController.Column {
            told.append("top of \(proposed)")
            return top ?? proposed
        }

        func splitViewControllerDidCollapse(_ svc: UISplitViewController) {
            told.append("collapsed")
        }
        func splitViewControllerDidExpand(_ svc: UISplitViewController) { told.append("expanded") }

        func splitViewController(
            _ svc: UISplitViewController,
            willChangeTo displayMode: UISplitViewController.DisplayMode
        ) { told.append("mode \(displayMode)") }

        func splitViewController(
            _ svc: UISplitViewController, willHide column: UISplitViewController.Column
        ) { told.append("hide \(column)") }

        func splitViewController(
            _ svc: UISplitViewController, willShow column: UISplitViewController.Column
        ) { told.append("show \(column)") }
    }

    @MainActor
    private struct Screen {
        let simulation = Simulation.begin(screen: CGSize(width: 1000, height: 700))
        let window = UIWindow()
        let delegate = Delegate()
        let split: UISplitViewController
        let list = UINavigationController(rootViewController: UIViewController())
        let detail = UIViewController()

        init(_ style: UISplitViewController.Style = .unspecified) {
            split =
                style == .unspecified
                ? UISplitViewController() : UISplitViewController(style: style)
            split.delegate = delegate
        }

        func show() {
            window.rootViewController = split
            window.makeKeyAndVisible()
            simulation.advance(by: .seconds(1))
        }

        func narrow() {
            simulation.resize(to: CGSize(width: 400, height: 700))
            simulation.finishCycle()
        }

        func widen() {
            simulation.resize(to: CGSize(width: 1000, height: 700))
            simulation.finishCycle()
        }
    }

    @Test
    func `A collapse pushes the detail onto the list's stack, an expansion moves it back [8.2]`() {
        let screen = Screen()
        screen.split.viewControllers = [screen.list, screen.detail]
        screen.show()
        #expect(!screen.split.isCollapsed)
        screen.narrow()
        #expect(screen.delegate.told == ["collapse", "collapsed"])
        #expect(screen.list.topViewController === screen.detail)
        screen.widen()
        #expect(screen.delegate.told.suffix(2) == ["separate", "expanded"])
        #expect(screen.list.viewControllers.count == 1)
        #expect(screen.detail.parent === screen.split)
        #expect(screen.simulation.issues == [])
    }

    @Test func `A delegate that handles the collapse leaves the list on top`() {
        let screen = Screen()
        screen.delegate.discards = true
        screen.split.viewControllers = [screen.list, screen.detail]
        screen.show()
        screen.narrow()
        #expect(screen.list.viewControllers.count == 1)
        screen.widen()
        #expect(screen.split.viewControllers == [screen.list, screen.detail])
        #expect(screen.detail.view.window != nil)
        #expect(screen.simulation.issues == [])
    }

    @Test func `A split that enters a narrow window asks its delegate too [8.1] [8.7]`() {
        let screen = Screen(.doubleColumn)
        screen.delegate.top = .primary
        screen.split.setViewController(screen.list, for: .primary)
        #expect(screen.split.viewControllers == [])
        screen.split.setViewController(screen.detail, for: .secondary)
        #expect(screen.split.viewController(for: .secondary) === screen.detail)
        screen.simulation.resize(to: CGSize(width: 400, height: 700))
        screen.window.frame.size.width = 400
        screen.show()
        #expect(screen.split.isCollapsed)
        #expect(screen.delegate.told == ["top of secondary", "collapsed"])
        #expect(screen.list.viewControllers.count == 1)
        screen.split.show(.secondary)
        #expect(screen.list.topViewController === screen.detail.navigationController)
        #expect(screen.simulation.issues == [])
    }

    @Test func `Columns are shown and hidden by the display mode [8.6] [8.9]`() {
        let screen = Screen(.tripleColumn)
        let middle = UIViewController()
        screen.split.setViewController(screen.list, for: .primary)
        screen.split.setViewController(middle, for: .supplementary)
        screen.split.setViewController(screen.detail, for: .secondary)
        screen.show()
        #expect(screen.split.displayMode == .oneBesideSecondary)
        #expect(screen.list.view.window == nil)
        screen.split.show(.primary)
        #expect(screen.split.displayMode == .twoBesideSecondary)
        #expect(screen.list.view.window != nil)
        screen.split.preferredDisplayMode = .secondaryOnly
        #expect(middle.view.window == nil)
        #expect(
            screen.delegate.told == [
                "mode twoBesideSecondary", "show primary", "mode secondaryOnly", "hide primary",
                "hide supplementary",
            ])
        #expect(screen.simulation.issues == [])
    }

    @Test
    func `A detail replaces the secondary column, and a list without one has an empty column`() {
        let screen = Screen()
        screen.split.viewControllers = [screen.list]
        screen.show()
        screen.list.topViewController?.showDetailViewController(screen.detail, sender: nil)
        screen.split.showDetailViewController(screen.detail, sender: nil)
        screen.simulation.finishCycle()
        #expect(screen.split.viewControllers == [screen.list, screen.detail])
        let other = UIViewController()
        screen.list.topViewController?.showDetailViewController(other, sender: nil)
        screen.simulation.finishCycle()
        #expect(screen.split.viewControllers == [screen.list, other])
        #expect(screen.detail.parent == nil)
    }

    @Test func `A column gets a navigation controller for a controller that is none`() {
        let screen = Screen(.doubleColumn)
        let list = UIViewController()
        screen.split.setViewController(list, for: .primary)
        screen.split.setViewController(screen.detail, for: .secondary)
        screen.show()
        #expect(list.navigationController?.parent === screen.split)
        #expect(screen.detail.navigationController?.parent === screen.split)
        #expect(screen.split.viewController(for: .primary) === list)
        #expect(screen.split.viewController(for: .secondary) === screen.detail)
        #expect(screen.split.viewControllers.allSatisfy { $0 is UINavigationController })
        #expect(screen.detail.splitViewController === screen.split)
        #expect(screen.simulation.issues == [])
    }

    @Test func `A navigation controller and the compact column are not wrapped`() {
        let screen = Screen(.doubleColumn)
        let compact = UIViewController()
        screen.split.setViewController(screen.list, for: .primary)
        screen.split.setViewController(compact, for: .compact)
        #expect(screen.split.viewController(for: .primary) === screen.list)
        #expect(compact.navigationController == nil)
        #expect(screen.split.viewController(for: .compact) === compact)
    }

    @Test func `Another secondary controller is pushed, unless nil was set before it`() {
        let screen = Screen(.doubleColumn)
        screen.split.setViewController(screen.list, for: .primary)
        screen.split.setViewController(screen.detail, for: .secondary)
        screen.show()
        let second = UIViewController()
        screen.split.setViewController(second, for: .secondary)
        screen.simulation.finishCycle()
        #expect(screen.detail.navigationController?.viewControllers == [screen.detail, second])
        #expect(screen.split.viewController(for: .secondary) === second)
        #expect(second.view.window != nil)
        screen.split.setViewController(nil, for: .secondary)
        screen.simulation.finishCycle()
        #expect(screen.split.viewController(for: .secondary) == nil)
        #expect(second.view.window == nil)
        let third = UIViewController()
        screen.split.setViewController(third, for: .secondary)
        screen.simulation.finishCycle()
        #expect(third.navigationController?.viewControllers == [third])
        #expect(third.view.window != nil)
        #expect(screen.simulation.issues == [])
    }

    @Test func `Wrapped columns collapse, show and expand`() {
        let screen = Screen(.doubleColumn)
        let list = UIViewController()
        screen.split.setViewController(list, for: .primary)
        screen.split.setViewController(screen.detail, for: .secondary)
        screen.show()
        screen.split.hide(.primary)
        #expect(list.view.window == nil)
        screen.split.show(.primary)
        #expect(list.view.window != nil)
        screen.narrow()
        #expect(screen.split.isCollapsed)
        #expect(screen.detail.view.window != nil)
        #expect(list.view.window == nil)
        screen.split.show(.primary)
        screen.simulation.advance(by: .seconds(1))
        #expect(list.view.window != nil)
        screen.split.show(.secondary)
        screen.simulation.advance(by: .seconds(1))
        #expect(screen.detail.view.window != nil)
        screen.widen()
        #expect(list.view.window != nil)
        #expect(screen.detail.view.window != nil)
        #expect(screen.split.viewController(for: .secondary) === screen.detail)
        #expect(screen.simulation.issues == [])
    }
}
