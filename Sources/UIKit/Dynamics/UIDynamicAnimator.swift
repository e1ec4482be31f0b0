/// An object that behaviours move: a view, or the attributes of a collection's layout.
@preconcurrency @MainActor
public protocol UIDynamicItem: AnyObject {
    var center: CGPoint { get set }
    var bounds: CGRect { get }
    var transform: CGAffineTransform { get set }
    var collisionBoundsType: UIDynamicItemCollisionBoundsType { get }
}

public enum UIDynamicItemCollisionBoundsType: UInt, Sendable { case rectangle, ellipse, path }

extension UIDynamicItem {
    public var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }
}

extension UIView: UIDynamicItem {}

extension UICollectionViewLayoutAttributes: UIDynamicItem {}

@preconcurrency @MainActor
public protocol UIDynamicAnimatorDelegate: AnyObject {
    func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator)
    func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator)
}

extension UIDynamicAnimatorDelegate {
    public func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) {}
    public func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) {}
}

/// The motion of an item.
@MainActor
final class DynamicBody {
    weak var item: (any UIDynamicItem)?
    var velocity = CGVector.zero
    var angularVelocity: CGFloat = 0
    var angle: CGFloat
    // The properties of a `UIDynamicItemBehavior`.
    var elasticity: CGFloat = 0
    var friction: CGFloat = 0
    var resistance: CGFloat = 0
    var angularResistance: CGFloat = 0
    var density: CGFloat = 1
    var allowsRotation = true
    var isAnchored = false

    init(_ item: any UIDynamicItem) {
        self.item = item
        angle = atan2(item.transform.b, item.transform.a)
    }

    /// The mass in UIKit's units: a view of 100 by 100 points and of density 1 has the mass 1.
    var mass: CGFloat {
        let size = item?.bounds.size ?? .zero
        return max(0.0001, size.width * size.height / 10_000 * density)
    }
}

/// Moves items as their behaviours say, 60 times per second of the simulation's clock.
///
/// The motion is an estimate: UIKit documents units and effects, but not the engine. Items collide
/// as upright rectangles, and collisions do not turn them.
@preconcurrency @MainActor
open class UIDynamicAnimator: NSObject {
    static let step: CGFloat = 1 / 60

    open weak var delegate: (any UIDynamicAnimatorDelegate)?
    public let referenceView: UIView?
    public private(set) var behaviors: [UIDynamicBehavior] = []
    public private(set) var isRunning = false
    /// The seconds for which the animator has been running.
    public private(set) var elapsedTime: TimeInterval = 0
    private var bodies: [ObjectIdentifier: DynamicBody] = [:]
    private var restingSteps = 0
    private let simulation = Simulation.current

    public init(referenceView view: UIView) {
        referenceView = view
        super.init()
    }

    public init(collectionViewLayout layout: UICollectionViewLayout) {
        referenceView = layout.collectionView
        super.init()
    }

    public override init() {
        referenceView = nil
        super.init()
    }

    open func addBehavior(_ behavior: UIDynamicBehavior) {
        guard !behaviors.contains(behavior) else { return }
        behaviors.append(behavior)
        behavior.join(self)
        wake()
    }

    open func removeBehavior(_ behavior: UIDynamicBehavior) {
        guard behaviors.contains(behavior) else { return }
        behaviors.removeAll { $0 === behavior }
        behavior.leave()
        if behaviors.isEmpty { pause() }
    }

    open func removeAllBehaviors() {
        for behavior in behaviors { removeBehavior(behavior) }
    }

    /// Takes the place and the angle of an item that code has moved, and stops the item.
    open func updateItem(usingCurrentState item: any UIDynamicItem) {
        bodies[ObjectIdentifier(item)] = nil
        wake()
    }

    open func items(in rect: CGRect) -> [any UIDynamicItem] {
        bodies.values.compactMap(\.item).filter { $0.frameOfItem.intersects(rect) }
    }

    open func layoutAttributesForCell(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { attributes(.cell, at: indexPath) }

    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        attributes(.supplementaryView, elementKind, at: indexPath)
    }

    open func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        attributes(.decorationView, elementKind, at: indexPath)
    }

    private func attributes(
        _ category: UICollectionView.ElementCategory, _ kind: String? = nil,
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        bodies.values.lazy.compactMap { $0.item as? UICollectionViewLayoutAttributes }.first {
            $0.indexPath == indexPath && $0.representedElementCategory == category
                && (kind == nil || $0.representedElementKind == kind)
        }
    }

    func body(of item: any UIDynamicItem) -> DynamicBody {
        let id = ObjectIdentifier(item)
        if let body = bodies[id], body.item === item { return body }
        let body = DynamicBody(item)
        bodies[id] = body
        return body
    }

    /// Starts the steps, unless they run.
    func wake() {
        restingSteps = 0
        guard !isRunning, !behaviors.isEmpty else { return }
        isRunning = true
        delegate?.dynamicAnimatorWillResume(self)
        scheduleStep()
    }

    private func scheduleStep() {
        simulation.schedule(after: Double(Self.step)) { [weak self] in self?.advance() }
    }

    private var flattened: [UIDynamicBehavior] { behaviors.flatMap(\.withChildren) }

    private func advance() {
        guard isRunning else { return }
        elapsedTime += Double(Self.step)
        let current = flattened
        for behavior in current { behavior.apply(Self.step, self) }
        let moved = Set<ObjectIdentifier>(current.flatMap(\.moving).map { ObjectIdentifier($0) })
        for (id, body) in bodies where moved.contains(id) { body.advance(Self.step) }
        for behavior in current { behavior.correct(self) }
        for behavior in current { behavior.action?() }
        for (id, body) in bodies where body.item == nil { bodies[id] = nil }
        guard isRunning else { return }
        restingSteps = isResting(moved) ? restingSteps + 1 : 0
        if restingSteps > 10 || behaviors.isEmpty { pause() } else { scheduleStep() }
    }

    private func isResting(_ moved: Set<ObjectIdentifier>) -> Bool {
        bodies.allSatisfy { id, body in
            !moved.contains(id)
                || (hypot(body.velocity.dx, body.velocity.dy) < 4
                    && abs(body.angularVelocity) < 0.05)
        }
    }

    private func pause() {
        guard isRunning else { return }
        isRunning = false
        bodies = [:]
        delegate?.dynamicAnimatorDidPause(self)
    }
}

extension DynamicBody {
    func advance(_ step: CGFloat) {
        guard let item, !isAnchored else { return }
        let slowing = max(0, 1 - resistance * step)
        velocity = CGVector(dx: velocity.dx * slowing, dy: velocity.dy * slowing)
        angularVelocity *= max(0, 1 - angularResistance * step)
        item.center = CGPoint(
            x: item.center.x + velocity.dx * step, y: item.center.y + velocity.dy * step)
        guard allowsRotation, angularVelocity != 0 else { return }
        angle += angularVelocity * step
        item.transform = CGAffineTransform(rotationAngle: angle)
    }

    func push(_ force: CGVector, for step: CGFloat) {
        velocity.dx += force.dx / mass * step
        velocity.dy += force.dy / mass * step
    }
}

extension UIDynamicItem {
    /// The upright rectangle of the item, without its transform.
    var frameOfItem: CGRect {
        let size = bounds.size
        return CGRect(
            x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
            height: size.height)
    }
}
