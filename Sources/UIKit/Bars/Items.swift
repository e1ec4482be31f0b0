/// An item of a bar, with a title, an image and a tag.
@preconcurrency @MainActor
open class UIBarItem: NSObject {
    open var title: String?
    open var image: UIImage?
    open var tag = 0
    open var isEnabled = true

    public override init() {}
}

@preconcurrency @MainActor
open class UIBarButtonItem: UIBarItem {
    public enum SystemItem: Int, Sendable {
        case done, cancel, edit, save, add, flexibleSpace, fixedSpace, compose, reply, action,
            organize, bookmarks, search, refresh, stop, camera, trash, play, pause, rewind,
            fastForward, close
    }

    public enum Style: Int, Sendable { case plain, bordered, done }

    open var primaryAction: UIAction?
    open var style = Style.plain
    open var customView: UIView?

    public convenience init(title: String? = nil, image: UIImage? = nil, primaryAction: UIAction?) {
        self.init()
        self.title = title ?? primaryAction?.title
        self.image = image
        self.primaryAction = primaryAction
    }

    public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
        self.init(primaryAction: primaryAction)
    }

    /// Creates an item without an action. Set `primaryAction` to add an action. UIKit's initializer
    /// has a parameter for a selector, but Swift on Linux has no selectors.
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
        if isEnabled { primaryAction?.send(from: self) }
    }
}

@preconcurrency @MainActor
open class UITabBarItem: UIBarItem {
    open var badgeValue: String?
    open var selectedImage: UIImage?

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

    public enum LargeTitleDisplayMode: Int, Sendable { case automatic, always, never }

    public init(title: String) {
        self.title = title
        super.init()
    }

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

    open func setHidesBackButton(_ hides: Bool, animated: Bool) { hidesBackButton = hides }
}
