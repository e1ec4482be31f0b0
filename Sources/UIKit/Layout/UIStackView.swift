/// A view that arranges views in a row or a column.
///
/// With the distribution `fill`, each view has its own size along the axis, from its constraints or
/// its content, and the last view fills the remaining space. With `fillEqually`, all views have the
/// same size. All other distributions behave like `fill`.
@preconcurrency @MainActor
open class UIStackView: UIView {
    public enum Distribution: Int, Sendable {
        case fill, fillEqually, fillProportionally, equalSpacing, equalCentering
    }

    public enum Alignment: Int, Sendable {
        case fill, leading, firstBaseline, center, trailing, lastBaseline
        public static let top = Alignment.leading
        public static let bottom = Alignment.trailing
    }

    public private(set) var arrangedSubviews: [UIView] = []
    open var axis = NSLayoutConstraint.Axis.horizontal { didSet { setNeedsLayout() } }
    open var distribution = Distribution.fill { didSet { setNeedsLayout() } }
    open var alignment = Alignment.fill { didSet { setNeedsLayout() } }
    open var spacing: CGFloat = 0 { didSet { setNeedsLayout() } }
    /// Whether the views are laid out inside the layout margins.
    open var isLayoutMarginsRelativeArrangement = false { didSet { setNeedsLayout() } }
    /// A stored value without effect: there are no baselines.
    open var isBaselineRelativeArrangement = false
    private var customSpacings: [ObjectIdentifier: CGFloat] = [:]

    public static let spacingUseDefault = CGFloat.greatestFiniteMagnitude
    public static let spacingUseSystem = CGFloat.leastNormalMagnitude

    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        customSpacings[ObjectIdentifier(arrangedSubview)] = spacing
        setNeedsLayout()
    }

    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
    }

    /// The space after each view but the last.
    private func gaps(_ views: [UIView]) -> [CGFloat] {
        views.dropLast().map { view in
            let custom = customSpacing(after: view)
            let gap = custom == Self.spacingUseDefault ? spacing : custom
            return gap == Self.spacingUseSystem ? 8 : gap
        }
    }

    private var inner: CGRect {
        let all = CGRect(origin: .zero, size: bounds.size)
        return isLayoutMarginsRelativeArrangement ? all.inset(by: layoutMargins) : all
    }

    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init(coder: NSCoder) { super.init(coder: coder)! }

    public convenience init(arrangedSubviews: [UIView]) {
        self.init(frame: .zero)
        for view in arrangedSubviews { addArrangedSubview(view) }
    }

    open func addArrangedSubview(_ view: UIView) {
        insertArrangedSubview(view, at: arrangedSubviews.count)
    }

    open func insertArrangedSubview(_ view: UIView, at index: Int) {
        arrangedSubviews.removeAll { $0 === view }
        arrangedSubviews.insert(view, at: min(index, arrangedSubviews.count))
        addSubview(view)
        setNeedsLayout()
    }

    /// Removes a view from the arranged views. It stays a subview, as in UIKit.
    open func removeArrangedSubview(_ view: UIView) {
        arrangedSubviews.removeAll { $0 === view }
        setNeedsLayout()
    }

    open override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        arrangedSubviews.removeAll { $0 === subview }
    }

    private var shown: [UIView] { arrangedSubviews.filter { !$0.isHidden } }
    private var isHorizontal: Bool { axis == .horizontal }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let views = shown
        guard !views.isEmpty else { return }
        let (inner, gaps) = (inner, gaps(views) + [0])
        let room = isHorizontal ? inner.width : inner.height
        let free = max(0, room - gaps.reduce(0, +))
        var position = isHorizontal ? inner.minX : inner.minY
        for (index, length) in lengths(of: views, in: free).enumerated() {
            let view = views[index]
            var (start, breadth) = across(view, in: inner.size)
            start += isHorizontal ? inner.minY : inner.minX
            view.frame =
                isHorizontal
                ? CGRect(x: position, y: start, width: length, height: breadth)
                : CGRect(x: start, y: position, width: breadth, height: length)
            position += length + gaps[index]
        }
    }

    private func lengths(of views: [UIView], in room: CGFloat) -> [CGFloat] {
        if distribution == .fillEqually {
            return views.map { _ in room / CGFloat(views.count) }
        }
        var lengths = views.map { view in
            let size = own(view)
            return isHorizontal ? size.width : size.height
        }
        lengths[lengths.count - 1] = max(0, room - lengths.dropLast().reduce(0, +))
        return lengths
    }

    /// Returns the offset and length of an arranged view perpendicular to the axis.
    private func across(_ view: UIView, in size: CGSize) -> (CGFloat, CGFloat) {
        let room = isHorizontal ? size.height : size.width
        let size = own(view)
        let breadth = isHorizontal ? size.height : size.width
        switch alignment {
        case .fill: return (0, room)
        case .leading, .firstBaseline: return (0, breadth)
        case .center: return ((room - breadth) / 2, breadth)
        case .trailing, .lastBaseline: return (room - breadth, breadth)
        }
    }

    /// The size that all visible arranged subviews need together. It is empty if there are none. The
    /// length along the axis is -1 unless all of them request a length. The length perpendicular to the axis is -1 if none of
    /// them requests a length.
    var sizeOfArranged: CGSize {
        let sizes = shown.map(\.fittingSize)
        if sizes.isEmpty { return .zero }
        let gaps = gaps(shown).reduce(0, +)
        let margins = isLayoutMarginsRelativeArrangement ? layoutMargins : .zero
        func along(_ lengths: [CGFloat]) -> CGFloat {
            guard let longest = lengths.max(), lengths.allSatisfy({ $0 >= 0 }) else { return -1 }
            let sum = lengths.reduce(0, +)
            return gaps + (distribution == .fillEqually ? longest * CGFloat(lengths.count) : sum)
        }
        let (widths, heights) = (sizes.map(\.width), sizes.map(\.height))
        let width = isHorizontal ? along(widths) : widths.max() ?? -1
        let height = isHorizontal ? heights.max() ?? -1 : along(heights)
        return CGSize(
            width: width < 0 ? -1 : width + margins.left + margins.right,
            height: height < 0 ? -1 : height + margins.top + margins.bottom)
    }

    private func own(_ view: UIView) -> CGSize {
        let size = view.fittingSize
        return CGSize(
            width: size.width >= 0 ? size.width : view.bounds.width,
            height: size.height >= 0 ? size.height : view.bounds.height)
    }
}

extension NSLayoutConstraint {
    public enum Axis: Int, Sendable { case horizontal, vertical }
}
