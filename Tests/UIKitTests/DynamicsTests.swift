import Testing
import UIKit

@MainActor
@Suite(.simulation) struct DynamicsTests {
    private final class Observer: UIDynamicAnimatorDelegate, UICollisionBehaviorDelegate {
        var log: [String] = []
        func dynamicAnimatorWillResume(_ animator: UIDynamicAnimator) { log.append("resume") }
        func dynamicAnimatorDidPause(_ animator: UIDynamicAnimator) { log.append("pause") }
        func collisionBehavior(
            _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
            withBoundaryIdentifier identifier: (any NSCopying)?, at p: CGPoint
        ) { log.append("began \(identifier.map { "\($0)" } ?? "bounds")") }
        func collisionBehavior(
            _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
            with item2: any UIDynamicItem, at p: CGPoint
        ) { log.append("items") }
    }

    private let simulation = Simulation.current
    private let stage = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
    private let box = UIView(frame: CGRect(x: 100, y: 0, width: 100, height: 100))
    private let animator: UIDynamicAnimator
    private let observer = Observer()

    init() {
        stage.addSubview(box)
        animator = UIDynamicAnimator(referenceView: stage)
        animator.delegate = observer
    }

    @Test func `A view snaps to a point and the animator pauses there`() {
        animator.addBehavior(UISnapBehavior(item: box, snapTo: CGPoint(x: 200, y: 400)))
        #expect(animator.isRunning)
        simulation.advance(by: .seconds(0.1))
        #expect(box.center.y > 50 && box.center != CGPoint(x: 200, y: 400))
        simulation.advance(by: .seconds(3))
        #expect(box.center == CGPoint(x: 200, y: 400))
        #expect(!animator.isRunning)
        #expect(observer.log == ["resume", "pause"])
    }

    @Test func `Gravity accelerates by 1000 points per second squared`() {
        animator.addBehavior(UIGravityBehavior(items: [box]))
        simulation.advance(by: .seconds(1))
        #expect(abs(box.center.y - 550) < 20)
        #expect(box.center.x == 150)
    }

    @Test func `A falling view stays inside the reference view and comes to rest`() {
        let collision = UICollisionBehavior(items: [box])
        collision.translatesReferenceBoundsIntoBoundary = true
        collision.collisionDelegate = observer
        animator.addBehavior(UIGravityBehavior(items: [box]))
        animator.addBehavior(collision)
        simulation.advance(by: .seconds(4))
        #expect(box.frame.maxY == 800)
        #expect(observer.log.first == "resume" && observer.log.contains("began bounds"))
    }

    @Test func `An elastic view bounces off a boundary`() {
        let collision = UICollisionBehavior(items: [box])
        collision.addBoundary(
            withIdentifier: "floor" as NSString, from: CGPoint(x: 0, y: 500),
            to: CGPoint(x: 400, y: 500))
        collision.collisionDelegate = observer
        let item = UIDynamicItemBehavior(items: [box])
        item.elasticity = 1
        for behavior in [UIGravityBehavior(items: [box]), collision, item] {
            animator.addBehavior(behavior)
        }
        var highestAfterwards = CGFloat.infinity
        collision.action = { [observer, box] in
            if observer.log.contains("began floor") {
                highestAfterwards = min(highestAfterwards, box.frame.minY)
            }
        }
        simulation.advance(by: .seconds(1.8))
        #expect(highestAfterwards < 100)
    }

    @Test func `A rigid attachment follows its anchor, and removal pauses the animator`() {
        let attachment = UIAttachmentBehavior(item: box, attachedToAnchor: box.center)
        animator.addBehavior(attachment)
        attachment.anchorPoint = CGPoint(x: 300, y: 300)
        simulation.advance(by: .seconds(0.05))
        #expect(box.center == CGPoint(x: 300, y: 300))
        animator.removeAllBehaviors()
        #expect(observer.log == ["resume", "pause"])
    }

    @Test func `A push gives a velocity, and resistance takes it away`() throws {
        let push = UIPushBehavior(items: [box], mode: .instantaneous)
        push.pushDirection = CGVector(dx: 1, dy: 0)
        let item = UIDynamicItemBehavior(items: [box])
        animator.addBehavior(item)
        animator.addBehavior(push)
        simulation.advance(by: .seconds(0.1))
        #expect(item.linearVelocity(for: box).x == 100)
        #expect(!push.active)
        item.resistance = 10
        simulation.advance(by: .seconds(3))
        #expect(!animator.isRunning)
    }

    @Test func `Two views do not overlap after a collision`() {
        let other = UIView(frame: CGRect(x: 250, y: 0, width: 100, height: 100))
        stage.addSubview(other)
        let collision = UICollisionBehavior(items: [box, other])
        collision.collisionDelegate = observer
        let item = UIDynamicItemBehavior(items: [box, other])
        item.elasticity = 1
        animator.addBehavior(collision)
        animator.addBehavior(item)
        item.addLinearVelocity(CGPoint(x: 300, y: 0), for: box)
        simulation.advance(by: .seconds(0.5))
        #expect(observer.log.contains("items"))
        #expect(box.frame.maxX <= other.frame.minX + 0.01)
        #expect(abs(item.linearVelocity(for: other).x - 300) < 1)
    }
}
