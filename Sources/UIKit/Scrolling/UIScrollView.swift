/// A view that shows a part of its content. A finger can move the content.
///
/// Dragging, paging, deceleration and animated offsets run on the simulation's clock. A
/// deceleration and an animation each take 0.3 s. There is no rubber-band effect: during a drag,
/// the offset stays within the content.
open class UIScrollView: UIView {
    open weak var delegate: (any UIScrollViewDelegate)?
    public let panGestureRecognizer: UIPanGestureRecognizer = ScrollPanGestureRecognizer()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        prepare()
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        prepare()
    }

    private func prepare() {
        clipsToBounds = true
        addGestureRecognizer(panGestureRecognizer)
        (panGestureRecognizer as? ScrollPanGestureRecognizer)?.follow(self)
    }

    // MARK: offset

    /// The point of the content at the view's upper left corner. It is the origin of the bounds.
    open var contentOffset: CGPoint {
        get { bounds.origin }
        set { bounds = CGRect(origin: newValue, size: bounds.size) }
    }

    open override var bounds: CGRect {
        didSet {
            if oldValue.origin != bounds.origin { offsetDidChange(from: oldValue.origin) }
            if oldValue.size != bounds.size { clampOffset() }
        }
    }

    open override var frame: CGRect {
        didSet { if oldValue.size != frame.size { clampOffset() } }
    }

    /// Whether the current change of the offset is part of a drag or an animated movement.
    private var isFollowing = false

    private func offsetDidChange(from old: CGPoint) {
        let isOwn = isFollowing
        isFollowing = false
        if !isOwn {
            let (x, y) = (contentOffset.x - old.x, contentOffset.y - old.y)
            dragOrigin = CGPoint(x: dragOrigin.x + x, y: dragOrigin.y + y)
            // A deceleration continues from the new offset; an animation ends.
            if isDecelerating { movement?.shift(x, y) } else { movement = nil }
        }
        setNeedsLayout()
        delegate?.scrollViewDidScroll(self)
    }

    /// Sets the offset as part of a drag or an animated movement.
    func follow(to offset: CGPoint) {
        guard offset != contentOffset else { return }
        isFollowing = true
        contentOffset = offset
        isFollowing = false
    }

    /// Moves the content to an offset: in 0.3 s of the simulation's clock if `animated` is true,
    /// otherwise immediately.
    open func setContentOffset(_ offset: CGPoint, animated: Bool) {
        stopDecelerating()
        movement = nil
        guard offset != contentOffset else { return }
        if animated {
            move(to: offset, as: .animation)
        } else {
            contentOffset = offset
        }
    }

    /// Scrolls by the smallest distance that makes a rectangle of the content visible.
    open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
        var offset = contentOffset
        if rect.maxX > offset.x + bounds.width { offset.x = rect.maxX - bounds.width }
        if rect.minX < offset.x { offset.x = rect.minX }
        if rect.maxY > offset.y + bounds.height { offset.y = rect.maxY - bounds.height }
        if rect.minY < offset.y { offset.y = rect.minY }
        setContentOffset(clamped(offset), animated: animated)
    }

    // MARK: content

    open var contentSize = CGSize.zero {
        didSet {
            guard contentSize != oldValue else { return }
            clampOffset()
            recorded?.tellObservers()
        }
    }

    open var contentInset = UIEdgeInsets.zero {
        didSet {
            guard contentInset != oldValue else { return }
            adjustedContentInsetDidChange()
            delegate?.scrollViewDidChangeAdjustedContentInset(self)
        }
    }

    /// The content inset. Unlike in UIKit, the safe area is not added to it.
    open var adjustedContentInset: UIEdgeInsets { contentInset }
    open func adjustedContentInsetDidChange() {}
    /// A stored value without effect in the simulation.
    open var contentInsetAdjustmentBehavior = ContentInsetAdjustmentBehavior.automatic

    /// Moves the content back if the offset is beyond the end of the content, as UIKit does when
    /// sizes change.
    private func clampOffset() {
        guard !isDragging, movement == nil else { return }
        let limit = clamped(contentOffset)
        let offset = CGPoint(x: min(contentOffset.x, limit.x), y: min(contentOffset.y, limit.y))
        if offset != contentOffset, contentSize != .zero { contentOffset = offset }
    }

    /// The layout guide of the content. Constraints to its edges, or to the scroll view's edges,
    /// determine the content size.
    public private(set) lazy var contentLayoutGuide = ScrollGuide(of: self) { scrollView in
        CGRect(origin: .zero, size: scrollView.contentSize)
    }
    /// The layout guide of the visible part of the content.
    public private(set) lazy var frameLayoutGuide = ScrollGuide(of: self) { $0.bounds }

    // MARK: settings

    open var isPagingEnabled = false
    open var isScrollEnabled = true {
        didSet { panGestureRecognizer.isEnabled = isScrollEnabled }
    }
    /// Whether a drag may begin when the content is already at its end in the direction of the
    /// drag. Unlike in UIKit, the content never moves beyond its end.
    open var bounces = true
    open var alwaysBounceHorizontal = false
    open var alwaysBounceVertical = false
    /// Whether a drag moves the content only along the axis along which the drag began.
    open var isDirectionalLockEnabled = false
    open var scrollsToTop = true
    open var decelerationRate = DecelerationRate.normal
    /// A stored value without effect in the simulation.
    open var showsHorizontalScrollIndicator = true
    /// A stored value without effect in the simulation.
    open var showsVerticalScrollIndicator = true
    /// A stored value without effect in the simulation.
    open var indicatorStyle = IndicatorStyle.default
    /// A stored value without effect in the simulation.
    open var verticalScrollIndicatorInsets = UIEdgeInsets.zero
    /// A stored value without effect in the simulation.
    open var horizontalScrollIndicatorInsets = UIEdgeInsets.zero
    /// A stored value without effect in the simulation.
    open var automaticallyAdjustsScrollIndicatorInsets = true
    /// A stored value without effect: touches always reach the content immediately.
    open var delaysContentTouches = true
    /// A stored value without effect: a drag always cancels the touches of the content.
    open var canCancelContentTouches = true
    open var minimumZoomScale: CGFloat = 1
    open var maximumZoomScale: CGFloat = 1
    /// The scale of the view that the delegate's `viewForZooming(in:)` returns. There is no pinch:
    /// `simulateZoom(to:)` simulates the user.
    open var zoomScale: CGFloat {
        get { storedZoomScale }
        set { setZoomScale(newValue, animated: false) }
    }
    var storedZoomScale: CGFloat = 1
    /// A stored value without effect in the simulation.
    open var bouncesZoom = true
    open internal(set) var isZooming = false
    open var isZoomBouncing: Bool { false }
    public private(set) lazy var pinchGestureRecognizer: UIPinchGestureRecognizer? = {
        let recognizer = UIPinchGestureRecognizer()
        addGestureRecognizer(recognizer)
        return recognizer
    }()
    /// A stored value without effect: there is no keyboard.
    open var keyboardDismissMode = KeyboardDismissMode.none
    // These properties are stored and have no effect in the simulation.
    open var contentAlignmentPoint = CGPoint.zero
    open var transfersHorizontalScrollingToParent = true
    open var bouncesHorizontally = true
    open var bouncesVertically = true
    open var directionalPressGestureRecognizer: UIGestureRecognizer { panGestureRecognizer }
    /// The control above the content. It is stored and has no effect.
    open var refreshControl: UIRefreshControl?
    /// Does nothing: there are no indicators.
    open func flashScrollIndicators() {}

    // MARK: movement

    /// Whether a finger is on the content.
    open internal(set) var isTracking = false
    /// Whether a finger moves the content.
    open internal(set) var isDragging = false
    /// Whether the content continues to move after a drag.
    open var isDecelerating: Bool { movement?.reason == .deceleration }

    var movement: ScrollMovement?
    /// The offset at the start of the drag.
    var dragOrigin = CGPoint.zero
    var lockedAxis: Axis?

    open override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool {
        guard recognizer === panGestureRecognizer else {
            return super.gestureRecognizerShouldBegin(recognizer)
        }
        return canBeginDragging && super.gestureRecognizerShouldBegin(recognizer)
    }
}

extension UIScrollView {
    public struct DecelerationRate: Hashable, RawRepresentable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public static let normal = DecelerationRate(rawValue: 0.998)
        public static let fast = DecelerationRate(rawValue: 0.99)
    }

    public enum ContentInsetAdjustmentBehavior: Int, Sendable {
        case automatic, scrollableAxes, never, always
    }

    public enum IndicatorStyle: Int, Sendable {
        case `default`, black, white
    }

    /// The insets of both scroll indicators, for code that sets them together. They are stored and
    /// have no effect in the simulation.
    public var scrollIndicatorInsets: UIEdgeInsets {
        get { verticalScrollIndicatorInsets }
        set {
            verticalScrollIndicatorInsets = newValue
            horizontalScrollIndicatorInsets = newValue
        }
    }

    public enum KeyboardDismissMode: Int, Sendable {
        case none, onDrag, interactive
    }

    enum Axis {
        case horizontal, vertical
    }

    /// Returns the offset nearest to `offset` that is not beyond an end of the content.
    func clamped(_ offset: CGPoint) -> CGPoint {
        let inset = adjustedContentInset
        let right = max(-inset.left, contentSize.width + inset.right - bounds.width)
        let bottom = max(-inset.top, contentSize.height + inset.bottom - bounds.height)
        return CGPoint(
            x: min(max(offset.x, -inset.left), right), y: min(max(offset.y, -inset.top), bottom))
    }
}

/// A delegate that is notified of a scroll view's movements and zooming.
@preconcurrency @MainActor
public protocol UIScrollViewDelegate: AnyObject {
    func scrollViewDidScroll(_ scrollView: UIScrollView)
    func scrollViewWillBeginDragging(_ scrollView: UIScrollView)

    /// Called when a drag ends. An implementation can change the offset at which the content will
    /// stop.
    ///
    /// - Parameter velocity: The velocity of the offset, in points per millisecond.
    func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>)

    func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool)
    func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView)
    func scrollViewDidEndDecelerating(_ scrollView: UIScrollView)

    /// Called after an animation of `setContentOffset` or `scrollRectToVisible` that moved the
    /// content.
    func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView)

    func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool
    func scrollViewDidScrollToTop(_ scrollView: UIScrollView)
    func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView)

    func viewForZooming(in scrollView: UIScrollView) -> UIView?
    func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?)
    func scrollViewDidZoom(_ scrollView: UIScrollView)
    func scrollViewDidEndZooming(
        _ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat)
}

extension UIScrollViewDelegate {
    public func scrollViewDidScroll(_ scrollView: UIScrollView) {}
    public func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {}
    public func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
    ) {}
    public func scrollViewDidEndDragging(
        _ scrollView: UIScrollView, willDecelerate decelerate: Bool
    ) {}
    public func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {}
    public func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool { true }
    public func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {}
    public func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {}
    public func viewForZooming(in scrollView: UIScrollView) -> UIView? { nil }
    public func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {}
    public func scrollViewDidZoom(_ scrollView: UIScrollView) {}
    public func scrollViewDidEndZooming(
        _ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat
    ) {}
}

extension UIScrollViewDelegate {
    /// Returns the offset at which a scroll view will stop: the proposed offset, unless the
    /// delegate changes it.
    func finalOffset(
        of scrollView: UIScrollView, velocity: CGPoint, proposed: CGPoint
    ) -> CGPoint {
        var target = proposed
        unsafe withUnsafeMutablePointer(to: &target) { pointer in
            unsafe scrollViewWillEndDragging(
                scrollView, withVelocity: velocity, targetContentOffset: pointer)
        }
        return target
    }
}

/// A layout guide of a scroll view: `contentLayoutGuide` for the content, or `frameLayoutGuide` for
/// the visible part of the scroll view.
public final class ScrollGuide: UILayoutGuide {
    private let rect: @MainActor (UIScrollView) -> CGRect

    init(of scrollView: UIScrollView, rect: @escaping @MainActor (UIScrollView) -> CGRect) {
        self.rect = rect
        super.init()
        owningView = scrollView
    }

    public override var layoutFrame: CGRect {
        (owningView as? UIScrollView).map(rect) ?? .zero
    }
}

extension Simulation {
    /// Simulates a tap on the status bar. The window's scroll view whose `scrollsToTop` is true
    /// scrolls to its top. As in UIKit, nothing happens if the window has several such scroll
    /// views. Hidden scroll views are ignored.
    public func tapStatusBar(of window: UIWindow) {
        finishCycle()
        let found = window.scrollViewsToTop
        if found.count == 1 { found[0].scrollToTop() }
        finishCycle()
    }
}

extension UIScrollView {
    /// Scrolls to the top after a tap on the status bar, if the delegate allows it.
    func scrollToTop() {
        let top = CGPoint(x: contentOffset.x, y: -adjustedContentInset.top)
        guard isScrollEnabled, contentOffset.y > top.y,
            delegate?.scrollViewShouldScrollToTop(self) ?? true
        else { return }
        stopDecelerating()
        move(to: top, as: .scrollToTop)
    }
}

extension UIView {
    /// The scroll views, among this view and the views inside it, that are not hidden and whose
    /// `scrollsToTop` is true.
    var scrollViewsToTop: [UIScrollView] {
        guard !isHidden else { return [] }
        let own = (self as? UIScrollView).map { $0.scrollsToTop ? [$0] : [] } ?? []
        return own + subviews.flatMap(\.scrollViewsToTop)
    }
}
