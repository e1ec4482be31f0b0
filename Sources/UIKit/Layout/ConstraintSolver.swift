/// A solver that computes the frames of a view's subviews from the constraints that refer to them.
///
/// An equality determines an attribute of a view when the value of the other side of the equality
/// is known. The solver applies the equalities of the highest priority until they determine no more
/// values, then those of the next one. An inequality that the result violates becomes an equality,
/// and the solver starts again. The number of steps is at most O(subviews * equalities *
/// inequalities).
@MainActor
struct ConstraintSolver {
    /// The known edges, centre and length of a view along one axis.
    private struct Span {
        var low: CGFloat?
        var high: CGFloat?
        var middle: CGFloat?
        var length: CGFloat?

        var isKnown: Bool { low != nil && length != nil }

        /// Computes the unknown values if at least two of `low`, `high`, `middle` and `length` are
        /// known.
        mutating func complete() {
            if length == nil {
                if let low, let high { length = high - low }
                if let low, let middle { length = (middle - low) * 2 }
                if let high, let middle { length = (high - middle) * 2 }
            }
            guard let length else { return }
            if low == nil {
                low = high.map { $0 - length } ?? middle.map { $0 - length / 2 }
            }
            guard let low else { return }
            high = high ?? low + length
            middle = middle ?? low + length / 2
        }
    }

    private let view: UIView
    private let placed: [UIView]
    private var equalities: [NSLayoutConstraint]
    private var inequalities: [NSLayoutConstraint]
    private var spans: [ObjectIdentifier: (x: Span, y: Span)] = [:]
    /// Whether the solver computes the size of the view itself.
    private var isSizing = false

    /// Creates a solver for the subviews of a view. Returns nil if no subview is positioned by
    /// constraints.
    init?(_ view: UIView) {
        let placed = view.subviewsPlacedByConstraints
        guard !placed.isEmpty else { return nil }
        var found = placed.flatMap(\.constraints)
        var current: UIView? = view
        while let above = current {
            found += above.constraints
            current = above.superview
        }
        self.init(view, placed, found)
    }

    /// Creates a solver for the size of the view itself. Returns nil if the view has no constraints
    /// and none of its subviews is positioned by constraints.
    ///
    /// The solver uses the constraints of the view and of the subviews that constraints position.
    /// Of the superviews' constraints, it uses only those that relate two sizes.
    init?(sizeOf view: UIView) {
        let placed = view.subviewsPlacedByConstraints
        guard !placed.isEmpty || !view.constraints.isEmpty else { return nil }
        // The positions of the superviews relative to the view are not known. Their constraints
        // between two sizes can be used nevertheless.
        var sizes: [NSLayoutConstraint] = []
        var current = view.superview
        while let above = current {
            sizes += above.constraints.filter(\.isOfSizes)
            current = above.superview
        }
        self.init(view, placed, placed.flatMap(\.constraints) + view.constraints + sizes)
        spans[ObjectIdentifier(view)] = (Span(low: 0), Span(low: 0))
        isSizing = true
    }

    private init(_ view: UIView, _ placed: [UIView], _ constraints: [NSLayoutConstraint]) {
        self.view = view
        self.placed = placed
        let sorted = constraints.sorted { $0.priority.rawValue > $1.priority.rawValue }
        equalities = sorted.filter { $0.relation == .equal }
        inequalities = sorted.filter { $0.relation != .equal }
        for subview in placed { spans[ObjectIdentifier(subview)] = (Span(), Span()) }
        if let content = (view as? UIScrollView)?.contentLayoutGuide {
            spans[ObjectIdentifier(content)] = (Span(low: 0), Span(low: 0))
        }
    }

    /// Returns the size of the view itself. A width or height that the constraints do not determine
    /// is -1.
    mutating func fittingSize() -> CGSize {
        determine()
        let span = spans[ObjectIdentifier(view)]
        return CGSize(width: span?.x.length ?? -1, height: span?.y.length ?? -1)
    }

    /// Sets the frame of each subview whose constraints determine it. Returns the subviews whose
    /// constraints do not determine a frame.
    mutating func solve() -> [UIView] {
        determine()
        // What is still open ends at its bounds.
        equalities += inequalities
        while propagate(from: 0) {}
        sizeContent()
        return placed.filter { !place($0) }
    }

    /// Returns the subviews whose constraints do not determine a frame. Does not move any subviews.
    mutating func findAmbiguous() -> [UIView] {
        determine()
        return placed.filter { frame(of: $0) == nil }
    }

    private mutating func determine() {
        let start = spans
        applyEqualities()
        while let index = inequalities.firstIndex(where: isViolated) {
            let bound = inequalities.remove(at: index)
            let place = equalities.firstIndex { $0.priority.rawValue <= bound.priority.rawValue }
            equalities.insert(bound, at: place ?? equalities.count)
            spans = start
            applyEqualities()
        }
    }

    /// Applies the equalities in the order of their priorities. A view's own size comes before
    /// those that are weaker than the hugging of its content.
    private mutating func applyEqualities() {
        let priorities = Set<Float>(equalities.map(\.priority.rawValue)).sorted(by: >)
        let hugging = UILayoutPriority.defaultLow.rawValue
        for priority in priorities where priority > hugging {
            while propagate(from: priority) {}
        }
        for subview in placed { fill(subview, with: subview.fittingSize) }
        while propagate(from: hugging.nextUp) {}
        if isSizing {
            fill(view, with: view.ownSize)
            while propagate(from: hugging.nextUp) {}
        }
        for priority in priorities where priority <= hugging {
            while propagate(from: priority) {}
        }
    }

    /// Whether the solver computes the frame of an item.
    private func isSolved(_ item: AnyObject?) -> Bool {
        item.map { spans[ObjectIdentifier($0)] != nil } ?? false
    }

    private func isViolated(_ constraint: NSLayoutConstraint) -> Bool {
        let first = item(constraint.firstItem, constraint.firstAttribute, constraint.secondItem)
        let second = item(constraint.secondItem, constraint.secondAttribute, constraint.firstItem)
        guard [first, second].contains(where: isSolved),
            let own = known(first, constraint.firstAttribute),
            let other = known(second, constraint.secondAttribute)
        else { return false }
        let difference = own - other * constraint.multiplier - constraint.constant
        return constraint.relation == .lessThanOrEqual ? difference > 0.001 : difference < -0.001
    }

    private mutating func propagate(from priority: Float) -> Bool {
        var isNew = false
        for equality in equalities.prefix(while: { $0.priority.rawValue >= priority }) {
            let first = item(equality.firstItem, equality.firstAttribute, equality.secondItem)
            let second = item(equality.secondItem, equality.secondAttribute, equality.firstItem)
            if let first, let value = value(second, equality.secondAttribute, first) {
                let result = value * equality.multiplier + equality.constant
                if set(first, equality.firstAttribute, result) { isNew = true }
            }
            guard let second, equality.multiplier != 0,
                let value = value(first, equality.firstAttribute, second)
            else { continue }
            let result = (value - equality.constant) / equality.multiplier
            if set(second, equality.secondAttribute, result) { isNew = true }
        }
        return isNew
    }

    /// Returns the item that an attribute of a constraint refers to. In most cases, this is `item`.
    /// In a constraint between a scroll view and a view inside it, the edges of the scroll view
    /// refer to its content, so the result is the scroll view's `contentLayoutGuide`.
    ///
    /// - Parameter other: The item on the other side of the constraint.
    private func item(
        _ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute, _ other: AnyObject?
    ) -> AnyObject? {
        guard let scrollView = item as? UIScrollView, scrollView === view, attribute.isEdge,
            let inner = NSLayoutConstraint.view(of: other), inner !== scrollView,
            inner.isDescendant(of: scrollView)
        else { return item }
        return scrollView.contentLayoutGuide
    }

    /// Sets the content size of a scroll view from the constraints of its content.
    private func sizeContent() {
        guard let scrollView = view as? UIScrollView,
            let span = spans[ObjectIdentifier(scrollView.contentLayoutGuide)]
        else { return }
        var size = scrollView.contentSize
        if let width = span.x.length { size.width = width }
        if let height = span.y.length { size.height = height }
        if size != scrollView.contentSize { scrollView.contentSize = size }
    }

    /// Returns the current value of an item's attribute, such as its left edge or its width, in the
    /// coordinates of `view`. Item and attribute are one side of a constraint that sets two
    /// attributes equal. Returns nil if the value is not known.
    ///
    /// - Parameter other: The item on the other side of the constraint. If this solver does not
    ///   compute the frame of `other`, the result is nil.
    private func value(
        _ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute, _ other: AnyObject
    ) -> CGFloat? {
        spans[ObjectIdentifier(other)] == nil ? nil : known(item, attribute)
    }

    private func known(
        _ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute
    ) -> CGFloat? {
        if attribute == .notAnAttribute { return 0 }
        if let item, let span = spans[ObjectIdentifier(item)] {
            return Self.value(attribute, span.x, span.y)
        }
        guard var rect = rect(of: item) else { return nil }
        if attribute.isOfMargins, let view = item as? UIView {
            rect = rect.inset(by: view.layoutMargins)
        }
        let x = Span(low: rect.minX, high: rect.maxX, middle: rect.midX, length: rect.width)
        let y = Span(low: rect.minY, high: rect.maxY, middle: rect.midY, length: rect.height)
        return Self.value(attribute, x, y)
    }

    private static func value(
        _ attribute: NSLayoutConstraint.Attribute, _ x: Span, _ y: Span
    ) -> CGFloat? {
        switch attribute {
        case .notAnAttribute: 0
        case .left, .leading, .leftMargin, .leadingMargin: x.low
        case .right, .trailing, .rightMargin, .trailingMargin: x.high
        case .centerX, .centerXWithinMargins: x.middle
        case .width: x.length
        case .top, .topMargin: y.low
        case .bottom, .lastBaseline, .firstBaseline, .bottomMargin: y.high
        case .centerY, .centerYWithinMargins: y.middle
        case .height: y.length
        }
    }

    /// Returns the rectangle, in the view's coordinates, of an item whose frame is already known:
    /// the view itself, one of its superviews or subviews, or a guide. Returns nil for any other
    /// item.
    private func rect(of item: AnyObject?) -> CGRect? {
        if let guide = item as? UILayoutGuide, let owner = guide.owningView {
            return owner === view
                ? guide.layoutFrame : view.convert(guide.layoutFrame, from: owner)
        }
        guard let other = item as? UIView else { return nil }
        if other === view { return view.bounds }
        if other.superview === view { return other.frameWithoutTransform }
        return view.isDescendant(of: other) ? view.convert(other.bounds, from: other) : nil
    }

    private mutating func set(
        _ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute, _ value: CGFloat
    ) -> Bool {
        guard var span = spans[ObjectIdentifier(item)],
            Self.value(attribute, span.x, span.y) == nil
        else { return false }
        switch attribute {
        case .notAnAttribute: return false
        case .left, .leading: span.x.low = value
        case .right, .trailing: span.x.high = value
        case .centerX: span.x.middle = value
        case .width: span.x.length = value
        case .top: span.y.low = value
        case .bottom, .lastBaseline, .firstBaseline: span.y.high = value
        case .centerY: span.y.middle = value
        case .height: span.y.length = value
        // A constraint to the margins of a view does not place that view.
        case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin,
            .trailingMargin, .centerXWithinMargins, .centerYWithinMargins:
            return false
        }
        span.x.complete()
        span.y.complete()
        spans[ObjectIdentifier(item)] = span
        return true
    }

    private mutating func fill(_ view: UIView, with size: CGSize) {
        if size.width >= 0 { _ = set(view, .width, size.width) }
        if size.height >= 0 { _ = set(view, .height, size.height) }
    }

    private func place(_ subview: UIView) -> Bool {
        guard let frame = frame(of: subview) else { return false }
        subview.placeWithoutTransform(frame)
        return true
    }

    /// Returns the frame of the subview if the equalities determine it, otherwise nil.
    private func frame(of subview: UIView) -> CGRect? {
        guard let span = spans[ObjectIdentifier(subview)], let x = span.x.low, let y = span.y.low,
            let width = span.x.length, let height = span.y.length
        else { return nil }
        return CGRect(x: x, y: y, width: width, height: height)
    }
}

extension UIView {
    /// The subviews that are positioned by constraints. The arranged subviews of a stack view are
    /// not included: the stack view positions them itself.
    fileprivate var subviewsPlacedByConstraints: [UIView] {
        let arranged = (self as? UIStackView)?.arrangedSubviews ?? []
        var placed: [UIView] = []
        for subview in subviews
        where !subview.translatesAutoresizingMaskIntoConstraints && !arranged.contains(subview) {
            placed.append(subview)
        }
        return placed
    }

    /// The size that the view requests. A width or height that its constraints do not determine
    /// comes from the intrinsic size, or is -1 if there is none.
    var fittingSize: CGSize {
        var solver = ConstraintSolver(sizeOf: self)
        let size = solver?.fittingSize() ?? CGSize(width: -1, height: -1)
        return CGSize(
            width: size.width >= 0 ? size.width : ownSize.width,
            height: size.height >= 0 ? size.height : ownSize.height)
    }

    /// The size of the view's content; -1 for a side without one.
    fileprivate var ownSize: CGSize {
        (self as? UIStackView)?.sizeOfArranged ?? intrinsicContentSize
    }
}

extension NSLayoutConstraint {
    /// Whether the attribute on each side of the constraint is a width or a height.
    fileprivate var isOfSizes: Bool { firstAttribute.isSize && secondAttribute.isSize }
}

extension NSLayoutConstraint.Attribute {
    fileprivate var isSize: Bool { self == .width || self == .height }

    /// Whether the attribute refers to the rectangle inside the view's layout margins, as
    /// `leftMargin` does.
    fileprivate var isOfMargins: Bool { rawValue >= Self.leftMargin.rawValue }

    fileprivate var isEdge: Bool {
        switch self {
        case .left, .right, .top, .bottom, .leading, .trailing: true
        default: false
        }
    }
}
