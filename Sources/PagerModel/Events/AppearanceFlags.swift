/// The flags of an appearance callback [12.2]: whether the change is animated, whether the
/// controller moves to or from a parent, and whether it is being presented or dismissed.
public struct AppearanceFlags: OptionSet, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable public static var animated: AppearanceFlags { AppearanceFlags(rawValue: 1) }
    /// The flag for `isMovingToParent` when the controller appears, and for `isMovingFromParent`
    /// when it disappears.
    @inlinable public static var moving: AppearanceFlags { AppearanceFlags(rawValue: 2) }
    /// The flag for `isBeingPresented` when the controller appears, and for `isBeingDismissed` when
    /// it disappears.
    @inlinable public static var presenting: AppearanceFlags { AppearanceFlags(rawValue: 4) }
}

/// A size class, like `UIUserInterfaceSizeClass`.
public enum SizeClass: String, FieldEnumeration, BitwiseCopyable {
    case compact, regular

    /// Creates the size class for a width or height in points. A length below 600 points is
    /// compact.
    public init(side: Double) {
        self = side < 600 ? .compact : .regular
    }
}

/// The horizontal and the vertical size class for a width and a height.
public struct Traits: Hashable, Sendable, BitwiseCopyable {
    public var horizontal: SizeClass
    public var vertical: SizeClass

    public init(_ size: Size) {
        horizontal = SizeClass(side: size.width)
        vertical = SizeClass(side: size.height)
    }
}
