// Members that real code sets or calls, and that have no state or effect here.

extension UILabel {
    public var allowsDefaultTighteningForTruncation: Bool {
        get { false }
        set {}
    }
}

extension UIView {
    public static func modifyAnimations(
        withRepeatCount count: CGFloat, autoreverses: Bool, animations: () -> Void
    ) { animations() }

    /// The transform of the layer, of which only the part in the plane is kept.
    public var transform3D: CATransform3D {
        get { CATransform3DMakeAffineTransform(transform) }
        set { transform = CATransform3DGetAffineTransform(newValue) }
    }

    public var largeContentTitle: String? {
        get { nil }
        set {}
    }

    /// The place of the keyboard, which is never shown: the bottom of the safe area.
    public var keyboardLayoutGuide: UILayoutGuide {
        if let guide = recorded?.keyboardGuide { return guide }
        let guide = UILayoutGuide(of: self) { [unowned self] in
            UIEdgeInsets(
                top: bounds.height - safeAreaInsets.bottom, left: safeAreaInsets.left, bottom: 0,
                right: safeAreaInsets.right)
        }
        values.keyboardGuide = guide
        return guide
    }
}

extension UIApplication {
    // Controllers decide about the status bar: what the application sets has no effect.
    public var statusBarStyle: UIStatusBarStyle {
        get { .default }
        set {}
    }
    public func setStatusBarStyle(_ style: UIStatusBarStyle, animated: Bool) {}
    public func setStatusBarHidden(_ hidden: Bool, with animation: UIStatusBarAnimation) {}
}

extension UIViewController {
    public var interfaceOrientation: UIInterfaceOrientation {
        UIApplication.shared.statusBarOrientation
    }

    public func addKeyCommand(_ command: UIKeyCommand) {}
    public func removeKeyCommand(_ command: UIKeyCommand) {}
    public func setNeedsUpdateOfPrefersPointerLocked() {}
}

/// A recognizer of a pointer over a view. There is no pointer.
open class UIHoverGestureRecognizer: UIGestureRecognizer {}

public struct UIBackgroundTaskIdentifier: Hashable, RawRepresentable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

extension UIApplication {
    public static let openSettingsURLString = "app-settings:"

    public var preferredContentSizeCategory: UIContentSizeCategory { .large }
    public func registerForRemoteNotifications() {}

    /// The application never goes into the background, so the task never expires.
    public func beginBackgroundTask(
        withName name: String? = nil, expirationHandler: (() -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier { UIBackgroundTaskIdentifier(rawValue: 1) }

    public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}
}

extension UIDevice {
    public var identifierForVendor: UUID? {
        UUID(uuidString: "00000000-0000-4000-8000-000000000000")
    }

    public var isBatteryMonitoringEnabled: Bool {
        get { false }
        set {}
    }

    public var batteryLevel: Float { -1 }

    /// Does nothing, also for `orientation`: `Simulation.resize(to:duration:)` rotates the screen.
    public func setValue(_ value: Any?, forKey key: String) {}
}

public enum UIForceTouchCapability: Int, Sendable { case unknown, unavailable, available }

extension UITraitCollection {
    public var forceTouchCapability: UIForceTouchCapability { .unavailable }
}

extension UITableViewCell {
    public enum FocusStyle: Int, Sendable { case `default`, custom }
}
