/// A picture by its size. Nothing is loaded or drawn.
public final class UIImage: Sendable {
    public enum RenderingMode: Int, Sendable { case automatic, alwaysOriginal, alwaysTemplate }
    public enum ResizingMode: Int, Sendable { case tile, stretch }

    public let size: CGSize
    public let renderingMode: RenderingMode
    public var scale: CGFloat { 1 }
    /// There are no pixels: it is nil.
    public var cgImage: CGImage? { nil }

    /// A picture without pixels.
    public convenience init() { self.init(size: .zero) }

    /// There are no asset catalogues: it returns nil.
    public init?(named name: String) { nil }

    /// There are no asset catalogues: it returns nil.
    public init?(named name: String, in bundle: Bundle?, compatibleWith traits: UITraitCollection?)
    { nil }

    /// Pictures are not decoded: it returns nil.
    public init?(data: Data) { nil }

    /// A symbol with the size of a button's.
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

/// Pixels, of which there are none: nothing makes one.
public final class CGImage: Sendable {
    private init() {}
}

/// A view that shows a picture.
@preconcurrency @MainActor
open class UIImageView: UIView {
    open var image: UIImage?
    /// Recorded only.
    open var highlightedImage: UIImage?
    /// Recorded only.
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

    /// The picture's size where there is one.
    open override var intrinsicContentSize: CGSize {
        image?.size ?? super.intrinsicContentSize
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? bounds.size }
}
