extension UICollectionView {
    /// A cell class, or a nib file, and the closure that fills its cells.
    public struct CellRegistration<Cell: UICollectionViewCell, Item> {
        public typealias Handler = (Cell, IndexPath, Item) -> Void

        let identifier = UUID().uuidString
        let nib: UINib?
        let handler: Handler

        public init(handler: @escaping Handler) {
            nib = nil
            self.handler = handler
        }

        public init(cellNib: UINib, handler: @escaping Handler) {
            nib = cellNib
            self.handler = handler
        }
    }

    /// A class of headers or footers, and the closure that fills its views.
    public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
        public typealias Handler = (Supplementary, String, IndexPath) -> Void

        let identifier = UUID().uuidString
        let elementKind: String
        let nib: UINib?
        let handler: Handler

        public init(elementKind: String, handler: @escaping Handler) {
            (self.elementKind, nib, self.handler) = (elementKind, nil, handler)
        }

        public init(
            supplementaryNib: UINib, elementKind: String, handler: @escaping Handler
        ) { (self.elementKind, nib, self.handler) = (elementKind, supplementaryNib, handler) }
    }

    public func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
        using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
    ) -> Cell {
        if registrations.source("", registration.identifier) == nil {
            if let nib = registration.nib {
                register(nib, forCellWithReuseIdentifier: registration.identifier)
            } else {
                register(Cell.self, forCellWithReuseIdentifier: registration.identifier)
            }
        }
        let dequeued = dequeueReusableCell(
            withReuseIdentifier: registration.identifier, for: indexPath)
        let cell = castOrReport(dequeued, to: Cell.self)
        if let item { registration.handler(cell, indexPath, item) }
        return cell
    }

    public func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
        using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
    ) -> Supplementary {
        let (kind, identifier) = (registration.elementKind, registration.identifier)
        if registrations.source(kind, identifier) == nil {
            if let nib = registration.nib {
                register(nib, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
            } else {
                register(
                    Supplementary.self, forSupplementaryViewOfKind: kind,
                    withReuseIdentifier: identifier)
            }
        }
        let dequeued = dequeueReusableSupplementaryView(
            ofKind: kind, withReuseIdentifier: identifier, for: indexPath)
        let view = castOrReport(dequeued, to: Supplementary.self)
        registration.handler(view, kind, indexPath)
        return view
    }
}

/// What a list cell shows at its edges. It is stored and not drawn.
@preconcurrency @MainActor
public struct UICellAccessory {
    public enum DisplayedState: Sendable { case always, whenEditing, whenNotEditing }
    public enum LayoutDimension { case actual, standard, custom(CGFloat) }
    public enum Placement {
        case leading(displayed: DisplayedState = .always)
        case trailing(displayed: DisplayedState = .always)
    }

    let name: String
    let customView: UIView?
    let handler: (() -> Void)?

    init(_ name: String, view: UIView? = nil, handler: (() -> Void)? = nil) {
        (self.name, customView, self.handler) = (name, view, handler)
    }

    public struct DisclosureIndicatorOptions { public init(tintColor: UIColor? = nil) {} }
    public struct CheckmarkOptions { public init(tintColor: UIColor? = nil) {} }
    public struct DeleteOptions { public init(tintColor: UIColor? = nil) {} }
    public struct ReorderOptions { public init(tintColor: UIColor? = nil) {} }
    public struct OutlineDisclosureOptions {
        public enum Style: Sendable { case automatic, header, cell }
        public init(style: Style = .automatic, tintColor: UIColor? = nil) {}
    }
    public struct LabelOptions { public init(tintColor: UIColor? = nil, font: UIFont? = nil) {} }
    public struct CustomViewConfiguration {
        let view: UIView
        public init(
            customView: UIView, placement: Placement, isHidden: Bool = false,
            reservedLayoutWidth: LayoutDimension? = nil, tintColor: UIColor? = nil,
            maintainsFixedSize: Bool = false
        ) { view = customView }
    }

    public static func disclosureIndicator(
        displayed: DisplayedState = .always, options: DisclosureIndicatorOptions = .init()
    ) -> Self { Self("disclosureIndicator") }
    public static func checkmark(
        displayed: DisplayedState = .always, options: CheckmarkOptions = .init()
    ) -> Self { Self("checkmark") }
    public static func delete(
        displayed: DisplayedState = .whenEditing, options: DeleteOptions = .init(),
        actionHandler: (() -> Void)? = nil
    ) -> Self { Self("delete", handler: actionHandler) }
    public static func reorder(
        displayed: DisplayedState = .whenEditing, options: ReorderOptions = .init()
    ) -> Self { Self("reorder") }
    public static func multiselect(displayed: DisplayedState = .whenEditing) -> Self {
        Self("multiselect")
    }
    public static func outlineDisclosure(
        displayed: DisplayedState = .always, options: OutlineDisclosureOptions = .init(),
        actionHandler: (() -> Void)? = nil
    ) -> Self { Self("outlineDisclosure", handler: actionHandler) }
    public static func label(
        text: String, displayed: DisplayedState = .always, options: LabelOptions = .init()
    ) -> Self { Self("label") }
    public static func customView(configuration: CustomViewConfiguration) -> Self {
        Self("customView", view: configuration.view)
    }
}

/// A cell that looks like a table's.
open class UICollectionViewListCell: UICollectionViewCell {
    open var accessories: [UICellAccessory] = []
    // These properties are stored and have no effect in the simulation.
    open var indentationLevel = 0
    open var indentationWidth: CGFloat = 10
    open var indentsAccessories = true

    open func defaultContentConfiguration() -> UIListContentConfiguration {
        UIListContentConfiguration()
    }
}

/// The state of a cell, from which its configurations are made.
public struct UICellConfigurationState {
    public var isSelected = false
    public var isHighlighted = false
    public var isEditing = false
    public var isDisabled = false
    public var isFocused = false
    public var isExpanded = false
    public var isSwiped = false
}

/// A view with the content of a configuration.
@preconcurrency @MainActor
public protocol UIContentView: AnyObject {
    var configuration: any UIContentConfiguration { get set }
}

/// A list cell's content as a view. It draws nothing.
open class UIListContentView: UIView, UIContentView {
    open var configuration: any UIContentConfiguration

    public init(configuration: UIListContentConfiguration) {
        self.configuration = configuration
        super.init(frame: .zero)
    }

    public required init?(coder: NSCoder) {
        configuration = UIListContentConfiguration()
        super.init(coder: coder)
    }
}

/// The look of a list. Only headers, footers and the row height have an effect.
public struct UICollectionLayoutListConfiguration {
    public enum Appearance: Int, Sendable {
        case plain, grouped, insetGrouped, sidebar, sidebarPlain
    }
    public enum HeaderMode: Int, Sendable { case none, supplementary, firstItemInSection }
    public enum FooterMode: Int, Sendable { case none, supplementary }
    public typealias SwipeActionsConfigurationProvider = (IndexPath) -> UISwipeActionsConfiguration?

    public let appearance: Appearance
    public var headerMode = HeaderMode.none
    public var footerMode = FooterMode.none
    // These properties are stored and have no effect in the simulation.
    public var showsSeparators = true
    public var backgroundColor: UIColor?
    public var headerTopPadding: CGFloat?
    public var leadingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?
    public var trailingSwipeActionsConfigurationProvider: SwipeActionsConfigurationProvider?

    public init(appearance: Appearance) { self.appearance = appearance }
}
