// swift-format-ignore-file

import UIKit
import QuartzCore

public enum SwipeDirection: String, CaseIterable {
    case left, right, up

    var vector: CGVector {
        switch self {
        case .left: return CGVector(dx: -1, dy: 0)
        case .right: return CGVector(dx: 1, dy: 0)
        case .up: return CGVector(dx: 0, dy: -1)
        }
    }
}

public protocol CardDeckDataSource: AnyObject {
    func numberOfCards(in deck: CardDeckView) -> Int
    func cardDeck(_ deck: CardDeckView, viewForCardAt index: Int) -> UIView
}

@objc public protocol CardDeckDelegate: AnyObject {
    @objc optional func cardDeck(_ deck: CardDeckView, didSwipeCardAt index: Int)
    @objc optional func cardDeckDidRunOut(_ deck: CardDeckView)
    @objc optional func cardDeck(_ deck: CardDeckView, shouldSwipeCardAt index: Int) -> Bool
}

final class CardView: UIView, CAAnimationDelegate {
    let content: UIView
    let index: Int
    private let likeLabel = UILabel()
    private let gradient = CAGradientLayer()
    var onFlown: (() -> Void)?

    init(content: UIView, index: Int, frame: CGRect) {
        self.content = content
        self.index = index
        super.init(frame: frame)
        content.frame = bounds
        content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        content.layer.cornerRadius = 14
        content.clipsToBounds = true
        addSubview(content)
        gradient.colors = [UIColor.clear.cgColor, UIColor.black.withAlphaComponent(0.6).cgColor]
        gradient.locations = [0.6, 1.0]
        gradient.startPoint = CGPoint(x: 0.5, y: 0)
        gradient.endPoint = CGPoint(x: 0.5, y: 1)
        content.layer.insertSublayer(gradient, at: 0)
        layer.shadowColor = UIColor.black.cgColor
        layer.shadowOpacity = 0.25
        layer.shadowOffset = CGSize(width: 0, height: 6)
        layer.shadowRadius = 10
        layer.allowsEdgeAntialiasing = true
        likeLabel.text = "LIKE"
        likeLabel.font = .monospacedDigitSystemFont(ofSize: 32, weight: .heavy)
        likeLabel.alpha = 0
        likeLabel.sizeToFit()
        likeLabel.frame.origin = CGPoint(x: 20, y: 30)
        likeLabel.transform = CGAffineTransform(rotationAngle: -.pi / 12)
        addSubview(likeLabel)
    }

    required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

    override class var layerClass: AnyClass { return CATransformLayer.self }

    override func layoutSublayers(of layer: CALayer) {
        super.layoutSublayers(of: layer)
        gradient.frame = bounds
        self.layer.shadowPath = UIBezierPath(rect: bounds).cgPath
    }

    func update(translation: CGPoint) {
        likeLabel.alpha = min(1, abs(translation.x) / 120)
        likeLabel.textColor = translation.x > 0 ? UIColor.systemGreen : .systemRed
        var transform = CATransform3DIdentity
        transform.m34 = -1 / 500
        transform = CATransform3DRotate(transform, translation.x / 2000, 0, 1, 0)
        layer.transform = transform
    }

    func fly(along vector: CGVector, duration: CFTimeInterval = 0.4) {
        let position = CABasicAnimation(keyPath: #keyPath(CALayer.position))
        position.fromValue = NSValue(cgPoint: layer.presentation()?.position ?? layer.position)
        let end = CGPoint(x: layer.position.x + vector.dx * 800, y: layer.position.y + vector.dy * 800)
        position.toValue = NSValue(cgPoint: end)
        let rotation = CAKeyframeAnimation(keyPath: "transform.rotation.z")
        rotation.values = [0, vector.dx * CGFloat.pi / 8]
        rotation.keyTimes = [0, 1]
        rotation.calculationMode = .cubic
        let opacity = CABasicAnimation(keyPath: "opacity")
        opacity.fromValue = 1
        opacity.toValue = 0.2
        let group = CAAnimationGroup()
        group.animations = [position, rotation, opacity]
        group.duration = duration
        group.timingFunction = CAMediaTimingFunction(name: .easeOut)
        group.fillMode = .forwards
        group.isRemovedOnCompletion = false
        group.delegate = self
        group.setValue("fly", forKey: "name")
        layer.add(group, forKey: "fly")
    }

    func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
        guard anim.value(forKey: "name") as? String == "fly" else { return }
        layer.removeAnimation(forKey: "fly")
        onFlown?()
    }
}

public class CardDeckView: UIView {
    public weak var dataSource: CardDeckDataSource? {
        didSet { reload() }
    }
    public weak var delegate: CardDeckDelegate?
    @IBInspectable public var visibleCards: Int = 3
    @IBInspectable public var threshold: CGFloat = 110

    private(set) var cards: [CardView] = []
    private var nextIndex = 0
    private lazy var animator: UIDynamicAnimator = {
        let animator = UIDynamicAnimator(referenceView: self)
        animator.delegate = self
        return animator
    }()
    private var attachment: UIAttachmentBehavior?
    private var snap: UISnapBehavior?
    private(set) var settledCount = 0

    public override init(frame: CGRect) {
        super.init(frame: frame)
        isMultipleTouchEnabled = false
    }

    public required init?(coder aDecoder: NSCoder) {
        super.init(coder: aDecoder)
    }

    public override func awakeFromNib() {
        super.awakeFromNib()
        reload()
    }

    public override func prepareForInterfaceBuilder() {
        super.prepareForInterfaceBuilder()
        backgroundColor = .lightGray
    }

    public override func layoutSubviews() {
        super.layoutSubviews()
        guard attachment == nil && !animator.isRunning else { return }
        layoutCards()
    }

    public func reload() {
        cards.forEach { $0.removeFromSuperview() }
        cards.removeAll()
        nextIndex = 0
        while cards.count < visibleCards, addCard() {}
        layoutCards()
    }

    private func addCard() -> Bool {
        guard let dataSource = dataSource, nextIndex < dataSource.numberOfCards(in: self) else { return false }
        let card = CardView(content: dataSource.cardDeck(self, viewForCardAt: nextIndex), index: nextIndex, frame: bounds.insetBy(dx: 20, dy: 40))
        nextIndex += 1
        let pan = UIPanGestureRecognizer(target: self, action: #selector(panned(_:)))
        card.addGestureRecognizer(pan)
        if let below = cards.last {
            insertSubview(card, belowSubview: below)
        } else {
            addSubview(card)
        }
        cards.append(card)
        return true
    }

    private func layoutCards() {
        for (depth, card) in cards.enumerated() {
            let scale = 1 - 0.05 * CGFloat(depth)
            card.center = CGPoint(x: bounds.midX, y: bounds.midY + 14 * CGFloat(depth))
            card.layer.transform = CATransform3DMakeScale(scale, scale, 1)
            card.layer.zPosition = CGFloat(-depth)
            card.isUserInteractionEnabled = depth == 0
        }
    }

    @objc private func panned(_ recognizer: UIPanGestureRecognizer) {
        guard let card = recognizer.view as? CardView else { return }
        let location = recognizer.location(in: self)
        let translation = recognizer.translation(in: self)
        switch recognizer.state {
        case .began:
            animator.removeAllBehaviors()
            let point = recognizer.location(in: card)
            let offset = UIOffset(horizontal: point.x - card.bounds.midX, vertical: point.y - card.bounds.midY)
            let attachment = UIAttachmentBehavior(item: card, offsetFromCenter: offset, attachedToAnchor: location)
            attachment.frequency = 0
            attachment.action = { [unowned self, unowned card] in
                card.update(translation: CGPoint(x: card.center.x - self.bounds.midX, y: card.center.y - self.bounds.midY))
            }
            animator.addBehavior(attachment)
            self.attachment = attachment
        case .changed:
            attachment?.anchorPoint = location
        case .ended:
            if let attachment = attachment { animator.removeBehavior(attachment) }
            attachment = nil
            let velocity = recognizer.velocity(in: self)
            let magnitude = hypot(velocity.x, velocity.y)
            let allowed = delegate?.cardDeck?(self, shouldSwipeCardAt: card.index) ?? true
            if allowed && abs(translation.x) > threshold {
                swipe(card, direction: translation.x > 0 ? .right : .left)
            } else if allowed && magnitude > 1500 {
                push(card, velocity: velocity)
            } else {
                snapBack(card)
            }
        case .cancelled, .failed:
            attachment = nil
            snapBack(card)
        default:
            break
        }
    }

    private func snapBack(_ card: CardView) {
        animator.removeAllBehaviors()
        let snap = UISnapBehavior(item: card, snapTo: CGPoint(x: bounds.midX, y: bounds.midY))
        snap.damping = 0.6
        animator.addBehavior(snap)
        self.snap = snap
        UIView.animate(withDuration: 0.3) { card.update(translation: .zero) }
    }

    private func push(_ card: CardView, velocity: CGPoint) {
        let push = UIPushBehavior(items: [card], mode: .instantaneous)
        push.pushDirection = CGVector(dx: velocity.x / 10, dy: velocity.y / 10)
        push.magnitude = hypot(velocity.x, velocity.y) / 35
        let item = UIDynamicItemBehavior(items: [card])
        item.addLinearVelocity(velocity, for: card)
        item.allowsRotation = true
        item.angularResistance = 2
        item.action = { [weak self, weak card] in
            guard let self = self, let card = card, !self.bounds.intersects(card.frame) else { return }
            self.animator.removeAllBehaviors()
            self.remove(card)
        }
        let gravity = UIGravityBehavior(items: [card])
        gravity.gravityDirection = CGVector(dx: 0, dy: 1)
        gravity.magnitude = 4
        animator.addBehavior(push)
        animator.addBehavior(item)
        animator.addBehavior(gravity)
    }

    func swipe(_ card: CardView, direction: SwipeDirection) {
        animator.removeAllBehaviors()
        card.onFlown = { [weak self, unowned card] in self?.remove(card) }
        card.fly(along: direction.vector)
    }

    private func remove(_ card: CardView) {
        guard let position = cards.firstIndex(where: { $0 === card }) else { return }
        cards.remove(at: position)
        card.removeFromSuperview()
        delegate?.cardDeck?(self, didSwipeCardAt: card.index)
        _ = addCard()
        if cards.isEmpty { delegate?.cardDeckDidRunOut?(self) }
        UIView.animate(withDuration: 0.25, delay: 0, options: [.curveEaseOut, .allowUserInteraction], animations: layoutCards)
    }
}

extension CardDeckView: UIDynamicAnimatorDelegate {
    public func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) { settledCount += 1 }
    public func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) {}
}

/// Drops its items with gravity, inside the bounds of the reference view.
final class DropBehavior: UIDynamicBehavior {
    private let gravity = UIGravityBehavior()
    private let collider: UICollisionBehavior = {
        let collider = UICollisionBehavior()
        collider.translatesReferenceBoundsIntoBoundary = true
        collider.collisionMode = .everything
        return collider
    }()
    private let itemBehavior: UIDynamicItemBehavior = {
        let behavior = UIDynamicItemBehavior()
        behavior.elasticity = 0.4
        behavior.friction = 0.2
        behavior.resistance = 0.1
        behavior.density = 1
        return behavior
    }()

    override init() {
        super.init()
        addChildBehavior(gravity)
        addChildBehavior(collider)
        addChildBehavior(itemBehavior)
    }

    func addItem(_ item: UIDynamicItem) {
        gravity.addItem(item)
        collider.addItem(item)
        itemBehavior.addItem(item)
    }

    func removeItem(_ item: UIDynamicItem) {
        gravity.removeItem(item)
        collider.removeItem(item)
        itemBehavior.removeItem(item)
    }

    func addBarrier(_ path: UIBezierPath, named name: String) {
        collider.removeBoundary(withIdentifier: name as NSCopying)
        collider.addBoundary(withIdentifier: name as NSString, for: path)
    }
}
