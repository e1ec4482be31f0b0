// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of Apple's frameworks.

/// A renderer that creates images of a given size. Drawing code runs, but nothing is drawn.
@preconcurrency @MainActor
open class UIGraphicsImageRenderer {
    private let size: CGSize

    public let format: UIGraphicsImageRendererFormat

    public init(size: CGSize, format: UIGraphicsImageRendererFormat = .preferred()) {
        self.size = size
        self.format = format
    }
    public convenience init(
        bounds: CGRect, format: UIGraphicsImageRendererFormat = .preferred()
    ) { self.init(size: bounds.size, format: format) }

    open func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        actions(UIGraphicsImageRendererContext(cgContext: CGContext(size: size)))
        return UIImage(size: size)
    }
}

@preconcurrency @MainActor
open class UIGraphicsImageRendererContext {
    public let cgContext: CGContext

    init(cgContext: CGContext) { self.cgContext = cgContext }

    /// Draws nothing.
    open func fill(_ rect: CGRect) {}
}

/// A drawing context. Nothing is drawn.
public final class CGContext: Sendable {
    let size: CGSize

    init(size: CGSize) { self.size = size }

    // These methods draw nothing.
    public func setFillColor(_ color: CGColor) {}
    public func setStrokeColor(_ color: CGColor) {}
    public func setLineWidth(_ width: CGFloat) {}
    public func fill(_ rect: CGRect) {}
    public func stroke(_ rect: CGRect) {}
    public func fillEllipse(in rect: CGRect) {}
    public func addPath(_ path: CGPath) {}
    public func fillPath() {}
    public func strokePath() {}
    public func addRect(_ rect: CGRect) {}
    public func addEllipse(in rect: CGRect) {}
    public func strokeEllipse(in rect: CGRect) {}
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {}
    public func beginPath() {}
    public func closePath() {}
    public func setAlpha(_ alpha: CGFloat) {}
    public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor? = nil) {}
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {}
    public func move(to point: CGPoint) {}
    public func addLine(to point: CGPoint) {}
    public func saveGState() {}
    public func restoreGState() {}
    public func translateBy(x: CGFloat, y: CGFloat) {}
    public func scaleBy(x: CGFloat, y: CGFloat) {}
    public func rotate(by angle: CGFloat) {}
    public func clear(_ rect: CGRect) {}
    public func clip(to rect: CGRect) {}
    public func clip() {}
    public func flush() {}
    public func setLineCap(_ cap: CGLineCap) {}
    public func setLineJoin(_ join: CGLineJoin) {}
    public func setMiterLimit(_ limit: CGFloat) {}
    public func setBlendMode(_ mode: CGBlendMode) {}
    public func setAllowsAntialiasing(_ allows: Bool) {}
    public func setShouldAntialias(_ should: Bool) {}
    public func concatenate(_ transform: CGAffineTransform) {}
    public func drawPath(using mode: CGPathDrawingMode) {}
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {}
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {}
    public func addLines(between points: [CGPoint]) {}
    public func strokeLineSegments(between points: [CGPoint]) {}
    public var interpolationQuality: CGInterpolationQuality {
        get { .default }
        set {}
    }
}

public enum CGInterpolationQuality: Int32, Sendable { case `default`, none, low, high, medium }
public enum CGPathDrawingMode: Int32, Sendable {
    case fill, eoFill, stroke, fillStroke, eoFillStroke
}

public func UIRectFill(_ rect: CGRect) {}
public func UIRectFrame(_ rect: CGRect) {}
public func UIRectClip(_ rect: CGRect) {}
public func UIGraphicsPushContext(_ context: CGContext) {}
public func UIGraphicsPopContext() {}

extension NSString {
    public func draw(at point: CGPoint, withAttributes: [NSAttributedString.Key: Any]? = nil) {}
    public func draw(in rect: CGRect, withAttributes: [NSAttributedString.Key: Any]? = nil) {}
}

/// The format of an image. Its scale is that of the screen, and has no effect.
@preconcurrency @MainActor
open class UIGraphicsImageRendererFormat: NSObject {
    public enum Range: Int, Sendable { case unspecified = -1, automatic, extended, standard }

    open var scale: CGFloat = 1
    open var opaque = false
    open var preferredRange = Range.automatic

    public override init() {}
    public static func `default`() -> UIGraphicsImageRendererFormat { preferred() }
    public static func preferred() -> UIGraphicsImageRendererFormat {
        UIGraphicsImageRendererFormat()
    }
}

@MainActor private var imageContexts: [CGContext] = []

public func UIGraphicsBeginImageContext(_ size: CGSize) {
    MainActor.assumeIsolated { imageContexts.append(CGContext(size: size)) }
}

public func UIGraphicsBeginImageContextWithOptions(
    _ size: CGSize, _ opaque: Bool, _ scale: CGFloat
) { UIGraphicsBeginImageContext(size) }

public func UIGraphicsEndImageContext() {
    MainActor.assumeIsolated { _ = imageContexts.popLast() }
}

public func UIGraphicsGetCurrentContext() -> CGContext? {
    MainActor.assumeIsolated { imageContexts.last }
}

public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
    MainActor.assumeIsolated { imageContexts.last.map { UIImage(size: $0.size) } }
}

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
