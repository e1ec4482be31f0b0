extension UIFont {
    public var familyName: String { fontName }
    public var fontDescriptor: UIFontDescriptor {
        UIFontDescriptor(name: fontName, size: pointSize)
    }

    /// Returns the font of a text style. The traits have no effect.
    public static func preferredFont(
        forTextStyle style: TextStyle, compatibleWith traits: UITraitCollection?
    ) -> UIFont { preferredFont(forTextStyle: style) }

    public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        systemFont(ofSize: size, weight: weight)
    }

    /// Creates the font of a descriptor; a size of 0 keeps the descriptor's size.
    public convenience init(descriptor: UIFontDescriptor, size: CGFloat) {
        self.init(
            size > 0 ? size : descriptor.pointSize, name: descriptor.postscriptName)
    }

    public static var familyNames: [String] { [] }
    public static func fontNames(forFamilyName name: String) -> [String] { [] }
}

/// A font's name, size and traits. The traits have no effect on sizes.
public final class UIFontDescriptor: Hashable, Sendable {
    public struct SymbolicTraits: OptionSet, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let traitItalic = SymbolicTraits(rawValue: 1)
        public static let traitBold = SymbolicTraits(rawValue: 2)
        public static let traitExpanded = SymbolicTraits(rawValue: 32)
        public static let traitCondensed = SymbolicTraits(rawValue: 64)
        public static let traitMonoSpace = SymbolicTraits(rawValue: 1024)
        public static let traitTightLeading = SymbolicTraits(rawValue: 1 << 15)
    }

    public struct SystemDesign: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let `default` = SystemDesign(rawValue: "default")
        public static let rounded = SystemDesign(rawValue: "rounded")
        public static let serif = SystemDesign(rawValue: "serif")
        public static let monospaced = SystemDesign(rawValue: "monospaced")
    }

    public struct AttributeName: Hashable, RawRepresentable, Sendable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public static let textStyle = AttributeName(rawValue: "NSCTFontUIUsageAttribute")
        public static let family = AttributeName(rawValue: "NSFontFamilyAttribute")
        public static let name = AttributeName(rawValue: "NSFontNameAttribute")
        public static let size = AttributeName(rawValue: "NSFontSizeAttribute")
    }

    /// Returns nil for what is not stored, such as the text style.
    public func object(forKey name: AttributeName) -> Any? {
        switch name {
        case .name, .family: postscriptName
        case .size: pointSize
        default: nil
        }
    }

    public let postscriptName: String
    public let pointSize: CGFloat
    public let symbolicTraits: SymbolicTraits

    init(name: String, size: CGFloat, traits: SymbolicTraits) {
        (postscriptName, pointSize, symbolicTraits) = (name, size, traits)
    }

    public convenience init(name: String, size: CGFloat) {
        self.init(name: name, size: size, traits: [])
    }

    public static func preferredFontDescriptor(
        withTextStyle style: UIFont.TextStyle
    ) -> UIFontDescriptor { UIFont.preferredFont(forTextStyle: style).fontDescriptor }

    public func withSymbolicTraits(_ traits: SymbolicTraits) -> UIFontDescriptor? {
        UIFontDescriptor(name: postscriptName, size: pointSize, traits: traits)
    }

    public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? { self }

    public func withSize(_ size: CGFloat) -> UIFontDescriptor {
        UIFontDescriptor(name: postscriptName, size: size, traits: symbolicTraits)
    }

    public static func == (left: UIFontDescriptor, right: UIFontDescriptor) -> Bool {
        left.postscriptName == right.postscriptName && left.pointSize == right.pointSize
            && left.symbolicTraits == right.symbolicTraits
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(postscriptName)
        hasher.combine(pointSize)
    }
}

/// Scales fonts to the text size that the user prefers: here always the default size.
public final class UIFontMetrics: Sendable {
    public static let `default` = UIFontMetrics(forTextStyle: .body)

    public init(forTextStyle textStyle: UIFont.TextStyle) {}

    public func scaledFont(for font: UIFont) -> UIFont { font }
    public func scaledFont(for font: UIFont, maximumPointSize: CGFloat) -> UIFont {
        font.withSize(min(font.pointSize, maximumPointSize))
    }
    public func scaledFont(
        for font: UIFont, compatibleWith traits: UITraitCollection?
    ) -> UIFont { font }
    public func scaledValue(for value: CGFloat) -> CGFloat { value }
    public func scaledValue(
        for value: CGFloat, compatibleWith traits: UITraitCollection?
    ) -> CGFloat { value }
}

public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let single = NSUnderlineStyle(rawValue: 1)
    public static let thick = NSUnderlineStyle(rawValue: 2)
    public static let double = NSUnderlineStyle(rawValue: 9)
    public static let patternDot = NSUnderlineStyle(rawValue: 0x100)
    public static let patternDash = NSUnderlineStyle(rawValue: 0x200)
    public static let byWord = NSUnderlineStyle(rawValue: 0x8000)
}

/// A shadow of a text. It is stored and not drawn.
open class NSShadow: NSObject {
    open var shadowOffset = CGSize.zero
    open var shadowBlurRadius: CGFloat = 0
    open var shadowColor: Any?

    public override init() { super.init() }
}

/// An image in a text. It is stored and has no effect on the size.
open class NSTextAttachment: NSObject {
    open var image: UIImage?
    open var bounds = CGRect.zero

    public override init() { super.init() }
    public convenience init(image: UIImage) {
        self.init()
        self.image = image
    }
    public convenience init(data: Data?, ofType uti: String?) { self.init() }
}

extension NSAttributedString {
    public convenience init(attachment: NSTextAttachment) {
        self.init(string: "\u{FFFC}", attributes: [.attachment: attachment])
    }

    /// Returns the estimated rectangle of the text, from the font of its first character.
    public func boundingRect(
        with size: CGSize, options: NSStringDrawingOptions = [], context: NSStringDrawingContext?
    ) -> CGRect {
        guard length > 0 else { return .zero }
        return unsafe string.boundingRect(
            with: size, options: options, attributes: attributes(at: 0, effectiveRange: nil),
            context: context)
    }
}

extension NSAttributedString.Key {
    public static let attachment = NSAttributedString.Key("NSAttachment")
    public static let ligature = NSAttributedString.Key("NSLigature")
    public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
    public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
    public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
    public static let obliqueness = NSAttributedString.Key("NSObliqueness")
    public static let expansion = NSAttributedString.Key("NSExpansion")
    public static let tracking = NSAttributedString.Key("CTTracking")
    public static let textEffect = NSAttributedString.Key("NSTextEffect")
}
