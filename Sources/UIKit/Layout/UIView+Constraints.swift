extension UIView {
    /// Stores the value, which has no effect: a view whose size the constraints do not determine
    /// gets its intrinsic size.
    public func setContentHuggingPriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) { values.hugging[axis] = priority }

    public func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
        recorded?.hugging[axis] ?? .defaultLow
    }

    /// Stores the value, which has no effect: a view whose size the constraints do not determine
    /// gets its intrinsic size.
    public func setContentCompressionResistancePriority(
        _ priority: UILayoutPriority, for axis: NSLayoutConstraint.Axis
    ) { values.compressionResistance[axis] = priority }

    public func contentCompressionResistancePriority(
        for axis: NSLayoutConstraint.Axis
    ) -> UILayoutPriority { recorded?.compressionResistance[axis] ?? .defaultHigh }

    /// Requests a call of `updateConstraints()` before the next layout.
    public func setNeedsUpdateConstraints() {
        values.needsUpdateConstraints = true
        setNeedsLayout()
    }

    public func needsUpdateConstraints() -> Bool { recorded?.needsUpdateConstraints ?? false }

    public func updateConstraintsIfNeeded() {
        guard let recorded, recorded.needsUpdateConstraints else { return }
        recorded.needsUpdateConstraints = false
        owner?.updateViewConstraints()
        updateConstraints()
    }

    /// Returns the size that the constraints inside the view determine. A width or height that the
    /// constraints do not determine has its intrinsic value or, if there is none, that of
    /// `targetSize`.
    public func systemLayoutSizeFitting(_ targetSize: CGSize) -> CGSize {
        let own = fittingSize
        return CGSize(
            width: own.width >= 0 ? own.width : targetSize.width,
            height: own.height >= 0 ? own.height : targetSize.height)
    }

    /// Returns the same size as `systemLayoutSizeFitting(_:)`, except that a width or height whose
    /// priority is `required` is taken from `targetSize`.
    public func systemLayoutSizeFitting(
        _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
        verticalFittingPriority vertical: UILayoutPriority
    ) -> CGSize {
        let own = systemLayoutSizeFitting(targetSize)
        return CGSize(
            width: horizontal == .required ? targetSize.width : own.width,
            height: vertical == .required ? targetSize.height : own.height)
    }

    public static let layoutFittingCompressedSize = CGSize.zero
    public static let layoutFittingExpandedSize = CGSize(width: 10_000, height: 10_000)

    /// The layout margins with leading and trailing sides. The leading side is always the left one.
    public var directionalLayoutMargins: NSDirectionalEdgeInsets {
        get {
            NSDirectionalEdgeInsets(
                top: layoutMargins.top, leading: layoutMargins.left, bottom: layoutMargins.bottom,
                trailing: layoutMargins.right)
        }
        set {
            layoutMargins = UIEdgeInsets(
                top: newValue.top, left: newValue.leading, bottom: newValue.bottom,
                right: newValue.trailing)
        }
    }

    /// The layout guides that were added to the view. Constraints do not move them: a plain
    /// `UILayoutGuide` always fills the view's bounds.
    public var layoutGuides: [UILayoutGuide] { recorded?.layoutGuides ?? [] }

    public func addLayoutGuide(_ guide: UILayoutGuide) {
        guide.owningView = self
        values.layoutGuides.append(guide)
    }

    public func removeLayoutGuide(_ guide: UILayoutGuide) {
        values.layoutGuides.removeAll { $0 === guide }
        guide.owningView = nil
    }
}

extension UIView {
    /// Whether the view is positioned by constraints that do not determine its frame.
    public var hasAmbiguousLayout: Bool {
        guard let superview, var solver = ConstraintSolver(superview) else { return false }
        return solver.findAmbiguous().contains(self)
    }

    /// Does nothing: a view whose frame the constraints do not determine keeps its frame.
    public func exerciseAmbiguityInLayout() {}

    /// Returns the active constraints on attributes of the view along an axis, such as its width.
    public func constraintsAffectingLayout(
        for axis: NSLayoutConstraint.Axis
    ) -> [NSLayoutConstraint] {
        var found: [NSLayoutConstraint] = []
        var current: UIView? = self
        while let view = current {
            found += view.constraints
            current = view.superview
        }
        return found.filter {
            ($0.firstItem === self && $0.firstAttribute.isAlong(axis))
                || ($0.secondItem === self && $0.secondAttribute.isAlong(axis))
        }
    }
}

extension NSLayoutConstraint.Attribute {
    fileprivate func isAlong(_ axis: NSLayoutConstraint.Axis) -> Bool {
        switch self {
        case .notAnAttribute: false
        case .left, .right, .leading, .trailing, .width, .centerX, .leftMargin, .rightMargin,
            .leadingMargin, .trailingMargin, .centerXWithinMargins:
            axis == .horizontal
        default: axis == .vertical
        }
    }
}

extension UIView {
    /// The safe area insets: the part of the superview's insets that overlaps this view, plus what
    /// bars cover and the `additionalSafeAreaInsets` of the view's controller.
    var inheritedSafeAreaInsets: UIEdgeInsets {
        var insets = owner?.additionalSafeAreaInsets ?? .zero
        if simulation.hasDevice {
            if let window = self as? UIWindow { return window.insetsOfDevice }
            if let owner { insets = insets + owner.insetsOfBars }
        }
        guard let superview else { return insets }
        return insets + superview.safeAreaInsets.reaching(frame, in: superview.bounds)
    }

    /// Calls `tellSafeAreaInsets` of a controller's view if its insets have changed.
    func tellNewSafeAreaInsets() {
        guard simulation.hasDevice, toldSafeAreaInsets != safeAreaInsets else { return }
        tellSafeAreaInsets()
    }

    /// Calls `safeAreaInsetsDidChange` of this view and the views inside it, and
    /// `viewSafeAreaInsetsDidChange` of the controllers of these views.
    func tellSafeAreaInsets() {
        toldSafeAreaInsets = safeAreaInsets
        safeAreaInsetsDidChange()
        owner?.viewSafeAreaInsetsDidChange()
        setNeedsLayout()
        for subview in subviews { subview.tellSafeAreaInsets() }
    }
}

extension UILayoutPriority {
    public static func + (priority: UILayoutPriority, difference: Float) -> UILayoutPriority {
        UILayoutPriority(priority.rawValue + difference)
    }

    public static func - (priority: UILayoutPriority, difference: Float) -> UILayoutPriority {
        UILayoutPriority(priority.rawValue - difference)
    }
}
