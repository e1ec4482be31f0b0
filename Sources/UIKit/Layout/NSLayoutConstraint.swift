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
    open var priority = UILayoutPriority.required {
        didSet { if priority != oldValue { invalidate() } }
    }
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
        didSet { if constant != oldValue { invalidate() } }
    }

    /// Requests the layout of the owner and, for a constraint on the owner's own size, of the
    /// superview, which places the owner.
    private func invalidate() {
        owner?.setNeedsLayout()
        owner?.superview?.setNeedsLayout()
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

/// An anchor: an attribute of a view or layout guide, such as its left edge. Its methods create
/// constraints.
@preconcurrency @MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    fileprivate weak var item: AnyObject?
    fileprivate let attribute: NSLayoutConstraint.Attribute

    init(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute) {
        self.item = item
        self.attribute = attribute
    }

    public func constraint(
        equalTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0
    ) -> NSLayoutConstraint { related(.equal, to: anchor, constant) }

    /// Returns a constraint that is stored but has no effect, because inequalities are not solved.
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0
    ) -> NSLayoutConstraint { related(.greaterThanOrEqual, to: anchor, constant) }

    /// Returns a constraint that is stored but has no effect, because inequalities are not solved.
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant: CGFloat = 0
    ) -> NSLayoutConstraint { related(.lessThanOrEqual, to: anchor, constant) }

    fileprivate func related(
        _ relation: NSLayoutConstraint.Relation, to other: NSLayoutAnchor<AnchorType>?,
        _ constant: CGFloat, multiplier: CGFloat = 1
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(
            item: item ?? self, attribute: attribute, relatedBy: relation, toItem: other?.item,
            attribute: other?.attribute ?? .notAnAttribute, multiplier: multiplier,
            constant: constant)
    }
}

public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// Returns a constraint that places this anchor after `anchor`, at a distance of `multiplier`
    /// times the system's spacing of 8 points.
    public func constraint(
        equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint { related(.equal, to: anchor, 8 * multiplier) }
}

public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// Returns a constraint that places this anchor below `anchor`, at a distance of `multiplier`
    /// times the system's spacing of 8 points.
    public func constraint(
        equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint { related(.equal, to: anchor, 8 * multiplier) }
}

public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    public func constraint(equalToConstant constant: CGFloat) -> NSLayoutConstraint {
        related(.equal, to: nil, constant)
    }

    /// Returns a constraint that is stored but has no effect, because inequalities are not solved.
    public func constraint(greaterThanOrEqualToConstant constant: CGFloat) -> NSLayoutConstraint {
        related(.greaterThanOrEqual, to: nil, constant)
    }

    /// Returns a constraint that is stored but has no effect, because inequalities are not solved.
    public func constraint(lessThanOrEqualToConstant constant: CGFloat) -> NSLayoutConstraint {
        related(.lessThanOrEqual, to: nil, constant)
    }

    public func constraint(
        equalTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0
    ) -> NSLayoutConstraint { related(.equal, to: anchor, constant, multiplier: multiplier) }

    /// Returns a constraint that is stored but has no effect, because inequalities are not solved.
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0
    ) -> NSLayoutConstraint {
        related(.greaterThanOrEqual, to: anchor, constant, multiplier: multiplier)
    }

    /// Returns a constraint that is stored but has no effect, because inequalities are not solved.
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutDimension, multiplier: CGFloat, constant: CGFloat = 0
    ) -> NSLayoutConstraint {
        related(.lessThanOrEqual, to: anchor, constant, multiplier: multiplier)
    }
}

/// A rectangle that constraints can position or refer to: a view or a layout guide.
@preconcurrency @MainActor
public protocol LayoutItem: AnyObject {}

extension UIView: LayoutItem {}
extension UILayoutGuide: LayoutItem {}

extension LayoutItem {
    public var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .leading) }
    public var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .trailing) }
    public var leftAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .left) }
    public var rightAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .right) }
    public var centerXAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor(self, .centerX) }
    public var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .top) }
    public var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .bottom) }
    public var centerYAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor(self, .centerY) }
    /// The anchor of the bottom edge, because the simulation has no text baselines.
    public var firstBaselineAnchor: NSLayoutYAxisAnchor {
        NSLayoutYAxisAnchor(self, .firstBaseline)
    }
    /// The anchor of the bottom edge, because the simulation has no text baselines.
    public var lastBaselineAnchor: NSLayoutYAxisAnchor {
        NSLayoutYAxisAnchor(self, .lastBaseline)
    }
    public var widthAnchor: NSLayoutDimension { NSLayoutDimension(self, .width) }
    public var heightAnchor: NSLayoutDimension { NSLayoutDimension(self, .height) }
}

/// A layout guide for the part of a controller's view that a bar at the top or bottom would cover.
@preconcurrency @MainActor
public protocol UILayoutSupport: LayoutItem {
    /// The height of the covered part, in points.
    var length: CGFloat { get }
}

/// The strip at the top or the bottom of a controller's view outside the safe area.
final class LayoutSupportGuide: UILayoutGuide, UILayoutSupport {
    let isTop: Bool

    init(of view: UIView, isTop: Bool) {
        self.isTop = isTop
        super.init()
        owningView = view
    }

    var length: CGFloat {
        let insets = owningView?.safeAreaInsets ?? .zero
        return isTop ? insets.top : insets.bottom
    }

    override var layoutFrame: CGRect {
        let bounds = owningView?.bounds ?? .zero
        return CGRect(
            x: bounds.minX, y: isTop ? bounds.minY : bounds.maxY - length, width: bounds.width,
            height: length)
    }
}

extension UIViewController {
    /// The strip above the safe area.
    public var topLayoutGuide: any UILayoutSupport { layoutSupport(isTop: true) }
    /// The strip below the safe area.
    public var bottomLayoutGuide: any UILayoutSupport { layoutSupport(isTop: false) }

    private func layoutSupport(isTop: Bool) -> LayoutSupportGuide {
        let guides = view.layoutGuides.lazy.compactMap { $0 as? LayoutSupportGuide }
        if let guide = guides.first(where: { $0.isTop == isTop }) { return guide }
        let guide = LayoutSupportGuide(of: view, isTop: isTop)
        view.addLayoutGuide(guide)
        return guide
    }
}
