/// An object that takes part in the chain of responders.
@preconcurrency @MainActor
open class UIResponder {
    public init() {}

    /// Who is asked after this object.
    open var next: UIResponder? { nil }

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

extension UIResponder: CustomStringConvertible, CustomDebugStringConvertible {
    public nonisolated var description: String { "<\(type(of: self))>" }
    public nonisolated var debugDescription: String { description }
}

extension UIResponder: Hashable {
    public nonisolated static func == (left: UIResponder, right: UIResponder) -> Bool {
        left === right
    }

    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
