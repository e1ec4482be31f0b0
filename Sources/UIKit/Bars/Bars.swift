public enum UIBarMetrics: Int, Sendable {
    case `default`, compact
    case defaultPrompt = 101
    case compactPrompt
}

public enum UIBarStyle: Int, Sendable { case `default`, black }

public enum UIBarPosition: Int, Sendable { case any, bottom, top, topAttached }

/// A navigation bar with items. Its items are not drawn and receive no taps. To simulate one, call
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
    open var compactScrollEdgeAppearance: UINavigationBarAppearance?
    open var scrollEdgeAppearance: UINavigationBarAppearance?
    open weak var delegate: (any UINavigationBarDelegate)?
    open var backIndicatorImage: UIImage?
    open var backIndicatorTransitionMaskImage: UIImage?
    private var backgrounds: [Int: UIImage] = [:]

    open func setTitleVerticalPositionAdjustment(
        _ adjustment: CGFloat, for metrics: UIBarMetrics
    ) {}
    open func setBackgroundImage(
        _ image: UIImage?, for position: UIBarPosition, barMetrics: UIBarMetrics
    ) { backgrounds[barMetrics.rawValue] = image }

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

/// A toolbar with items. Its items are not drawn and receive no taps. To simulate one, call
/// `simulateTap()` on an item.
@preconcurrency @MainActor
open class UIToolbar: UIView {
    open var items: [UIBarButtonItem]?

    // These properties are stored and have no effect in the simulation.
    open var barStyle = UIBarStyle.default
    open var isTranslucent = true
    open var barTintColor: UIColor?
    open var standardAppearance = UIToolbarAppearance()
    open var compactAppearance: UIToolbarAppearance?
    open var scrollEdgeAppearance: UIToolbarAppearance?
    open weak var delegate: (any UIToolbarDelegate)?
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

/// A tab bar with items. Its items are not drawn. On a simulated phone, a tap on one selects it;
/// `UITabBarController.simulateTap(onTab:)` does so on any screen.
@preconcurrency @MainActor
open class UITabBar: UIView {
    open var items: [UITabBarItem]? {
        didSet { makeButtons() }
    }
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
    open weak var delegate: (any UITabBarDelegate)?
    open var selectionIndicatorImage: UIImage?
    open var itemPositioning = ItemPositioning.automatic
    open var itemSpacing: CGFloat = 0
    open var itemWidth: CGFloat = 0

    public enum ItemPositioning: Int, Sendable { case automatic, fill, centered }

    open func setItems(_ items: [UITabBarItem]?, animated: Bool) { self.items = items }

    public private(set) var isCustomizing = false
    /// Only notes that the user rearranges items.
    open func beginCustomizingItems(_ items: [UITabBarItem]) { isCustomizing = true }
    @discardableResult
    open func endCustomizing(animated: Bool) -> Bool {
        isCustomizing = false
        return false
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        placeButtons()
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: 49)
    }
}

/// An item of a bar, with a title, an image and a tag.
@preconcurrency @MainActor
open class UIBarItem: NSObject {
    open var title: String?
    open var image: UIImage?
    open var tag = 0
    open var isEnabled = true
    // These properties are stored and have no effect in the simulation.
    open var landscapeImagePhone: UIImage?
    open var imageInsets = UIEdgeInsets.zero
    open var landscapeImagePhoneInsets = UIEdgeInsets.zero
    open var largeContentSizeImage: UIImage?
    open var largeContentSizeImageInsets = UIEdgeInsets.zero
    open var accessibilityIdentifier: String?
    open var accessibilityLabel: String?
    open var accessibilityHint: String?
    open var accessibilityValue: String?
    open var isAccessibilityElement = true
    open var accessibilityTraits = UIAccessibilityTraits.none
    private var attributes: [UInt: [NSAttributedString.Key: Any]] = [:]

    public override init() {}

    /// Never called: bars are not read from storyboards.
    open func awakeFromNib() {}

    /// Creates an empty item without reading from the coder.
    public required init?(coder: NSCoder) {}

    open func setTitleTextAttributes(
        _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
    ) { self.attributes[state.rawValue] = attributes }

    open func titleTextAttributes(
        for state: UIControl.State
    ) -> [NSAttributedString.Key: Any]? { attributes[state.rawValue] }
}

@preconcurrency @MainActor
open class UIBarButtonItem: UIBarItem {
    public enum SystemItem: Int, Sendable {
        case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action,
            organize, bookmarks, search, refresh, stop, camera, trash, play, pause, rewind,
            fastForward, undo, redo, pageCurl, close, writingTools
    }

    public enum Style: Int, Sendable { case plain, bordered, done }

    open var primaryAction: UIAction?
    /// The object whose method `action` a tap calls. If nil, it is searched in the responder chain.
    open weak var target: AnyObject?
    open var action: Selector?
    open var style = Style.plain
    open var customView: UIView?

    /// The menu that a tap shows. `UIMenu.simulateChoice(ofTitle:from:)` simulates the user.
    open var menu: UIMenu?
    open var possibleTitles: Set<String>?
    open var changesSelectionAsPrimaryAction = false
    open var isSelected = false
    open var isHidden = false

    public convenience init(
        title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil,
        menu: UIMenu? = nil
    ) {
        self.init()
        self.title = title ?? primaryAction?.title
        self.image = image ?? primaryAction?.image
        self.primaryAction = primaryAction
        self.menu = menu
    }

    public convenience init(
        systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil
    ) { self.init(primaryAction: primaryAction, menu: menu) }

    /// Stores nothing: bars are not drawn.
    open func setBackgroundImage(
        _ image: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics
    ) {}
    /// Stores nothing: bars are not drawn.
    open func setBackButtonTitlePositionAdjustment(
        _ adjustment: UIOffset, for metrics: UIBarMetrics
    ) {}
    /// Stores nothing: bars are not drawn.
    open func setBackButtonBackgroundImage(
        _ image: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics
    ) {}
    /// Stores nothing: bars are not drawn.
    open func setTitlePositionAdjustment(_ adjustment: UIOffset, for metrics: UIBarMetrics) {}

    /// Creates an item without an action. Set `primaryAction`, or `target` and `action`, to add one.
    public convenience init(title: String?, style: Style) {
        self.init(title: title, image: nil, primaryAction: nil)
        self.style = style
    }

    public static func flexibleSpace() -> UIBarButtonItem {
        UIBarButtonItem(systemItem: .flexibleSpace)
    }

    public static func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
        let item = UIBarButtonItem(systemItem: .fixedSpace)
        item.width = width
        return item
    }

    /// A stored value without effect in the simulation.
    open var width: CGFloat = 0
    /// A stored value without effect in the simulation.
    open var tintColor: UIColor?

    public convenience init(customView: UIView) {
        self.init()
        self.customView = customView
    }

    /// Simulates a tap on the item: performs its action if the item is enabled.
    public func simulateTap() {
        guard isEnabled else { return }
        primaryAction?.send(from: self)
        guard let action else { return }
        UIApplication.shared.sendAction(action, to: target, from: self, for: nil)
    }
}

@preconcurrency @MainActor
open class UITabBarItem: UIBarItem {
    public enum SystemItem: Int, Sendable {
        case more, favorites, featured, topRated, recents, contacts, history, bookmarks, search,
            downloads, mostRecent, mostViewed
    }

    open var badgeValue: String?
    open var selectedImage: UIImage?
    // These properties are stored and have no effect in the simulation.
    open var badgeColor: UIColor?
    open var titlePositionAdjustment = UIOffset.zero
    open var standardAppearance: UITabBarAppearance?
    open var scrollEdgeAppearance: UITabBarAppearance?
    open func setBadgeTextAttributes(
        _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
    ) {}

    public convenience init(tabBarSystemItem systemItem: SystemItem, tag: Int) {
        self.init(title: nil, image: nil, tag: tag)
    }

    public convenience init(title: String?, image: UIImage?, tag: Int) {
        self.init()
        self.title = title
        self.image = image
        self.tag = tag
    }

    public convenience init(title: String?, image: UIImage?, selectedImage: UIImage?) {
        self.init(title: title, image: image, tag: 0)
        self.selectedImage = selectedImage
    }
}

@preconcurrency @MainActor
open class UINavigationItem: NSObject {
    open var title: String?
    open var prompt: String?
    open var titleView: UIView?
    open var hidesBackButton = false
    open var backBarButtonItem: UIBarButtonItem?
    open var leftBarButtonItems: [UIBarButtonItem]?
    open var rightBarButtonItems: [UIBarButtonItem]?
    /// A stored value without effect in the simulation.
    open var standardAppearance: UINavigationBarAppearance?
    /// A stored value without effect in the simulation.
    open var scrollEdgeAppearance: UINavigationBarAppearance?
    open var leftItemsSupplementBackButton = false
    open var largeTitleDisplayMode = LargeTitleDisplayMode.automatic
    /// A stored value without effect in the simulation.
    open var hidesSearchBarWhenScrolling = true
    // These properties are stored and have no effect in the simulation.
    open var compactAppearance: UINavigationBarAppearance?
    open var compactScrollEdgeAppearance: UINavigationBarAppearance?
    open var backButtonTitle: String?
    open var backButtonDisplayMode = BackButtonDisplayMode.default
    open var preferredSearchBarPlacement = SearchBarPlacement.automatic
    open var titleMenuProvider: (([UIMenuElement]) -> UIMenu?)?
    open var style = ItemStyle.navigator
    open var centerItemGroups: [Any] = []
    open var backAction: UIAction?

    public enum BackButtonDisplayMode: Int, Sendable { case `default`, generic, minimal }
    public enum SearchBarPlacement: Int, Sendable { case automatic, inline, stacked }
    public enum ItemStyle: Int, Sendable { case navigator, browser, editor }

    /// The controller whose item this is.
    weak var owner: UIViewController?
    /// The search controller, which the item's controller presents while it is active.
    open var searchController: UISearchController? {
        didSet { searchController?.presenter = owner }
    }

    public enum LargeTitleDisplayMode: Int, Sendable { case automatic, always, never }

    public init(title: String) {
        self.title = title
        super.init()
    }

    /// Creates an empty item without reading from the coder.
    public required init?(coder: NSCoder) {}

    open var leftBarButtonItem: UIBarButtonItem? {
        get { leftBarButtonItems?.first }
        set { leftBarButtonItems = newValue.map { [$0] } }
    }

    open var rightBarButtonItem: UIBarButtonItem? {
        get { rightBarButtonItems?.first }
        set { rightBarButtonItems = newValue.map { [$0] } }
    }

    open func setLeftBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        leftBarButtonItem = item
    }

    open func setRightBarButton(_ item: UIBarButtonItem?, animated: Bool) {
        rightBarButtonItem = item
    }

    open func setLeftBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        leftBarButtonItems = items
    }

    open func setRightBarButtonItems(_ items: [UIBarButtonItem]?, animated: Bool) {
        rightBarButtonItems = items
    }

    /// Whether a bar shows the back button: code has not hidden it or replaced it with left items.
    var showsBackButton: Bool {
        !hidesBackButton && (leftItemsSupplementBackButton || leftBarButtonItems?.isEmpty ?? true)
    }

    open func setHidesBackButton(_ hides: Bool, animated: Bool) { hidesBackButton = hides }
}
