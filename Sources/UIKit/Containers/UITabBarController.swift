internal import Containment
internal import PagerModel

/// A container with tabs. The controller of the selected tab is visible.
open class UITabBarController: UIViewController, UITabBarDelegate {
    private var list: [UIViewController] = []
    /// Whether the top of the selected stack hides the bar [7.9].
    private(set) var isBarHiddenByPush = false

    override class var kind: String { "tabBar" }

    open weak var delegate: (any UITabBarControllerDelegate)?

    open var viewControllers: [UIViewController]? {
        get { list }
        set { setViewControllers(newValue, animated: false) }
    }

    /// The tab bar. Its items are the tab bar items of the controllers in `viewControllers`, and
    /// its selected item is the item of the selected controller. Its other properties are stored
    /// and have no effect.
    open var tabBar: UITabBar { currentTabBar }

    /// Replaces the tabs.
    ///
    /// - Parameter animated: ignored; tabs change immediately.
    open func setViewControllers(_ controllers: [UIViewController]?, animated: Bool) {
        guard let id = requireID() else { return }
        let new = controllers ?? []
        simulation.keeping(new) {
            simulation.perform(
                TabBarSetControllers {
                    $0.id = id
                    $0.controllers = new.compactMap { $0.requireID(in: simulation) }
                })
        }
    }

    /// The index of the selected controller, or `NSNotFound` if none is selected.
    open var selectedIndex: Int {
        get {
            list.firstIndex { $0 === selectedViewController } ?? NSNotFound
        }
        set {
            guard let id, list.indices.contains(newValue) else { return }
            simulation.perform(
                TabBarSelect {
                    $0.id = id
                    $0.index = newValue
                })
        }
    }

    open var selectedViewController: UIViewController? {
        get {
            guard let handle else { return nil }
            let selected = simulation.selection(of: handle)
            return list.first { $0.handle == selected }
        }
        set {
            guard let id, let other = newValue?.requireID(in: simulation) else { return }
            simulation.perform(
                TabBarSelect {
                    $0.id = id
                    $0.controller = other
                })
        }
    }

    /// Called when the user taps a tab, before the tab is selected.
    open func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
    // These methods are never called: nobody rearranges tabs.
    open func tabBar(_ tabBar: UITabBar, willBeginCustomizing items: [UITabBarItem]) {}
    open func tabBar(_ tabBar: UITabBar, didBeginCustomizing items: [UITabBarItem]) {}
    open func tabBar(
        _ tabBar: UITabBar, willEndCustomizing items: [UITabBarItem], changed: Bool
    ) {}
    open func tabBar(
        _ tabBar: UITabBar, didEndCustomizing items: [UITabBarItem], changed: Bool
    ) {}

    /// The controller of the tab "More". It is never shown: there is place for all tabs.
    public private(set) lazy var moreNavigationController = UINavigationController(
        nibName: nil, bundle: nil)
    /// A stored value without effect in the simulation.
    open var customizableViewControllers: [UIViewController]?

    /// Simulates a tap on a tab: selects the tab unless the delegate refuses. A tap on the selected
    /// tab pops the tab's navigation controller to its root.
    public func simulateTap(onTab index: Int) {
        guard let id, list.indices.contains(index) else { return }
        let tab = list[index]
        tabBar(tabBar, didSelect: tab.tabBarItem)
        guard delegate?.tabBarController(self, shouldSelect: tab) ?? true else { return }
        let command = TabBarSelect {
            $0.id = id
            $0.index = index
            $0.user = true
        }
        guard tab === selectedViewController, let stack = tab as? UINavigationController,
            stack.viewControllers.count > 1, stack.transitionCoordinator == nil
        else {
            simulation.perform(command)
            return
        }
        stack.change(
            to: stack.viewControllers.prefix(1), by: command, animated: true, isImmediate: true)
    }

    func update(isBarHidden: Bool) {
        isBarHiddenByPush = isBarHidden
        if viewIfLoaded != nil { showBars() }
        selectedViewController?.viewIfLoaded?.tellNewSafeAreaInsets()
    }

    func update(controllers new: [UIViewController]) {
        simulation.released += list.filter { old in !new.contains { $0 === old } }
        list = new
    }
}

@preconcurrency @MainActor
public protocol UITabBarControllerDelegate: AnyObject {
    func tabBarController(
        _ tabBarController: UITabBarController,
        animationControllerForTransitionFrom fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)?
    func tabBarController(
        _ tabBarController: UITabBarController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)?
    func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool
    func tabBarController(
        _ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
    public func tabBarController(
        _ tabBarController: UITabBarController,
        animationControllerForTransitionFrom fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
    public func tabBarController(
        _ tabBarController: UITabBarController,
        interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
    public func tabBarController(
        _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool { true }
    public func tabBarController(
        _ tabBarController: UITabBarController, didSelect viewController: UIViewController
    ) {}
}

extension Simulation {
    /// Returns the selected controller of a tab bar controller, or nil if no controller is
    /// selected.
    func selection(of tabBar: Handle) -> Handle? {
        let selected = scene.record(controller: tabBar).ofKind.first { $0.name == "selected" }
        guard let name = selected?.value.string, let id = Identifier(name) else { return nil }
        return try? scene.controller(id)
    }
}
