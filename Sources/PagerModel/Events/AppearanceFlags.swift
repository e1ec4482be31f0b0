/// The properties of a controller during an appearance callback [12.2].
public struct AppearanceFlags: OptionSet, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let animated = AppearanceFlags(rawValue: 1)
    /// The flag for `isMovingToParent` when the controller appears, and for `isMovingFromParent`
    /// when it disappears.
    public static let moving = AppearanceFlags(rawValue: 2)
    /// The flag for `isBeingPresented` when the controller appears, and for `isBeingDismissed` when
    /// it disappears.
    public static let presenting = AppearanceFlags(rawValue: 4)
}

/// A size class as in UIKit.
public enum SizeClass: String, FieldEnumeration, BitwiseCopyable {
    case compact, regular

    /// Creates the size class for a width or height in points. Less than 600 points is compact.
    public init(side: Double) {
        self = side < 600 ? .compact : .regular
    }
}

/// The horizontal and vertical size class.
public struct Traits: Hashable, Sendable, BitwiseCopyable {
    public var horizontal: SizeClass
    public var vertical: SizeClass

    public init(_ size: Size) {
        horizontal = SizeClass(side: size.width)
        vertical = SizeClass(side: size.height)
    }
}
