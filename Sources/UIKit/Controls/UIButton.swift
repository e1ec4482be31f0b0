/// A button with a title for each state.
@preconcurrency @MainActor
open class UIButton: UIControl {
    public enum ButtonType: Int, Sendable {
        case custom, system, detailDisclosure, infoLight, close
    }

    public let buttonType: ButtonType
    public let titleLabel: UILabel? = UILabel()
    private var titles: [UInt: String] = [:]
    private var images: [UInt: UIImage] = [:]
    private var backgroundImages: [UInt: UIImage] = [:]
    private var colors: [UInt: UIColor] = [:]

    public override init(frame: CGRect) {
        buttonType = .custom
        super.init(frame: frame)
    }

    public init(type: ButtonType) {
        buttonType = type
        super.init(frame: .zero)
    }

    public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
        self.init(type: type)
        guard let primaryAction else { return }
        setTitle(primaryAction.title, for: .normal)
        addAction(primaryAction, for: .primaryActionTriggered)
    }

    public required init?(coder: NSCoder) {
        buttonType = .custom
        super.init(coder: coder)
    }

    open var currentTitle: String? { title(for: state) ?? title(for: .normal) }

    open func setTitle(_ title: String?, for state: State) {
        titles[state.rawValue] = title
        titleLabel?.text = currentTitle
    }

    open func title(for state: State) -> String? { titles[state.rawValue] }

    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
        setTitle(title?.string, for: state)
    }

    open func setImage(_ image: UIImage?, for state: State) { images[state.rawValue] = image }

    /// Stores the value, which has no effect in the simulation.
    open func setBackgroundImage(_ image: UIImage?, for state: State) {
        backgroundImages[state.rawValue] = image
    }

    open func backgroundImage(for state: State) -> UIImage? { backgroundImages[state.rawValue] }

    open func image(for state: State) -> UIImage? { images[state.rawValue] }

    /// Stores the value, which has no effect in the simulation.
    open func setTitleColor(_ color: UIColor?, for state: State) { colors[state.rawValue] = color }

    open func titleColor(for state: State) -> UIColor? {
        colors[state.rawValue] ?? colors[State.normal.rawValue]
    }

    open var currentTitleColor: UIColor { titleColor(for: state) ?? .white }
    open var currentImage: UIImage? { image(for: state) ?? image(for: .normal) }

    // These properties are stored. Only `contentEdgeInsets` has an effect, on the intrinsic size.
    open var contentEdgeInsets = UIEdgeInsets.zero
    open var titleEdgeInsets = UIEdgeInsets.zero
    open var imageEdgeInsets = UIEdgeInsets.zero
    open var adjustsImageWhenHighlighted = true
    open var showsTouchWhenHighlighted = false
    public let imageView: UIImageView? = UIImageView(image: nil)

    open override var isEnabled: Bool { didSet { titleLabel?.text = currentTitle } }
    open override var isSelected: Bool { didSet { titleLabel?.text = currentTitle } }
    open override var isHighlighted: Bool { didSet { titleLabel?.text = currentTitle } }

    /// The size that fits the title and the image side by side, with `contentEdgeInsets` around
    /// them.
    open override var intrinsicContentSize: CGSize {
        let (title, image) = (
            titleLabel?.intrinsicContentSize ?? .zero, currentImage?.size ?? .zero
        )
        return CGSize(
            width: title.width + image.width + contentEdgeInsets.left + contentEdgeInsets.right,
            height: max(title.height, image.height) + contentEdgeInsets.top
                + contentEdgeInsets.bottom)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}
