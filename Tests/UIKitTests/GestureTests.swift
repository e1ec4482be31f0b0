import Testing
import UIKit

@MainActor
struct GestureTests {
    @Test func `A tap is recognized and takes the touch away from the view`() {
        let screen = TestScreen()
        _ = screen.add(UITapGestureRecognizer(), "tap")
        screen.simulation.tap(screen.content)
        #expect(screen.log.entries == ["tap ended"])
        #expect(screen.root.touches == ["began", "cancelled"])
    }

    @Test func `A recognizer that does not cancel touches leaves them to the view`() {
        let screen = TestScreen()
        screen.add(UITapGestureRecognizer(), "tap").cancelsTouchesInView = false
        screen.simulation.tap(screen.content)
        #expect(screen.log.entries == ["tap ended"])
        #expect(screen.root.touches == ["began", "ended"])
    }

    @Test func `A touch that stays down for a second is not a tap`() {
        let screen = TestScreen()
        _ = screen.add(UITapGestureRecognizer(), "tap")
        screen.simulation.touchDown(at: CGPoint(x: 50, y: 50), in: screen.window)
        screen.simulation.advance(by: .seconds(1))
        screen.simulation.touchUp()
        #expect(screen.log.entries == [])
    }

    @Test func `A swipe is recognized only in its own direction`() {
        let screen = TestScreen()
        screen.add(UISwipeGestureRecognizer(), "left").direction = .left
        screen.add(UISwipeGestureRecognizer(), "right").direction = .right
        screen.simulation.swipe(.left, in: screen.content)
        #expect(screen.log.entries == ["left ended"])
        screen.simulation.swipe(.right, in: screen.content)
        screen.simulation.swipe(.up, in: screen.content)
        #expect(screen.log.entries == ["left ended", "right ended"])
    }

    @Test func `A slow movement is not a swipe`() {
        let screen = TestScreen()
        _ = screen.add(UISwipeGestureRecognizer(), "right")
        screen.simulation.pan(
            from: CGPoint(x: 10, y: 100), to: CGPoint(x: 70, y: 100), in: screen.window,
            duration: .seconds(2))
        #expect(screen.log.entries == [])
    }

    @Test func `A swipe with two fingers needs two fingers`() {
        let screen = TestScreen()
        screen.add(UISwipeGestureRecognizer(), "two").numberOfTouchesRequired = 2
        screen.simulation.swipe(.right, in: screen.content)
        #expect(screen.log.entries == [])
        screen.simulation.swipe(.right, in: screen.content, fingers: 2)
        #expect(screen.log.entries == ["two ended"])
    }

    @Test func `A pan begins after ten points, changes with each move and ends`() {
        let screen = TestScreen()
        let pan = screen.add(UIPanGestureRecognizer(), "pan")
        var translations: [CGFloat] = []
        var velocity = CGPoint.zero
        pan.addAction {
            translations.append($0.translation(in: $0.view).x)
            velocity = $0.velocity(in: $0.view)
        }
        screen.simulation.touchDown(at: CGPoint(x: 100, y: 100), in: screen.window)
        for x in [105, 110, 130] {
            screen.simulation.advance(by: .milliseconds(20))
            screen.simulation.move(to: CGPoint(x: x, y: 100))
        }
        screen.simulation.touchUp()
        #expect(screen.log.entries == ["pan began", "pan changed", "pan ended"])
        #expect(translations == [10, 30, 30])
        #expect(abs(velocity.x - 500) < 0.001)
        #expect(pan.state == .possible)
    }

    @Test func `The translation of a pan can be set, and is in the coordinates of the view`() {
        let screen = TestScreen()
        let pan = screen.add(UIPanGestureRecognizer(), "pan")
        let scaled = UIView(frame: screen.bounds)
        scaled.transform = CGAffineTransform(scaleX: 2, y: 2)
        screen.content.addSubview(scaled)
        var translations: [CGFloat] = []
        pan.addAction {
            translations.append($0.translation(in: scaled).x)
            $0.setTranslation(.zero, in: scaled)
        }
        screen.simulation.pan(
            from: CGPoint(x: 100, y: 100), to: CGPoint(x: 160, y: 100), in: screen.window,
            duration: .milliseconds(50))
        #expect(translations.map { ($0 * 1000).rounded() / 1000 } == [10, 10, 10, 0])
    }

    @Test func `A velocity fades when the finger rests`() {
        let screen = TestScreen()
        let pan = screen.add(UIPanGestureRecognizer(), "pan")
        var velocity = CGPoint(x: 1, y: 1)
        pan.addAction { velocity = $0.velocity(in: nil) }
        screen.simulation.touchDown(at: CGPoint(x: 100, y: 100), in: screen.window)
        screen.simulation.advance(by: .milliseconds(20))
        screen.simulation.move(to: CGPoint(x: 150, y: 100))
        #expect(velocity.x > 0)
        screen.simulation.advance(by: .seconds(1))
        screen.simulation.touchUp()
        #expect(velocity == .zero)
    }

    @Test func `A pan from the edge begins only at its edge`() {
        let screen = TestScreen()
        screen.add(UIScreenEdgePanGestureRecognizer(), "edge").edges = .left
        screen.simulation.edgePan(.right, distance: 100, in: screen.window)
        screen.simulation.pan(
            from: CGPoint(x: 100, y: 100), to: CGPoint(x: 200, y: 100), in: screen.window)
        #expect(screen.log.entries == [])
        screen.simulation.edgePan(
            .left, distance: 100, in: screen.window, duration: .milliseconds(50))
        #expect(screen.log.entries == ["edge began", "edge changed", "edge changed", "edge ended"])
    }

    @Test func `A long press begins while the finger is down`() {
        let screen = TestScreen()
        _ = screen.add(UILongPressGestureRecognizer(), "press")
        screen.simulation.touchDown(at: CGPoint(x: 100, y: 100), in: screen.window)
        screen.simulation.advance(by: .milliseconds(400))
        #expect(screen.log.entries == [])
        screen.simulation.advance(by: .milliseconds(100))
        #expect(screen.log.entries == ["press began"])
        #expect(screen.root.touches == ["began", "cancelled"])
        screen.simulation.touchUp()
        #expect(screen.log.entries == ["press began", "press ended"])
    }

    @Test func `Disabling a recognizer cancels its gesture`() {
        let screen = TestScreen()
        let pan = screen.add(UIPanGestureRecognizer(), "pan")
        screen.simulation.touchDown(at: CGPoint(x: 100, y: 100), in: screen.window)
        screen.simulation.move(to: CGPoint(x: 150, y: 100))
        pan.isEnabled = false
        pan.isEnabled = true
        screen.simulation.move(to: CGPoint(x: 170, y: 100))
        screen.simulation.touchUp()
        #expect(screen.log.entries == ["pan began", "pan cancelled"])
    }

    @Test func `A recognizer and its target do not keep each other alive`() {
        weak var weakLog: GestureLog?
        let tap = UITapGestureRecognizer()
        do {
            let log = GestureLog()
            weakLog = log
            tap.addTarget(log, action: GestureLog.note)
        }
        #expect(weakLog == nil)
    }

    @Test func `A recognizer is created with a method of its target instead of a selector`() {
        let screen = TestScreen()
        let controller = Panned()
        screen.window.rootViewController = controller
        screen.simulation.finishCycle()
        screen.simulation.pan(
            from: CGPoint(x: 100, y: 100), to: CGPoint(x: 130, y: 100), in: screen.window,
            duration: .milliseconds(20))
        screen.simulation.tap(controller.view)
        #expect(controller.heard == ["pan 30", "pan 30", "tap"])
        #expect(screen.simulation.issues == [])
    }

    @Test func `A removed target is called no more; nil removes all`() {
        let screen = TestScreen()
        let tap = screen.add(UITapGestureRecognizer(), "tap")
        var closures = 0
        tap.addAction { _ in closures += 1 }
        screen.simulation.tap(screen.content)
        #expect(screen.log.entries == ["tap ended"])
        tap.removeTarget(screen.log, action: GestureLog.note)
        screen.simulation.tap(screen.content)
        #expect(screen.log.entries == ["tap ended"])
        #expect(closures == 2)
        tap.removeTarget(nil, action: nil)
        screen.simulation.tap(screen.content)
        #expect(closures == 2)
    }
}

private final class Panned: UIViewController {
    var heard: [String] = []

    override func viewDidLoad() {
        super.viewDidLoad()
        view.addGestureRecognizer(UIPanGestureRecognizer(target: self, action: Panned.panned))
        view.addGestureRecognizer(UITapGestureRecognizer(target: self, action: Panned.tapped))
    }

    func panned(_ recognizer: UIPanGestureRecognizer) {
        heard.append("pan \(Int(recognizer.translation(in: view).x))")
    }

    func tapped() { heard.append("tap") }
}
