internal import Containment
internal import PagerModel

/// A container with two or three columns side by side, which collapse into one in a window narrower
/// than 600 points [8].
open class UISplitViewController: UIViewController {
    public enum Column: Int, Sendable { case primary, supplementary, secondary, compact }

    public enum Style: Int, Sendable { case unspecified, doubleColumn, tripleColumn }

    public enum DisplayMode: Int, Sendable {
        case automatic, secondaryOnly, oneBesideSecondary, oneOverSecondary, twoBesideSecondary,
            twoOverSecondary, twoDisplaceSecondary
    }

    public enum SplitBehavior: Int, Sendable { case automatic, tile, overlay, displace }

    public let style: Style
    /// The controller of each column, as the engine last reported it.
    private var columns: [Column: UIViewController] = [:]
    /// The controllers that the application has set and that the engine has not received yet. The
    /// engine needs at least a primary and a secondary column. It has no column for compact widths,
    /// so a controller for compact widths stays here.
    private var wanted: [Column: UIViewController] = [:]
    /// The controllers that the application has set, for which the split view controller has made
    /// the navigation controllers in the columns.
    private var wrapped: [Column: (content: UIViewController, stack: UINavigationController)] = [:]
    private var mode = DisplayMode.automatic
    private var isCollapsedNow = false

    public init(style: Style) {
        self.style = style
        super.init(nibName: nil, bundle: nil)
    }

    public override init(nibName: String?, bundle: Bundle?) {
        style = .unspecified
        super.init(nibName: nibName, bundle: bundle)
    }

    public required init?(coder: NSCoder) {
        style = .unspecified
        super.init(coder: coder)
    }

    override class var kind: String { "split" }

    open weak var delegate: (any UISplitViewControllerDelegate)?

    /// Whether the user may show the primary column with a swipe. The value is stored and has no
    /// effect in the simulation.
    open var presentsWithGesture = true
    open var primaryEdge = PrimaryEdge.leading
    open var primaryBackgroundStyle = BackgroundStyle.none
    open var showsSecondaryOnlyButton = false
    open var displayModeButtonVisibility = DisplayModeButtonVisibility.automatic
    open var maximumSupplementaryColumnWidth: CGFloat = -1
    open var minimumSupplementaryColumnWidth: CGFloat = -1
    open var preferredSupplementaryColumnWidth: CGFloat = -1
    open var preferredSupplementaryColumnWidthFraction: CGFloat = -1
    /// The item that shows and hides the primary column. It has no action.
    public let displayModeButtonItem = UIBarButtonItem()

    public enum DisplayModeButtonVisibility: Int, Sendable { case automatic, never, always }
    public static let automaticDimension: CGFloat = -.greatestFiniteMagnitude
    public enum PrimaryEdge: Int, Sendable { case leading, trailing }
    public enum BackgroundStyle: Int, Sendable { case none, sidebar }

    // These properties are stored and have no effect: the engine determines the widths of columns.
    open var preferredPrimaryColumnWidth: CGFloat = -1
    open var preferredPrimaryColumnWidthFraction: CGFloat = -1
    open var minimumPrimaryColumnWidth: CGFloat = -1
    open var maximumPrimaryColumnWidth: CGFloat = -1
    open var preferredSplitBehavior = SplitBehavior.automatic

    /// The controllers of the existing columns, in the order primary, supplementary, secondary.
    open var viewControllers: [UIViewController] {
        get { [.primary, .supplementary, .secondary].compactMap { columns[$0] } }
        set {
            // A single controller is kept as the primary column until there is a secondary one.
            guard newValue.count != 1 else { return wanted[.primary] = newValue[0] }
            set(
                primary: newValue.first, supplementary: newValue.count > 2 ? newValue[1] : nil,
                secondary: newValue.last)
        }
    }

    public var isCollapsed: Bool { isCollapsedNow }

    /// Returns the controller that was set for a column, not the navigation controller made for it.
    public func viewController(for column: Column) -> UIViewController? {
        let shown = columns[column] ?? wanted[column]
        if let stack = shown as? EmptyColumn, stack.viewControllers.isEmpty { return nil }
        guard let own = wrapped[column], own.stack === shown else { return shown }
        return own.content
    }

    /// Sets the controller of a column. The engine receives the columns as soon as both a primary
    /// and a secondary column are set. A controller for the column `compact` is stored and has no
    /// effect.
    open func setViewController(_ controller: UIViewController?, for column: Column) {
        guard controller == nil || controller !== viewController(for: column) else { return }
        if let controller, pushes(controller, for: column) { return }
        wanted[column] = controller.map { wrap($0, for: column) }
        if controller == nil, column == .supplementary { columns[column] = nil }
        if controller == nil, column != .compact, columns[column] != nil {
            wanted[column] = EmptyColumn()
        }
        let primary = wanted[.primary] ?? columns[.primary]
        let secondary = wanted[.secondary] ?? columns[.secondary]
        guard column != .compact, let primary, let secondary else { return }
        set(
            primary: primary, supplementary: wanted[.supplementary] ?? columns[.supplementary],
            secondary: secondary)
    }

    /// Makes a navigation controller for a controller that is none, as UIKit does for the columns
    /// of a split with a style.
    private func wrap(_ controller: UIViewController, for column: Column) -> UIViewController {
        guard style != .unspecified, column != .compact, !(controller is UINavigationController)
        else { return controller }
        let stack = UINavigationController(rootViewController: controller)
        wrapped[column] = (controller, stack)
        return stack
    }

    /// Pushes a new controller for the secondary column onto the navigation controller that is
    /// there, as UIKit does. To replace the stack, code sets nil first.
    private func pushes(_ controller: UIViewController, for column: Column) -> Bool {
        guard style != .unspecified, column == .secondary,
            !(controller is UINavigationController),
            let stack = (columns[column] ?? wanted[column]) as? UINavigationController,
            !(stack is EmptyColumn)
        else { return false }
        wrapped[column] = (controller, stack)
        if stack.viewControllers.contains(controller) {
            stack.popToViewController(controller, animated: false)
        } else {
            stack.pushViewController(controller, animated: false)
        }
        return true
    }

    private func set(
        primary: UIViewController?, supplementary: UIViewController?, secondary: UIViewController?
    ) {
        guard let id = requireID() else { return }
        let all = [primary, supplementary, secondary].compactMap(\.self)
        simulation.keeping(all) {
            simulation.perform(
                SplitSetColumns {
                    $0.id = id
                    $0.primary = primary?.requireID(in: simulation)
                    $0.secondary = secondary?.requireID(in: simulation)
                    $0.supplementary = supplementary?.requireID(in: simulation)
                })
        }
    }

    open override func showDetailViewController(_ controller: UIViewController, sender: Any?) {
        if delegate?.splitViewController(self, showDetail: controller, sender: sender) == true {
            return
        }
        guard let id = requireID() else { return }
        if columns.isEmpty, let primary = wanted[.primary] {
            return set(
                primary: primary, supplementary: wanted[.supplementary], secondary: controller)
        }
        simulation.keeping([controller]) {
            guard let other = controller.requireID(in: simulation) else { return }
            simulation.perform(
                SplitShowDetail {
                    $0.id = id
                    $0.controller = other
                })
        }
    }

    open override func show(_ controller: UIViewController, sender: Any?) {
        if delegate?.splitViewController(self, show: controller, sender: sender) == true { return }
        guard let primary = columns[.primary] as? UINavigationController else {
            return super.show(controller, sender: sender)
        }
        primary.show(controller, sender: sender)
    }

    // MARK: shown columns

    open var preferredDisplayMode: DisplayMode {
        get { mode }
        set {
            guard let id = requireID() else { return }
            simulation.perform(
                SplitSetDisplayMode {
                    $0.id = id
                    $0.mode = newValue.mode
                })
        }
    }

    /// The current display mode, which follows from the preferred mode and the number of columns.
    public var displayMode: DisplayMode {
        switch mode {
        case .automatic: .oneBesideSecondary
        case .twoBesideSecondary, .twoDisplaceSecondary:
            columns[.supplementary] == nil ? .oneBesideSecondary : mode
        case .twoOverSecondary: columns[.supplementary] == nil ? .oneOverSecondary : mode
        default: mode
        }
    }

    /// Shows a column [8.9].
    open func show(_ column: Column) {
        guard let id = requireID(), let name = column.name else { return }
        simulation.perform(
            SplitShow {
                $0.id = id
                $0.column = name
            })
    }

    /// Hides a column [8.9].
    open func hide(_ column: Column) {
        guard let id = requireID(), let name = column.name else { return }
        simulation.perform(
            SplitHide {
                $0.id = id
                $0.column = name
            })
    }
}

/// What a column contains whose controller was set to nil.
private final class EmptyColumn: UINavigationController {}

// MARK: - Events of the engine

extension UISplitViewController {
    func update(
        primary: UIViewController?, secondary: UIViewController?, isCollapsed: Bool
    ) {
        replace(.primary, by: primary)
        replace(.secondary, by: secondary)
        let wasCollapsed = isCollapsedNow
        isCollapsedNow = isCollapsed
        guard wasCollapsed != isCollapsed else { return }
        if isCollapsed {
            delegate?.splitViewControllerDidCollapse(self)
        } else {
            delegate?.splitViewControllerDidExpand(self)
        }
    }

    func update(supplementary: UIViewController?) { replace(.supplementary, by: supplementary) }

    private func replace(_ column: Column, by new: UIViewController?) {
        if let old = columns[column], old !== new { simulation.released.append(old) }
        columns[column] = new
        wanted[column] = nil
    }

    func update(mode new: SplitDisplayMode) {
        let (old, shown) = (displayMode, shownColumns)
        mode = DisplayMode(new)
        guard displayMode != old else { return }
        delegate?.splitViewController(self, willChangeTo: displayMode)
        for column in shownColumns where !shown.contains(column) {
            delegate?.splitViewController(self, willShow: column)
        }
        for column in shown where !shownColumns.contains(column) {
            delegate?.splitViewController(self, willHide: column)
        }
    }

    /// The columns that are visible in a wide window in the current display mode.
    private var shownColumns: [Column] {
        let beside: [Column]
        switch displayMode {
        case .automatic, .oneBesideSecondary, .oneOverSecondary:
            beside = [columns[.supplementary] == nil ? .primary : .supplementary]
        case .twoBesideSecondary, .twoOverSecondary, .twoDisplaceSecondary:
            beside = [.primary, .supplementary]
        case .secondaryOnly: beside = []
        }
        return beside + [.secondary]
    }

    /// Asks the delegate which columns to show. Called before the split view controller collapses
    /// or expands.
    func prepareToAdapt() {
        guard let delegate, let primary = columns[.primary] else { return }
        if isCollapsedNow {
            let separated = delegate.splitViewController(self, separateSecondaryFrom: primary)
            let isColumn = separated != nil && separated === columns[.secondary]
            update("separateSecondary", .string(isColumn ? "column" : "top"))
            guard let separated, !isColumn,
                (primary as? UINavigationController)?.topViewController !== separated
            else { return }
            simulation.afterCommand.append { [self] in
                setViewController(separated, for: .secondary)
            }
        } else {
            var top: Column = .secondary
            if style != .unspecified {
                top = delegate.splitViewController(
                    self, topColumnForCollapsingToProposedTopColumn: .secondary)
            } else if let secondary = columns[.secondary],
                delegate.splitViewController(self, collapseSecondary: secondary, onto: primary)
            {
                top = .primary
            }
            if let name = top.name { update("topColumn", .string(name.rawValue)) }
        }
    }
}

extension UISplitViewController.Column {
    /// The engine's name for the column; nil for the column `compact`, which the engine does not
    /// have.
    var name: SplitColumn? {
        switch self {
        case .primary: .primary
        case .supplementary: .supplementary
        case .secondary: .secondary
        case .compact: nil
        }
    }
}

extension UISplitViewController.DisplayMode {
    fileprivate var mode: SplitDisplayMode {
        switch self {
        case .automatic: .automatic
        case .secondaryOnly: .secondaryOnly
        case .oneBesideSecondary: .oneBesideSecondary
        case .oneOverSecondary: .oneOverSecondary
        case .twoBesideSecondary: .twoBesideSecondary
        case .twoOverSecondary: .twoOverSecondary
        case .twoDisplaceSecondary: .twoDisplaceSecondary
        }
    }

    fileprivate init(_ mode: SplitDisplayMode) {
        switch mode {
        case .automatic: self = .automatic
        case .secondaryOnly: self = .secondaryOnly
        case .oneBesideSecondary: self = .oneBesideSecondary
        case .oneOverSecondary: self = .oneOverSecondary
        case .twoBesideSecondary: self = .twoBesideSecondary
        case .twoOverSecondary: self = .twoOverSecondary
        case .twoDisplaceSecondary: self = .twoDisplaceSecondary
        }
    }
}

/// A delegate that decides which columns a split view controller shows when it collapses or
/// expands, and that is notified of changes [8].
@preconcurrency @MainActor
public protocol UISplitViewControllerDelegate: AnyObject {
    /// Returns true to hide the secondary column when the split view controller collapses. Called
    /// only if the split view controller has the style `unspecified`.
    func splitViewController(
        _ splitViewController: UISplitViewController,
        collapseSecondary secondaryViewController: UIViewController,
        onto primaryViewController: UIViewController
    ) -> Bool
    /// Returns the controller that becomes the secondary column when the split view controller
    /// expands. If the result is nil, the top controller of the primary column's stack becomes the
    /// secondary column [8.2] [8.8].
    func splitViewController(
        _ splitViewController: UISplitViewController,
        separateSecondaryFrom primaryViewController: UIViewController
    ) -> UIViewController?
    /// Returns the column that is on top after the split view controller has collapsed [8.7]. Not
    /// called if the split view controller has the style `unspecified`.
    func splitViewController(
        _ svc: UISplitViewController,
        topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column
    func splitViewControllerDidCollapse(_ svc: UISplitViewController)
    func splitViewControllerDidExpand(_ svc: UISplitViewController)

    func splitViewController(
        _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode)
    func splitViewController(
        _ svc: UISplitViewController, willShow column: UISplitViewController.Column)
    func splitViewController(
        _ svc: UISplitViewController, willHide column: UISplitViewController.Column)

    /// Returns true if the delegate itself has shown `vc`. Called before the split view controller
    /// shows `vc` in its primary column.
    func splitViewController(
        _ splitViewController: UISplitViewController, show vc: UIViewController, sender: Any?
    ) -> Bool
    /// Returns true if the delegate itself has shown `vc`. Called before the split view controller
    /// shows `vc` in its secondary column.
    func splitViewController(
        _ splitViewController: UISplitViewController, showDetail vc: UIViewController,
        sender: Any?
    ) -> Bool
}

extension UISplitViewControllerDelegate {
    public func splitViewController(
        _ splitViewController: UISplitViewController,
        collapseSecondary secondaryViewController: UIViewController,
        onto primaryViewController: UIViewController
    ) -> Bool { false }

    public func splitViewController(
        _ splitViewController: UISplitViewController,
        separateSecondaryFrom primaryViewController: UIViewController
    ) -> UIViewController? { nil }

    public func splitViewController(
        _ svc: UISplitViewController,
        topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column { proposedTopColumn }

    public func splitViewControllerDidCollapse(_ svc: UISplitViewController) {}
    public func splitViewControllerDidExpand(_ svc: UISplitViewController) {}

    public func splitViewController(
        _ svc: UISplitViewController, willChangeTo displayMode: UISplitViewController.DisplayMode
    ) {}

    public func splitViewController(
        _ svc: UISplitViewController, willShow column: UISplitViewController.Column
    ) {}

    public func splitViewController(
        _ svc: UISplitViewController, willHide column: UISplitViewController.Column
    ) {}

    public func splitViewController(
        _ splitViewController: UISplitViewController, show vc: UIViewController, sender: Any?
    ) -> Bool { false }

    public func splitViewController(
        _ splitViewController: UISplitViewController, showDetail vc: UIViewController,
        sender: Any?
    ) -> Bool { false }
}
