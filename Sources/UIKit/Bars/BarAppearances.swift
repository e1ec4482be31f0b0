/// The appearance of a bar. It is stored and has no effect in the simulation.
@preconcurrency @MainActor
open class UIBarAppearance: NSObject {
    open var backgroundColor: UIColor?
    open var backgroundEffect: UIBlurEffect?
    open var backgroundImage: UIImage?
    open var shadowColor: UIColor?
    open var shadowImage: UIImage?

    public required override init() {}

    public convenience init(barAppearance: UIBarAppearance) {
        self.init()
        barAppearance.fill(self)
    }

    /// Returns a copy of the appearance.
    open func copy() -> Self {
        let copy = Self()
        fill(copy)
        return copy
    }

    /// Gives another appearance the values of this one.
    func fill(_ other: UIBarAppearance) {
        other.backgroundColor = backgroundColor
        other.backgroundEffect = backgroundEffect
        other.backgroundImage = backgroundImage
        other.shadowColor = shadowColor
        other.shadowImage = shadowImage
    }

    open func configureWithDefaultBackground() {}
    open func configureWithOpaqueBackground() { backgroundEffect = nil }
    open func configureWithTransparentBackground() {
        (backgroundColor, backgroundEffect, shadowColor) = (nil, nil, nil)
    }
}

open class UINavigationBarAppearance: UIBarAppearance {
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    open var largeTitleTextAttributes: [NSAttributedString.Key: Any] = [:]
    open var titlePositionAdjustment = UIOffset.zero
    open var buttonAppearance = UIBarButtonItemAppearance()
    open var doneButtonAppearance = UIBarButtonItemAppearance()
    open var backButtonAppearance = UIBarButtonItemAppearance()
    public private(set) var backIndicatorImage = UIImage()
    public private(set) var backIndicatorTransitionMaskImage = UIImage()

    open func setBackIndicatorImage(
        _ backIndicatorImage: UIImage?, transitionMaskImage: UIImage?
    ) {
        self.backIndicatorImage = backIndicatorImage ?? UIImage()
        backIndicatorTransitionMaskImage = transitionMaskImage ?? UIImage()
    }

    override func fill(_ other: UIBarAppearance) {
        super.fill(other)
        guard let other = other as? UINavigationBarAppearance else { return }
        other.titleTextAttributes = titleTextAttributes
        other.largeTitleTextAttributes = largeTitleTextAttributes
        other.titlePositionAdjustment = titlePositionAdjustment
        other.buttonAppearance = buttonAppearance
        other.doneButtonAppearance = doneButtonAppearance
        other.backButtonAppearance = backButtonAppearance
        other.setBackIndicatorImage(
            backIndicatorImage, transitionMaskImage: backIndicatorTransitionMaskImage)
    }
}

open class UITabBarAppearance: UIBarAppearance {
    open var stackedLayoutAppearance = UITabBarItemAppearance()
    open var inlineLayoutAppearance = UITabBarItemAppearance()
    open var compactInlineLayoutAppearance = UITabBarItemAppearance()
    open var selectionIndicatorTintColor: UIColor?
    open var selectionIndicatorImage: UIImage?
    open var stackedItemSpacing: CGFloat = 0
    open var stackedItemWidth: CGFloat = 0

    override func fill(_ other: UIBarAppearance) {
        super.fill(other)
        guard let other = other as? UITabBarAppearance else { return }
        other.stackedLayoutAppearance = stackedLayoutAppearance
        other.inlineLayoutAppearance = inlineLayoutAppearance
        other.compactInlineLayoutAppearance = compactInlineLayoutAppearance
        other.selectionIndicatorTintColor = selectionIndicatorTintColor
        other.selectionIndicatorImage = selectionIndicatorImage
    }
}

/// How an item looks in one state.
@preconcurrency @MainActor
open class UIBarButtonItemStateAppearance: NSObject {
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    open var titlePositionAdjustment = UIOffset.zero
    open var backgroundImage: UIImage?
}

@preconcurrency @MainActor
open class UIBarButtonItemAppearance: NSObject {
    public let normal = UIBarButtonItemStateAppearance()
    public let highlighted = UIBarButtonItemStateAppearance()
    public let disabled = UIBarButtonItemStateAppearance()
    public let focused = UIBarButtonItemStateAppearance()

    public override init() { super.init() }
    public convenience init(style: UIBarButtonItem.Style) { self.init() }
    open func configureWithDefault(for style: UIBarButtonItem.Style) {}
}

@preconcurrency @MainActor
open class UITabBarItemStateAppearance: NSObject {
    open var titleTextAttributes: [NSAttributedString.Key: Any] = [:]
    open var titlePositionAdjustment = UIOffset.zero
    open var iconColor: UIColor?
    open var badgeBackgroundColor: UIColor?
    open var badgeTextAttributes: [NSAttributedString.Key: Any] = [:]
    open var badgePositionAdjustment = UIOffset.zero
}

@preconcurrency @MainActor
open class UITabBarItemAppearance: NSObject {
    public enum Style: Int, Sendable { case stacked, inline, compactInline }

    public let normal = UITabBarItemStateAppearance()
    public let selected = UITabBarItemStateAppearance()
    public let disabled = UITabBarItemStateAppearance()
    public let focused = UITabBarItemStateAppearance()

    public override init() { super.init() }
    public convenience init(style: Style) { self.init() }
    open func configureWithDefault(for style: Style) {}
}

@preconcurrency @MainActor
public protocol UIBarPositioning: AnyObject {
    var barPosition: UIBarPosition { get }
}

@preconcurrency @MainActor
public protocol UIBarPositioningDelegate: AnyObject {
    func position(for bar: any UIBarPositioning) -> UIBarPosition
}

extension UIBarPositioningDelegate {
    public func position(for bar: any UIBarPositioning) -> UIBarPosition { .any }
}

extension UINavigationBar: UIBarPositioning {
    public var barPosition: UIBarPosition { .top }
}
extension UIToolbar: UIBarPositioning {
    public var barPosition: UIBarPosition { .bottom }
}

// The methods of bars' delegates are never called: taps go to items and tab bar controllers.
public protocol UINavigationBarDelegate: UIBarPositioningDelegate {}
public protocol UIToolbarDelegate: UIBarPositioningDelegate {}
@preconcurrency @MainActor
public protocol UITabBarDelegate: AnyObject {
    func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem)
    func tabBar(_ tabBar: UITabBar, willBeginCustomizing items: [UITabBarItem])
    func tabBar(_ tabBar: UITabBar, didBeginCustomizing items: [UITabBarItem])
    func tabBar(_ tabBar: UITabBar, willEndCustomizing items: [UITabBarItem], changed: Bool)
    func tabBar(_ tabBar: UITabBar, didEndCustomizing items: [UITabBarItem], changed: Bool)
}

extension UITabBarDelegate {
    public func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {}
    public func tabBar(_ tabBar: UITabBar, willBeginCustomizing items: [UITabBarItem]) {}
    public func tabBar(_ tabBar: UITabBar, didBeginCustomizing items: [UITabBarItem]) {}
    public func tabBar(
        _ tabBar: UITabBar, willEndCustomizing items: [UITabBarItem], changed: Bool
    ) {}
    public func tabBar(
        _ tabBar: UITabBar, didEndCustomizing items: [UITabBarItem], changed: Bool
    ) {}
}
open class UIToolbarAppearance: UIBarAppearance {}
