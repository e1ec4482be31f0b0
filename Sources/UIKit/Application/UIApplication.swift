/// The application object, reduced to the methods and properties that containers use. It is always
/// in the foreground.
@preconcurrency @MainActor
open class UIApplication: UIResponder {
    public static let shared = UIApplication()

    public enum State: Int, Sendable { case active, inactive, background }

    public struct OpenExternalURLOptionsKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    open weak var delegate: (any UIApplicationDelegate)?
    let scene = UIWindowScene()

    public let applicationState = State.active
    /// A stored value without effect in the simulation.
    open var isIdleTimerDisabled = false
    /// A stored value without effect in the simulation.
    open var isNetworkActivityIndicatorVisible = false
    /// A stored value without effect in the simulation.
    open var applicationIconBadgeNumber = 0

    /// The windows of the simulation, in the order of their creation.
    open var windows: [UIWindow] { scene.windows }

    open var keyWindow: UIWindow? { scene.keyWindow }

    open var connectedScenes: Set<UIScene> { [scene] }

    /// The orientation of the interface: landscape if the key window is wider than it is high,
    /// otherwise portrait. If there is no key window, the size of the screen is used.
    open var statusBarOrientation: UIInterfaceOrientation { scene.interfaceOrientation }

    /// The frame of the status bar. It is always empty, because there is no status bar.
    open var statusBarFrame: CGRect { .zero }
    open var isStatusBarHidden: Bool { true }

    open var userInterfaceLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }

    open var supportsMultipleScenes: Bool { false }

    /// Ignores touches until `endIgnoringInteractionEvents()` has been called as many times as this
    /// method.
    open func beginIgnoringInteractionEvents() { Simulation.current.ignoredInteractions += 1 }

    open func endIgnoringInteractionEvents() {
        let simulation = Simulation.current
        simulation.ignoredInteractions = max(0, simulation.ignoredInteractions - 1)
    }

    open var isIgnoringInteractionEvents: Bool { Simulation.current.ignoredInteractions > 0 }

    open func canOpenURL(_ url: URL) -> Bool { false }

    /// Does not open the URL, and calls the completion with false.
    open func open(
        _ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor (Bool) -> Void)? = nil
    ) { completion?(false) }
}

/// A protocol that lets the code of application delegates compile. No application is launched, so
/// the methods of a delegate are not called.
@preconcurrency @MainActor
public protocol UIApplicationDelegate: AnyObject {
    var window: UIWindow? { get set }
}

extension UIApplicationDelegate {
    public var window: UIWindow? {
        get { nil }
        set {}
    }
}

// No class of this module posts these notifications. A test posts those that it needs.
extension UIApplication {
    public static let didBecomeActiveNotification = NSNotification.Name(
        "UIApplicationDidBecomeActiveNotification")
    public static let willResignActiveNotification = NSNotification.Name(
        "UIApplicationWillResignActiveNotification")
    public static let didEnterBackgroundNotification = NSNotification.Name(
        "UIApplicationDidEnterBackgroundNotification")
    public static let willEnterForegroundNotification = NSNotification.Name(
        "UIApplicationWillEnterForegroundNotification")
    public static let willTerminateNotification = NSNotification.Name(
        "UIApplicationWillTerminateNotification")
    public static let didReceiveMemoryWarningNotification = NSNotification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")
    public static let didChangeStatusBarOrientationNotification = NSNotification.Name(
        "UIApplicationDidChangeStatusBarOrientationNotification")
    public static let willChangeStatusBarFrameNotification = NSNotification.Name(
        "UIApplicationWillChangeStatusBarFrameNotification")
    public static let didChangeStatusBarFrameNotification = NSNotification.Name(
        "UIApplicationDidChangeStatusBarFrameNotification")
}

extension UIResponder {
    // There is no keyboard, so this module never posts these notifications. Tests can post them.
    public static let keyboardWillShowNotification = NSNotification.Name(
        "UIKeyboardWillShowNotification")
    public static let keyboardDidShowNotification = NSNotification.Name(
        "UIKeyboardDidShowNotification")
    public static let keyboardWillHideNotification = NSNotification.Name(
        "UIKeyboardWillHideNotification")
    public static let keyboardDidHideNotification = NSNotification.Name(
        "UIKeyboardDidHideNotification")
    public static let keyboardWillChangeFrameNotification = NSNotification.Name(
        "UIKeyboardWillChangeFrameNotification")
    public static let keyboardDidChangeFrameNotification = NSNotification.Name(
        "UIKeyboardDidChangeFrameNotification")
    public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
    public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
    public static let keyboardAnimationDurationUserInfoKey =
        "UIKeyboardAnimationDurationUserInfoKey"
    public static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
}
