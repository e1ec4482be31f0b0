/// A behaviour, or several as its children.
@preconcurrency @MainActor
open class UIDynamicBehavior: NSObject {
    public private(set) var childBehaviors: [UIDynamicBehavior] = []
    /// Called after each step.
    open var action: (() -> Void)?
    public private(set) weak var dynamicAnimator: UIDynamicAnimator?

    public override init() { super.init() }

    open func addChildBehavior(_ behavior: UIDynamicBehavior) {
        childBehaviors.append(behavior)
        if let dynamicAnimator {
            behavior.join(dynamicAnimator)
            dynamicAnimator.wake()
        }
    }

    open func removeChildBehavior(_ behavior: UIDynamicBehavior) {
        childBehaviors.removeAll { $0 === behavior }
        behavior.leave()
    }

    open func willMove(to dynamicAnimator: UIDynamicAnimator?) {}

    func join(_ animator: UIDynamicAnimator) {
        willMove(to: animator)
        dynamicAnimator = animator
        for child in childBehaviors { child.join(animator) }
        didJoin(animator)
    }

    func leave() {
        willMove(to: nil)
        dynamicAnimator = nil
        for child in childBehaviors { child.leave() }
    }

    var withChildren: [UIDynamicBehavior] { [self] + childBehaviors.flatMap(\.withChildren) }

    /// The items that the behaviour moves.
    var moving: [any UIDynamicItem] { [] }
    func didJoin(_ animator: UIDynamicAnimator) {}
    /// Changes the velocities of items for a step.
    func apply(_ step: CGFloat, _ animator: UIDynamicAnimator) {}
    /// Corrects the places of items after a step.
    func correct(_ animator: UIDynamicAnimator) {}
}

/// A behaviour with a list of items.
open class UIDynamicItemListBehavior: UIDynamicBehavior {
    public private(set) var items: [any UIDynamicItem] = []

    public convenience init(items: [any UIDynamicItem]) {
        self.init()
        self.items = items
    }

    open func addItem(_ item: any UIDynamicItem) {
        items.append(item)
        if let dynamicAnimator {
            didJoin(dynamicAnimator)
            dynamicAnimator.wake()
        }
    }

    open func removeItem(_ item: any UIDynamicItem) { items.removeAll { $0 === item } }

    override var moving: [any UIDynamicItem] { items }
}

/// Accelerates items by 1000 points per second squared for each unit of the magnitude.
open class UIGravityBehavior: UIDynamicItemListBehavior {
    open var gravityDirection = CGVector(dx: 0, dy: 1)

    open var magnitude: CGFloat {
        get { hypot(gravityDirection.dx, gravityDirection.dy) }
        set { setAngle(angle, magnitude: newValue) }
    }

    open var angle: CGFloat {
        get { atan2(gravityDirection.dy, gravityDirection.dx) }
        set { setAngle(newValue, magnitude: magnitude) }
    }

    open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
        gravityDirection = CGVector(dx: cos(angle) * magnitude, dy: sin(angle) * magnitude)
        dynamicAnimator?.wake()
    }

    override func apply(_ step: CGFloat, _ animator: UIDynamicAnimator) {
        for item in items {
            let body = animator.body(of: item)
            body.velocity.dx += gravityDirection.dx * 1000 * step
            body.velocity.dy += gravityDirection.dy * 1000 * step
        }
    }
}

/// Pushes items with a force: a magnitude of 1 accelerates a view of 100 by 100 points by 100
/// points per second squared. An instantaneous push acts as if it lasted one second.
open class UIPushBehavior: UIDynamicItemListBehavior {
    public enum Mode: Int, Sendable { case continuous, instantaneous }

    public private(set) var mode = Mode.continuous
    open var active = true {
        didSet { if active, !oldValue { dynamicAnimator?.wake() } }
    }
    open var pushDirection = CGVector.zero

    public convenience init(items: [any UIDynamicItem], mode: Mode) {
        self.init(items: items)
        self.mode = mode
    }

    open var magnitude: CGFloat {
        get { hypot(pushDirection.dx, pushDirection.dy) }
        set { setAngle(angle, magnitude: newValue) }
    }

    open var angle: CGFloat {
        get { atan2(pushDirection.dy, pushDirection.dx) }
        set { setAngle(newValue, magnitude: magnitude) }
    }

    open func setAngle(_ angle: CGFloat, magnitude: CGFloat) {
        pushDirection = CGVector(dx: cos(angle) * magnitude, dy: sin(angle) * magnitude)
    }

    private var offsets: [ObjectIdentifier: UIOffset] = [:]

    /// Stores where the force acts. It acts on the centre.
    open func setTargetOffsetFromCenter(_ offset: UIOffset, for item: any UIDynamicItem) {
        offsets[ObjectIdentifier(item)] = offset
    }

    open func targetOffsetFromCenter(for item: any UIDynamicItem) -> UIOffset {
        offsets[ObjectIdentifier(item)] ?? .zero
    }

    override func apply(_ step: CGFloat, _ animator: UIDynamicAnimator) {
        guard active else { return }
        let force = CGVector(dx: pushDirection.dx * 100, dy: pushDirection.dy * 100)
        let duration = mode == .instantaneous ? 1 : step
        for item in items { animator.body(of: item).push(force, for: duration) }
        if mode == .instantaneous { active = false }
    }
}

/// Pulls an item to a point, and turns it upright.
open class UISnapBehavior: UIDynamicBehavior {
    private let item: any UIDynamicItem
    open var snapPoint: CGPoint { didSet { dynamicAnimator?.wake() } }
    /// From 0, for much oscillation, to 1, for none.
    open var damping: CGFloat = 0.5

    public init(item: any UIDynamicItem, snapTo point: CGPoint) {
        self.item = item
        snapPoint = point
        super.init()
    }

    override var moving: [any UIDynamicItem] { [item] }

    override func apply(_ step: CGFloat, _ animator: UIDynamicAnimator) {
        let body = animator.body(of: item)
        let frequency: CGFloat = 14
        let slowing = 2 * frequency * (0.4 + 0.6 * damping)
        func pull(_ distance: CGFloat, _ velocity: CGFloat) -> CGFloat {
            (distance * frequency * frequency - velocity * slowing) * step
        }
        body.velocity.dx += pull(snapPoint.x - item.center.x, body.velocity.dx)
        body.velocity.dy += pull(snapPoint.y - item.center.y, body.velocity.dy)
        if body.angle != 0 { body.angularVelocity += pull(-body.angle, body.angularVelocity) }
    }

    /// Puts an item that is almost at rest onto the point.
    override func correct(_ animator: UIDynamicAnimator) {
        let body = animator.body(of: item)
        let distance = hypot(snapPoint.x - item.center.x, snapPoint.y - item.center.y)
        guard distance < 0.5, hypot(body.velocity.dx, body.velocity.dy) < 10 else { return }
        item.center = snapPoint
        body.velocity = .zero
        guard abs(body.angle) < 0.01 else { return }
        if body.angle != 0 { item.transform = .identity }
        (body.angle, body.angularVelocity) = (0, 0)
    }
}

/// Keeps an item at a distance from a point or from another item: exactly, or like a spring if
/// `frequency` is not 0. The item does not turn around the point.
open class UIAttachmentBehavior: UIDynamicBehavior {
    public enum AttachmentType: Int, Sendable { case items, anchor }

    public let items: [any UIDynamicItem]
    public let attachedBehaviorType: AttachmentType
    private let offset: UIOffset
    private let otherOffset: UIOffset
    open var anchorPoint: CGPoint { didSet { dynamicAnimator?.wake() } }
    open var length: CGFloat = 0
    open var damping: CGFloat = 0
    open var frequency: CGFloat = 0
    /// A stored value without effect: items do not turn around the point.
    open var frictionTorque: CGFloat = 0

    public init(
        item: any UIDynamicItem, offsetFromCenter offset: UIOffset, attachedToAnchor point: CGPoint
    ) {
        items = [item]
        attachedBehaviorType = .anchor
        (self.offset, otherOffset, anchorPoint) = (offset, .zero, point)
        super.init()
        length = currentLength
    }

    public convenience init(item: any UIDynamicItem, attachedToAnchor point: CGPoint) {
        self.init(item: item, offsetFromCenter: .zero, attachedToAnchor: point)
    }

    public init(
        item: any UIDynamicItem, offsetFromCenter offset: UIOffset,
        attachedTo other: any UIDynamicItem, offsetFromCenter otherOffset: UIOffset
    ) {
        items = [item, other]
        attachedBehaviorType = .items
        (self.offset, self.otherOffset, anchorPoint) = (offset, otherOffset, .zero)
        super.init()
        length = currentLength
    }

    public convenience init(item: any UIDynamicItem, attachedTo other: any UIDynamicItem) {
        self.init(
            item: item, offsetFromCenter: .zero, attachedTo: other, offsetFromCenter: .zero)
    }

    override var moving: [any UIDynamicItem] { items }

    private var held: CGPoint {
        CGPoint(
            x: items[0].center.x + offset.horizontal, y: items[0].center.y + offset.vertical)
    }

    private var target: CGPoint {
        guard items.count > 1 else { return anchorPoint }
        return CGPoint(
            x: items[1].center.x + otherOffset.horizontal,
            y: items[1].center.y + otherOffset.vertical)
    }

    private var currentLength: CGFloat { hypot(held.x - target.x, held.y - target.y) }

    /// How far the item is from where the attachment wants it.
    private var stretch: CGVector {
        let (held, target) = (held, target)
        let distance = currentLength
        guard distance > 0 else { return .zero }
        let share = (distance - length) / distance
        return CGVector(dx: (target.x - held.x) * share, dy: (target.y - held.y) * share)
    }

    override func apply(_ step: CGFloat, _ animator: UIDynamicAnimator) {
        guard frequency > 0 else { return }
        let rate = 2 * CGFloat.pi * frequency
        let pull = stretch
        for (index, item) in items.enumerated() {
            let body = animator.body(of: item)
            let sign: CGFloat = index == 0 ? 1 : -1
            let slowing = 2 * damping * rate
            body.velocity.dx += (sign * pull.dx * rate * rate - body.velocity.dx * slowing) * step
            body.velocity.dy += (sign * pull.dy * rate * rate - body.velocity.dy * slowing) * step
        }
    }

    override func correct(_ animator: UIDynamicAnimator) {
        guard frequency == 0 else { return }
        let pull = stretch
        guard pull != .zero else { return }
        let bodies = items.map { animator.body(of: $0) }
        let free = bodies.filter { !$0.isAnchored }
        for (body, item) in zip(bodies, items) where !body.isAnchored {
            let share = (body === bodies[0] ? 1 : -1) / CGFloat(free.count)
            item.center = CGPoint(
                x: item.center.x + pull.dx * share, y: item.center.y + pull.dy * share)
            body.velocity.dx += pull.dx * share / UIDynamicAnimator.step
            body.velocity.dy += pull.dy * share / UIDynamicAnimator.step
        }
    }
}

/// The properties of items, and their velocities.
open class UIDynamicItemBehavior: UIDynamicItemListBehavior {
    open var elasticity: CGFloat = 0 { didSet { share() } }
    open var friction: CGFloat = 0 { didSet { share() } }
    open var density: CGFloat = 1 { didSet { share() } }
    open var resistance: CGFloat = 0 { didSet { share() } }
    open var angularResistance: CGFloat = 0 { didSet { share() } }
    /// A stored value without effect: items have no charge.
    open var charge: CGFloat = 0
    open var isAnchored = false { didSet { share() } }
    open var allowsRotation = true { didSet { share() } }
    private var impulses: [(any UIDynamicItem, CGVector, CGFloat)] = []

    override func didJoin(_ animator: UIDynamicAnimator) {
        share()
        for (item, velocity, rotation) in impulses { add(velocity, rotation, to: item, animator) }
        impulses = []
    }

    override func apply(_ step: CGFloat, _ animator: UIDynamicAnimator) { share() }

    private func share() {
        guard let dynamicAnimator else { return }
        for item in items {
            let body = dynamicAnimator.body(of: item)
            body.elasticity = elasticity
            body.friction = friction
            body.density = density
            body.resistance = resistance
            body.angularResistance = angularResistance
            body.isAnchored = isAnchored
            body.allowsRotation = allowsRotation
        }
    }

    private func add(
        _ velocity: CGVector, _ rotation: CGFloat, to item: any UIDynamicItem,
        _ animator: UIDynamicAnimator
    ) {
        let body = animator.body(of: item)
        body.velocity.dx += velocity.dx
        body.velocity.dy += velocity.dy
        body.angularVelocity += rotation
        animator.wake()
    }

    open func addLinearVelocity(_ velocity: CGPoint, for item: any UIDynamicItem) {
        let vector = CGVector(dx: velocity.x, dy: velocity.y)
        guard let dynamicAnimator else { return impulses.append((item, vector, 0)) }
        add(vector, 0, to: item, dynamicAnimator)
    }

    open func linearVelocity(for item: any UIDynamicItem) -> CGPoint {
        let velocity = dynamicAnimator?.body(of: item).velocity ?? .zero
        return CGPoint(x: velocity.dx, y: velocity.dy)
    }

    open func addAngularVelocity(_ velocity: CGFloat, for item: any UIDynamicItem) {
        guard let dynamicAnimator else { return impulses.append((item, .zero, velocity)) }
        add(.zero, velocity, to: item, dynamicAnimator)
    }

    open func angularVelocity(for item: any UIDynamicItem) -> CGFloat {
        dynamicAnimator?.body(of: item).angularVelocity ?? 0
    }
}
