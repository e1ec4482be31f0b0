import Testing
import UIKit

@MainActor
struct TouchTests {
    @Test func `The frontmost view at a point is hit, unless hidden, transparent or disabled`() {
        let screen = TestScreen()
        let (back, front) = (UIView(frame: screen.bounds), UIView(frame: screen.bounds))
        screen.content.addSubview(back)
        screen.content.addSubview(front)
        let point = CGPoint(x: 20, y: 20)
        #expect(screen.window.hitTest(point, with: nil) === front)
        front.isHidden = true
        #expect(screen.window.hitTest(point, with: nil) === back)
        (front.isHidden, front.alpha) = (false, 0.001)
        #expect(screen.window.hitTest(point, with: nil) === back)
        (front.alpha, front.isUserInteractionEnabled) = (1, false)
        #expect(screen.window.hitTest(point, with: nil) === back)
        #expect(screen.window.hitTest(CGPoint(x: -1, y: 0), with: nil) == nil)
    }

    @Test func `A view can let touches through to the view behind it`() {
        let screen = TestScreen()
        let hole = Hole(frame: screen.bounds)
        screen.content.addSubview(hole)
        #expect(screen.window.hitTest(CGPoint(x: 20, y: 20), with: nil) === screen.content)
    }

    @Test func `Points and rectangles are converted through frames and scroll offsets`() {
        let screen = TestScreen()
        let scroll = UIScrollView(frame: CGRect(x: 10, y: 20, width: 100, height: 100))
        let inner = UIView(frame: CGRect(x: 50, y: 60, width: 10, height: 10))
        screen.content.addSubview(scroll)
        scroll.addSubview(inner)
        scroll.contentOffset = CGPoint(x: 30, y: 40)
        #expect(inner.convert(CGPoint.zero, to: screen.window) == CGPoint(x: 30, y: 40))
        #expect(inner.convert(CGPoint.zero, to: nil) == CGPoint(x: 30, y: 40))
        #expect(inner.convert(CGPoint(x: 30, y: 40), from: screen.window) == .zero)
        #expect(
            screen.window.convert(inner.bounds, from: inner)
                == CGRect(x: 30, y: 40, width: 10, height: 10))
    }

    @Test func `Transforms rotate and scale about the centre of a view`() {
        let screen = TestScreen()
        let view = UIView(frame: CGRect(x: 100, y: 100, width: 40, height: 20))
        let inner = UIView(frame: CGRect(x: 0, y: 0, width: 4, height: 2))
        screen.content.addSubview(view)
        view.addSubview(inner)
        view.transform = CGAffineTransform(scaleX: 2, y: 2)
        #expect(inner.convert(CGPoint.zero, to: screen.content) == CGPoint(x: 80, y: 90))
        #expect(
            inner.convert(inner.bounds, to: screen.content)
                == CGRect(x: 80, y: 90, width: 8, height: 4))
        #expect(screen.window.hitTest(CGPoint(x: 82, y: 92), with: nil) === inner)
    }

    @Test func `Points of views in different windows are converted through the screen`() {
        let screen = TestScreen()
        let other = UIWindow(frame: CGRect(x: 100, y: 50, width: 100, height: 100))
        #expect(other.convert(CGPoint.zero, to: screen.window) == CGPoint(x: 100, y: 50))
    }

    @Test func `Touches travel from the hit view to its superviews and controller`() {
        let screen = TestScreen()
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
        screen.content.addSubview(view)
        screen.simulation.tap(view)
        #expect(screen.root.touches == ["began", "ended"])
        screen.simulation.pan(
            from: CGPoint(x: 5, y: 5), to: CGPoint(x: 9, y: 5), in: screen.window,
            duration: .milliseconds(30))
        #expect(screen.root.touches == ["began", "ended", "began", "moved", "moved", "ended"])
    }

    @Test func `Cancelled touches reach views and recognizers`() {
        let screen = TestScreen()
        screen.simulation.touchDown(at: CGPoint(x: 5, y: 5), in: screen.window)
        screen.simulation.cancelTouches()
        #expect(screen.root.touches == ["began", "cancelled"])
    }

    @Test func `Views and recognizers are released after their gestures`() {
        let screen = TestScreen()
        weak var view: UIView?
        weak var recognizer: UIGestureRecognizer?
        do {
            let scroll = UIScrollView(frame: screen.bounds)
            scroll.contentSize = CGSize(width: 900, height: 600)
            screen.content.addSubview(scroll)
            (view, recognizer) = (scroll, scroll.panGestureRecognizer)
            screen.simulation.swipe(.left, in: scroll)
            screen.simulation.advance(by: .seconds(1))
            #expect(scroll.contentOffset.x > 0)
            scroll.removeFromSuperview()
        }
        screen.simulation.advance(by: .seconds(1))
        #expect(view == nil)
        #expect(recognizer == nil)
    }

    @Test func `Invalid input is an issue`() {
        let screen = TestScreen()
        screen.simulation.touchUp()
        screen.simulation.move(to: .zero)
        screen.simulation.tap(UIView())
        screen.simulation.tap(at: CGPoint(x: -5, y: 5), in: screen.window)
        #expect(
            screen.simulation.issues.map(\.text) == [
                "touchUp: no finger is on the screen; call touchDown(at:in:) first",
                "move: no finger is on the screen; call touchDown(at:in:) first",
                "tap: <UIView> is not in a window",
                "touchDown: no view of <UIWindow> is hit at (-5.0, 5.0)",
            ])
    }
}

private final class Hole: UIView {
    override func point(inside point: CGPoint, with event: UIEvent?) -> Bool { false }
}
