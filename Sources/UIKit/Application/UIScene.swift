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

    /// The status bar manager. It reports an empty frame, because there is no status bar.
    open var statusBarManager: UIStatusBarManager? { UIStatusBarManager() }
}

@preconcurrency @MainActor
open class UIStatusBarManager: NSObject {
    open var statusBarFrame: CGRect { .zero }
    open var isStatusBarHidden: Bool { true }
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
