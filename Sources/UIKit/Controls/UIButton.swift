/// A button with a title for each state.
@preconcurrency @MainActor
open class UIButton: UIControl {
    public enum ButtonType: Int, Sendable {
        case custom, system, detailDisclosure, infoLight, infoDark, contactAdd, plain, close
        public static let roundedRect = ButtonType.system
    }

    public private(set) var buttonType = ButtonType.custom
    public let titleLabel: UILabel? = UILabel()
    private var titles: [UInt: String] = [:]
    private var images: [UInt: UIImage] = [:]
    private var backgroundImages: [UInt: UIImage] = [:]
    private var colors: [UInt: UIColor] = [:]

    public override init(frame: CGRect) { super.init(frame: frame) }

    public convenience init(type: ButtonType) {
        self.init(frame: .zero)
        buttonType = type
    }

    public convenience init(type: ButtonType = .system, primaryAction: UIAction?) {
        self.init(type: type)
        guard let primaryAction else { return }
        setTitle(primaryAction.title, for: .normal)
        addAction(primaryAction, for: .primaryActionTriggered)
    }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open var currentTitle: String? {
        configuration?.title ?? title(for: state) ?? title(for: .normal)
    }
    open var currentAttributedTitle: NSAttributedString? { attributedTitle(for: state) }
    open var currentBackgroundImage: UIImage? {
        backgroundImage(for: state) ?? backgroundImage(for: .normal)
    }
    private var attributedTitles: [UInt: NSAttributedString] = [:]

    open func attributedTitle(for state: State) -> NSAttributedString? {
        attributedTitles[state.rawValue]
    }

    /// Stores the value, which has no effect in the simulation.
    open func setTitleShadowColor(_ color: UIColor?, for state: State) {}
    open func setPreferredSymbolConfiguration(
        _ configuration: UIImage.SymbolConfiguration?, forImageIn state: State
    ) {}

    open func setTitle(_ title: String?, for state: State) {
        titles[state.rawValue] = title
        titleLabel?.text = currentTitle
    }

    open func title(for state: State) -> String? { titles[state.rawValue] }

    open func setAttributedTitle(_ title: NSAttributedString?, for state: State) {
        attributedTitles[state.rawValue] = title
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
    open var currentImage: UIImage? {
        configuration?.image ?? image(for: state) ?? image(for: .normal)
    }

    // These properties are stored. Only `contentEdgeInsets` has an effect, on the intrinsic size.
    open var contentEdgeInsets = UIEdgeInsets.zero
    open var titleEdgeInsets = UIEdgeInsets.zero
    open var imageEdgeInsets = UIEdgeInsets.zero
    open var adjustsImageWhenHighlighted = true
    open var showsTouchWhenHighlighted = false
    open var adjustsImageWhenDisabled = true
    open var reversesTitleShadowWhenHighlighted = false
    open var showsMenuAsPrimaryAction = false
    open var changesSelectionAsPrimaryAction = false
    open var isPointerInteractionEnabled = false
    open var isContextMenuInteractionEnabled = false
    /// The menu that a long press shows. `UIMenu.simulateChoice(ofTitle:from:)` simulates the user.
    open var menu: UIMenu?
    public let imageView: UIImageView? = UIImageView(image: nil)

    open var configuration: Configuration? {
        didSet {
            titleLabel?.text = currentTitle
            invalidateIntrinsicContentSize()
            setNeedsUpdateConfiguration()
        }
    }
    open var automaticallyUpdatesConfiguration = true
    /// Called at the end of the cycle in which the button's state or configuration has changed.
    open var configurationUpdateHandler: ((UIButton) -> Void)? {
        didSet { setNeedsUpdateConfiguration() }
    }
    private var isUpdatingConfiguration = false

    open func updateConfiguration() { configurationUpdateHandler?(self) }

    open func setNeedsUpdateConfiguration() {
        guard configurationUpdateHandler != nil, !isUpdatingConfiguration else { return }
        isUpdatingConfiguration = true
        simulation.schedule(after: 0) { [weak self] in
            self?.updateConfiguration()
            self?.isUpdatingConfiguration = false
        }
    }

    private func stateDidChange() {
        titleLabel?.text = currentTitle
        setNeedsUpdateConfiguration()
    }

    open override var isEnabled: Bool { didSet { stateDidChange() } }
    open override var isSelected: Bool { didSet { stateDidChange() } }
    open override var isHighlighted: Bool { didSet { stateDidChange() } }

    /// The size that fits the title and the image side by side, with `contentEdgeInsets` around
    /// them.
    open override var intrinsicContentSize: CGSize {
        let (title, image) = (
            titleLabel?.intrinsicContentSize ?? .zero, currentImage?.size ?? .zero
        )
        var (insets, padding) = (contentEdgeInsets, CGFloat(0))
        if let configuration {
            let own = configuration.contentInsets
            insets = UIEdgeInsets(
                top: own.top, left: own.leading, bottom: own.bottom, right: own.trailing)
            padding = configuration.image == nil ? 0 : configuration.imagePadding
        }
        return CGSize(
            width: title.width + image.width + padding + insets.left + insets.right,
            height: max(title.height, image.height) + insets.top + insets.bottom)
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }
}
