/// An object that takes part in the chain of responders.
///
/// What it says for accessibility is recorded only.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    public override init() {}

    /// Who is asked after this object.
    open var next: UIResponder? { nil }

    /// Values that code has associated with the object, by their keys' addresses.
    var associated: [Int: Any]?

    open var canBecomeFirstResponder: Bool { false }
    open private(set) var isFirstResponder = false

    /// Does not open a keyboard: there is none.
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        if canBecomeFirstResponder { isFirstResponder = true }
        return isFirstResponder
    }

    @discardableResult
    open func resignFirstResponder() -> Bool {
        isFirstResponder = false
        return true
    }

    public nonisolated override var description: String { "<\(type(of: self))>" }

    open var inputView: UIView? { nil }
    open var inputAccessoryView: UIView? { nil }

    /// There are no nib files: it is never called.
    open func awakeFromNib() {}
    /// There is no Interface Builder: it is never called.
    open func prepareForInterfaceBuilder() {}

    // MARK: accessibility

    open var isAccessibilityElement = false
    open var accessibilityIdentifier: String?
    open var accessibilityLabel: String?
    open var accessibilityHint: String?
    open var accessibilityValue: String?
    open var accessibilityTraits = UIAccessibilityTraits.none
    open var accessibilityFrame = CGRect.zero
    open var accessibilityElements: [Any]?
    open var accessibilityElementsHidden = false
    open var accessibilityViewIsModal = false
    open var shouldGroupAccessibilityChildren = false
    /// Never called: there is no assistive technology.
    open func accessibilityPerformEscape() -> Bool { false }
    /// Never called: there is no assistive technology.
    open func accessibilityPerformMagicTap() -> Bool { false }
    /// Never called: there is no assistive technology.
    open func accessibilityActivate() -> Bool { false }
    /// Never called: there is no assistive technology.
    open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
    /// Never called: there is no assistive technology.
    open func accessibilityIncrement() {}
    /// Never called: there is no assistive technology.
    open func accessibilityDecrement() {}

    // MARK: touches, forwarded to the next responder unless overridden

    open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesBegan(touches, with: event)
    }

    open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesMoved(touches, with: event)
    }

    open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesEnded(touches, with: event)
    }

    open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        next?.touchesCancelled(touches, with: event)
    }
}
