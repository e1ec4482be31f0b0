@preconcurrency @MainActor
public protocol UICollisionBehaviorDelegate: AnyObject {
    func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
        with item2: any UIDynamicItem, at p: CGPoint)
    func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
        with item2: any UIDynamicItem)
    func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint)
    func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: (any NSCopying)?)
}

extension UICollisionBehaviorDelegate {
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
        with item2: any UIDynamicItem, at p: CGPoint
    ) {}
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
        with item2: any UIDynamicItem
    ) {}
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint
    ) {}
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: (any NSCopying)?
    ) {}
}

/// Keeps items apart from each other and inside boundaries. Items are upright rectangles; a boundary
/// is a horizontal or vertical line, or the rectangle around a path, which keeps items out.
open class UICollisionBehavior: UIDynamicItemListBehavior {
    public struct Mode: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let items = Mode(rawValue: 1)
        public static let boundaries = Mode(rawValue: 2)
        public static let everything = Mode(rawValue: .max)
    }

    private struct Boundary {
        let identifier: any NSCopying
        let name: String
        let rect: CGRect
    }

    open weak var collisionDelegate: (any UICollisionBehaviorDelegate)?
    open var collisionMode = Mode.everything
    open var translatesReferenceBoundsIntoBoundary = false {
        didSet { dynamicAnimator?.wake() }
    }
    private var referenceInsets = UIEdgeInsets.zero
    private var boundaries: [Boundary] = []
    private var contacts: Set<[ObjectIdentifier]> = []
    private var edges: Set<[String]> = []

    open func setTranslatesReferenceBoundsIntoBoundary(with insets: UIEdgeInsets) {
        referenceInsets = insets
        translatesReferenceBoundsIntoBoundary = true
    }

    open func addBoundary(
        withIdentifier identifier: any NSCopying, from p1: CGPoint, to p2: CGPoint
    ) {
        add(
            identifier,
            CGRect(
                x: min(p1.x, p2.x), y: min(p1.y, p2.y), width: abs(p1.x - p2.x),
                height: abs(p1.y - p2.y)))
    }

    open func addBoundary(withIdentifier identifier: any NSCopying, for bezierPath: UIBezierPath) {
        add(identifier, bezierPath.bounds)
    }

    private func add(_ identifier: any NSCopying, _ rect: CGRect) {
        boundaries.append(Boundary(identifier: identifier, name: "\(identifier)", rect: rect))
        dynamicAnimator?.wake()
    }

    open func boundary(withIdentifier identifier: any NSCopying) -> UIBezierPath? {
        boundaries.first { $0.name == "\(identifier)" }.map { UIBezierPath(rect: $0.rect) }
    }

    open func removeBoundary(withIdentifier identifier: any NSCopying) {
        boundaries.removeAll { $0.name == "\(identifier)" }
        dynamicAnimator?.wake()
    }

    open func removeAllBoundaries() { boundaries = [] }

    open var boundaryIdentifiers: [any NSCopying]? { boundaries.map(\.identifier) }

    override func correct(_ animator: UIDynamicAnimator) {
        if collisionMode.contains(.boundaries) {
            for item in items { keepInside(item, animator) }
        }
        guard collisionMode.contains(.items) else { return }
        for (index, item) in items.enumerated() {
            for other in items[(index + 1)...] { separate(item, other, animator) }
        }
    }

    // MARK: boundaries

    private func keepInside(_ item: any UIDynamicItem, _ animator: UIDynamicAnimator) {
        let body = animator.body(of: item)
        if translatesReferenceBoundsIntoBoundary, let view = animator.referenceView {
            let room = view.bounds.inset(by: referenceInsets)
            let frame = item.frameOfItem
            let x = min(max(frame.minX, room.minX), room.maxX - frame.width) - frame.minX
            let y = min(max(frame.minY, room.minY), room.maxY - frame.height) - frame.minY
            move(item, body, CGVector(dx: x, dy: y))
            tell(item, "", nil, touches: x != 0 || y != 0)
        }
        for boundary in boundaries {
            let shift = Self.shift(item.frameOfItem, outOf: boundary.rect)
            move(item, body, shift)
            tell(item, boundary.name, boundary.identifier, touches: shift != .zero)
        }
    }

    /// Moves an item that has run into something, and reflects its velocity.
    private func move(_ item: any UIDynamicItem, _ body: DynamicBody, _ shift: CGVector) {
        guard shift != .zero, !body.isAnchored else { return }
        item.center = CGPoint(x: item.center.x + shift.dx, y: item.center.y + shift.dy)
        if shift.dx * body.velocity.dx < 0 {
            body.velocity.dx *= -body.elasticity
            body.velocity.dy *= max(0, 1 - body.friction)
        }
        if shift.dy * body.velocity.dy < 0 {
            body.velocity.dy *= -body.elasticity
            body.velocity.dx *= max(0, 1 - body.friction)
        }
    }

    /// The shortest move that takes a rectangle out of another.
    private static func shift(_ frame: CGRect, outOf other: CGRect) -> CGVector {
        let left = frame.maxX - other.minX
        let right = other.maxX - frame.minX
        let up = frame.maxY - other.minY
        let down = other.maxY - frame.minY
        guard left > 0, right > 0, up > 0, down > 0 else { return .zero }
        let least = min(left, right, up, down)
        switch least {
        case left: return CGVector(dx: -left, dy: 0)
        case right: return CGVector(dx: right, dy: 0)
        case up: return CGVector(dx: 0, dy: -up)
        default: return CGVector(dx: 0, dy: down)
        }
    }

    private func tell(
        _ item: any UIDynamicItem, _ name: String, _ identifier: (any NSCopying)?, touches: Bool
    ) {
        let key = ["\(ObjectIdentifier(item))", name]
        if touches, edges.insert(key).inserted {
            collisionDelegate?.collisionBehavior(
                self, beganContactFor: item, withBoundaryIdentifier: identifier, at: item.center)
        } else if !touches, edges.remove(key) != nil {
            collisionDelegate?.collisionBehavior(
                self, endedContactFor: item, withBoundaryIdentifier: identifier)
        }
    }

    // MARK: items

    private func separate(
        _ item: any UIDynamicItem, _ other: any UIDynamicItem, _ animator: UIDynamicAnimator
    ) {
        let shift = Self.shift(item.frameOfItem, outOf: other.frameOfItem)
        let key = [ObjectIdentifier(item), ObjectIdentifier(other)]
        guard shift != .zero else {
            if contacts.remove(key) != nil {
                collisionDelegate?.collisionBehavior(self, endedContactFor: item, with: other)
            }
            return
        }
        bounce(animator.body(of: item), animator.body(of: other), shift)
        if contacts.insert(key).inserted {
            let point = CGPoint(
                x: (item.center.x + other.center.x) / 2, y: (item.center.y + other.center.y) / 2)
            collisionDelegate?.collisionBehavior(
                self, beganContactFor: item, with: other, at: point)
        }
    }

    /// Moves two items apart and exchanges their momentum along the axis of the contact.
    private func bounce(_ first: DynamicBody, _ second: DynamicBody, _ shift: CGVector) {
        guard let item = first.item, let other = second.item else { return }
        let inverse = (
            first.isAnchored ? 0 : 1 / first.mass, second.isAnchored ? 0 : 1 / second.mass
        )
        let sum = inverse.0 + inverse.1
        guard sum > 0 else { return }
        let (own, others) = (inverse.0 / sum, inverse.1 / sum)
        item.center = CGPoint(
            x: item.center.x + shift.dx * own, y: item.center.y + shift.dy * own)
        other.center = CGPoint(
            x: other.center.x - shift.dx * others, y: other.center.y - shift.dy * others)
        let elasticity = (first.elasticity + second.elasticity) / 2
        func exchange(_ a: CGFloat, _ b: CGFloat, _ direction: CGFloat) -> CGFloat {
            // Items that part already keep their velocities.
            (a - b) * direction < 0 ? (a - b) * (1 + elasticity) / sum : 0
        }
        let x = shift.dx == 0 ? 0 : exchange(first.velocity.dx, second.velocity.dx, shift.dx)
        let y = shift.dy == 0 ? 0 : exchange(first.velocity.dy, second.velocity.dy, shift.dy)
        first.velocity.dx -= x * inverse.0
        first.velocity.dy -= y * inverse.0
        second.velocity.dx += x * inverse.1
        second.velocity.dy += y * inverse.1
    }
}
