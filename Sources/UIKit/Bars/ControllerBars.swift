// The bar of a controller is not part of the controller's view: it covers nothing and is in no
// window.

extension UINavigationController {
    /// The navigation bar. Its items are the navigation items of the controllers in the stack. Its
    /// other properties are stored and have no effect.
    public var navigationBar: UINavigationBar {
        let bar = simulation.bars.bar(of: self) { UINavigationBar() }
        bar.items = viewControllers.map(\.navigationItem)
        return bar
    }

    /// The toolbar. Its items are the toolbar items of the top controller. Its other properties are
    /// stored and have no effect.
    public var toolbar: UIToolbar! {
        let bar = simulation.bars.bar(of: self) { UIToolbar() }
        bar.items = topViewController?.toolbarItems
        return bar
    }
}

extension UITabBarController {
    /// The tab bar. Its items are the tab bar items of the controllers in `viewControllers`, and
    /// its selected item is the item of the selected controller. Its other properties are stored
    /// and have no effect.
    public var tabBar: UITabBar {
        let bar = simulation.bars.bar(of: self) { UITabBar() }
        bar.items = viewControllers?.map(\.tabBarItem)
        bar.selectedItem = selectedViewController?.tabBarItem
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
        for entry in entries where entry.controller === controller {
            if let bar = entry.bar as? Bar { return bar }
        }
        let bar = make()
        entries.append(Entry(controller: controller, bar: bar))
        return bar
    }
}
