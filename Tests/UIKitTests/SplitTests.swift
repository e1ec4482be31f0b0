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
        #expect(screen.split.viewControllers == [screen.list, screen.detail])
        screen.simulation.resize(to: CGSize(width: 400, height: 700))
        screen.window.frame.size.width = 400
        screen.show()
        #expect(screen.split.isCollapsed)
        #expect(screen.delegate.told == ["top of secondary", "collapsed"])
        #expect(screen.list.viewControllers.count == 1)
        screen.split.show(.secondary)
        #expect(screen.list.topViewController === screen.detail)
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
}
