// The bar of a controller is in no window. It has a frame, and covers a part of the controller's
// view, only on a simulated phone.

extension UINavigationController {
    var currentNavigationBar: UINavigationBar {
        let bar = simulation.bars.bar(of: self) { UINavigationBar() }
        bar.items = viewControllers.map(\.navigationItem)
        place(bar, frameOfNavigationBar)
        return bar
    }

    var currentToolbar: UIToolbar {
        let bar = simulation.bars.bar(of: self) { UIToolbar() }
        bar.items = topViewController?.toolbarItems
        place(bar, frameOfToolbar)
        return bar
    }
}

extension UITabBarController {
    var currentTabBar: UITabBar {
        let bar = simulation.bars.bar(of: self) { UITabBar() }
        bar.items = viewControllers?.map(\.tabBarItem)
        bar.selectedItem = selectedViewController?.tabBarItem
        place(bar, frameOfTabBar)
        return bar
    }
}

/// The navigation bars, toolbars and tab bars that the application has accessed, with their
/// controllers. The bar of a released controller is released at the next access to any bar.
@MainActor
struct ControllerBars {
    private struct Entry {
        weak var controller: UIViewController?
        let bar: UIView
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

    mutating func replace<Bar: UIView>(_ bar: Bar, of controller: UIViewController) {
        let old = existingBar(of: controller, Bar.self)
        entries.removeAll { $0.controller == nil || $0.bar === old }
        entries.append(Entry(controller: controller, bar: bar))
    }

    func existingBar<Bar: UIView>(of controller: UIViewController, _: Bar.Type) -> Bar? {
        entries.lazy.filter { $0.controller === controller }.compactMap { $0.bar as? Bar }.first
    }
}

extension UIViewController {
    /// Replaces a bar by one of the application's class, as `setValue(_:forKey:)` does.
    func replaceBar(_ key: String, with value: Any?) -> Bool {
        switch (self, key, value) {
        case (is UITabBarController, UITabBarController.kind, let bar as UITabBar):
            simulation.bars.replace(bar, of: self)
        case (is UINavigationController, "navigationBar", let bar as UINavigationBar):
            simulation.bars.replace(bar, of: self)
        case (is UINavigationController, "toolbar", let bar as UIToolbar):
            simulation.bars.replace(bar, of: self)
        default: return false
        }
        return true
    }

    /// Places a bar on a simulated phone, in a loaded view.
    fileprivate func place(_ bar: UIView, _ frame: @autoclosure () -> CGRect) {
        if simulation.device != nil, viewIfLoaded != nil { bar.frame = frame() }
    }

    /// What the bars of the parent cover of this controller's view, beside the device.
    var insetsOfBars: UIEdgeInsets {
        var insets = UIEdgeInsets.zero
        if let stack = parent as? UINavigationController {
            if !stack.isNavigationBarHidden, !stack.hasHidden(UINavigationBar.self) {
                insets.top = stack.heightOfNavigationBar(showing: self)
            }
            if !stack.isToolbarHidden, !stack.hasHidden(UIToolbar.self) {
                insets.bottom = stack.heightOfToolbar
            }
        } else if let tabs = parent as? UITabBarController, !tabs.isBarHiddenByPush,
            !tabs.hasHidden(UITabBar.self)
        {
            insets.bottom = tabs.heightOfTabBar
        }
        return insets
    }

    /// Whether code has hidden a bar itself, which then covers nothing.
    private func hasHidden<Bar: UIView>(_: Bar.Type) -> Bool {
        simulation.bars.existingBar(of: self, Bar.self)?.isHidden == true
    }

    /// Whether the screen is so low that bars are narrower and have no large titles.
    fileprivate var isVerticallyCompact: Bool {
        traitCollection.verticalSizeClass == .compact
    }
}

extension UINavigationController {
    fileprivate func heightOfNavigationBar(showing controller: UIViewController) -> CGFloat {
        let item = controller.navigationItem
        var height: CGFloat = isVerticallyCompact ? 32 : 44
        if item.prompt != nil { height += 30 }
        if isVerticallyCompact { return height }
        if hasLargeTitle(controller) { height += 52 }
        if item.searchController != nil, !item.hidesSearchBarWhenScrolling { height += 52 }
        return height
    }

    /// Whether the title is large: `automatic` is what the item below has.
    private func hasLargeTitle(_ controller: UIViewController) -> Bool {
        let bar = simulation.bars.existingBar(of: self, UINavigationBar.self)
        guard bar?.prefersLargeTitles == true else { return false }
        let below = viewControllers.prefix { $0 !== controller } + [controller]
        return below.last { $0.navigationItem.largeTitleDisplayMode != .automatic }
            .map { $0.navigationItem.largeTitleDisplayMode == .always } ?? true
    }

    fileprivate var heightOfToolbar: CGFloat { isVerticallyCompact ? 32 : 44 }

    fileprivate var frameOfNavigationBar: CGRect {
        guard let top = viewControllers.last else { return .zero }
        let height = heightOfNavigationBar(showing: top)
        let y = view.safeAreaInsets.top
        return CGRect(
            x: 0, y: isNavigationBarHidden ? -height : y, width: view.bounds.width, height: height)
    }

    fileprivate var frameOfToolbar: CGRect {
        let end = view.bounds.height
        return CGRect(
            x: 0, y: isToolbarHidden ? end : end - view.safeAreaInsets.bottom - heightOfToolbar,
            width: view.bounds.width, height: heightOfToolbar)
    }
}

extension UITabBarController {
    fileprivate var heightOfTabBar: CGFloat {
        let screen = simulation.screenSize
        return isVerticallyCompact && min(screen.width, screen.height) < 414 ? 32 : 49
    }

    /// The frame of the tab bar, which contains what the home indicator covers. A push that hides
    /// the bar moves it away with the page below.
    fileprivate var frameOfTabBar: CGRect {
        let height = heightOfTabBar + view.safeAreaInsets.bottom
        return CGRect(
            x: isBarHiddenByPush ? -view.bounds.width : 0, y: view.bounds.height - height,
            width: view.bounds.width, height: height)
    }
}

extension UIView {
    /// The layout margins on a phone: at the sides of a controller's view at least the system's, at
    /// its top and bottom none; with the safe area.
    var layoutMarginsOnDevice: UIEdgeInsets {
        var margins = ownLayoutMargins
        if let owner, owner.viewRespectsSystemMinimumLayoutMargins {
            let least = owner.systemMinimumLayoutMargins
            let isOwn = margins != UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
            margins = UIEdgeInsets(
                top: isOwn ? margins.top : least.top, left: max(margins.left, least.leading),
                bottom: isOwn ? margins.bottom : least.bottom,
                right: max(margins.right, least.trailing))
        }
        return insetsLayoutMarginsFromSafeArea ? margins + safeAreaInsets : margins
    }
}
