/// An object in the responder chain.
///
/// Its accessibility properties are stored and have no effect.
@preconcurrency @MainActor
open class UIResponder: NSObject {
    public override init() {}

    /// The next object in the responder chain.
    open var next: UIResponder? { nil }

    /// The values that `objc_setAssociatedObject` has stored. The keys of the dictionary are the
    /// addresses of the pointers that were passed as keys.
    var associated: [Int: Any]?

    open var canBecomeFirstResponder: Bool { false }
    open private(set) var isFirstResponder = false

    /// Makes the object the first responder if `canBecomeFirstResponder` is true. There is no
    /// keyboard to show.
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

    /// This method is never called, because there are no nib files.
    open func awakeFromNib() {}
    /// This method is never called, because there is no Interface Builder.
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
    /// This method is never called, because there is no assistive technology.
    open func accessibilityPerformEscape() -> Bool { false }
    /// This method is never called, because there is no assistive technology.
    open func accessibilityPerformMagicTap() -> Bool { false }
    /// This method is never called, because there is no assistive technology.
    open func accessibilityActivate() -> Bool { false }
    /// This method is never called, because there is no assistive technology.
    open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
    /// This method is never called, because there is no assistive technology.
    open func accessibilityIncrement() {}
    /// This method is never called, because there is no assistive technology.
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
