// Bars of controllers lie outside their views: they cover nothing and are in no window.

extension UINavigationController {
    /// The bar's options are recorded. Its items are those of the stack.
    public var navigationBar: UINavigationBar {
        let bar = simulation.bars.bar(of: self) { UINavigationBar() }
        bar.items = viewControllers.map(\.navigationItem)
        return bar
    }

    /// The toolbar's options are recorded. Its items are the top controller's.
    public var toolbar: UIToolbar! {
        let bar = simulation.bars.bar(of: self) { UIToolbar() }
        bar.items = topViewController?.toolbarItems
        return bar
    }
}

extension UITabBarController {
    /// The bar's options are recorded. Its items are those of the controllers.
    public var tabBar: UITabBar {
        let bar = simulation.bars.bar(of: self) { UITabBar() }
        bar.items = viewControllers?.map(\.tabBarItem)
        bar.selectedItem = selectedViewController?.tabBarItem
        return bar
    }
}

/// The bars that code has asked controllers for. A bar is released when it is asked for after its
/// controller is gone.
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
