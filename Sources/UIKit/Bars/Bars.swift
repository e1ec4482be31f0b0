public enum UIBarMetrics: Int, Sendable {
    case `default`, compact
    case defaultPrompt = 101
    case compactPrompt
}

public enum UIBarStyle: Int, Sendable { case `default`, black }

public enum UIBarPosition: Int, Sendable { case any, bottom, top, topAttached }

/// The appearance of a bar. It is stored and has no effect in the simulation.
@preconcurrency @MainActor
open class UIBarAppearance: NSObject {
    open var backgroundColor: UIColor?
    open var backgroundEffect: UIBlurEffect?
    open var backgroundImage: UIImage?
    open var shadowColor: UIColor?
    open var shadowImage: UIImage?

    public override init() {}

    open func configureWithDefaultBackground() {}
    open func configureWithOpaqueBackground() { backgroundEffect = nil }
    open func configureWithTransparentBackground() {
        (backgroundColor, backgroundEffect, shadowColor) = (nil, nil, nil)
    }
}

open class UINavigationBarAppearance: UIBarAppearance {
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
}

open class UITabBarAppearance: UIBarAppearance {}
open class UIToolbarAppearance: UIBarAppearance {}

/// A navigation bar with items. It is not drawn, and does not receive taps. To simulate a tap, call
/// `simulateTap()` on an item.
@preconcurrency @MainActor
open class UINavigationBar: UIView {
    open var items: [UINavigationItem]?
    open var topItem: UINavigationItem? { items?.last }
    open var backItem: UINavigationItem? { items?.dropLast().last }

    // These properties are stored and have no effect in the simulation.
    open var barStyle = UIBarStyle.default
    open var isTranslucent = true
    open var barTintColor: UIColor?
    open var prefersLargeTitles = false
    open var titleTextAttributes: [NSAttributedString.Key: Any]?
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
    open var shadowImage: UIImage?
    open var standardAppearance = UINavigationBarAppearance()
    open var compactAppearance: UINavigationBarAppearance?
    open var scrollEdgeAppearance: UINavigationBarAppearance?
    private var backgrounds: [Int: UIImage] = [:]

    open func setItems(_ items: [UINavigationItem]?, animated: Bool) { self.items = items }
    open func pushItem(_ item: UINavigationItem, animated: Bool) { items = (items ?? []) + [item] }

    @discardableResult
    open func popItem(animated: Bool) -> UINavigationItem? { items?.popLast() }

    open func setBackgroundImage(_ image: UIImage?, for metrics: UIBarMetrics) {
        backgrounds[metrics.rawValue] = image
    }

    open func backgroundImage(for metrics: UIBarMetrics) -> UIImage? {
        backgrounds[metrics.rawValue]
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: 44)
    }
}

/// A toolbar with items. It is not drawn, and does not receive taps. To simulate a tap, call
/// `simulateTap()` on an item.
@preconcurrency @MainActor
open class UIToolbar: UIView {
    open var items: [UIBarButtonItem]?

    // These properties are stored and have no effect in the simulation.
    open var barStyle = UIBarStyle.default
    open var isTranslucent = true
    open var barTintColor: UIColor?
    open var standardAppearance = UIToolbarAppearance()
    private var backgrounds: [[Int]: UIImage] = [:]
    private var shadows: [UIBarPosition: UIImage] = [:]

    open func setBackgroundImage(
        _ image: UIImage?, forToolbarPosition position: UIBarPosition, barMetrics: UIBarMetrics
    ) { backgrounds[[position.rawValue, barMetrics.rawValue]] = image }

    open func backgroundImage(
        forToolbarPosition position: UIBarPosition, barMetrics: UIBarMetrics
    ) -> UIImage? { backgrounds[[position.rawValue, barMetrics.rawValue]] }

    open func setShadowImage(
        _ image: UIImage?, forToolbarPosition position: UIBarPosition
    ) { shadows[position] = image }

    open func shadowImage(forToolbarPosition position: UIBarPosition) -> UIImage? {
        shadows[position]
    }

    open func setItems(_ items: [UIBarButtonItem]?, animated: Bool) { self.items = items }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: 44)
    }
}

/// A tab bar with items. It is not drawn, and does not receive taps. To simulate a tap, call
/// `UITabBarController.simulateTap(onTab:)`.
@preconcurrency @MainActor
open class UITabBar: UIView {
    open var items: [UITabBarItem]?
    open weak var selectedItem: UITabBarItem?

    // These properties are stored and have no effect in the simulation.
    open var barStyle = UIBarStyle.default
    open var isTranslucent = true
    open var barTintColor: UIColor?
    open var unselectedItemTintColor: UIColor?
    open var backgroundImage: UIImage?
    open var shadowImage: UIImage?
    open var standardAppearance = UITabBarAppearance()
    open var scrollEdgeAppearance: UITabBarAppearance?

    open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: 49)
    }
}
