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
        let room = isHorizontal ? bounds.width : bounds.height
        let free = max(0, room - spacing * CGFloat(views.count - 1))
        var position: CGFloat = 0
        for (view, length) in zip(views, lengths(of: views, in: free)) {
            let (start, breadth) = across(view)
            view.frame =
                isHorizontal
                ? CGRect(x: position, y: start, width: length, height: breadth)
                : CGRect(x: start, y: position, width: breadth, height: length)
            position += length + spacing
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
    private func across(_ view: UIView) -> (CGFloat, CGFloat) {
        let room = isHorizontal ? bounds.height : bounds.width
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
        let gaps = spacing * CGFloat(max(0, sizes.count - 1))
        func along(_ lengths: [CGFloat]) -> CGFloat {
            guard let longest = lengths.max(), lengths.allSatisfy({ $0 >= 0 }) else { return -1 }
            let sum = lengths.reduce(0, +)
            return gaps + (distribution == .fillEqually ? longest * CGFloat(lengths.count) : sum)
        }
        let (widths, heights) = (sizes.map(\.width), sizes.map(\.height))
        return CGSize(
            width: isHorizontal ? along(widths) : widths.max() ?? -1,
            height: isHorizontal ? heights.max() ?? -1 : along(heights))
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
