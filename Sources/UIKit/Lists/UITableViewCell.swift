/// A cell of a table.
open class UITableViewCell: UIView {
    public enum CellStyle: Int, Sendable { case `default`, value1, value2, subtitle }
    public enum SelectionStyle: Int, Sendable { case none, blue, gray, `default` }
    public enum SeparatorStyle: Int, Sendable { case none, singleLine, singleLineEtched }
    public enum EditingStyle: Int, Sendable { case none, delete, insert }
    public enum AccessoryType: Int, Sendable {
        case none, disclosureIndicator, detailDisclosureButton, checkmark, detailButton
    }

    public let contentView = UIView()
    public internal(set) var reuseIdentifier: String?
    private let style: CellStyle

    public init(style: CellStyle, reuseIdentifier: String?) {
        self.style = style
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: CGRect(x: 0, y: 0, width: 320, height: 44))
        addSubview(contentView)
        contentView.frame = bounds
    }

    public required init?(coder: NSCoder) {
        style = .default
        super.init(coder: coder)
        addSubview(contentView)
    }

    public convenience init() { self.init(style: .default, reuseIdentifier: nil) }
    public override convenience init(frame: CGRect) {
        self.init()
        self.frame = frame
    }

    /// Makes a cell of a registered class. Subclasses inherit it with `init(style:reuseIdentifier:)`.
    public required convenience init(registered identifier: String) {
        self.init(style: .default, reuseIdentifier: identifier)
    }

    open lazy var textLabel: UILabel? = added(UILabel())
    open lazy var detailTextLabel: UILabel? = style == .default ? nil : added(UILabel())
    open lazy var imageView: UIImageView? = added(UIImageView(image: nil))

    private func added<Part: UIView>(_ part: Part) -> Part {
        contentView.addSubview(part)
        return part
    }

    // These properties are stored and have no effect in the simulation.
    open var accessoryType = AccessoryType.none
    open var editingAccessoryType = AccessoryType.none
    open var selectionStyle = SelectionStyle.default
    open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
    open var indentationLevel = 0
    open var indentationWidth: CGFloat = 10
    open var shouldIndentWhileEditing = true
    open var showsReorderControl = false
    open var selectedBackgroundView: UIView?
    open var multipleSelectionBackgroundView: UIView?
    open var focusStyle = FocusStyle.default
    open var contentConfiguration: (any UIContentConfiguration)?
    open var backgroundConfiguration: UIBackgroundConfiguration?
    open var automaticallyUpdatesContentConfiguration = true
    open var automaticallyUpdatesBackgroundConfiguration = true
    open var configurationUpdateHandler: ((UITableViewCell, UICellConfigurationState) -> Void)?
    open var userInteractionEnabledWhileDragging = false
    open var showingDeleteConfirmation: Bool { false }
    open var editingAccessoryView: UIView?
    open func willTransition(to state: StateMask) {}
    open func didTransition(to state: StateMask) {}

    public struct StateMask: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let showingEditControl = StateMask(rawValue: 1)
        public static let showingDeleteConfirmation = StateMask(rawValue: 2)
    }

    open var configurationState: UICellConfigurationState {
        UICellConfigurationState(
            isSelected: isSelected, isHighlighted: isHighlighted, isEditing: isEditing)
    }

    /// Subclasses override it; call `setNeedsUpdateConfiguration()` to have it called.
    open func updateConfiguration(using state: UICellConfigurationState) {
        configurationUpdateHandler?(self, state)
    }

    open func setNeedsUpdateConfiguration() {
        simulation.schedule(after: 0) { [weak self] in
            guard let self else { return }
            updateConfiguration(using: configurationState)
        }
    }
    open var editingStyle: EditingStyle { isEditing ? .delete : .none }

    open func defaultContentConfiguration() -> UIListContentConfiguration {
        UIListContentConfiguration()
    }

    open var accessoryView: UIView? {
        didSet { replace(oldValue, accessoryView) }
    }

    open var backgroundView: UIView? {
        didSet {
            replace(oldValue, backgroundView)
            if let backgroundView { sendSubviewToBack(backgroundView) }
        }
    }

    private func replace(_ old: UIView?, _ new: UIView?) {
        guard old !== new else { return }
        old?.removeFromSuperview()
        if let new { addSubview(new) }
        setNeedsLayout()
    }

    private var storedIsSelected = false
    private var storedIsHighlighted = false
    private var storedIsEditing = false

    open var isSelected: Bool {
        get { storedIsSelected }
        set { setSelected(newValue, animated: false) }
    }

    open var isHighlighted: Bool {
        get { storedIsHighlighted }
        set { setHighlighted(newValue, animated: false) }
    }

    open var isEditing: Bool {
        get { storedIsEditing }
        set { setEditing(newValue, animated: false) }
    }

    open func setSelected(_ selected: Bool, animated: Bool) { storedIsSelected = selected }
    open func setHighlighted(_ highlighted: Bool, animated: Bool) {
        storedIsHighlighted = highlighted
    }
    open func setEditing(_ editing: Bool, animated: Bool) { storedIsEditing = editing }

    /// Called before the table gives the cell out again.
    open func prepareForReuse() {}

    open override func layoutSubviews() {
        super.layoutSubviews()
        let accessory = accessoryView.map { $0.bounds.width + 16 } ?? 0
        contentView.frame = CGRect(
            x: 0, y: 0, width: max(0, bounds.width - accessory), height: bounds.height)
        if let accessoryView {
            accessoryView.center = CGPoint(
                x: bounds.width - 8 - accessoryView.bounds.width / 2, y: bounds.midY)
        }
        backgroundView?.frame = bounds
    }

    open override func sizeThatFits(_ size: CGSize) -> CGSize {
        CGSize(width: size.width, height: 44)
    }
}

/// A header or footer of a table's section.
open class UITableViewHeaderFooterView: UIView {
    public let contentView = UIView()
    public internal(set) var reuseIdentifier: String?

    public convenience init() { self.init(reuseIdentifier: nil) }

    public init(reuseIdentifier: String?) {
        self.reuseIdentifier = reuseIdentifier
        super.init(frame: .zero)
        addSubview(contentView)
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addSubview(contentView)
    }

    public required convenience init(registered identifier: String) {
        self.init(reuseIdentifier: identifier)
    }

    open lazy var textLabel: UILabel? = {
        let label = UILabel()
        contentView.addSubview(label)
        return label
    }()
    open lazy var detailTextLabel: UILabel? = {
        let label = UILabel()
        contentView.addSubview(label)
        return label
    }()
    open var backgroundView: UIView?
    open var contentConfiguration: (any UIContentConfiguration)?
    open var backgroundConfiguration: UIBackgroundConfiguration?

    open func defaultContentConfiguration() -> UIListContentConfiguration {
        UIListContentConfiguration()
    }

    open func prepareForReuse() {}

    open override func layoutSubviews() {
        super.layoutSubviews()
        contentView.frame = bounds
    }
}

/// The content of a cell as values. It is stored and draws nothing.
public protocol UIContentConfiguration {
    /// Never called: a cell makes no view of its configuration.
    @MainActor func makeContentView() -> any UIView & UIContentView
    func updated(for state: UICellConfigurationState) -> Self
}

public struct UIListContentConfiguration: UIContentConfiguration {
    public struct TextProperties {
        public var font = UIFont.systemFont(ofSize: 17)
        public var color = UIColor.black
        public var numberOfLines = 0
        public var alignment = Alignment.natural
        public var lineBreakMode = NSLineBreakMode.byTruncatingTail
        public var adjustsFontForContentSizeCategory = false
        public var adjustsFontSizeToFitWidth = false
        public var minimumScaleFactor: CGFloat = 0

        public enum Alignment: Int, Sendable { case natural, center, justified }
    }

    public struct ImageProperties {
        public var tintColor: UIColor?
        public var cornerRadius: CGFloat = 0
        public var maximumSize = CGSize.zero
        public var reservedLayoutSize = CGSize.zero
        public var preferredSymbolConfiguration: UIImage.SymbolConfiguration?
        public static let standardDimension: CGFloat = 0
    }

    public var text: String?
    public var secondaryText: String?
    public var attributedText: NSAttributedString?
    public var secondaryAttributedText: NSAttributedString?
    public var image: UIImage?
    public var directionalLayoutMargins = NSDirectionalEdgeInsets(
        top: 11, leading: 16, bottom: 11, trailing: 16)
    public var axesPreservingSuperviewLayoutMargins = 0
    public var prefersSideBySideTextAndSecondaryText = false
    public var imageToTextPadding: CGFloat = 16
    public var textToSecondaryTextHorizontalPadding: CGFloat = 6
    public var textToSecondaryTextVerticalPadding: CGFloat = 3
    public var textProperties = TextProperties()
    public var secondaryTextProperties = TextProperties()
    public var imageProperties = ImageProperties()

    public init() {}

    @MainActor
    public func makeContentView() -> any UIView & UIContentView {
        UIListContentView(configuration: self)
    }
    public func updated(for state: UICellConfigurationState) -> Self { self }

    public static func cell() -> UIListContentConfiguration { UIListContentConfiguration() }
    public static func subtitleCell() -> UIListContentConfiguration { UIListContentConfiguration() }
    public static func valueCell() -> UIListContentConfiguration { UIListContentConfiguration() }
    public static func plainHeader() -> UIListContentConfiguration { UIListContentConfiguration() }
    public static func groupedHeader() -> UIListContentConfiguration {
        UIListContentConfiguration()
    }
    public static func sidebarCell() -> UIListContentConfiguration { UIListContentConfiguration() }
    public static func sidebarHeader() -> UIListContentConfiguration {
        UIListContentConfiguration()
    }
}
