internal import Containment
internal import PagerModel

/// A window of the simulated screen.
open class UIWindow: UIView {
    private var root: UIViewController?
    private var isShown = false

    /// Whether the window that is being made belongs to a client of the daemon.
    private static var isOfClient = false

    public override init(frame: CGRect) {
        super.init(frame: frame)
        if Self.isOfClient { isShown = true } else { join() }
    }

    /// Creates a window that fills the screen.
    public init(windowScene: UIWindowScene) {
        super.init(frame: CGRect(origin: .zero, size: Simulation.current.screenSize))
        join()
    }

    private func join() {
        simulation.windows.append(WeakView(view: self))
        let name = simulation.name(for: self)
        if simulation.perform(
            WindowCreate({
                $0.id = name
                $0.size = Size(bounds.size)
            })) != nil
        {
            handle = simulation.scene.find(name.text)
            id = name
            if let handle { simulation.objects.set(self, at: handle) }
        }
    }

    /// Creates the `UIWindow` for a window that a client of the daemon has created.
    convenience init(of handle: Handle, _ size: CGSize) {
        Self.isOfClient = true
        self.init(frame: CGRect(origin: .zero, size: size))
        Self.isOfClient = false
    }

    /// Creates a window that fills the screen.
    public convenience init() {
        self.init(frame: CGRect(origin: .zero, size: Simulation.current.screenSize))
    }

    /// The window scene of the simulated screen. There is only one such scene.
    open var windowScene: UIWindowScene? {
        get { UIApplication.shared.scene }
        set {}
    }

    public required init?(coder: NSCoder) { nil }

    public private(set) var isKeyWindow = false
    public var windowLevel = Level.normal

    public var screen: UIScreen { UIScreen.main }

    public struct Level: Hashable, RawRepresentable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public static let normal = Level(rawValue: 0)
        public static let statusBar = Level(rawValue: 1000)
        public static let alert = Level(rawValue: 2000)

        public static func + (level: Level, distance: CGFloat) -> Level {
            Level(rawValue: level.rawValue + distance)
        }

        public static func - (level: Level, distance: CGFloat) -> Level {
            Level(rawValue: level.rawValue - distance)
        }
    }

    open var rootViewController: UIViewController? {
        get { root }
        set {
            let old = root
            root = newValue
            if isShown, !showRoot() { root = old }
        }
    }

    /// Shows the window: its root view controller appears.
    open func makeKeyAndVisible() {
        makeKey()
        isHidden = false
    }

    /// Makes the window the key window.
    open func makeKey() {
        guard !isKeyWindow, canBecomeKey else { return }
        let old = simulation.windows.compactMap { $0.view as? UIWindow }.filter(\.isKeyWindow)
        for window in old {
            window.isKeyWindow = false
            window.resignKey()
            NotificationCenter.default.post(name: Self.didResignKeyNotification, object: window)
        }
        isKeyWindow = true
        becomeKey()
        NotificationCenter.default.post(name: Self.didBecomeKeyNotification, object: self)
    }

    open var canBecomeKey: Bool { true }

    private lazy var undo = UndoManager()
    open override var undoManager: UndoManager? { undo }

    /// Called when the window has become the key window.
    open func becomeKey() {}
    /// Called when another window has become the key window.
    open func resignKey() {}

    public static let didBecomeKeyNotification = NSNotification.Name(
        "UIWindowDidBecomeKeyNotification")
    public static let didResignKeyNotification = NSNotification.Name(
        "UIWindowDidResignKeyNotification")

    open override var isHidden: Bool {
        didSet {
            if let handle, isHidden {
                simulation.hiddenWindows.insert(handle)
            } else if let handle {
                simulation.hiddenWindows.remove(handle)
            }
            guard !isHidden, !isShown else { return }
            isShown = true
            if !showRoot() { root = nil }
        }
    }

    /// Shows the root view controller. Returns whether the engine accepts it.
    private func showRoot() -> Bool {
        guard let id else { return false }
        let controller = root?.requireID(in: simulation)
        if root != nil, controller == nil { return false }
        if let root, let parent = root.parent {
            simulation.report(
                Simulation.Issue(
                    text: "child view controller:\(root) should have parent view controller:(null) "
                        + "but actual parent is:\(parent)",
                    exception: "UIViewControllerHierarchyInconsistency"))
            return false
        }
        return simulation.perform(
            WindowSetRoot {
                $0.id = id
                $0.controller = controller
            }) != nil
    }

    override func tell(frame: Frame, of id: Identifier) {
        simulation.perform(
            WindowResize {
                $0.id = id
                $0.size = frame.size
            })
    }

    func update(root controller: UIViewController?) {
        if let root, root !== controller { simulation.released.append(root) }
        root = controller
    }

    open override var next: UIResponder? { windowScene }
}

/// A visual effect. It is stored but not drawn.
@preconcurrency @MainActor
open class UIVisualEffect: NSObject {
    public override init() {}
}

open class UIBlurEffect: UIVisualEffect {
    public enum Style: Int, Sendable {
        case extraLight, light, dark, regular = 4, prominent, systemUltraThinMaterial,
            systemThinMaterial, systemMaterial, systemThickMaterial, systemChromeMaterial,
            systemUltraThinMaterialLight, systemThinMaterialLight, systemMaterialLight,
            systemThickMaterialLight, systemChromeMaterialLight, systemUltraThinMaterialDark,
            systemThinMaterialDark, systemMaterialDark, systemThickMaterialDark,
            systemChromeMaterialDark
    }

    let style: Style

    public init(style: Style) {
        self.style = style
        super.init()
    }
}

open class UIVibrancyEffect: UIVisualEffect {
    public convenience init(blurEffect: UIBlurEffect) { self.init() }
}

/// A view whose subviews are in its `contentView`. The effect is stored but not drawn.
open class UIVisualEffectView: UIView {
    open var effect: UIVisualEffect?
    public let contentView = UIView()

    public init(effect: UIVisualEffect?) {
        self.effect = effect
        super.init(frame: .zero)
        prepare()
    }

    public convenience init() { self.init(effect: nil) }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        prepare()
    }

    private func prepare() {
        contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        addSubview(contentView)
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        contentView.frame = bounds
    }
}

/// A movement that follows the device's motion. It has no effect: there is no motion sensor.
@preconcurrency @MainActor
open class UIMotionEffect: NSObject {
    public override init() {}
}

open class UIInterpolatingMotionEffect: UIMotionEffect {
    public enum EffectType: Int, Sendable {
        case tiltAlongHorizontalAxis, tiltAlongVerticalAxis
    }

    public let keyPath: String
    public let type: EffectType
    open var minimumRelativeValue: Any?
    open var maximumRelativeValue: Any?

    public init(keyPath: String, type: EffectType) {
        self.keyPath = keyPath
        self.type = type
        super.init()
    }
}

open class UIMotionEffectGroup: UIMotionEffect {
    open var motionEffects: [UIMotionEffect]?
}

/// A colour, stored as its components. System colours have the values of the light appearance.
public final class UIColor: NSObject, Sendable {
    public let red: CGFloat
    public let green: CGFloat
    public let blue: CGFloat
    public let alpha: CGFloat

    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    public convenience init(white: CGFloat, alpha: CGFloat) {
        self.init(red: white, green: white, blue: white, alpha: alpha)
    }

    public func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIColor else { return false }
        return red == other.red && green == other.green && blue == other.blue
            && alpha == other.alpha
    }

    public override var hash: Int { [red, green, blue, alpha].hashValue }

    public static let clear = UIColor(white: 0, alpha: 0)
    public static let black = UIColor(white: 0, alpha: 1)
    public static let darkGray = UIColor(white: 1 / 3, alpha: 1)
    public static let gray = UIColor(white: 0.5, alpha: 1)
    public static let lightGray = UIColor(white: 2 / 3, alpha: 1)
    public static let white = UIColor(white: 1, alpha: 1)
    public static let red = UIColor(red: 1, green: 0, blue: 0, alpha: 1)
    public static let green = UIColor(red: 0, green: 1, blue: 0, alpha: 1)
    public static let blue = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    public static let cyan = UIColor(red: 0, green: 1, blue: 1, alpha: 1)
    public static let yellow = UIColor(red: 1, green: 1, blue: 0, alpha: 1)
    public static let magenta = UIColor(red: 1, green: 0, blue: 1, alpha: 1)
    public static let orange = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1)
    public static let purple = UIColor(red: 0.5, green: 0, blue: 0.5, alpha: 1)
    public static let brown = UIColor(red: 0.6, green: 0.4, blue: 0.2, alpha: 1)
    public static let systemBlue = UIColor(red: 0, green: 0.48, blue: 1, alpha: 1)
    public static let systemGreen = UIColor(red: 0.2, green: 0.78, blue: 0.35, alpha: 1)
    public static let systemRed = UIColor(red: 1, green: 0.23, blue: 0.19, alpha: 1)
    public static let systemOrange = UIColor(red: 1, green: 0.58, blue: 0, alpha: 1)
    public static let systemYellow = UIColor(red: 1, green: 0.8, blue: 0, alpha: 1)
    public static let systemPink = UIColor(red: 1, green: 0.18, blue: 0.33, alpha: 1)
    public static let systemPurple = UIColor(red: 0.69, green: 0.32, blue: 0.87, alpha: 1)
    public static let systemTeal = UIColor(red: 0.19, green: 0.69, blue: 0.78, alpha: 1)
    public static let systemIndigo = UIColor(red: 0.35, green: 0.34, blue: 0.84, alpha: 1)
    public static let systemGray = UIColor(red: 0.56, green: 0.56, blue: 0.58, alpha: 1)
    public static let systemBackground = white
    public static let secondarySystemBackground = UIColor(
        red: 0.95, green: 0.95, blue: 0.97, alpha: 1)
    public static let label = black
    public static let secondaryLabel = UIColor(red: 0.24, green: 0.24, blue: 0.26, alpha: 0.6)
    public static let groupTableViewBackground = secondarySystemBackground
}
