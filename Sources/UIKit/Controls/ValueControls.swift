/// A switch. A tap toggles it.
@preconcurrency @MainActor
open class UISwitch: UIControl {
    open var isOn = false
    /// A stored value without effect in the simulation.
    open var onTintColor: UIColor?
    /// A stored value without effect in the simulation.
    open var thumbTintColor: UIColor?

    open func setOn(_ on: Bool, animated: Bool) { isOn = on }

    open override var intrinsicContentSize: CGSize { CGSize(width: 51, height: 31) }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        let turns = isEnabled && isHighlighted
        super.touchesEnded(touches, with: event)
        guard turns else { return }
        isOn.toggle()
        sendActions(for: .valueChanged)
    }
}

/// A slider. Simulated touches do not move it: code sets its value and sends `valueChanged`.
@preconcurrency @MainActor
open class UISlider: UIControl {
    open var minimumValue: Float = 0
    open var maximumValue: Float = 1
    /// The value, limited to the range from `minimumValue` to `maximumValue`.
    open var value: Float {
        get { current }
        set { current = min(max(minimumValue, newValue), maximumValue) }
    }
    private var current: Float = 0
    /// A stored value without effect in the simulation.
    open var isContinuous = true
    /// A stored value without effect in the simulation.
    open var minimumTrackTintColor: UIColor?
    /// A stored value without effect in the simulation.
    open var maximumTrackTintColor: UIColor?

    open func setValue(_ value: Float, animated: Bool) { self.value = value }
}

/// A progress bar. It is empty if `progress` is 0, and full if `progress` is 1.
@preconcurrency @MainActor
open class UIProgressView: UIView {
    open var progress: Float = 0
    /// A stored value without effect in the simulation.
    open var progressTintColor: UIColor?
    /// A stored value without effect in the simulation.
    open var trackTintColor: UIColor?

    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
}

/// An indicator that shows that some activity is in progress.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
    public enum Style: Int, Sendable { case medium = 100, large }

    open var style = Style.medium
    open var color: UIColor!
    open var hidesWhenStopped = true { didSet { updateVisibility() } }
    open private(set) var isAnimating = false

    public convenience init(style: Style) {
        self.init(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        self.style = style
        updateVisibility()
    }

    open func startAnimating() {
        isAnimating = true
        updateVisibility()
    }

    open func stopAnimating() {
        isAnimating = false
        updateVisibility()
    }

    private func updateVisibility() { isHidden = hidesWhenStopped && !isAnimating }
}

/// A text field. Only code changes its text, because there is no keyboard.
@preconcurrency @MainActor
open class UITextField: UIControl {
    open var text: String? = ""
    open var placeholder: String?
    open var font: UIFont? = .systemFont(ofSize: 17)
    open var textColor: UIColor? = .label
    open var textAlignment = NSTextAlignment.natural
    open override var canBecomeFirstResponder: Bool { true }
    open var isEditing: Bool { isFirstResponder }
}
