/// A font with a name and a size. Text is not drawn. Labels estimate their size from the font.
public final class UIFont: Sendable {
    public struct Weight: Hashable, RawRepresentable, Sendable {
        public let rawValue: CGFloat
        public init(rawValue: CGFloat) { self.rawValue = rawValue }
        public static let ultraLight = Weight(rawValue: -0.8)
        public static let thin = Weight(rawValue: -0.6)
        public static let light = Weight(rawValue: -0.4)
        public static let regular = Weight(rawValue: 0)
        public static let medium = Weight(rawValue: 0.23)
        public static let semibold = Weight(rawValue: 0.3)
        public static let bold = Weight(rawValue: 0.4)
        public static let heavy = Weight(rawValue: 0.56)
        public static let black = Weight(rawValue: 0.62)
    }

    public enum TextStyle: Sendable {
        case largeTitle, title1, title2, title3, headline, subheadline, body, callout, footnote,
            caption1, caption2
    }

    public static var labelFontSize: CGFloat { 17 }
    public static var buttonFontSize: CGFloat { 18 }
    public static var smallSystemFontSize: CGFloat { 12 }
    public static var systemFontSize: CGFloat { 14 }

    public let fontName: String
    public let pointSize: CGFloat
    /// The height of a line in points.
    public var lineHeight: CGFloat { pointSize * 1.2 }

    public var ascender: CGFloat { pointSize * 0.95 }
    public var descender: CGFloat { -pointSize * 0.25 }
    public var capHeight: CGFloat { pointSize * 0.7 }
    public var xHeight: CGFloat { pointSize * 0.5 }
    public var leading: CGFloat { 0 }

    private init(_ size: CGFloat, name: String = ".SFUI") {
        pointSize = size
        fontName = name
    }

    /// Creates a font with a name. The name is not checked.
    public convenience init?(name: String, size: CGFloat) { self.init(size, name: name) }

    public func withSize(_ size: CGFloat) -> UIFont { UIFont(size, name: fontName) }

    public static func italicSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(size) }

    public static func monospacedDigitSystemFont(
        ofSize size: CGFloat, weight: Weight
    ) -> UIFont { UIFont(size) }

    /// Returns the estimated size of a text in one line. The width is half the font size for each
    /// character.
    func size(of text: String) -> CGSize {
        CGSize(width: CGFloat(text.count) * pointSize / 2, height: lineHeight)
    }

    public static func systemFont(ofSize size: CGFloat, weight: Weight = .regular) -> UIFont {
        UIFont(size)
    }

    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(size) }

    /// Returns the font of a text style at the default text size.
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
