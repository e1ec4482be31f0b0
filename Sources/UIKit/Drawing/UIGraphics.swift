// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of Apple's frameworks.

/// A renderer that creates images of a given size. Drawing code runs, but nothing is drawn.
@preconcurrency @MainActor
open class UIGraphicsImageRenderer {
    private let size: CGSize

    public init(size: CGSize) { self.size = size }
    public convenience init(bounds: CGRect) { self.init(size: bounds.size) }

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
