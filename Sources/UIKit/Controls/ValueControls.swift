/// A switch. A tap toggles it.
@preconcurrency @MainActor
open class UISwitch: UIControl {
    open var isOn = false
    /// A stored value without effect in the simulation.
    open var onTintColor: UIColor?
    /// A stored value without effect in the simulation.
    open var thumbTintColor: UIColor?
    open var title: String?
    open var onImage: UIImage?
    open var offImage: UIImage?

    open func setOn(_ on: Bool, animated: Bool) { isOn = on }

    open override var intrinsicContentSize: CGSize { CGSize(width: 51, height: 31) }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        let turns = isEnabled && isHighlighted
        super.touchesEnded(touches, with: event)
        guard turns else { return }
        isOn.toggle()
        sendActions(for: .valueChanged)
    }
}

/// A slider. Simulated touches do not move it: code sets its value and sends `valueChanged`.
@preconcurrency @MainActor
open class UISlider: UIControl {
    open var minimumValue: Float = 0
    open var maximumValue: Float = 1
    /// The value, limited to the range from `minimumValue` to `maximumValue`.
    open var value: Float {
        get { current }
        set { current = min(max(minimumValue, newValue), maximumValue) }
    }
    private var current: Float = 0
    /// A stored value without effect in the simulation.
    open var isContinuous = true
    /// A stored value without effect in the simulation.
    open var minimumTrackTintColor: UIColor?
    /// A stored value without effect in the simulation.
    open var maximumTrackTintColor: UIColor?

    open var thumbTintColor: UIColor?
    open var minimumValueImage: UIImage?
    open var maximumValueImage: UIImage?
    private var thumbs: [UInt: UIImage] = [:]

    open func setValue(_ value: Float, animated: Bool) { self.value = value }
    open func setThumbImage(_ image: UIImage?, for state: State) { thumbs[state.rawValue] = image }
    open func thumbImage(for state: State) -> UIImage? { thumbs[state.rawValue] }
    open func setMinimumTrackImage(_ image: UIImage?, for state: State) {}
    open func setMaximumTrackImage(_ image: UIImage?, for state: State) {}
    // Subclasses override these methods; the simulation does not call them.
    open func trackRect(forBounds bounds: CGRect) -> CGRect { bounds }
    open func thumbRect(
        forBounds bounds: CGRect, trackRect rect: CGRect, value: Float
    ) -> CGRect { bounds }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: 34)
    }

    /// Simulates that the user moves the thumb to a value.
    public func simulateValue(_ value: Float) {
        guard isEnabled else { return }
        self.value = value
        sendActions(for: .valueChanged)
    }
}

/// A progress bar. It is empty if `progress` is 0, and full if `progress` is 1.
@preconcurrency @MainActor
open class UIProgressView: UIView {
    public enum Style: Int, Sendable { case `default`, bar }

    open var progressViewStyle = Style.default
    open var progressImage: UIImage?
    open var trackImage: UIImage?
    open var observedProgress: Progress?
    /// The share of the work that is done, from 0 to 1.
    open var progress: Float = 0 { didSet { progress = min(max(0, progress), 1) } }

    public convenience init(progressViewStyle: Style) {
        self.init(frame: .zero)
        self.progressViewStyle = progressViewStyle
    }

    open override var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: 4)
    }
    /// A stored value without effect in the simulation.
    open var progressTintColor: UIColor?
    /// A stored value without effect in the simulation.
    open var trackTintColor: UIColor?

    open func setProgress(_ progress: Float, animated: Bool) { self.progress = progress }
}

/// An indicator that shows that some activity is in progress.
@preconcurrency @MainActor
open class UIActivityIndicatorView: UIView {
    public enum Style: Int, Sendable {
        case whiteLarge, white, gray
        case medium = 100
        case large
    }

    open var style = Style.medium
    open var color: UIColor!
    open var hidesWhenStopped = true { didSet { updateVisibility() } }
    open private(set) var isAnimating = false

    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init(coder: NSCoder) { super.init(coder: coder)! }

    public convenience init(style: Style) {
        self.init(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        self.style = style
        updateVisibility()
    }

    open override var intrinsicContentSize: CGSize {
        let side: CGFloat = style == .large || style == .whiteLarge ? 37 : 20
        return CGSize(width: side, height: side)
    }

    open func startAnimating() {
        isAnimating = true
        updateVisibility()
    }

    open func stopAnimating() {
        isAnimating = false
        updateVisibility()
    }

    private func updateVisibility() { isHidden = hidesWhenStopped && !isAnimating }
}

/// A row of dots, one for each page. A tap on the right half selects the next page, and a tap on
/// the left half selects the previous page.
@preconcurrency @MainActor
open class UIPageControl: UIControl {
    open var numberOfPages = 0 {
        didSet { currentPage = min(currentPage, max(0, numberOfPages - 1)) }
    }

    /// The index of the current page. A negative value is replaced with 0, and a value that is too
    /// large is replaced with the index of the last page.
    open var currentPage: Int {
        get { page }
        set { page = min(max(0, newValue), max(0, numberOfPages - 1)) }
    }
    private var page = 0

    // These properties are stored and have no effect in the simulation.
    open var hidesForSinglePage = false
    open var defersCurrentPageDisplay = false
    open var pageIndicatorTintColor: UIColor?
    open var currentPageIndicatorTintColor: UIColor?
    open var backgroundStyle = BackgroundStyle.automatic
    open var allowsContinuousInteraction = true

    public enum BackgroundStyle: Int, Sendable { case automatic, prominent, minimal }

    open var preferredIndicatorImage: UIImage?
    open func setIndicatorImage(_ image: UIImage?, forPage page: Int) {}
    open func indicatorImage(forPage page: Int) -> UIImage? { nil }

    open func size(forNumberOfPages count: Int) -> CGSize {
        CGSize(width: 16 * CGFloat(count), height: 26)
    }

    open override var intrinsicContentSize: CGSize { size(forNumberOfPages: numberOfPages) }
    open override func sizeThatFits(_ size: CGSize) -> CGSize { intrinsicContentSize }

    /// Does nothing: dots are not drawn.
    open func updateCurrentPageDisplay() {}

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        let old = currentPage
        if isEnabled, let touch = touches.first {
            currentPage += touch.location(in: self).x >= bounds.midX ? 1 : -1
        }
        super.touchesEnded(touches, with: event)
        if currentPage != old { sendActions(for: .valueChanged) }
    }
}

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
