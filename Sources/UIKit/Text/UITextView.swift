// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of UIKit.

// The traits of text input are stored and have no effect: there is no keyboard.

public enum UIKeyboardType: Int, Sendable {
    case `default`, asciiCapable, numbersAndPunctuation, URL, numberPad, phonePad, namePhonePad,
        emailAddress, decimalPad, twitter, webSearch, asciiCapableNumberPad
    public static let alphabet = UIKeyboardType.asciiCapable
}

public enum UIReturnKeyType: Int, Sendable {
    case `default`, go, google, join, next, route, search, send, yahoo, done, emergencyCall,
        `continue`
}

public enum UIKeyboardAppearance: Int, Sendable {
    case `default`, dark, light
    public static let alert = UIKeyboardAppearance.dark
}

public enum UITextAutocapitalizationType: Int, Sendable {
    case none, words, sentences, allCharacters
}
public enum UITextAutocorrectionType: Int, Sendable { case `default`, no, yes }
public enum UITextSpellCheckingType: Int, Sendable { case `default`, no, yes }
public enum UITextSmartQuotesType: Int, Sendable { case `default`, no, yes }
public enum UITextSmartDashesType: Int, Sendable { case `default`, no, yes }
public enum UITextSmartInsertDeleteType: Int, Sendable { case `default`, no, yes }

public struct UITextContentType: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    private init(_ rawValue: String) { self.rawValue = rawValue }
    public static let name = UITextContentType("name")
    public static let givenName = UITextContentType("given-name")
    public static let familyName = UITextContentType("family-name")
    public static let emailAddress = UITextContentType("email")
    public static let telephoneNumber = UITextContentType("tel")
    public static let fullStreetAddress = UITextContentType("street-address")
    public static let addressCity = UITextContentType("address-level2")
    public static let postalCode = UITextContentType("postal-code")
    public static let countryName = UITextContentType("country-name")
    public static let organizationName = UITextContentType("organization")
    public static let creditCardNumber = UITextContentType("cc-number")
    public static let URL = UITextContentType("url")
    public static let username = UITextContentType("username")
    public static let password = UITextContentType("password")
    public static let newPassword = UITextContentType("new-password")
    public static let oneTimeCode = UITextContentType("one-time-code")
}

struct TextInputValues {
    var keyboardType = UIKeyboardType.default
    var returnKeyType = UIReturnKeyType.default
    var keyboardAppearance = UIKeyboardAppearance.default
    var autocapitalizationType = UITextAutocapitalizationType.sentences
    var autocorrectionType = UITextAutocorrectionType.default
    var spellCheckingType = UITextSpellCheckingType.default
    var smartQuotesType = UITextSmartQuotesType.default
    var smartDashesType = UITextSmartDashesType.default
    var smartInsertDeleteType = UITextSmartInsertDeleteType.default
    var textContentType: UITextContentType?
    var enablesReturnKeyAutomatically = false
    /// What is shown in place of the keyboard, and above it.
    var view: UIView?
    var accessory: UIView?
    var selection: NSRange?
}

/// A view that takes text.
@preconcurrency @MainActor
public protocol UITextInputTraits: UIView {}

extension UITextInputTraits {
    private subscript<Value>(_ path: WritableKeyPath<TextInputValues, Value>) -> Value {
        get { (recorded?.textInput ?? TextInputValues())[keyPath: path] }
        set { values.textInput[keyPath: path] = newValue }
    }

    public var keyboardType: UIKeyboardType {
        get { self[\.keyboardType] }
        set { self[\.keyboardType] = newValue }
    }
    public var returnKeyType: UIReturnKeyType {
        get { self[\.returnKeyType] }
        set { self[\.returnKeyType] = newValue }
    }
    public var keyboardAppearance: UIKeyboardAppearance {
        get { self[\.keyboardAppearance] }
        set { self[\.keyboardAppearance] = newValue }
    }
    public var autocapitalizationType: UITextAutocapitalizationType {
        get { self[\.autocapitalizationType] }
        set { self[\.autocapitalizationType] = newValue }
    }
    public var autocorrectionType: UITextAutocorrectionType {
        get { self[\.autocorrectionType] }
        set { self[\.autocorrectionType] = newValue }
    }
    public var spellCheckingType: UITextSpellCheckingType {
        get { self[\.spellCheckingType] }
        set { self[\.spellCheckingType] = newValue }
    }
    public var smartQuotesType: UITextSmartQuotesType {
        get { self[\.smartQuotesType] }
        set { self[\.smartQuotesType] = newValue }
    }
    public var smartDashesType: UITextSmartDashesType {
        get { self[\.smartDashesType] }
        set { self[\.smartDashesType] = newValue }
    }
    public var smartInsertDeleteType: UITextSmartInsertDeleteType {
        get { self[\.smartInsertDeleteType] }
        set { self[\.smartInsertDeleteType] = newValue }
    }
    public var textContentType: UITextContentType! {
        get { self[\.textContentType] }
        set { self[\.textContentType] = newValue }
    }
    public var enablesReturnKeyAutomatically: Bool {
        get { self[\.enablesReturnKeyAutomatically] }
        set { self[\.enablesReturnKeyAutomatically] = newValue }
    }
}

extension UITextField: UITextInputTraits {}
extension UISearchBar: UITextInputTraits {}

public struct UIDataDetectorTypes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let phoneNumber = UIDataDetectorTypes(rawValue: 1)
    public static let link = UIDataDetectorTypes(rawValue: 2)
    public static let address = UIDataDetectorTypes(rawValue: 4)
    public static let calendarEvent = UIDataDetectorTypes(rawValue: 8)
    public static let all = UIDataDetectorTypes(rawValue: .max)
}

/// The container of a text view's text. It is stored and has no effect.
@preconcurrency @MainActor
open class NSTextContainer: NSObject {
    open var size = CGSize.zero
    open var lineFragmentPadding: CGFloat = 5
    open var maximumNumberOfLines = 0
    open var lineBreakMode = NSLineBreakMode.byWordWrapping
    open var exclusionPaths: [UIBezierPath] = []
    open var widthTracksTextView = false
    open var heightTracksTextView = false

    public override init() {}
    public init(size: CGSize) { self.size = size }
}

/// A text of several lines. There is no keyboard: `simulateTyping(_:)` simulates the user.
open class UITextView: UIScrollView, TypedTextView, UITextInputTraits {
    public static let textDidBeginEditingNotification = NSNotification.Name(
        "UITextViewTextDidBeginEditingNotification")
    public static let textDidChangeNotification = NSNotification.Name(
        "UITextViewTextDidChangeNotification")
    public static let textDidEndEditingNotification = NSNotification.Name(
        "UITextViewTextDidEndEditingNotification")

    // `TypedTextView` gives the property its type.
    @_disfavoredOverload
    open override weak var delegate: (any UIScrollViewDelegate)? {
        get { super.delegate }
        set { super.delegate = newValue }
    }

    public let textStorage = NSTextStorage()
    public private(set) lazy var layoutManager: NSLayoutManager = {
        let manager = NSLayoutManager()
        manager.textView = self
        manager.addTextContainer(textContainer)
        return manager
    }()

    open var text: String! {
        get { textStorage.string }
        set { replaceText(NSAttributedString(string: newValue ?? "")) }
    }
    /// The text with attributes. The attributes are stored and have no effect on the size.
    open var attributedText: NSAttributedString! {
        get { NSAttributedString(attributedString: textStorage) }
        set { replaceText(newValue ?? NSAttributedString(string: "")) }
    }

    /// Puts the selection at the end, as UIKit does.
    private func replaceText(_ text: NSAttributedString) {
        textStorage.setAttributedString(text)
        selectedRange = NSRange(location: textStorage.length, length: 0)
        invalidateIntrinsicContentSize()
    }

    open var font: UIFont? = .systemFont(ofSize: 12)
    open var isEditable = true
    open var selectedRange = NSRange(location: 0, length: 0)
    /// Only its insets change the size; the container is stored.
    open var textContainerInset = UIEdgeInsets(top: 8, left: 0, bottom: 8, right: 0)
    public let textContainer: NSTextContainer
    // These properties are stored and have no effect in the simulation.
    open var textColor: UIColor? = .label
    open var textAlignment = NSTextAlignment.natural
    open var isSelectable = true
    open var isSecureTextEntry = false
    open var dataDetectorTypes: UIDataDetectorTypes = []
    open var allowsEditingTextAttributes = false
    open var adjustsFontForContentSizeCategory = false
    open var clearsOnInsertion = false
    open var linkTextAttributes: [NSAttributedString.Key: Any]! = [:]
    open var typingAttributes: [NSAttributedString.Key: Any] = [:]

    public init(frame: CGRect, textContainer: NSTextContainer?) {
        self.textContainer = textContainer ?? NSTextContainer()
        super.init(frame: frame)
    }
    public override convenience init(frame: CGRect) {
        self.init(frame: frame, textContainer: nil)
    }
    public convenience init() { self.init(frame: .zero, textContainer: nil) }
    public required init?(coder: NSCoder) {
        textContainer = NSTextContainer()
        super.init(coder: coder)
    }

    open override var inputView: UIView? {
        get { recorded?.textInput.view }
        set { values.textInput.view = newValue }
    }
    open override var inputAccessoryView: UIView? {
        get { recorded?.textInput.accessory }
        set { values.textInput.accessory = newValue }
    }

    private var textDelegate: (any UITextViewDelegate)? {
        (self as UIScrollView).delegate as? any UITextViewDelegate
    }

    open override var canBecomeFirstResponder: Bool { isEditable || isSelectable }

    /// Asks the delegate, then begins editing.
    @discardableResult
    open override func becomeFirstResponder() -> Bool {
        guard !isFirstResponder else { return true }
        guard textDelegate?.textViewShouldBeginEditing(self) ?? true, super.becomeFirstResponder()
        else { return false }
        textDelegate?.textViewDidBeginEditing(self)
        NotificationCenter.default.post(name: Self.textDidBeginEditingNotification, object: self)
        return true
    }

    /// Asks the delegate, then ends editing.
    @discardableResult
    open override func resignFirstResponder() -> Bool {
        guard isFirstResponder else { return true }
        guard textDelegate?.textViewShouldEndEditing(self) ?? true, super.resignFirstResponder()
        else { return false }
        textDelegate?.textViewDidEndEditing(self)
        NotificationCenter.default.post(name: Self.textDidEndEditingNotification, object: self)
        return true
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesEnded(touches, with: event)
        if isEditable { becomeFirstResponder() }
    }

    /// Simulates that the user types a text at the end. Begins editing first.
    public func simulateTyping(_ typed: String) {
        guard isEditable, isFirstResponder || becomeFirstResponder() else { return }
        let range = NSRange(location: (text ?? "").utf16.count, length: 0)
        guard
            textDelegate?.textView(self, shouldChangeTextIn: range, replacementText: typed) ?? true
        else { return }
        text = (text ?? "") + typed
        textDelegate?.textViewDidChange(self)
        NotificationCenter.default.post(name: Self.textDidChangeNotification, object: self)
    }

    open func scrollRangeToVisible(_ range: NSRange) {}
    open func insertText(_ text: String) { self.text = (self.text ?? "") + text }
    open func deleteBackward() { text = String((text ?? "").dropLast()) }
    open var hasText: Bool { !(text ?? "").isEmpty }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        let insets = textContainerInset
        let room = size.width - insets.left - insets.right
        let used = (text ?? "").boundingRect(
            with: CGSize(width: room, height: 0), options: .usesLineFragmentOrigin,
            attributes: font.map { [.font: $0] }, context: nil)
        return CGSize(
            width: used.width + insets.left + insets.right,
            height: used.height + insets.top + insets.bottom)
    }

    /// The size of the text, unless the view scrolls.
    open override var intrinsicContentSize: CGSize {
        isScrollEnabled
            ? super.intrinsicContentSize
            : sizeThatFits(CGSize(width: bounds.width, height: 0))
    }
}

/// A text view, for the type of `delegate`, as with `TypedTable`.
@preconcurrency @MainActor
public protocol TypedTextView: UITextView {}

extension TypedTextView {
    public weak var delegate: (any UITextViewDelegate)? {
        get { (self as UIScrollView).delegate as? any UITextViewDelegate }
        set { (self as UIScrollView).delegate = newValue }
    }
}

@preconcurrency @MainActor
public protocol UITextViewDelegate: UIScrollViewDelegate {
    func textViewShouldBeginEditing(_ textView: UITextView) -> Bool
    func textViewDidBeginEditing(_ textView: UITextView)
    func textViewShouldEndEditing(_ textView: UITextView) -> Bool
    func textViewDidEndEditing(_ textView: UITextView)
    func textView(
        _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool
    func textViewDidChange(_ textView: UITextView)
    func textViewDidChangeSelection(_ textView: UITextView)
}

extension UITextViewDelegate {
    public func textViewShouldBeginEditing(_ textView: UITextView) -> Bool { true }
    public func textViewDidBeginEditing(_ textView: UITextView) {}
    public func textViewShouldEndEditing(_ textView: UITextView) -> Bool { true }
    public func textViewDidEndEditing(_ textView: UITextView) {}
    public func textView(
        _ textView: UITextView, shouldChangeTextIn range: NSRange, replacementText text: String
    ) -> Bool { true }
    public func textViewDidChange(_ textView: UITextView) {}
    public func textViewDidChangeSelection(_ textView: UITextView) {}
}
