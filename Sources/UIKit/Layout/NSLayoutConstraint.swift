public struct UILayoutPriority: Hashable, RawRepresentable, Sendable {
    public let rawValue: Float
    public init(rawValue: Float) { self.rawValue = rawValue }
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    public static let required = UILayoutPriority(1000)
    public static let defaultHigh = UILayoutPriority(750)
    public static let defaultLow = UILayoutPriority(250)
    public static let fittingSizeLevel = UILayoutPriority(50)
}

/// A relation between an attribute of a view or guide and another attribute or a constant.
///
/// Equalities of edges, centres and sizes determine the frames of views whose
/// `translatesAutoresizingMaskIntoConstraints` is false. Inequalities are stored and have no
/// effect.
@preconcurrency @MainActor
open class NSLayoutConstraint: NSObject {
    public enum Attribute: Int, Sendable {
        case notAnAttribute = 0
        case left, right, top, bottom, leading, trailing, width, height, centerX, centerY
        /// Equivalent to `bottom`.
        case lastBaseline
        /// Equivalent to `bottom`.
        case firstBaseline
        case leftMargin, rightMargin, topMargin, bottomMargin, leadingMargin, trailingMargin,
            centerXWithinMargins, centerYWithinMargins
    }

    public enum Relation: Int, Sendable { case lessThanOrEqual = -1, equal, greaterThanOrEqual }

    public private(set) weak var firstItem: AnyObject?
    public let firstAttribute: Attribute
    public let relation: Relation
    public private(set) weak var secondItem: AnyObject?
    public let secondAttribute: Attribute
    public let multiplier: CGFloat
    open var priority = UILayoutPriority.required
    public var identifier: String?
    /// The view to which the constraint belongs while it is active; nil if it is inactive.
    private weak var owner: UIView?

    public convenience init(
        item: Any, attribute: Attribute, relatedBy relation: Relation, toItem other: Any?,
        attribute second: Attribute, multiplier: CGFloat, constant: CGFloat
    ) {
        self.init(
            of: item as AnyObject, attribute, relation, other.map { $0 as AnyObject },
            other == nil ? .notAnAttribute : second, multiplier: multiplier, constant: constant)
    }

    private init(
        of first: AnyObject?, _ firstAttribute: Attribute, _ relation: Relation,
        _ second: AnyObject?, _ secondAttribute: Attribute, multiplier: CGFloat, constant: CGFloat
    ) {
        firstItem = first
        self.firstAttribute = firstAttribute
        self.relation = relation
        secondItem = second
        self.secondAttribute = secondAttribute
        self.multiplier = multiplier
        self.constant = constant
    }

    /// Creates a constraint without items. It has no effect and cannot be activated.
    public override convenience init() {
        self.init(
            of: nil, .notAnAttribute, .equal, nil, .notAnAttribute, multiplier: 1, constant: 0)
    }

    open var constant: CGFloat {
        didSet { if constant != oldValue { owner?.setNeedsLayout() } }
    }

    /// Whether the constraint is active. An active constraint belongs to the nearest common
    /// ancestor of its items. If the items have no common ancestor, activation reports an issue and
    /// has no effect.
    public var isActive: Bool {
        get { owner != nil }
        set { newValue ? activate() : deactivate() }
    }

    public static func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    public static func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    private func activate() {
        guard owner == nil, let first = Self.view(of: firstItem) else { return }
        let second = Self.view(of: secondItem)
        guard let common = second.map({ first.commonAncestor(with: $0) }) ?? first else {
            first.simulation.report(
                Simulation.Issue(
                    text: "Unable to activate constraint with anchors because they have no common "
                        + "ancestor.", exception: "NSGenericException"))
            return
        }
        owner = common
        common.constraints.append(self)
        common.setNeedsLayout()
    }

    private func deactivate() {
        owner?.constraints.removeAll { $0 === self }
        owner?.setNeedsLayout()
        owner = nil
    }

    static func view(of item: AnyObject?) -> UIView? {
        item as? UIView ?? (item as? UILayoutGuide)?.owningView
    }
}

/// A layout guide: a rectangle inside a view that constraints can refer to.
@preconcurrency @MainActor
open class UILayoutGuide: NSObject {
    public internal(set) weak var owningView: UIView?
    private let insets: @MainActor () -> UIEdgeInsets

    public override init() { insets = { .zero } }

    open var identifier = ""

    init(of view: UIView, insets: @escaping @MainActor () -> UIEdgeInsets) {
        owningView = view
        self.insets = insets
    }

    /// The rectangle in the owning view's coordinates.
    open var layoutFrame: CGRect { owningView?.bounds.inset(by: insets()) ?? .zero }
}

extension UIView {
    public func addConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = true }

    public func addConstraints(_ constraints: [NSLayoutConstraint]) {
        NSLayoutConstraint.activate(constraints)
    }

    public func removeConstraint(_ constraint: NSLayoutConstraint) { constraint.isActive = false }

    public func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        NSLayoutConstraint.deactivate(constraints)
    }

    func commonAncestor(with other: UIView) -> UIView? {
        var current: UIView? = self
        while let view = current {
            if other.isDescendant(of: view) { return view }
            current = view.superview
        }
        return nil
    }
}
