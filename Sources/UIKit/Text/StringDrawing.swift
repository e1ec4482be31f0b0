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
open class NSMutableParagraphStyle {
    public init() {}
    open var alignment = NSTextAlignment.natural
    open var lineBreakMode = NSLineBreakMode.byWordWrapping
    open var lineSpacing: CGFloat = 0
    open var paragraphSpacing: CGFloat = 0
    open var lineHeightMultiple: CGFloat = 0
}

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
