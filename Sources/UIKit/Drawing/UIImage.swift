/// An image. Only its size is stored; nothing is loaded or drawn.
public final class UIImage: Sendable {
    public enum RenderingMode: Int, Sendable { case automatic, alwaysOriginal, alwaysTemplate }
    public enum ResizingMode: Int, Sendable { case tile, stretch }

    public let size: CGSize
    public let renderingMode: RenderingMode
    public var scale: CGFloat { 1 }
    /// Always nil: there are no pixels.
    public var cgImage: CGImage? { nil }

    /// Creates an image of size zero.
    public convenience init() { self.init(size: .zero) }

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

    public init(image: UIImage?) {
        self.image = image
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    }

    public convenience init(image: UIImage?, highlightedImage: UIImage?) {
        self.init(image: image)
        self.highlightedImage = highlightedImage
    }

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The image's size; without an image, the view has no intrinsic size.
    open override var intrinsicContentSize: CGSize {
        image?.size ?? super.intrinsicContentSize
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? bounds.size }
}
