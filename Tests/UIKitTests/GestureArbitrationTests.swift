import Testing
import UIKit

@MainActor
struct GestureArbitrationTests {
    @Test func `The first gesture that is recognized prevents the others`() {
        let screen = TestScreen()
        _ = screen.add(UISwipeGestureRecognizer(), "swipe")
        _ = screen.add(UIPanGestureRecognizer(), "pan")
        screen.simulation.swipe(.right, in: screen.content)
        #expect(screen.log.entries.first == "pan began")
        #expect(!screen.log.entries.contains("swipe ended"))
    }

    @Test func `A recognizer of an inner view takes precedence over one of its superview`() {
        let screen = TestScreen()
        let inner = UIView(frame: screen.bounds)
        screen.content.addSubview(inner)
        _ = screen.add(UITapGestureRecognizer(), "outer")
        _ = screen.add(UITapGestureRecognizer(), "inner", to: inner)
        screen.simulation.tap(inner)
        #expect(screen.log.entries == ["inner ended"])
    }

    @Test func `Two gestures are recognized together if a delegate allows it`() {
        let screen = TestScreen()
        screen.rules.simultaneous = true
        _ = screen.add(UISwipeGestureRecognizer(), "swipe")
        _ = screen.add(UIPanGestureRecognizer(), "pan")
        screen.simulation.swipe(.right, in: screen.content)
        #expect(screen.log.entries.contains("swipe ended"))
        #expect(screen.log.entries.contains("pan ended"))
    }

    @Test func `A recognizer that requires another to fail fails if that one succeeds`() {
        let screen = TestScreen()
        let swipe = screen.add(UISwipeGestureRecognizer(), "swipe")
        screen.add(UIPanGestureRecognizer(), "pan").require(toFail: swipe)
        screen.simulation.swipe(.right, in: screen.content)
        #expect(screen.log.entries == ["swipe ended"])
    }

    @Test func `A recognizer that requires another to fail begins when that one has failed`() {
        let screen = TestScreen()
        let swipe = screen.add(UISwipeGestureRecognizer(), "swipe")
        screen.add(UIPanGestureRecognizer(), "pan").require(toFail: swipe)
        screen.simulation.swipe(.up, in: screen.content)
        #expect(screen.log.entries.first == "pan began")
        #expect(screen.log.entries.last == "pan ended")
    }

    @Test
    func `A recognizer that receives no touches does not delay one that requires its failure`() {
        let screen = TestScreen()
        screen.add(UITapGestureRecognizer(), "tap").require(toFail: UITapGestureRecognizer())
        screen.simulation.tap(screen.content)
        #expect(screen.log.entries == ["tap ended"])
    }

    @Test func `The delegate of either recognizer can require the failure of the other`() {
        let screen = TestScreen()
        _ = screen.add(UISwipeGestureRecognizer(), "swipe")
        _ = screen.add(UIPanGestureRecognizer(), "pan")
        screen.rules.requirement = ("pan", "swipe")
        screen.simulation.swipe(.right, in: screen.content)
        #expect(screen.log.entries == ["swipe ended"])
        screen.rules.requirement = nil
        screen.rules.requiredBy = ("swipe", "pan")
        screen.simulation.swipe(.right, in: screen.content)
        #expect(screen.log.entries == ["swipe ended", "swipe ended"])
    }

    @Test func `A single tap that requires a double tap to fail waits for it`() {
        let screen = TestScreen()
        let double = screen.add(UITapGestureRecognizer(), "double")
        double.numberOfTapsRequired = 2
        screen.add(UITapGestureRecognizer(), "single").require(toFail: double)
        screen.simulation.tap(screen.content)
        #expect(screen.log.entries == [])
        screen.simulation.advance(by: .milliseconds(400))
        #expect(screen.log.entries == ["single ended"])
        screen.simulation.advance(by: .seconds(1))
        screen.simulation.tap(screen.content, taps: 2)
        screen.simulation.advance(by: .seconds(1))
        #expect(screen.log.entries == ["single ended", "double ended"])
    }

    @Test func `A delegate can refuse a gesture, and a touch`() {
        let screen = TestScreen()
        _ = screen.add(UITapGestureRecognizer(), "tap")
        screen.rules.begins = false
        screen.simulation.tap(screen.content)
        #expect(screen.log.entries == [])
        screen.rules.begins = true
        screen.rules.receives = false
        screen.simulation.tap(screen.content)
        #expect(screen.log.entries == [])
        screen.rules.receives = true
        screen.simulation.tap(screen.content)
        #expect(screen.log.entries == ["tap ended"])
    }

    @Test func `The view that is hit can refuse the gestures of its superviews`() {
        let screen = TestScreen()
        let inner = Refusing(frame: screen.bounds)
        screen.content.addSubview(inner)
        _ = screen.add(UITapGestureRecognizer(), "tap")
        screen.simulation.tap(inner)
        #expect(screen.log.entries == [])
    }

    @Test func `A custom recognizer sets its own state`() {
        let screen = TestScreen()
        _ = screen.add(TouchDownRecognizer(), "down")
        screen.simulation.touchDown(at: CGPoint(x: 5, y: 5), in: screen.window)
        #expect(screen.log.entries == ["down ended"])
        #expect(screen.root.touches == [])
        screen.simulation.touchUp()
        screen.simulation.tap(screen.content)
        #expect(screen.log.entries == ["down ended", "down ended"])
    }
}

private final class Refusing: UIView {
    override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { false }
}

private final class TouchDownRecognizer: UIGestureRecognizer {
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        state = .recognized
    }
}
