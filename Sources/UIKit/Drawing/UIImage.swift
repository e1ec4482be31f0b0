/// A picture by its name. Nothing is loaded or drawn.
public final class UIImage: Sendable {
    public let size: CGSize

    /// There are no asset catalogues: it returns nil.
    public init?(named name: String) { nil }

    /// A symbol with the size of a button's.
    public init?(systemName name: String) { size = CGSize(width: 20, height: 20) }
}

/// A font by its size. Nothing is drawn; labels estimate their size by it.
public final class UIFont: Sendable {
    public struct Weight: Hashable, RawRepresentable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public static let light = Weight(rawValue: -0.4)
        public static let regular = Weight(rawValue: 0)
        public static let medium = Weight(rawValue: 0.23)
        public static let semibold = Weight(rawValue: 0.3)
        public static let bold = Weight(rawValue: 0.4)
    }

    public enum TextStyle: Sendable {
        case largeTitle, title1, title2, title3, headline, subheadline, body, callout, footnote,
            caption1, caption2
    }

    public let pointSize: CGFloat
    /// The height of a line in points.
    public var lineHeight: CGFloat { pointSize * 1.2 }

    private init(_ size: CGFloat) { pointSize = size }

    public static func systemFont(ofSize size: CGFloat, weight: Weight = .regular) -> UIFont {
        UIFont(size)
    }

    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(size) }

    /// The size of the style at the usual text size.
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        switch style {
        case .largeTitle: UIFont(34)
        case .title1: UIFont(28)
        case .title2: UIFont(22)
        case .title3: UIFont(20)
        case .headline, .body: UIFont(17)
        case .callout: UIFont(16)
        case .subheadline: UIFont(15)
        case .footnote: UIFont(13)
        case .caption1: UIFont(12)
        case .caption2: UIFont(11)
        }
    }
}

public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

/// A text. Its size is estimated: half of the font's size for each letter.
@preconcurrency @MainActor
open class UILabel: UIView {
    open var text: String?
    open var font: UIFont! = .systemFont(ofSize: 17)
    open var textColor: UIColor! = .label
    open var textAlignment = NSTextAlignment.natural
    open var numberOfLines = 1
    open var adjustsFontSizeToFitWidth = false

    open override var intrinsicContentSize: CGSize {
        CGSize(width: CGFloat(text?.count ?? 0) * font.pointSize / 2, height: font.lineHeight)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}

/// A view that shows a picture.
@preconcurrency @MainActor
open class UIImageView: UIView {
    open var image: UIImage?

    public init(image: UIImage?) {
        self.image = image
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    }

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }
}
