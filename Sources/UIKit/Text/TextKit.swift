// What code reaches through a text view: its storage, layout manager and positions.

/// The text of a text view. A change of the storage changes the view's text.
open class NSTextStorage: NSMutableAttributedString {
    public convenience init() { self.init(string: "") }
    open func addLayoutManager(_ manager: NSLayoutManager) {}
    open func removeLayoutManager(_ manager: NSLayoutManager) {}
}

/// Lays out nothing: `sizeThatFits(_:)` of the view estimates the size of its text.
@preconcurrency @MainActor
open class NSLayoutManager: NSObject {
    weak var textView: UITextView?
    open var allowsNonContiguousLayout = false
    open var showsInvisibleCharacters = false
    open var usesFontLeading = true
    open private(set) var textContainers: [NSTextContainer] = []

    public override init() {}

    open var textStorage: NSTextStorage? { textView?.textStorage }
    open func addTextContainer(_ container: NSTextContainer) { textContainers.append(container) }
    open func ensureLayout(for container: NSTextContainer) {}
    open func invalidateDisplay(forCharacterRange range: NSRange) {}

    open func usedRect(for container: NSTextContainer) -> CGRect {
        guard let textView else { return .zero }
        let size = textView.sizeThatFits(CGSize(width: textView.bounds.width, height: 0))
        let insets = textView.textContainerInset
        return CGRect(
            x: 0, y: 0, width: size.width - insets.left - insets.right,
            height: size.height - insets.top - insets.bottom)
    }

    open func boundingRect(
        forGlyphRange range: NSRange, in container: NSTextContainer
    ) -> CGRect { usedRect(for: container) }
    open func glyphRange(for container: NSTextContainer) -> NSRange {
        NSRange(location: 0, length: textStorage?.length ?? 0)
    }
}

/// A place in a text, in UTF-16 code units.
open class UITextPosition: NSObject {
    let offset: Int
    init(_ offset: Int) { self.offset = offset }
}

open class UITextRange: NSObject {
    public let start: UITextPosition
    public let end: UITextPosition
    public var isEmpty: Bool { start.offset == end.offset }

    init(_ range: NSRange) {
        start = UITextPosition(range.location)
        end = UITextPosition(range.location + range.length)
    }

    var range: NSRange { NSRange(location: start.offset, length: end.offset - start.offset) }
}

public enum UITextItemInteraction: Int, Sendable {
    case invokeDefaultAction, presentActions, preview
}

/// A view with positions in its text. Carets are at the end of the estimated text.
@preconcurrency @MainActor
public protocol UITextInput: UITextInputTraits {
    var editedText: String { get set }
    var editedRange: NSRange { get set }
}

extension UITextInput {
    private var length: Int { editedText.utf16.count }

    public var selectedTextRange: UITextRange? {
        get { UITextRange(editedRange) }
        set { editedRange = newValue?.range ?? NSRange(location: length, length: 0) }
    }
    public var markedTextRange: UITextRange? { nil }
    public var beginningOfDocument: UITextPosition { UITextPosition(0) }
    public var endOfDocument: UITextPosition { UITextPosition(length) }

    public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
        let moved = position.offset + offset
        return 0...length ~= moved ? UITextPosition(moved) : nil
    }

    public func offset(from: UITextPosition, to: UITextPosition) -> Int { to.offset - from.offset }

    public func textRange(from: UITextPosition, to: UITextPosition) -> UITextRange? {
        let first = min(from.offset, to.offset)
        return UITextRange(NSRange(location: first, length: abs(to.offset - from.offset)))
    }

    public func text(in range: UITextRange) -> String? {
        Range(range.range, in: editedText).map { String(editedText[$0]) }
    }

    public func replace(_ range: UITextRange, withText text: String) {
        guard let replaced = Range(range.range, in: editedText) else { return }
        editedText.replaceSubrange(replaced, with: text)
        editedRange = NSRange(location: range.start.offset + text.utf16.count, length: 0)
    }

    public func caretRect(for position: UITextPosition) -> CGRect {
        CGRect(x: 0, y: max(0, sizeThatFits(bounds.size).height - 20), width: 2, height: 20)
    }
    public func firstRect(for range: UITextRange) -> CGRect { caretRect(for: range.start) }
}

extension UITextView: UITextInput {
    public var editedText: String {
        get { text ?? "" }
        set { text = newValue }
    }
    public var editedRange: NSRange {
        get { selectedRange }
        set { selectedRange = newValue }
    }
}

extension UITextField: UITextInput {
    public var editedText: String {
        get { text ?? "" }
        set { text = newValue }
    }
    /// The selection, at the end of the text until code moves it.
    public var editedRange: NSRange {
        get {
            let length = editedText.utf16.count
            guard let range = recorded?.textInput.selection, NSMaxRange(range) <= length else {
                return NSRange(location: length, length: 0)
            }
            return range
        }
        set { values.textInput.selection = newValue }
    }
}
