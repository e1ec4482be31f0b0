/// Places the subviews of one view by the equalities that concern them.
///
/// It repeats all equalities until no value is new. An equality gives one attribute of a view when
/// its other side is known. O(subviews * equalities) at the most.
@MainActor
struct ConstraintSolver {
    /// What is known of a view along one axis.
    private struct Span {
        var low: CGFloat?
        var high: CGFloat?
        var middle: CGFloat?
        var length: CGFloat?

        var isKnown: Bool { low != nil && length != nil }

        /// Two of the four give the others. Returns whether that said something new.
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
    private let equalities: [NSLayoutConstraint]
    private var spans: [ObjectIdentifier: (x: Span, y: Span)] = [:]

    init?(_ view: UIView) {
        placed = view.subviews.filter { !$0.translatesAutoresizingMaskIntoConstraints }
        guard !placed.isEmpty else { return nil }
        self.view = view
        var found = placed.flatMap(\.constraints)
        var current: UIView? = view
        while let above = current {
            found += above.constraints
            current = above.superview
        }
        equalities = found.filter { $0.relation == .equal }
            .sorted { $0.priority.rawValue > $1.priority.rawValue }
        for subview in placed { spans[ObjectIdentifier(subview)] = (Span(), Span()) }
        if let content = (view as? UIScrollView)?.contentLayoutGuide {
            spans[ObjectIdentifier(content)] = (Span(low: 0), Span(low: 0))
        }
    }

    /// Sets the frames of the subviews that are determined. Returns those that are not.
    mutating func solve() -> [UIView] {
        while propagate() {}
        for subview in placed { fillIntrinsicSize(of: subview) }
        while propagate() {}
        sizeContent()
        return placed.filter { !place($0) }
    }

    private mutating func propagate() -> Bool {
        var isNew = false
        for equality in equalities {
            let first = item(equality.firstItem, equality.firstAttribute)
            let second = item(equality.secondItem, equality.secondAttribute)
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

    /// The item that an attribute is of: edges of a scroll view are those of its content.
    private func item(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) -> AnyObject? {
        guard let scrollView = item as? UIScrollView, scrollView === view, attribute.isEdge else {
            return item
        }
        return scrollView.contentLayoutGuide
    }

    /// Gives a scroll view the content size that the constraints of its content say.
    private func sizeContent() {
        guard let scrollView = view as? UIScrollView,
            let span = spans[ObjectIdentifier(scrollView.contentLayoutGuide)]
        else { return }
        var size = scrollView.contentSize
        if let width = span.x.length { size.width = width }
        if let height = span.y.length { size.height = height }
        if size != scrollView.contentSize { scrollView.contentSize = size }
    }

    /// The value of one side where it is known, in the coordinates of the view.
    ///
    /// - Parameter other: the item on the other side, which must be one that is placed here.
    private func value(
        _ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute, _ other: AnyObject
    ) -> CGFloat? {
        guard spans[ObjectIdentifier(other)] != nil else { return nil }
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

    /// The rectangle of what has its frame already: the view, its guides, and what is above it.
    private func rect(of item: AnyObject?) -> CGRect? {
        if let guide = item as? UILayoutGuide, let owner = guide.owningView {
            return owner === view
                ? guide.layoutFrame : view.convert(guide.layoutFrame, from: owner)
        }
        guard let other = item as? UIView else { return nil }
        if other === view { return view.bounds }
        if other.superview === view { return other.frame }
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
        // Margins of a view that is placed itself.
        case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin,
            .trailingMargin, .centerXWithinMargins, .centerYWithinMargins:
            return false
        }
        span.x.complete()
        span.y.complete()
        spans[ObjectIdentifier(item)] = span
        return true
    }

    private mutating func fillIntrinsicSize(of subview: UIView) {
        let size = subview.intrinsicContentSize
        if size.width >= 0 { _ = set(subview, .width, size.width) }
        if size.height >= 0 { _ = set(subview, .height, size.height) }
    }

    private func place(_ subview: UIView) -> Bool {
        guard let span = spans[ObjectIdentifier(subview)], let x = span.x.low, let y = span.y.low,
            let width = span.x.length, let height = span.y.length
        else { return false }
        let frame = CGRect(x: x, y: y, width: width, height: height)
        if subview.frame != frame { subview.frame = frame }
        return true
    }
}

extension NSLayoutConstraint.Attribute {
    /// Whether the attribute is one of the rectangle inside the margins.
    fileprivate var isOfMargins: Bool { rawValue >= Self.leftMargin.rawValue }

    fileprivate var isEdge: Bool {
        switch self {
        case .left, .right, .top, .bottom, .leading, .trailing: true
        default: false
        }
    }
}
