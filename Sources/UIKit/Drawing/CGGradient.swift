// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of Apple's frameworks.

public enum CGColorSpaceModel: Int32, Sendable { case unknown = -1, monochrome, rgb }

/// A colour space. It has no effect: colours are stored as red, green, blue and alpha.
public final class CGColorSpace: Sendable {
    public let model: CGColorSpaceModel

    init(model: CGColorSpaceModel) { self.model = model }
}

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(model: .rgb) }
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(model: .monochrome) }

public struct CGGradientDrawingOptions: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let drawsBeforeStartLocation = CGGradientDrawingOptions(rawValue: 1)
    public static let drawsAfterEndLocation = CGGradientDrawingOptions(rawValue: 2)
}

/// A gradient. It is not drawn.
public final class CGGradient: Sendable {
    public let locations: [CGFloat]

    /// Creates a gradient of `CGColor` objects.
    public init?(colorsSpace space: CGColorSpace?, colors: NSArray, locations: [CGFloat]?) {
        self.locations = locations ?? []
    }

    public convenience init?(
        colorsSpace space: CGColorSpace?, colors: [Any], locations: [CGFloat]?
    ) { self.init(colorsSpace: space, colors: NSArray(), locations: locations) }

    public init?(
        colorSpace space: CGColorSpace, colorComponents components: [CGFloat],
        locations: [CGFloat]?, count: Int
    ) { self.locations = locations ?? [] }
}

extension CGContext {
    /// Draws nothing.
    public func drawLinearGradient(
        _ gradient: CGGradient, start: CGPoint, end: CGPoint, options: CGGradientDrawingOptions
    ) {}

    /// Draws nothing.
    public func drawRadialGradient(
        _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint,
        endRadius: CGFloat, options: CGGradientDrawingOptions
    ) {}
}
