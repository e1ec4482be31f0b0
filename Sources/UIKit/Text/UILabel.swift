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
