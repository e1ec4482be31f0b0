/// A text field. There is no keyboard: `simulateTyping(_:)` simulates the user.
@preconcurrency @MainActor
open class UITextField: UIControl {
    public enum BorderStyle: Int, Sendable { case none, line, bezel, roundedRect }
    public enum ViewMode: Int, Sendable { case never, whileEditing, unlessEditing, always }

    open weak var delegate: (any UITextFieldDelegate)?
    open var text: String? = ""
    open var placeholder: String?
    open var font: UIFont? = .systemFont(ofSize: 17)
    open var textColor: UIColor? = .label
    open var textAlignment = NSTextAlignment.natural
    // These properties are stored and have no effect in the simulation.
    open var attributedPlaceholder: NSAttributedString?
    open var borderStyle = BorderStyle.none
    open var clearButtonMode = ViewMode.never
    open var leftView: UIView?
    open var rightView: UIView?
    open var leftViewMode = ViewMode.never
    open var rightViewMode = ViewMode.never
    open var isSecureTextEntry = false
    open var adjustsFontSizeToFitWidth = false
    open var minimumFontSize: CGFloat = 0
    open var adjustsFontForContentSizeCategory = false
    open var clearsOnBeginEditing = false
    open var clearsOnInsertion = false
    open var allowsEditingTextAttributes = false
    open var background: UIImage?
    open var disabledBackground: UIImage?
    open var defaultTextAttributes: [NSAttributedString.Key: Any] = [:]
    open var typingAttributes: [NSAttributedString.Key: Any]?
    /// The text with attributes. The attributes are stored and have no effect on the size.
    open var attributedText: NSAttributedString? {
        didSet { if let attributedText { text = attributedText.string } }
    }
    open var hasText: Bool { !(text ?? "").isEmpty }
    open override var inputView: UIView? {
        get { recorded?.textInput.view }
        set { values.textInput.view = newValue }
    }
    open override var inputAccessoryView: UIView? {
        get { recorded?.textInput.accessory }
        set { values.textInput.accessory = newValue }
    }

    // Subclasses override these methods for the layout of the parts, which are not laid out here.
    open func textRect(forBounds bounds: CGRect) -> CGRect { bounds }
    open func editingRect(forBounds bounds: CGRect) -> CGRect { bounds }
    open func placeholderRect(forBounds bounds: CGRect) -> CGRect { bounds }
    open func borderRect(forBounds bounds: CGRect) -> CGRect { bounds }
    open func clearButtonRect(forBounds bounds: CGRect) -> CGRect { .zero }
    open func leftViewRect(forBounds bounds: CGRect) -> CGRect { leftView?.frame ?? .zero }
    open func rightViewRect(forBounds bounds: CGRect) -> CGRect { rightView?.frame ?? .zero }
    open func drawText(in rect: CGRect) {}
    open func drawPlaceholder(in rect: CGRect) {}
    open func deleteBackward() { text = String((text ?? "").dropLast()) }
    open func insertText(_ added: String) { text = (text ?? "") + added }

    public static let textDidBeginEditingNotification = NSNotification.Name(
        "UITextFieldTextDidBeginEditingNotification")
    public static let textDidEndEditingNotification = NSNotification.Name(
        "UITextFieldTextDidEndEditingNotification")
    public static let textDidChangeNotification = NSNotification.Name(
        "UITextFieldTextDidChangeNotification")

    private func post(_ name: NSNotification.Name) {
        NotificationCenter.default.post(name: name, object: self)
    }

    open override var intrinsicContentSize: CGSize {
        let font = font ?? .systemFont(ofSize: 17)
        let shown = hasText ? text ?? "" : placeholder ?? ""
        let edge: CGFloat = borderStyle == .roundedRect ? 7 : 0
        let size = font.size(of: shown)
        return CGSize(width: size.width + 2 * edge, height: size.height + 2 * edge)
    }

    open override var canBecomeFirstResponder: Bool { true }
    open var isEditing: Bool { isFirstResponder }

    /// Asks the delegate, then begins editing.
    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        guard !isFirstResponder else { return true }
        guard delegate?.textFieldShouldBeginEditing(self) ?? true, super.becomeFirstResponder()
        else { return false }
        delegate?.textFieldDidBeginEditing(self)
        sendActions(for: .editingDidBegin)
        post(Self.textDidBeginEditingNotification)
        return true
    }

    /// Asks the delegate, then ends editing.
    @discardableResult
    open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard delegate?.textFieldShouldEndEditing(self) ?? true, super.resignFirstResponder()
        else { return false }
        delegate?.textFieldDidEndEditing(self, reason: .committed)
        sendActions(for: .editingDidEnd)
        post(Self.textDidEndEditingNotification)
        return true
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesEnded(touches, with: event)
        if isEnabled { becomeFirstResponder() }
    }

    /// Simulates that the user types a text at the end of the field. Begins editing first.
    public func simulateTyping(_ typed: String) {
        guard isFirstResponder || becomeFirstResponder() else { return }
        let range = NSRange(location: (text ?? "").utf16.count, length: 0)
        guard
            delegate?.textField(self, shouldChangeCharactersIn: range, replacementString: typed)
                ?? true
        else { return }
        text = (text ?? "") + typed
        sendActions(for: .editingChanged)
        post(Self.textDidChangeNotification)
    }

    /// Simulates a tap on the clear button.
    public func simulateClear() {
        guard delegate?.textFieldShouldClear(self) ?? true else { return }
        text = ""
        sendActions(for: .editingChanged)
        post(Self.textDidChangeNotification)
    }

    /// Simulates a tap on the return key.
    public func simulateReturn() {
        guard isFirstResponder, delegate?.textFieldShouldReturn(self) ?? true else { return }
        sendActions(for: .editingDidEndOnExit)
    }
}

@preconcurrency @MainActor
public protocol UITextFieldDelegate: AnyObject {
    func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool
    func textFieldDidBeginEditing(_ textField: UITextField)
    func textFieldShouldEndEditing(_ textField: UITextField) -> Bool
    func textFieldDidEndEditing(_ textField: UITextField)
    func textFieldDidEndEditing(
        _ textField: UITextField, reason: UITextField.DidEndEditingReason)
    func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool
    func textFieldShouldReturn(_ textField: UITextField) -> Bool
    func textFieldShouldClear(_ textField: UITextField) -> Bool
}

extension UITextFieldDelegate {
    public func textFieldShouldBeginEditing(_ textField: UITextField) -> Bool { true }
    public func textFieldDidBeginEditing(_ textField: UITextField) {}
    public func textFieldShouldEndEditing(_ textField: UITextField) -> Bool { true }
    public func textFieldDidEndEditing(_ textField: UITextField) {}
    /// Calls the method without a reason, which UIKit calls only if this one is missing.
    public func textFieldDidEndEditing(
        _ textField: UITextField, reason: UITextField.DidEndEditingReason
    ) { textFieldDidEndEditing(textField) }
    public func textField(
        _ textField: UITextField, shouldChangeCharactersIn range: NSRange,
        replacementString string: String
    ) -> Bool { true }
    public func textFieldShouldReturn(_ textField: UITextField) -> Bool { true }
    public func textFieldShouldClear(_ textField: UITextField) -> Bool { true }
}

extension UITextField {
    public enum DidEndEditingReason: Int, Sendable { case committed, cancelled }
}

open class UISearchTextField: UITextField {
    /// The tokens before the text. They are stored and not shown.
    open var tokens: [UISearchToken] = []
    open var tokenBackgroundColor: UIColor!
    open var allowsDeletingTokens = true
    open var allowsCopyingTokens = true
}

@preconcurrency @MainActor
open class UISearchToken: NSObject {
    open var representedObject: Any?
    public let icon: UIImage?
    public let text: String

    public init(icon: UIImage?, text: String) {
        self.icon = icon
        self.text = text
    }
}
