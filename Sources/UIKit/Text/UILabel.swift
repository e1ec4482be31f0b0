public enum NSTextAlignment: Int, Sendable { case left, center, right, justified, natural }

/// A view with text. Its size is estimated: the width is half the font size for each character.
@preconcurrency @MainActor
open class UILabel: UIView {
    open var text: String?
    /// The text with attributes. The attributes are stored and have no effect on the size.
    open var attributedText: NSAttributedString? {
        didSet { if let attributedText { text = attributedText.string } }
    }
    open var font: UIFont! = .systemFont(ofSize: 17)
    open var textColor: UIColor! = .label
    open var textAlignment = NSTextAlignment.natural
    open var numberOfLines = 1
    // These properties are stored and have no effect in the simulation.
    open var adjustsFontSizeToFitWidth = false
    open var minimumScaleFactor: CGFloat = 0
    open var lineBreakMode = NSLineBreakMode.byTruncatingTail
    open var highlightedTextColor: UIColor?
    open var isHighlighted = false
    open var isEnabled = true
    open var shadowColor: UIColor?
    open var shadowOffset = CGSize(width: 0, height: -1)
    open var preferredMaxLayoutWidth: CGFloat = 0
    open var adjustsFontForContentSizeCategory = false
    open var baselineAdjustment = UIBaselineAdjustment.alignBaselines

    open override var intrinsicContentSize: CGSize {
        font.size(of: text ?? "")
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}

public enum NSLineBreakMode: Int, Sendable {
    case byWordWrapping, byCharWrapping, byClipping, byTruncatingHead, byTruncatingTail,
        byTruncatingMiddle
}

public enum UIBaselineAdjustment: Int, Sendable { case alignBaselines, alignCenters, none }

/// A font with a name and a size. Text is not drawn. Labels estimate their size from the font.
public final class UIFont: NSObject, Sendable {
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

    public enum TextStyle: Hashable, Sendable {
        case extraLargeTitle, largeTitle, title1, title2, title3, headline, subheadline, body,
            callout, footnote, caption1, caption2
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

    init(_ size: CGFloat, name: String = ".SFUI") {
        pointSize = size
        fontName = name
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UIFont else { return false }
        return fontName == other.fontName && pointSize == other.pointSize
    }

    public override var hash: Int { fontName.hashValue ^ pointSize.hashValue }

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
        case .extraLargeTitle: UIFont(36)
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

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key("NSFont")
    public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    public static let kern = NSAttributedString.Key("NSKern")
    public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
    public static let shadow = NSAttributedString.Key("NSShadow")
    public static let link = NSAttributedString.Key("NSLink")
}

public struct NSStringDrawingOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let usesLineFragmentOrigin = NSStringDrawingOptions(rawValue: 1)
    public static let usesFontLeading = NSStringDrawingOptions(rawValue: 2)
    public static let truncatesLastVisibleLine = NSStringDrawingOptions(rawValue: 32)
}

/// An empty class, so that code that uses a drawing context compiles.
public final class NSStringDrawingContext {
    public init() {}
}

/// The style of a paragraph. It is stored but has no effect in the simulation.
open class NSParagraphStyle: NSObject {
    public override init() { super.init() }
    public nonisolated(unsafe) static let `default` = NSParagraphStyle()
    open var alignment = NSTextAlignment.natural
    open var lineBreakMode = NSLineBreakMode.byWordWrapping
    open var lineSpacing: CGFloat = 0
    open var paragraphSpacing: CGFloat = 0
    open var paragraphSpacingBefore: CGFloat = 0
    open var lineHeightMultiple: CGFloat = 0
    open var minimumLineHeight: CGFloat = 0
    open var maximumLineHeight: CGFloat = 0
    open var headIndent: CGFloat = 0
    open var tailIndent: CGFloat = 0
    open var firstLineHeadIndent: CGFloat = 0
    open var hyphenationFactor: Float = 0
    open var allowsDefaultTighteningForTruncation = false
}

open class NSMutableParagraphStyle: NSParagraphStyle {}

extension String {
    /// Returns the size of the text in one line, estimated in the same way as for `UILabel`.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        let font = attributes?[.font] as? UIFont ?? .systemFont(ofSize: 12)
        return font.size(of: self)
    }

    /// Returns the estimated rectangle of the text. If `options` contains `usesLineFragmentOrigin`,
    /// the text is wrapped at the width of `size`.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
    ) -> CGRect {
        let line = self.size(withAttributes: attributes)
        guard options.contains(.usesLineFragmentOrigin), size.width > 0, line.width > size.width
        else { return CGRect(origin: .zero, size: line) }
        let lines = (line.width / size.width).rounded(.up)
        return CGRect(x: 0, y: 0, width: size.width, height: line.height * lines)
    }
}

extension NSString {
    /// Returns the size of the text in one line, estimated in the same way as for `UILabel`.
    public func size(withAttributes attributes: [NSAttributedString.Key: Any]? = nil) -> CGSize {
        String(describing: self).size(withAttributes: attributes)
    }

    /// Returns the estimated rectangle of the text. If `options` contains `usesLineFragmentOrigin`,
    /// the text is wrapped at the width of `size`.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [],
        attributes: [NSAttributedString.Key: Any]? = nil, context: NSStringDrawingContext?
    ) -> CGRect {
        String(describing: self).boundingRect(
            with: size, options: options, attributes: attributes, context: context)
    }
}

extension NSAttributedString {
    /// Returns the estimated size of the text in one line, from the font of its first character.
    public func size() -> CGSize {
        guard length > 0 else { return .zero }
        return unsafe string.size(withAttributes: attributes(at: 0, effectiveRange: nil))
    }
}

extension IndexPath {
    public init(row: Int, section: Int) { self = [section, row] }
    public init(item: Int, section: Int) { self = [section, item] }

    public var section: Int {
        get { self[0] }
        set { self[0] = newValue }
    }

    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }

    public var item: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
