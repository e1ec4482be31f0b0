internal import Containment
internal import PagerModel

// The bars of a controller are subviews of its view, in front of its pages. The engine knows nothing
// of them: only the objects of the views do.

extension UINavigationController {
    var currentNavigationBar: UINavigationBar {
        let bar = simulation.bars.bar(of: self) { UINavigationBar() }
        let items = viewControllers.map(\.navigationItem)
        if bar.items != items { bar.items = items }
        show(bar, frameOfNavigationBar)
        return bar
    }

    var currentToolbar: UIToolbar {
        let bar = simulation.bars.bar(of: self) { UIToolbar() }
        if bar.items != topViewController?.toolbarItems {
            bar.items = topViewController?.toolbarItems
        }
        show(bar, frameOfToolbar)
        return bar
    }
}

extension UITabBarController {
    var currentTabBar: UITabBar {
        let bar = simulation.bars.bar(of: self) { UITabBar() }
        if bar.delegate == nil { bar.delegate = self }
        let items: [UITabBarItem]? = viewControllers?.map(\.tabBarItem)
        if bar.items != items { bar.items = items }
        let selected = selectedViewController?.tabBarItem
        if bar.selectedItem !== selected { bar.selectedItem = selected }
        show(bar, frameOfTabBar)
        return bar
    }
}

/// The bars that have been shown or that the application has accessed, with their controllers. The
/// bar of a released controller is released at the next access to any bar.
@MainActor
struct ControllerBars {
    struct Entry {
        weak var controller: UIViewController?
        let bar: UIView
        /// Whether the bar has been put into the controller's view.
        var isShown = false
        /// The frame that the controller has given the bar; code can replace it.
        var frame: CGRect?
    }

    private var entries: [Entry] = []

    mutating func bar<Bar: UIView>(
        of controller: UIViewController, make: () -> Bar
    ) -> Bar {
        entries.removeAll { $0.controller == nil }
        if let bar = existingBar(of: controller, Bar.self) { return bar }
        let bar = make()
        entries.append(Entry(controller: controller, bar: bar))
        return bar
    }

    mutating func replace<Bar: UIView>(_ bar: Bar, of controller: UIViewController) -> Bar? {
        let old = existingBar(of: controller, Bar.self)
        entries.removeAll { $0.controller == nil || $0.bar === old }
        entries.append(Entry(controller: controller, bar: bar))
        return old
    }

    func existingBar<Bar: UIView>(of controller: UIViewController, _: Bar.Type) -> Bar? {
        entries.lazy.filter { $0.controller === controller }.compactMap { $0.bar as? Bar }.first
    }

    /// Changes the entry of a bar, and returns the entry before.
    mutating func update(_ bar: UIView, _ change: (inout Entry) -> Void) -> Entry? {
        guard let index = entries.firstIndex(where: { $0.bar === bar }) else { return nil }
        let old = entries[index]
        change(&entries[index])
        return old
    }
}

extension UIViewController {
    /// Puts the bars of a container into its view, and places them.
    func showBars() {
        if let stack = self as? UINavigationController {
            _ = stack.currentNavigationBar
            if !stack.isToolbarHidden { _ = stack.currentToolbar }
        } else if let tabs = self as? UITabBarController {
            _ = tabs.currentTabBar
        }
    }

    /// Returns the bar of a container that a key of UIKit's names, which a tab bar's kind has, too.
    func bar(forKey key: String) -> UIView? {
        switch (self, key) {
        case (let tabs as UITabBarController, UITabBarController.kind): tabs.tabBar
        case (let stack as UINavigationController, "navigationBar"): stack.navigationBar
        case (let stack as UINavigationController, "toolbar"): stack.toolbar
        default: nil
        }
    }

    /// Replaces a bar by one of the application's class, as `setValue(_:forKey:)` does.
    func replaceBar(_ key: String, with value: Any?) -> Bool {
        switch (self, key, value) {
        case (is UITabBarController, UITabBarController.kind, let bar as UITabBar): replace(bar)
        case (is UINavigationController, "navigationBar", let bar as UINavigationBar): replace(bar)
        case (is UINavigationController, "toolbar", let bar as UIToolbar): replace(bar)
        default: return false
        }
        return true
    }

    private func replace<Bar: UIView>(_ bar: Bar) {
        simulation.bars.replace(bar, of: self)?.removeFromSuperview()
        if viewIfLoaded != nil { showBars() }
    }

    /// Puts a bar into the loaded view once and, on a simulated phone, places it when its frame
    /// has changed.
    fileprivate func show(_ bar: UIView, _ frame: @autoclosure () -> CGRect) {
        guard let view = viewIfLoaded else { return }
        let new = simulation.hasDevice ? frame() : nil
        let old = simulation.bars.update(bar) { ($0.isShown, $0.frame) = (true, new) }
        if let new, old?.frame != new { bar.placeWithoutTransform(new) }
        if old?.isShown == false { bar.move(to: view, at: nil, onlyInObject: true) }
    }
}

extension UIView {
    /// Inserts a view among subviews of which one is a bar, or moves a bar.
    func insertAmongBars(
        _ view: UIView, at index: Int?, above: UIView?, below: UIView?
    ) {
        let others = subviews.filter { $0 !== view }
        var place = index.map { min(max($0, 0), others.count) }
        if let found = (above ?? below).flatMap({ others.firstIndex(of: $0) }) {
            place = above == nil ? found : found + 1
        }
        if view.superview === self, view.isOnlyInObject {
            return view.move(to: self, at: place, onlyInObject: true)
        }
        guard let own = requireID(), let other = view.requireID(in: simulation) else { return }
        let outer = simulation.placing
        simulation.placing = (view, place ?? others.count)
        simulation.perform(
            ViewAddSubview {
                $0.view = other
                $0.to = own
                $0.at = place.map { others.prefix($0).count { !$0.isOnlyInObject } }
            })
        simulation.placing = outer
    }

    /// The index among the subviews for a new subview's index in the engine's record, which has no
    /// bars. The pages of a container are below its bars.
    func place(of view: UIView, fromRecord index: Int) -> Int {
        if let placing = simulation.placing, placing.view === view, !hasAsPage(view) {
            return placing.index
        }
        var records = 0
        for (place, subview) in subviews.enumerated() {
            if records == index { return place }
            if !subview.isOnlyInObject { records += 1 }
        }
        return subviews.count
    }

    private func hasAsPage(_ page: UIView) -> Bool {
        guard let controller = page.owner else { return false }
        let pages =
            (owner as? UINavigationController)?.viewControllers
            ?? (owner as? UITabBarController)?.viewControllers
        return pages?.contains(controller) == true
    }
}
