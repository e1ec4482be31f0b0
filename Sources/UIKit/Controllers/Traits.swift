public enum UIUserInterfaceSizeClass: Int, Sendable { case unspecified, compact, regular }

public enum UIUserInterfaceIdiom: Int, Sendable { case unspecified = -1, phone, pad }

public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }

/// What the surroundings of a view or controller are like. Size classes follow the window's size;
/// the rest is a phone's in light appearance.
public final class UITraitCollection: Sendable {
    public let horizontalSizeClass: UIUserInterfaceSizeClass
    public let verticalSizeClass: UIUserInterfaceSizeClass
    public let userInterfaceIdiom = UIUserInterfaceIdiom.phone
    public let userInterfaceStyle = UIUserInterfaceStyle.light
    public let displayScale: CGFloat = 1

    /// - Parameter size: of the window, in points.
    init(size: CGSize) {
        horizontalSizeClass = size.width < 600 ? .compact : .regular
        verticalSizeClass = size.height < 480 ? .compact : .regular
    }
}

extension UIViewController {
    public var traitCollection: UITraitCollection {
        UITraitCollection(size: viewIfLoaded?.window?.bounds.size ?? simulation.screenSize)
    }
}

extension UIView {
    public var traitCollection: UITraitCollection {
        UITraitCollection(size: window?.bounds.size ?? simulation.screenSize)
    }
}

public enum UIStatusBarStyle: Int, Sendable { case `default`, lightContent, darkContent = 3 }

public enum UIStatusBarAnimation: Int, Sendable { case none, fade, slide }

public enum UIInterfaceOrientation: Int, Sendable {
    case unknown, portrait, portraitUpsideDown, landscapeRight, landscapeLeft
}

public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let portrait = UIInterfaceOrientationMask(rawValue: 1 << 1)
    public static let portraitUpsideDown = UIInterfaceOrientationMask(rawValue: 1 << 2)
    public static let landscapeRight = UIInterfaceOrientationMask(rawValue: 1 << 3)
    public static let landscapeLeft = UIInterfaceOrientationMask(rawValue: 1 << 4)
    public static let landscape: UIInterfaceOrientationMask = [.landscapeLeft, .landscapeRight]
    public static let allButUpsideDown: UIInterfaceOrientationMask = [.portrait, .landscape]
    public static let all: UIInterfaceOrientationMask = [.allButUpsideDown, .portraitUpsideDown]
}

extension UIViewController {
    /// Does nothing: there is no status bar.
    public func setNeedsStatusBarAppearanceUpdate() {}
    /// Does nothing: there is no home indicator.
    public func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
    /// Does nothing: there are no gestures of the system.
    public func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
    /// Does nothing: windows rotate when tests resize them.
    public func setNeedsUpdateOfSupportedInterfaceOrientations() {}
    /// Does nothing: windows rotate when tests resize them.
    public static func attemptRotationToDeviceOrientation() {}
}
