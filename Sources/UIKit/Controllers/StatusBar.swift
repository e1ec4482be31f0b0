public enum UIStatusBarStyle: Int, Sendable { case `default`, lightContent, darkContent = 3 }

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

public enum UIStatusBarAnimation: Int, Sendable { case none, fade, slide }

extension UIViewController {
    /// Does nothing: there is no status bar.
    public func setNeedsStatusBarAppearanceUpdate() {}
    /// Does nothing: there is no home indicator.
    public func setNeedsUpdateOfHomeIndicatorAutoHidden() {}
    /// Does nothing: there are no system gestures.
    public func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}
    /// Does nothing: call `Simulation.resize(to:duration:)` to rotate the screen.
    public func setNeedsUpdateOfSupportedInterfaceOrientations() {}
    /// Does nothing: call `Simulation.resize(to:duration:)` to rotate the screen.
    public static func attemptRotationToDeviceOrientation() {}
}
