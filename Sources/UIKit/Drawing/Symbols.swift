public enum UIImageSymbolScale: Int, Sendable {
    case `default` = -1, unspecified, small, medium, large
}

extension UIImage {
    public typealias SymbolScale = UIImageSymbolScale

    public enum SymbolWeight: Int, Sendable {
        case unspecified, ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }

    public enum Orientation: Int, Sendable {
        case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
    }

    public class Configuration: @unchecked Sendable {}

    /// How a symbol looks. Only `pointSize` has an effect, on the image's size.
    public final class SymbolConfiguration: Configuration, @unchecked Sendable {
        let pointSize: CGFloat?

        private init(size: CGFloat?) { pointSize = size }

        public convenience init(
            pointSize: CGFloat, weight: SymbolWeight = .regular, scale: SymbolScale = .default
        ) { self.init(size: pointSize) }

        public convenience init(scale: SymbolScale) { self.init(size: nil) }
        public convenience init(weight: SymbolWeight) { self.init(size: nil) }
        public convenience init(textStyle: UIFont.TextStyle, scale: SymbolScale = .default) {
            self.init(size: UIFont.preferredFont(forTextStyle: textStyle).pointSize)
        }
        public convenience init(font: UIFont, scale: SymbolScale = .default) {
            self.init(size: font.pointSize)
        }
        public convenience init(hierarchicalColor: UIColor) { self.init(size: nil) }
        public convenience init(paletteColors: [UIColor]) { self.init(size: nil) }

        public func applying(_ other: SymbolConfiguration) -> SymbolConfiguration {
            SymbolConfiguration(size: other.pointSize ?? pointSize)
        }
    }

    /// Creates an image as large as a symbol of the configuration's point size.
    public convenience init?(systemName name: String, withConfiguration: Configuration?) {
        let size = ((withConfiguration as? SymbolConfiguration)?.pointSize ?? 17) * 20 / 17
        self.init(size: CGSize(width: size, height: size))
    }

    public convenience init?(
        systemName name: String, compatibleWith traits: UITraitCollection?
    ) { self.init(systemName: name) }

    /// Returns nil: images are not decoded.
    public convenience init?(contentsOfFile path: String) { return nil }
    /// Returns nil: images are not decoded.
    public convenience init?(data: Data, scale: CGFloat) { return nil }
    /// Creates an image of size zero: there are no pixels.
    public convenience init(cgImage: CGImage) { self.init(size: .zero) }
    /// Creates an image of size zero: there are no pixels.
    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.init(size: .zero)
    }

    public var imageOrientation: Orientation { .up }
    public var isSymbolImage: Bool { false }
    public var capInsets: UIEdgeInsets { .zero }
    public var alignmentRectInsets: UIEdgeInsets { .zero }

    public func withConfiguration(_ configuration: Configuration) -> UIImage { self }
    public func applyingSymbolConfiguration(_ configuration: SymbolConfiguration) -> UIImage? {
        self
    }
    public func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        withRenderingMode(renderingMode)
    }
    public func withAlignmentRectInsets(_ insets: UIEdgeInsets) -> UIImage { self }
    public func imageFlippedForRightToLeftLayoutDirection() -> UIImage { self }
    public func withHorizontallyFlippedOrientation() -> UIImage { self }
    /// Draws nothing.
    public func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {}
    /// Returns no bytes: there are no pixels.
    public func pngData() -> Data? { nil }
    /// Returns no bytes: there are no pixels.
    public func jpegData(compressionQuality: CGFloat) -> Data? { nil }
    public func preparingThumbnail(of size: CGSize) -> UIImage? { UIImage(size: size) }
}

public enum CGBlendMode: Int32, Sendable {
    case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight,
        hardLight, difference, exclusion, hue, saturation, color, luminosity, clear, copy, sourceIn,
        sourceOut, sourceAtop, destinationOver, destinationIn, destinationOut, destinationAtop, xor,
        plusDarker, plusLighter
}

public typealias _ImageLiteralType = UIImage

extension UIImage: _ExpressibleByImageLiteral {
    /// Creates an image of size zero: there are no asset catalogues.
    public convenience init(imageLiteralResourceName name: String) { self.init(size: .zero) }
}
