internal import Containment
internal import PagerModel

/// A rectangle in a view hierarchy, with UIKit's geometry. It draws nothing.
///
/// The engine computes frames, autoresizing and the hierarchy. A view has a record in the engine as
/// soon as it has a subview, or a superview other than a window.
@preconcurrency @MainActor
open class UIView: UIResponder {
    let simulation = Simulation.current
    /// The handle of the view's record in the engine; nil if the view has no record yet. A
    /// controller's view has the controller's record.
    var handle: Handle?
    /// The id of the view's record in the engine; nil if the view has no record yet.
    var id: Identifier?
    /// The controller whose view this is.
    weak var owner: UIViewController?
    /// Whether the view is a subview of a `UIWindow` object or, as a bar, of a container's view, but
    /// not of its record in the engine.
    var isOnlyInObject = false
    /// Whether the view is applying a frame that the engine has computed. The new frame is then not
    /// sent back to the engine.
    private var isAdopting = false
    var needsLayoutPass = true
    /// Whether a daemon's client created the view's record. If so, the record outlives this object.
    var isOfClient = false
    /// The layer; nil until `layer` is read.
    var layerIfLoaded: CALayer?
    /// Properties that few views set; nil until one of them is set.
    var recorded: RecordedViewValues?

    /// The class of the view's layer.
    open class var layerClass: AnyClass { CALayer.self }
    /// Makes the layer of a view. The build plugin overrides it beside `layerClass`, because Swift
    /// on Linux cannot call `init()` of a class that is known only at run time.
    open class func makeLayer() -> CALayer {
        (layerClass as? CALayer.Type)?.init(coder: emptyCoder()) ?? CALayer()
    }
    open class var requiresConstraintBasedLayout: Bool { false }

    open internal(set) weak var superview: UIView?
    /// The subviews, back to front.
    open internal(set) var subviews: [UIView] = []

    public init(frame: CGRect) {
        boundsValue = CGRect(origin: .zero, size: frame.size)
        centerValue = CGPoint(x: frame.midX, y: frame.midY)
        super.init()
    }

    public convenience override init() { self.init(frame: .zero) }

    /// Creates an empty view without reading from the coder; a subclass can read its own values.
    public required init?(coder: NSCoder) {
        boundsValue = .zero
        centerValue = .zero
        super.init()
    }

    /// Stores nothing: a subclass can write its own values.
    open func encode(with coder: NSCoder) {}

    deinit {
        if let handle, owner == nil, !isOfClient { simulation.abandon(handle) }
    }

    open override var next: UIResponder? { owner ?? superview }

    // MARK: geometry

    private var boundsValue: CGRect
    private var centerValue: CGPoint

    open var bounds: CGRect {
        get { boundsValue }
        set {
            let old = boundsValue
            if old != newValue { simulation.noteChange(of: self) }
            boundsValue = newValue
            if old.size != newValue.size { sizeDidChange() }
            if old != newValue { recorded?.tellObservers() }
        }
    }

    open var center: CGPoint {
        get { centerValue }
        set {
            simulation.noteChange(of: self)
            centerValue = newValue
            tellFrame()
            recorded?.tellObservers()
        }
    }

    open var transform = CGAffineTransform.identity {
        willSet { simulation.noteChange(of: self) }
    }

    /// The frame in the superview's coordinates. If the view has a transform, this is the smallest
    /// upright rectangle around the transformed view.
    open var frame: CGRect {
        get {
            let size = boundsValue.size
            let centred = CGRect(
                x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
            return centred.applying(transform).offsetBy(dx: centerValue.x, dy: centerValue.y)
        }
        set {
            simulation.noteChange(of: self)
            centerValue = CGPoint(x: newValue.midX, y: newValue.midY)
            let size = newValue.size.applying(transform.inverted())
            let old = boundsValue.size
            boundsValue.size = CGSize(width: abs(size.width), height: abs(size.height))
            if old == boundsValue.size { tellFrame() } else { sizeDidChange() }
            recorded?.tellObservers()
        }
    }

    private func sizeDidChange() {
        setNeedsLayout()
        tellFrame()
    }

    /// Sends the engine the view's frame, without the effect of the view's transform.
    private func tellFrame() {
        guard !isAdopting, let id else { return }
        tell(frame: Frame(frameWithoutTransform), of: id)
    }

    /// Sends the engine the frame of the view with the given id.
    func tell(frame: Frame, of id: Identifier) {
        simulation.perform(
            ViewSet {
                $0.view = id
                $0.frame = frame
            })
    }

    var frameWithoutTransform: CGRect {
        CGRect(
            x: centerValue.x - boundsValue.width / 2, y: centerValue.y - boundsValue.height / 2,
            width: boundsValue.width, height: boundsValue.height)
    }

    /// Sets the frame of the view to the frame that the engine has computed.
    func update(_ frame: Frame) {
        isAdopting = true
        defer { isAdopting = false }
        placeWithoutTransform(CGRect(frame))
    }

    /// Sets the centre and size of the view to those of a rectangle. The transform stays the same.
    /// Autoresizing and constraints place views in this way.
    func placeWithoutTransform(_ rect: CGRect) {
        guard rect != frameWithoutTransform else { return }
        if transform.isIdentity {
            frame = rect
        } else {
            center = CGPoint(x: rect.midX, y: rect.midY)
            bounds.size = rect.size
        }
    }

    open var autoresizingMask: AutoresizingMask = [] {
        didSet { tellAutoresizingMask() }
    }

    func tellAutoresizingMask() {
        guard let id else { return }
        simulation.perform(
            ViewSet {
                $0.view = id
                $0.autoresizing = Autoresizing(autoresizingMask)
            })
    }

    open var translatesAutoresizingMaskIntoConstraints = true
    open var autoresizesSubviews = true
    /// The active constraints whose items have this view as their nearest common ancestor.
    public internal(set) var constraints: [NSLayoutConstraint] = []
    public private(set) lazy var safeAreaLayoutGuide = UILayoutGuide(of: self) {
        [unowned self] in safeAreaInsets
    }
    public private(set) lazy var layoutMarginsGuide = UILayoutGuide(of: self) {
        [unowned self] in layoutMargins
    }
    /// The layout margins' rectangle, at most 672 points wide and centred, as UIKit's with text of
    /// the default size.
    public private(set) lazy var readableContentGuide = UILayoutGuide(of: self) {
        [unowned self] in
        var insets = layoutMargins
        let excess = bounds.width - insets.left - insets.right - 672
        if excess > 0 {
            insets.left += excess / 2
            insets.right += excess / 2
        }
        return insets
    }
    /// The margins. On a simulated phone, they contain the safe area, and those of a controller's
    /// view are at least the system's.
    open var layoutMargins: UIEdgeInsets {
        get { simulation.hasDevice ? layoutMarginsOnDevice : ownLayoutMargins }
        set { ownLayoutMargins = newValue }
    }
    var ownLayoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8) {
        didSet { if ownLayoutMargins != oldValue { layoutMarginsDidChange() } }
    }
    open var safeAreaInsets: UIEdgeInsets { inheritedSafeAreaInsets }
    /// The insets at the last call of `safeAreaInsetsDidChange`.
    var toldSafeAreaInsets: UIEdgeInsets {
        get { recorded?.toldSafeAreaInsets ?? .zero }
        set { if newValue != toldSafeAreaInsets { values.toldSafeAreaInsets = newValue } }
    }
    open func safeAreaInsetsDidChange() {}
    open func layoutMarginsDidChange() {}
    var wasToldAmbiguous = false

    // MARK: drawing properties

    open var alpha: CGFloat = 1 {
        willSet { simulation.noteChange(of: self) }
        didSet { sendDrawingProperties() }
    }
    open var isHidden = false {
        didSet { sendDrawingProperties() }
    }
    open var isOpaque = true
    open var clipsToBounds = false
    open var backgroundColor: UIColor? {
        didSet {
            if backgroundColor != oldValue {
                sendDrawingProperties(color: backgroundColor ?? .clear)
            }
        }
    }
    /// The view's own tint colour or, if none is set, the tint colour of the superview.
    open var tintColor: UIColor! {
        get { recorded?.tintColor ?? superview?.tintColor ?? .systemBlue }
        set {
            values.tintColor = newValue
            tellTintColor()
        }
    }
    open func tintColorDidChange() {}
    open var contentMode = ContentMode.scaleToFill
    open var tag = 0
    open var isUserInteractionEnabled = true
    open var isMultipleTouchEnabled = false
    open var isExclusiveTouch = false
    /// The shape of the view in collisions. Items collide as rectangles.
    open var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }
    open var semanticContentAttribute = UISemanticContentAttribute.unspecified

    // MARK: traits

    var traitState = TraitState()

    open var traitCollection: UITraitCollection { ownTraits }

    open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

    // MARK: touches

    open var gestureRecognizers: [UIGestureRecognizer]? {
        didSet {
            let new = gestureRecognizers ?? []
            for recognizer in oldValue ?? [] where !new.contains(recognizer) {
                recognizer.cancel()
                recognizer.view = nil
            }
            for recognizer in new { recognizer.view = self }
        }
    }

    open func addGestureRecognizer(_ recognizer: UIGestureRecognizer) {
        recognizer.view?.removeGestureRecognizer(recognizer)
        gestureRecognizers = (gestureRecognizers ?? []) + [recognizer]
    }

    open func removeGestureRecognizer(_ recognizer: UIGestureRecognizer) {
        gestureRecognizers?.removeAll { $0 === recognizer }
    }

    /// Returns whether a gesture may begin. Called on the view that was hit and on its superviews,
    /// up to the recognizer's view.
    open func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { true }

    /// Returns the frontmost view at a point; nil if the point is outside this view. As in UIKit,
    /// views that are hidden, almost transparent or disabled for interaction are ignored.
    open func hitTest(_ point: CGPoint, with event: UIEvent?) -> UIView? {
        guard isUserInteractionEnabled, !isHidden, alpha >= 0.01,
            self.point(inside: point, with: event)
        else { return nil }
        for subview in subviews.reversed() {
            if let hit = subview.hitTest(subview.convert(point, from: self), with: event) {
                return hit
            }
        }
        return self
    }

    open func point(inside point: CGPoint, with event: UIEvent?) -> Bool { bounds.contains(point) }

    // MARK: hierarchy

    /// The window that contains the view.
    open var window: UIWindow? { topmost as? UIWindow }

    open func addSubview(_ view: UIView) { insert(view) }
    open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }
    open func insertSubview(_ view: UIView, aboveSubview sibling: UIView) {
        insert(view, above: sibling)
    }
    open func insertSubview(_ view: UIView, belowSubview sibling: UIView) {
        insert(view, below: sibling)
    }
    open func bringSubviewToFront(_ view: UIView) {
        if view.superview === self { insert(view) }
    }
    open func sendSubviewToBack(_ view: UIView) {
        if view.superview === self { insert(view, at: 0) }
    }
    open func exchangeSubview(at first: Int, withSubviewAt second: Int) {
        exchange(first, second)
    }
    open func removeFromSuperview() {
        guard superview != nil, !simulation.transitions.keep(self) else { return }
        if isOnlyInObject { return move(to: nil, at: nil) }
        if let id { simulation.perform(ViewRemoveFromSuperview { $0.view = id }) }
    }

    // MARK: callbacks of the hierarchy

    open func willMove(toSuperview newSuperview: UIView?) {}
    open func didMoveToSuperview() {}
    open func willMove(toWindow newWindow: UIWindow?) {}
    open func didMoveToWindow() {}
    open func didAddSubview(_ subview: UIView) {}
    open func willRemoveSubview(_ subview: UIView) {}

    /// Lays out the subviews. Called at the end of the run loop's cycle in which layout was
    /// requested.
    open func layoutSubviews() {}

    /// Performs pending layout of the subviews immediately.
    open func layoutIfNeeded() {
        guard simulation.mayNest() else { return }
        if let handle, simulation.leavesWork, simulation.scene.hasWaitingChanges {
            simulation.drive { $0.layoutIfNeeded(in: handle) }
        } else {
            simulation.drive { $0.layoutIfNeeded() }
        }
        layoutSubtree()
    }

    open func setNeedsLayout() {
        needsLayoutPass = true
        simulation.noteLayout(of: self)
    }

    /// Does nothing: there is nothing to draw.
    open func layoutSublayers(of layer: CALayer) {}
    open func setNeedsDisplay() {}
    open func setNeedsDisplay(_ rect: CGRect) {}
    open func display(_ layer: CALayer) {}
    open func draw(_ layer: CALayer, in context: CGContext) {}
    open func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { nil }
    /// This method is never called, because there is nothing to draw.
    open func draw(_ rect: CGRect) {}

    open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

    open func sizeToFit() { bounds.size = sizeThatFits(bounds.size) }

    open var intrinsicContentSize: CGSize {
        CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    }

    public static let noIntrinsicMetric: CGFloat = -1

    open func invalidateIntrinsicContentSize() { superview?.setNeedsLayout() }

    /// Called before layout if `setNeedsUpdateConstraints()` requested it.
    open func updateConstraints() {}

    /// Always zero: constraints apply to the frame itself.
    open var alignmentRectInsets: UIEdgeInsets { .zero }
}

extension UIView {
    /// Converts a point from this view's coordinates to those of `view`, or to the window's if
    /// `view` is nil. The conversion accounts for transforms and content offsets of scroll views.
    public func convert(_ point: CGPoint, to view: UIView?) -> CGPoint {
        point.applying(map(to: view))
    }

    /// Converts a point to this view's coordinates from those of `view`, or from the window's if
    /// `view` is nil.
    public func convert(_ point: CGPoint, from view: UIView?) -> CGPoint {
        point.applying(map(to: view).inverted())
    }

    /// Converts a rectangle from this view's coordinates to those of `view`, or to the window's if
    /// `view` is nil. If the conversion rotates the rectangle, returns the smallest upright
    /// rectangle around it.
    public func convert(_ rect: CGRect, to view: UIView?) -> CGRect {
        rect.applying(map(to: view))
    }

    /// Converts a rectangle to this view's coordinates from those of `view`, or from the window's
    /// if `view` is nil. If the conversion rotates the rectangle, returns the smallest upright
    /// rectangle around it.
    public func convert(_ rect: CGRect, from view: UIView?) -> CGRect {
        rect.applying(map(to: view).inverted())
    }

    /// Returns the transform from this view's coordinates to those of `view`, or to the window's if
    /// `view` is nil. If the views are in different windows, the transform takes the positions of
    /// the windows on the screen into account.
    func map(to view: UIView?) -> CGAffineTransform {
        let (own, top) = mapToTop
        guard let view else { return own }
        let (other, otherTop) = view.mapToTop
        if top === otherTop { return own.concatenating(other.inverted()) }
        return own.concatenating(top.mapToSuperview)
            .concatenating(other.concatenating(otherTop.mapToSuperview).inverted())
    }

    /// The topmost superview `top`, which is this view if it has no superview, and the transform
    /// `map` from this view's coordinates to those of `top`.
    var mapToTop: (map: CGAffineTransform, top: UIView) {
        var map = CGAffineTransform.identity
        var view = self
        while let superview = view.superview {
            map = map.concatenating(view.mapToSuperview)
            view = superview
        }
        return (map, view)
    }

    var mapToSuperview: CGAffineTransform {
        CGAffineTransform(translationX: -bounds.midX, y: -bounds.midY)
            .concatenating(transform)
            .concatenating(CGAffineTransform(translationX: center.x, y: center.y))
    }
}

extension UIView {
    public struct AutoresizingMask: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let flexibleLeftMargin = AutoresizingMask(rawValue: 1)
        public static let flexibleWidth = AutoresizingMask(rawValue: 2)
        public static let flexibleRightMargin = AutoresizingMask(rawValue: 4)
        public static let flexibleTopMargin = AutoresizingMask(rawValue: 8)
        public static let flexibleHeight = AutoresizingMask(rawValue: 16)
        public static let flexibleBottomMargin = AutoresizingMask(rawValue: 32)
    }

    public enum ContentMode: Int, Sendable {
        case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left,
            right, topLeft, topRight, bottomLeft, bottomRight
    }

    public enum AnimationTransition: Int, Sendable {
        case none, flipFromLeft, flipFromRight, curlUp, curlDown
    }
}

public enum UISemanticContentAttribute: Int, Sendable {
    case unspecified, playback, spatial, forceLeftToRight, forceRightToLeft
}

extension Autoresizing {
    init(_ mask: UIView.AutoresizingMask) {
        self.init(rawValue: UInt8(truncatingIfNeeded: mask.rawValue))
    }
}

extension UIView {
    /// Performs pending layout of this view and the views inside it, superviews first. Views of
    /// other controllers are skipped: the engine lays them out together with the layout callbacks
    /// of their controllers.
    func layoutSubtree() {
        if needsLayoutPass {
            needsLayoutPass = false
            updateConstraintsIfNeeded()
            solveConstraints()
            layoutSubviews()
            if let layerIfLoaded {
                layerIfLoaded.layoutSublayers()
                layoutSublayers(of: layerIfLoaded)
            }
        }
        for subview in subviews where subview.owner == nil { subview.layoutSubtree() }
    }
}

extension UIView {
    /// Sets the frames of the subviews that have constraints. If the constraints do not determine
    /// the frame of a subview, the subview keeps its frame, and an issue is reported once.
    private func solveConstraints() {
        guard var solver = ConstraintSolver(self) else { return }
        for subview in solver.solve() where !subview.wasToldAmbiguous {
            subview.wasToldAmbiguous = true
            simulation.report(
                Simulation.Issue(
                    text: "the constraints of \(subview) do not determine its position and size; "
                        + "it keeps its frame"))
        }
    }
}

extension Simulation {
    /// Schedules the layout of a view for the end of the run loop's cycle.
    func noteLayout(of view: UIView) {
        if view.owner != nil, let handle = view.handle {
            if isHosted, isIdle { endOutsideOfCall() }
            // This calls nothing, so nothing has to be delivered.
            change { engine in
                _ = engine.attempt(for: handle) { (engine) throws(CommandError) in
                    try engine.setNeedsLayout(handle)
                }
            }
        } else {
            waitingForLayout.append(WeakView(view: view))
        }
    }

    /// Performs all pending layout: first the layout of controllers' views, in the engine's order,
    /// then the layout of all other views.
    func layOut() {
        finishTurn()
        var passes = 0
        while !waitingForLayout.isEmpty, passes < Limits.nestedReactions {
            passes += 1
            let views = waitingForLayout.compactMap(\.view)
            waitingForLayout = []
            for view in views where view.window != nil { view.layoutSubtree() }
            finishTurn()
        }
        if deferring == nil, !scene.isCycleOpen { waitingObjects = [] }
        // All postponed commands have run. In a daemon, they run until the end of the transaction.
        if !isHosted, isIdle { transitions.stopExpectingAll() }
    }

    /// Performs the pending layout of controllers' views, then ends the engine's transaction. In a
    /// daemon, only performs the layout, because the daemon ends its transactions itself.
    private func finishTurn() {
        drive { engine in
            if isHosted { engine.layoutIfNeeded() } else { engine.finishTurn() }
        }
    }
}

/// A weak reference to a view.
struct WeakView {
    weak var view: UIView?
}
