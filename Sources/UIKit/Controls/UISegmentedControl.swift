/// A row of segments of equal width, of which at most one is selected. A tap selects a segment.
@preconcurrency @MainActor
open class UISegmentedControl: UIControl {
    private struct Segment {
        var title: String?
        var image: UIImage?
        var isEnabled = true
        var width: CGFloat = 0
    }

    private var segments: [Segment] = []

    public static let noSegment = -1

    /// Creates a control with a segment for each item.
    ///
    /// - Parameter items: the titles (`String`) and images (`UIImage`) of the segments.
    public init(items: [Any]?) {
        segments = (items ?? []).map { item in
            if let image = item as? UIImage { return Segment(image: image) }
            return Segment(title: item as? String ?? "\(item)")
        }
        super.init(frame: .zero)
    }

    public override init(frame: CGRect) { super.init(frame: frame) }

    public required init?(coder: NSCoder) { super.init(coder: coder) }

    open var selectedSegmentIndex = noSegment
    // These properties are stored and have no effect in the simulation.
    open var isMomentary = false
    open var apportionsSegmentWidthsByContent = false
    open var selectedSegmentTintColor: UIColor?
    private var attributes: [UInt: [NSAttributedString.Key: Any]] = [:]
    private var dividers: [UInt: UIImage] = [:]
    private var backgrounds: [UInt: UIImage] = [:]

    open var numberOfSegments: Int { segments.count }
    open func titleForSegment(at index: Int) -> String? { segments[index].title }
    open func imageForSegment(at index: Int) -> UIImage? { segments[index].image }

    open func insertSegment(withTitle title: String?, at index: Int, animated: Bool) {
        segments.insert(Segment(title: title), at: min(index, segments.count))
    }

    open func insertSegment(with image: UIImage?, at index: Int, animated: Bool) {
        segments.insert(Segment(image: image), at: min(index, segments.count))
    }

    open func removeSegment(at index: Int, animated: Bool) {
        segments.remove(at: index)
        if selectedSegmentIndex >= segments.count { selectedSegmentIndex = segments.count - 1 }
    }

    open func removeAllSegments() {
        segments = []
        selectedSegmentIndex = Self.noSegment
    }

    open func setTitle(_ title: String?, forSegmentAt index: Int) { segments[index].title = title }
    open func setImage(_ image: UIImage?, forSegmentAt index: Int) { segments[index].image = image }

    /// Stores the value, which has no effect in the simulation.
    open func setWidth(_ width: CGFloat, forSegmentAt index: Int) { segments[index].width = width }
    open func widthForSegment(at index: Int) -> CGFloat { segments[index].width }

    open func setEnabled(_ enabled: Bool, forSegmentAt index: Int) {
        segments[index].isEnabled = enabled
    }

    open func isEnabledForSegment(at index: Int) -> Bool { segments[index].isEnabled }

    /// Stores the value, which has no effect in the simulation.
    open func setTitleTextAttributes(
        _ attributes: [NSAttributedString.Key: Any]?, for state: State
    ) { self.attributes[state.rawValue] = attributes }

    open func titleTextAttributes(for state: State) -> [NSAttributedString.Key: Any]? {
        attributes[state.rawValue]
    }

    /// Stores the value, which has no effect in the simulation.
    open func setDividerImage(
        _ image: UIImage?, forLeftSegmentState left: State, rightSegmentState right: State,
        barMetrics: UIBarMetrics
    ) { dividers[left.rawValue << 32 | right.rawValue] = image }

    /// Stores the value, which has no effect in the simulation.
    open func setBackgroundImage(
        _ image: UIImage?, for state: State, barMetrics: UIBarMetrics
    ) { backgrounds[state.rawValue] = image }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: 80 * CGFloat(segments.count), height: 32)
    }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        let old = selectedSegmentIndex
        if isEnabled, let touch = touches.first, bounds.width > 0, !segments.isEmpty {
            let share = touch.location(in: self).x / bounds.width
            let index = min(max(0, Int(share * CGFloat(segments.count))), segments.count - 1)
            if segments[index].isEnabled { selectedSegmentIndex = index }
        }
        super.touchesEnded(touches, with: event)
        if selectedSegmentIndex != old { sendActions(for: .valueChanged) }
    }
}
