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

    /// The frame of the status bar. It is empty without a simulated phone.
    open var statusBarFrame: CGRect { Simulation.current.statusBarFrame }
    /// The setter does nothing: controllers decide about the status bar.
    open var isStatusBarHidden: Bool {
        get { Simulation.current.isStatusBarHidden }
        set {}
    }

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

    open override var next: UIResponder? { delegate as? UIResponder }

    /// Calls the method `action` of `target`. If `target` is nil, the method is searched in the
    /// responder chain, from the first responder or else from the sender on.
    ///
    /// - Returns: Whether an object has the method.
    @discardableResult
    open func sendAction(
        _ action: Selector, to target: Any?, from sender: Any?, for event: UIEvent?
    ) -> Bool {
        let first = Simulation.current.firstResponder
        let found =
            target ?? first?.target(forAction: action, withSender: sender)
            ?? (sender as? UIResponder)?.target(forAction: action, withSender: sender)
            ?? (sender as? UIGestureRecognizer)?.view?.target(
                forAction: action, withSender: sender)
            ?? keyWindow?.target(forAction: action, withSender: sender)
            ?? self.target(forAction: action, withSender: sender)
        guard let found else { return false }
        action.send(to: found as AnyObject, [sender, event])
        return true
    }

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

/// The only scene of the program. It is always in the foreground.
@preconcurrency @MainActor
open class UIScene: UIResponder {
    public enum ActivationState: Int, Sendable {
        case unattached = -1
        case foregroundActive, foregroundInactive, background
    }

    public let activationState = ActivationState.foregroundActive
    open var title: String! = ""
    open weak var delegate: (any UISceneDelegate)?
}

/// A protocol that lets the code of scene delegates compile. The methods of a delegate are not
/// called.
@preconcurrency @MainActor
public protocol UISceneDelegate: AnyObject {}

public protocol UIWindowSceneDelegate: UISceneDelegate {}

/// The scene that contains the windows of the simulation.
open class UIWindowScene: UIScene {
    open override var next: UIResponder? { UIApplication.shared }

    open var windows: [UIWindow] {
        Simulation.current.windows.compactMap { $0.view as? UIWindow }
    }

    open var keyWindow: UIWindow? { windows.last { $0.isKeyWindow } }

    open var screen: UIScreen { .main }

    /// The orientation of the interface: landscape if the key window is wider than it is high,
    /// otherwise portrait. If there is no key window, the size of the screen is used.
    open var interfaceOrientation: UIInterfaceOrientation {
        let size = keyWindow?.bounds.size ?? Simulation.current.screenSize
        return size.width > size.height ? .landscapeRight : .portrait
    }

    /// The status bar manager. It reports an empty frame without a simulated phone.
    open var statusBarManager: UIStatusBarManager? { UIStatusBarManager() }
}

@preconcurrency @MainActor
open class UIStatusBarManager: NSObject {
    open var statusBarFrame: CGRect { Simulation.current.statusBarFrame }
    open var isStatusBarHidden: Bool { Simulation.current.isStatusBarHidden }
    open var statusBarStyle: UIStatusBarStyle { .default }
}

/// The simulated screen.
@preconcurrency @MainActor
open class UIScreen: NSObject {
    public static let main = UIScreen()
    public static var screens: [UIScreen] { [main] }

    open var bounds: CGRect { CGRect(origin: .zero, size: Simulation.current.screenSize) }
    open var nativeBounds: CGRect { bounds }
    open var scale: CGFloat { 1 }
    open var nativeScale: CGFloat { 1 }
    open var maximumFramesPerSecond: Int { 60 }
    /// A stored value without effect in the simulation.
    open var brightness: CGFloat = 1

    open var traitCollection: UITraitCollection {
        UITraitCollection(size: Simulation.current.screenSize)
    }

    /// Returns an empty view with the size of the screen.
    open func snapshotView(afterScreenUpdates afterUpdates: Bool) -> UIView {
        UIView(frame: bounds)
    }
}

/// The simulated device: a phone.
@preconcurrency @MainActor
open class UIDevice: NSObject {
    public static let current = UIDevice()

    open var userInterfaceIdiom: UIUserInterfaceIdiom { .phone }
    open var model: String { "iPhone" }
    open var localizedModel: String { model }
    open var name: String { model }
    open var systemName: String { "iOS" }
    /// The iOS version whose behaviour is simulated.
    open var systemVersion: String { "18.0" }

    /// The orientation of the device: landscape if the interface is in landscape, else portrait.
    open var orientation: UIDeviceOrientation {
        switch UIApplication.shared.statusBarOrientation {
        case .landscapeRight: .landscapeLeft
        default: .portrait
        }
    }

    /// Does nothing: tests post `orientationDidChangeNotification` themselves.
    open func beginGeneratingDeviceOrientationNotifications() {}
    /// Does nothing: tests post `orientationDidChangeNotification` themselves.
    open func endGeneratingDeviceOrientationNotifications() {}

    public static let orientationDidChangeNotification = NSNotification.Name(
        "UIDeviceOrientationDidChangeNotification")
}

public enum UIDeviceOrientation: Int, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown

    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
    public var isFlat: Bool { self == .faceUp || self == .faceDown }
}

extension UIInterfaceOrientation {
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// A generator of haptic feedback. It only counts how often feedback was requested, for tests.
@preconcurrency @MainActor
open class UIFeedbackGenerator: NSObject {
    /// The number of times that feedback was requested, for tests.
    public fileprivate(set) var simulatedFeedbackCount = 0

    public override init() {}

    /// Does nothing: there is no haptic hardware to prepare.
    open func prepare() {}
}

open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }

    public let style: FeedbackStyle

    public override convenience init() { self.init(style: .medium) }

    public init(style: FeedbackStyle) {
        self.style = style
        super.init()
    }

    open func impactOccurred() { simulatedFeedbackCount += 1 }
    open func impactOccurred(intensity: CGFloat) { simulatedFeedbackCount += 1 }
}

open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    open func selectionChanged() { simulatedFeedbackCount += 1 }
}

open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackType: Int, Sendable { case success, warning, error }

    open func notificationOccurred(_ type: FeedbackType) { simulatedFeedbackCount += 1 }
}
