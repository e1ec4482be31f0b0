import QuartzCore
import Testing
import UIKit

@MainActor
struct LayerTests {
    @Test func `A view's layer has the view's frame, transform, opacity and colour, both ways`() {
        Simulation.begin()
        let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
        view.layer.cornerRadius = 4
        #expect(view.layer.frame == view.frame)
        view.layer.position = CGPoint(x: 100, y: 100)
        #expect(view.center == CGPoint(x: 100, y: 100))
        view.layer.opacity = 0.5
        #expect(view.alpha == 0.5)
        view.layer.masksToBounds = true
        #expect(view.clipsToBounds)
        view.backgroundColor = .red
        #expect(view.layer.backgroundColor == UIColor.red.cgColor)
        view.layer.transform = CATransform3DMakeTranslation(5, 6, 0)
        #expect(view.transform == CGAffineTransform(translationX: 5, y: 6))
        view.transform = .identity
        #expect(CATransform3DIsIdentity(view.layer.transform))
        #expect(view.layer.cornerRadius == 4)
    }

    @Test func `A rotation in space keeps its perspective in the layer`() {
        Simulation.begin()
        let view = UIView()
        var transform = CATransform3DIdentity
        transform.m34 = -1.0 / 500
        transform = CATransform3DRotate(transform, .pi / 2, 0, 1, 0)
        view.layer.transform = transform
        #expect(view.layer.transform == transform)
        #expect(!CATransform3DIsAffine(transform))
        #expect(abs(view.transform.a) < 1e-9)
    }

    @Test func `Layers of their own have a tree and a frame around their anchor point`() {
        Simulation.begin()
        let (outer, inner) = (CALayer(), CAShapeLayer())
        outer.addSublayer(inner)
        inner.anchorPoint = CGPoint(x: 0, y: 0)
        inner.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(inner.position == CGPoint(x: 1, y: 2))
        #expect(inner.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(inner.superlayer === outer)
        inner.removeFromSuperlayer()
        #expect(outer.sublayers == [])
    }

    @Test func `Layers and animations store values for custom keys`() {
        Simulation.begin()
        let (layer, animation) = (CALayer(), CABasicAnimation(keyPath: "position"))
        layer.setValue(3, forKey: "side")
        animation.setValue("end", forKey: "phase")
        #expect(layer.value(forKey: "side") as? Int == 3)
        #expect(animation.value(forKey: "phase") as? String == "end")
        layer.setValue(nil, forKey: "side")
        #expect(layer.value(forKey: "side") == nil)
    }

    @Test func `Foundation's values hold geometry and transforms`() {
        let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(NSValue(cgRect: rect).cgRectValue == rect)
        #expect(NSValue(cgPoint: rect.origin).cgPointValue == rect.origin)
        #expect(NSValue(cgSize: rect.size).cgSizeValue == rect.size)
        let turn = CATransform3DMakeRotation(1, 0, 1, 0)
        #expect(NSValue(caTransform3D: turn).caTransform3DValue == turn)
        #expect(NSValue(cgRect: rect).caTransform3DValue == CATransform3DIdentity)
    }

    @Test
    func `The box of a path leaves out control points, and has the extremes of curves and arcs`() {
        Simulation.begin()
        let curve = UIBezierPath()
        curve.move(to: .zero)
        curve.addQuadCurve(to: CGPoint(x: 10, y: 0), controlPoint: CGPoint(x: 5, y: 10))
        #expect(curve.cgPath.boundingBox.maxY == 10)
        #expect(abs(curve.cgPath.boundingBoxOfPath.maxY - 5) < 1e-9)
        let half = UIBezierPath(
            arcCenter: CGPoint(x: 5, y: 5), radius: 5, startAngle: 0, endAngle: .pi,
            clockwise: true)
        let box = half.cgPath.boundingBoxOfPath
        #expect(abs(box.minY - 5) < 1e-9 && abs(box.maxY - 10) < 1e-9)
        #expect(abs(box.minX) < 1e-9 && abs(box.maxX - 10) < 1e-9)
    }

    @Test func `A subclass of a view determines the class of its layer`() {
        Simulation.begin()
        #expect(GradientView().layer is CAGradientLayer)
    }

    @Test
    func `An animation of a layer tells its delegate when it begins and ends, by the clock`() {
        let simulation = Simulation.begin()
        let (view, log) = (UIView(), AnimationLog())
        let animation = CABasicAnimation(keyPath: "position.x")
        animation.duration = 0.5
        animation.delegate = log
        view.layer.add(animation, forKey: "move")
        #expect(view.layer.animationKeys() == ["move"])
        simulation.advance(by: .seconds(0.4))
        #expect(log.entries == ["start"])
        simulation.advance(by: .seconds(0.1))
        #expect(log.entries == ["start", "stop true"])
        #expect(view.layer.animationKeys() == nil)
        view.layer.add(animation, forKey: nil)
        view.layer.removeAllAnimations()
        simulation.advance(by: .seconds(1))
        #expect(log.entries == ["start", "stop true", "start", "stop false"])
    }

    @Test func `A transaction's completion comes after the push that was called within it`() {
        let simulation = Simulation.begin()
        let window = UIWindow()
        let stack = UINavigationController(rootViewController: UIViewController())
        window.rootViewController = stack
        window.makeKeyAndVisible()
        simulation.finishCycle()
        var completions = 0
        CATransaction.begin()
        CATransaction.setCompletionBlock { completions += 1 }
        stack.pushViewController(UIViewController(), animated: true)
        CATransaction.commit()
        #expect(completions == 0)
        simulation.advance(by: .seconds(1))
        #expect(completions == 1)
        CATransaction.begin()
        CATransaction.setCompletionBlock { completions += 1 }
        CATransaction.commit()
        #expect(completions == 2)
    }

    @Test func `A display link fires sixty times a second until it is invalidated`() {
        let simulation = Simulation.begin()
        let counter = FrameCounter()
        let link = CADisplayLink(target: counter, selector: FrameCounter.tick)
        link.add(to: .main, forMode: .common)
        simulation.advance(by: .milliseconds(505))
        #expect(counter.frames == 30)
        link.invalidate()
        simulation.advance(by: .seconds(1))
        #expect(counter.frames == 30)
    }

    @Test func `An invalidated display link no longer keeps its target alive`() {
        _ = Simulation.begin()
        weak var target: FrameCounter?
        let link: CADisplayLink
        do {
            let counter = FrameCounter()
            target = counter
            link = CADisplayLink(target: counter, selector: FrameCounter.tick)
        }
        link.add(to: .main, forMode: .common)
        #expect(target != nil)
        link.invalidate()
        #expect(target == nil)
    }
}

private final class GradientView: UIView {
    override class var layerClass: AnyClass { CAGradientLayer.self }
}

@MainActor
private final class FrameCounter {
    var frames = 0
    func tick(_ link: CADisplayLink) { frames += 1 }
}

@MainActor
private final class AnimationLog: CAAnimationDelegate {
    var entries: [String] = []
    func animationDidStart(_ animation: CAAnimation) { entries.append("start") }
    func animationDidStop(_ animation: CAAnimation, finished flag: Bool) {
        entries.append("stop \(flag)")
    }
}
