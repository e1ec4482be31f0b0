// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of Apple's frameworks.

internal import PagerModel

/// The layer of a view, or a layer that was added to another layer. It draws nothing.
///
/// A view's layer shares the view's frame, bounds, centre, transform, alpha, visibility, clipping
/// and background colour. All other properties are stored and have no effect.
@preconcurrency @MainActor
open class CALayer: NSObject {
    /// The view that this layer belongs to; nil for a layer that is not the layer of a view.
    weak var view: UIView?
    private var ownBounds = CGRect.zero
    private var ownPosition = CGPoint.zero
    private var ownTransform = CATransform3DIdentity
    var animations: [(key: String, animation: CAAnimation)] = []

    public override init() {}

    /// Creates a layer with the geometry of another layer, as Core Animation does for presentation
    /// layers.
    public init(layer: Any) {
        super.init()
        guard let layer = layer as? CALayer else { return }
        (bounds, position, transform) = (layer.bounds, layer.position, layer.transform)
    }

    public required init?(coder: NSCoder) {}

    // MARK: geometry

    open var bounds: CGRect {
        get { view?.bounds ?? ownBounds }
        set { if let view { view.bounds = newValue } else { ownBounds = newValue } }
    }

    /// The position of the anchor point in the superlayer. For the layer of a view, this is the
    /// centre of the view.
    open var position: CGPoint {
        get { view?.center ?? ownPosition }
        set { if let view { view.center = newValue } else { ownPosition = newValue } }
    }

    /// The transform of the layer. Its two-dimensional part is the transform of the layer's view.
    open var transform: CATransform3D {
        get {
            guard let view else { return ownTransform }
            let affine = CATransform3DGetAffineTransform(ownTransform)
            return affine == view.transform
                ? ownTransform : CATransform3DMakeAffineTransform(view.transform)
        }
        set {
            ownTransform = newValue
            view?.transform = CATransform3DGetAffineTransform(newValue)
        }
    }

    open func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }

    open func setAffineTransform(_ transform: CGAffineTransform) {
        self.transform = CATransform3DMakeAffineTransform(transform)
    }

    open var frame: CGRect {
        get {
            if let view { return view.frame }
            let rect = CGRect(
                x: -bounds.width * anchorPoint.x, y: -bounds.height * anchorPoint.y,
                width: bounds.width, height: bounds.height)
            return rect.applying(affineTransform()).offsetBy(dx: position.x, dy: position.y)
        }
        set {
            if let view { return view.frame = newValue }
            ownBounds.size = newValue.size
            ownPosition = CGPoint(
                x: newValue.minX + newValue.width * anchorPoint.x,
                y: newValue.minY + newValue.height * anchorPoint.y)
        }
    }

    /// The anchor point in unit coordinates. For the layer of a view it is stored and has no
    /// effect.
    open var anchorPoint = CGPoint(x: 0.5, y: 0.5)
    /// A stored value without effect in the simulation.
    open var anchorPointZ: CGFloat = 0
    /// A stored value without effect: hit tests follow the order of subviews.
    open var zPosition: CGFloat = 0

    // MARK: drawing properties

    open var opacity: Float {
        get { view.map { Float($0.alpha) } ?? ownOpacity }
        set { if let view { view.alpha = CGFloat(newValue) } else { ownOpacity = newValue } }
    }
    private var ownOpacity: Float = 1

    open var isHidden: Bool {
        get { view?.isHidden ?? isHiddenAlone }
        set { if let view { view.isHidden = newValue } else { isHiddenAlone = newValue } }
    }
    private var isHiddenAlone = false

    open var masksToBounds: Bool {
        get { view?.clipsToBounds ?? masksAlone }
        set { if let view { view.clipsToBounds = newValue } else { masksAlone = newValue } }
    }
    private var masksAlone = false

    open var backgroundColor: CGColor? {
        get { view.map { $0.backgroundColor?.cgColor } ?? ownBackgroundColor }
        set {
            guard let view else { return ownBackgroundColor = newValue }
            view.backgroundColor = newValue.map { UIColor(cgColor: $0) }
        }
    }
    private var ownBackgroundColor: CGColor?

    // These properties are stored and have no effect. Their defaults are those of Core Animation.
    open var cornerRadius: CGFloat = 0
    open var maskedCorners: CACornerMask = .all
    open var cornerCurve = CALayerCornerCurve.circular
    open var borderWidth: CGFloat = 0
    open var borderColor: CGColor? = UIColor.black.cgColor
    open var shadowColor: CGColor? = UIColor.black.cgColor
    open var shadowOpacity: Float = 0
    open var shadowOffset = CGSize(width: 0, height: -3)
    open var shadowRadius: CGFloat = 3
    open var shadowPath: CGPath?
    open var magnificationFilter = CALayerContentsFilter.linear
    open var minificationFilter = CALayerContentsFilter.linear
    open var minificationFilterBias: Float = 0
    open var mask: CALayer?
    open var contents: Any?
    open var contentsScale: CGFloat = 1
    /// A stored value without effect: changes of properties run no actions.
    open var actions: [String: any CAAction]?
    open var style: [AnyHashable: Any]?
    open var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
    open var contentsGravity = CALayerContentsGravity.resize
    open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    open var isDoubleSided = true
    open var isGeometryFlipped = false
    open var isOpaque = false
    open var allowsEdgeAntialiasing = false
    open var allowsGroupOpacity = true
    open var drawsAsynchronously = false
    open var needsDisplayOnBoundsChange = false
    open var shouldRasterize = false
    open var rasterizationScale: CGFloat = 1
    open var sublayerTransform = CATransform3DIdentity
    open var name: String?
    /// A stored value without effect: the animations of a layer follow the simulation's clock.
    open var speed: Float = 1
    /// A stored value without effect in the simulation.
    open var timeOffset: CFTimeInterval = 0
    /// A stored value without effect in the simulation.
    open var beginTime: CFTimeInterval = 0
    /// Does nothing: there is nothing to draw.
    open func preferredFrameSize() -> CGSize { bounds.size }
    open func setNeedsDisplay() {}
    /// Does nothing: there is nothing to draw.
    open func displayIfNeeded() {}
    /// Does nothing: there is nothing to draw.
    open func display() {}
    /// Draws nothing.
    open func draw(in context: CGContext) {}
    /// Draws nothing.
    open func render(in context: CGContext) {}
    open class func needsDisplay(forKey key: String) -> Bool { false }
    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }
    /// This method is never called, because changes of layers are not animated.
    open func action(forKey event: String) -> (any CAAction)? { nil }

    /// The delegate: for the layer of a view, the view.
    open weak var delegate: (any CALayerDelegate)? {
        get { view ?? ownDelegate }
        set { ownDelegate = newValue }
    }
    private weak var ownDelegate: (any CALayerDelegate)?

    /// The values that `setValue(_:forKey:)` has stored.
    private var ownValues: [TextKey: Any] = [:]

    /// Stores a value under a key; nil removes the value. If the key is the key path of a property,
    /// such as `transform.rotation`, the property does not change.
    open func setValue(_ value: Any?, forKey key: String) { ownValues[TextKey(key)] = value }

    /// Returns the value that `setValue(_:forKey:)` has stored.
    open func value(forKey key: String) -> Any? { ownValues[TextKey(key)] }

    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        setValue(value, forKey: keyPath)
    }
    open func value(forKeyPath keyPath: String) -> Any? { value(forKey: keyPath) }

    // MARK: tree

    open internal(set) weak var superlayer: CALayer?
    /// The layers that were added to this layer. The layers of subviews are not included.
    open internal(set) var sublayers: [CALayer]?

    /// Does nothing; a subclass can override this method to lay out the sublayers. Called by
    /// `layoutIfNeeded()` and, for a view's layer, when the view is laid out.
    open func layoutSublayers() {}

    open func setNeedsLayout() { view?.setNeedsLayout() }

    open func layoutIfNeeded() {
        view?.layoutIfNeeded()
        layoutSublayers()
    }
}

/// A delegate of a layer. It is never called.
@preconcurrency @MainActor
public protocol CALayerDelegate: AnyObject {}

extension UIView: CALayerDelegate {}

/// What a layer does when a property changes.
@preconcurrency @MainActor
public protocol CAAction {}

extension CAAnimation: CAAction {}
extension NSNull: CAAction {}

public struct CACornerMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
    public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
    public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
    public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)
    static let all = CACornerMask(rawValue: 15)
}

public struct CALayerCornerCurve: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let circular = CALayerCornerCurve(rawValue: "circular")
    public static let continuous = CALayerCornerCurve(rawValue: "continuous")
}

public struct CALayerContentsFilter: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let nearest = CALayerContentsFilter(rawValue: "nearest")
    public static let linear = CALayerContentsFilter(rawValue: "linear")
    public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")
}

public struct CALayerContentsGravity: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let center = CALayerContentsGravity(rawValue: "center")
    public static let resize = CALayerContentsGravity(rawValue: "resize")
    public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
    public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")
}

public typealias CFTimeInterval = Double

/// Returns the simulation's time in seconds.
@preconcurrency @MainActor
public func CACurrentMediaTime() -> CFTimeInterval { Simulation.current.seconds }

public typealias CFAbsoluteTime = CFTimeInterval

@preconcurrency @MainActor
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime { CACurrentMediaTime() }

extension CALayer {
    public func addSublayer(_ layer: CALayer) {
        insertSublayer(layer, at: UInt32(sublayers?.count ?? 0))
    }

    public func insertSublayer(_ layer: CALayer, at index: UInt32) {
        layer.removeFromSuperlayer()
        layer.superlayer = self
        var layers = sublayers ?? []
        layers.insert(layer, at: min(Int(index), layers.count))
        sublayers = layers
    }

    public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        layer.removeFromSuperlayer()
        insertSublayer(layer, at: UInt32(index(of: sibling) ?? 0))
    }

    public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        layer.removeFromSuperlayer()
        insertSublayer(
            layer, at: UInt32(index(of: sibling).map { $0 + 1 } ?? sublayers?.count ?? 0))
    }

    public func replaceSublayer(_ old: CALayer, with new: CALayer) {
        guard let index = index(of: old) else { return }
        old.removeFromSuperlayer()
        insertSublayer(new, at: UInt32(index))
    }

    /// Removes the layer from its superlayer. Does nothing for the layer of a view.
    public func removeFromSuperlayer() {
        superlayer?.sublayers?.removeAll { $0 === self }
        superlayer = nil
    }

    public func contains(_ point: CGPoint) -> Bool { bounds.contains(point) }

    /// Returns the time unchanged: the speed of layers has no effect.
    /// Converts a point from this layer's coordinates to those of another layer, or of the root.
    public func convert(_ point: CGPoint, to layer: CALayer?) -> CGPoint {
        layer?.fromRoot(toRoot(point)) ?? toRoot(point)
    }

    public func convert(_ point: CGPoint, from layer: CALayer?) -> CGPoint {
        fromRoot(layer?.toRoot(point) ?? point)
    }

    public func convert(_ rect: CGRect, to layer: CALayer?) -> CGRect {
        CGRect(origin: convert(rect.origin, to: layer), size: rect.size)
    }

    public func convert(_ rect: CGRect, from layer: CALayer?) -> CGRect {
        CGRect(origin: convert(rect.origin, from: layer), size: rect.size)
    }

    private func toRoot(_ point: CGPoint) -> CGPoint {
        if let view { return view.convert(point, to: nil) }
        let outer = CGPoint(
            x: point.x - bounds.minX + frame.minX, y: point.y - bounds.minY + frame.minY)
        return superlayer?.toRoot(outer) ?? outer
    }

    private func fromRoot(_ point: CGPoint) -> CGPoint {
        if let view { return view.convert(point, from: nil) }
        let outer = superlayer?.fromRoot(point) ?? point
        return CGPoint(
            x: outer.x - frame.minX + bounds.minX, y: outer.y - frame.minY + bounds.minY)
    }

    public func convertTime(_ time: CFTimeInterval, from layer: CALayer?) -> CFTimeInterval { time }
    /// Returns the time unchanged: the speed of layers has no effect.
    public func convertTime(_ time: CFTimeInterval, to layer: CALayer?) -> CFTimeInterval { time }

    private func index(of layer: CALayer?) -> Int? {
        guard let layer else { return nil }
        return sublayers?.firstIndex { $0 === layer }
    }
}

extension CALayer {
    /// Starts an animation, and removes an earlier animation with the same key. The animation does
    /// not change the layer's values. The animation's delegate is called during this call, and
    /// again when the animation ends according to the simulation's clock.
    public func add(_ animation: CAAnimation, forKey key: String?) {
        let key = key ?? UUID().uuidString
        removeAnimation(forKey: key)
        animations.append((key, animation))
        animation.start(on: self, forKey: key)
    }

    public func animation(forKey key: String) -> CAAnimation? {
        animations.first { $0.key == key }?.animation
    }

    /// Returns the keys of the layer's animations, or nil if there are none. An animation that has
    /// ended is included if its `isRemovedOnCompletion` is false.
    public func animationKeys() -> [String]? {
        animations.isEmpty ? nil : animations.map(\.key)
    }

    /// Removes an animation and calls its delegate's `animationDidStop` with `finished: false`.
    public func removeAnimation(forKey key: String) {
        guard let index = animations.firstIndex(where: { $0.key == key }) else { return }
        animations.remove(at: index).animation.stop(finished: false)
    }

    public func removeAllAnimations() {
        for (key, _) in animations { removeAnimation(forKey: key) }
    }

    /// Returns the layer itself, because animations do not set intermediate values.
    public func presentation() -> Self? { self }
    public func model() -> Self { self }
}

/// A layer with a path. Its properties are stored but not drawn.
open class CAShapeLayer: CALayer {
    open var path: CGPath?
    open var fillColor: CGColor? = UIColor.black.cgColor
    open var fillRule = CAShapeLayerFillRule.nonZero
    open var strokeColor: CGColor?
    open var strokeStart: CGFloat = 0
    open var strokeEnd: CGFloat = 1
    open var lineWidth: CGFloat = 1
    open var lineCap = CAShapeLayerLineCap.butt
    open var lineJoin = CAShapeLayerLineJoin.miter
    open var lineDashPattern: [NSNumber]?
}

public struct CAShapeLayerFillRule: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let nonZero = CAShapeLayerFillRule(rawValue: "non-zero")
    public static let evenOdd = CAShapeLayerFillRule(rawValue: "even-odd")
}

public struct CAShapeLayerLineCap: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let butt = CAShapeLayerLineCap(rawValue: "butt")
    public static let round = CAShapeLayerLineCap(rawValue: "round")
    public static let square = CAShapeLayerLineCap(rawValue: "square")
}

public struct CAShapeLayerLineJoin: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let miter = CAShapeLayerLineJoin(rawValue: "miter")
    public static let round = CAShapeLayerLineJoin(rawValue: "round")
    public static let bevel = CAShapeLayerLineJoin(rawValue: "bevel")
}

/// A layer with a gradient. Its properties are stored but not drawn.
open class CAGradientLayer: CALayer {
    /// The colours, of type `CGColor`.
    open var colors: [Any]?
    open var locations: [NSNumber]?
    open var startPoint = CGPoint(x: 0.5, y: 0)
    open var endPoint = CGPoint(x: 0.5, y: 1)
    open var type = CAGradientLayerType.axial
}

public struct CAGradientLayerType: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let axial = CAGradientLayerType(rawValue: "axial")
    public static let radial = CAGradientLayerType(rawValue: "radial")
    public static let conic = CAGradientLayerType(rawValue: "conic")
}
