/// An image. Only its size is stored; nothing is loaded or drawn.
public final class UIImage: NSObject, Sendable {
    public enum RenderingMode: Int, Sendable { case automatic, alwaysOriginal, alwaysTemplate }
    public enum ResizingMode: Int, Sendable { case tile, stretch }

    // Images have no text for accessibility: the values are not stored.
    public var accessibilityLabel: String? {
        get { nil }
        set {}
    }
    public var accessibilityIdentifier: String? {
        get { nil }
        set {}
    }

    /// Returns the first image: nothing is animated.
    public static func animatedImage(
        with images: [UIImage], duration: TimeInterval
    ) -> UIImage? { images.first }

    public let size: CGSize
    public let renderingMode: RenderingMode
    public var scale: CGFloat { 1 }
    /// Always nil: there are no pixels.
    public var cgImage: CGImage? { nil }

    /// Creates an image of size zero.
    public convenience override init() { self.init(size: .zero) }

    /// Returns nil: there are no asset catalogues.
    public init?(named name: String) { nil }

    /// Returns nil: there are no asset catalogues.
    public init?(named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?)
    { nil }

    /// Returns nil: images are not decoded.
    public init?(data: Data) { nil }

    /// Creates an image of 20 by 20 points, the usual size of a symbol in a button.
    public convenience init?(systemName name: String) {
        self.init(size: CGSize(width: 20, height: 20))
    }

    init(size: CGSize, renderingMode: RenderingMode = .automatic) {
        self.size = size
        self.renderingMode = renderingMode
    }

    public func withRenderingMode(_ mode: RenderingMode) -> UIImage {
        UIImage(size: size, renderingMode: mode)
    }

    public func withTintColor(_ color: UIColor) -> UIImage { self }
    public func resizableImage(withCapInsets insets: UIEdgeInsets) -> UIImage { self }

    public func resizableImage(
        withCapInsets insets: UIEdgeInsets, resizingMode: ResizingMode
    ) -> UIImage { self }

    public func stretchableImage(withLeftCapWidth left: Int, topCapHeight top: Int) -> UIImage {
        self
    }

    /// Draws nothing.
    public func draw(in rect: CGRect) {}
    /// Draws nothing.
    public func draw(at point: CGPoint) {}
}

/// An image's pixels. Images of the simulation have no pixels, so no instance is ever created.
public final class CGImage: Sendable {
    private init() {}
}

/// A view that contains an image.
@preconcurrency @MainActor
open class UIImageView: UIView {
    open var image: UIImage?
    /// A stored value without effect in the simulation.
    open var highlightedImage: UIImage?
    /// A stored value without effect in the simulation.
    open var isHighlighted = false
    // These properties are stored and have no effect in the simulation.
    open var animationImages: [UIImage]?
    open var highlightedAnimationImages: [UIImage]?
    open var animationDuration: TimeInterval = 0
    open var animationRepeatCount = 0
    open var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
    open var adjustsImageSizeForAccessibilityContentSizeCategory = false
    open private(set) var isAnimating = false
    open func startAnimating() { isAnimating = true }
    open func stopAnimating() { isAnimating = false }

    public init(image: UIImage?) {
        self.image = image
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    }

    public init(image: UIImage?, highlightedImage: UIImage?) {
        (self.image, self.highlightedImage) = (image, highlightedImage)
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    }

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The image's size; without an image, the view has no intrinsic size.
    open override var intrinsicContentSize: CGSize {
        image?.size ?? super.intrinsicContentSize
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? bounds.size }
}

/// A colour, stored as its components.
public final class CGColor: Hashable, Sendable {
    let color: UIColor

    init(_ color: UIColor) { self.color = color }

    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        color = UIColor(red: red, green: green, blue: blue, alpha: alpha)
    }

    public var alpha: CGFloat { color.alpha }
    public var numberOfComponents: Int { 4 }
    /// The red, green, blue and alpha components.
    public var components: [CGFloat]? { [color.red, color.green, color.blue, color.alpha] }

    public func copy(alpha: CGFloat) -> CGColor? { CGColor(color.withAlphaComponent(alpha)) }

    public static func == (left: CGColor, right: CGColor) -> Bool { left.color == right.color }
    public func hash(into hasher: inout Hasher) { hasher.combine(color) }
}

extension UIColor {
    public convenience init(cgColor: CGColor) {
        let color = cgColor.color
        self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }

    public var cgColor: CGColor { CGColor(self) }

    /// Creates a colour from hue, saturation and brightness.
    ///
    /// - Parameters:
    ///   - hue: from 0 to 1, from red through green and blue back to red.
    ///   - saturation: from 0 to 1, from grey to the full colour.
    public convenience init(
        hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat
    ) {
        func component(_ offset: CGFloat) -> CGFloat {
            let sector = (offset + hue * 6).truncatingRemainder(dividingBy: 6)
            return brightness - brightness * saturation * max(0, min(sector, 4 - sector, 1))
        }
        self.init(red: component(5), green: component(3), blue: component(1), alpha: alpha)
    }

    public convenience init(
        displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat
    ) { self.init(red: red, green: green, blue: blue, alpha: alpha) }

    /// Returns nil: there are no asset catalogues.
    public convenience init?(named name: String) { return nil }

    /// Creates the colour that the provider returns for a phone in light appearance.
    @preconcurrency @MainActor
    public convenience init(dynamicProvider: (UITraitCollection) -> UIColor) {
        self.init(cgColor: dynamicProvider(UIScreen.main.traitCollection).cgColor)
    }

    public func resolvedColor(with traits: UITraitCollection) -> UIColor { self }

    /// Writes each colour component to the corresponding pointer, unless the pointer is nil. Always
    /// returns true.
    @discardableResult
    public func getRed(
        _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
        blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
    ) -> Bool {
        unsafe red?.pointee = self.red
        unsafe green?.pointee = self.green
        unsafe blue?.pointee = self.blue
        unsafe alpha?.pointee = self.alpha
        return true
    }

    /// Does nothing: the simulation does not draw.
    public func set() {}
    /// Does nothing: the simulation does not draw.
    public func setFill() {}
    /// Does nothing: the simulation does not draw.
    public func setStroke() {}
}
