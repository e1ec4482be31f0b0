import Testing
import UIKit

/// The cases of docs/checks/transition-between-children.yaml with classes.
@MainActor
struct TransitionBetweenChildrenTests {
    /// Returns P with the visible child A and the child B, which is not visible.
    private func shown(inWindow: Bool = true) -> (ArticleStage, P, A, B) {
        let stage = ArticleStage()
        let (p, a, b) = (P(), A(), B())
        p.install(a)
        if inWindow { stage.window.rootViewController = p }
        p.addChild(b)
        return (stage, p, a, b)
    }

    @Test func `The leaving child's viewWillDisappear is first, its viewDidDisappear last`() {
        let (stage, p, a, b) = shown()
        var finished: Bool?
        let begun = stage.simulation.trace(["move", "appear"]) {
            a.willMove(toParent: nil)
            p.transition(from: a, to: b, duration: 0.3, animations: nil) {
                finished = $0
                b.didMove(toParent: p)
                a.removeFromParent()
            }
        }
        #expect(
            begun == ["A.willMove(nil)", "A.viewWillDisappear(true)", "B.viewWillAppear(true)"])
        #expect(finished == nil)
        #expect(
            stage.trace(["move", "appear"]) {} == [
                "B.viewDidAppear(true)", "A.viewDidDisappear(true)", "B.didMove(P)",
                "A.didMove(nil)",
            ])
        #expect(finished == true)
        #expect(p.children == [b])
        #expect(stage.simulation.issues == [])
    }

    @Test func `The transition moves the views: the new one into the old one's superview`() {
        let (stage, p, a, b) = shown()
        p.transition(from: a, to: b, duration: 0.3, animations: nil)
        #expect(a.view.superview === p.view)
        #expect(b.view.superview === p.view)
        stage.simulation.advance(by: .seconds(1))
        #expect(p.view.subviews == [b.view])
        #expect(stage.simulation.issues == [])
    }

    @Test func `A container's own animation has another order`() {
        let (stage, p, a, b) = shown()
        let trace = stage.trace(["appear"]) {
            p.view.addSubview(b.view)
            UIView.animate(withDuration: 0.3) {
                b.view.alpha = 1
            } completion: { _ in
                a.view.removeFromSuperview()
            }
        }
        #expect(
            trace == [
                "B.viewWillAppear(false)", "B.viewDidAppear(false)", "A.viewWillDisappear(false)",
                "A.viewDidDisappear(false)",
            ])
        #expect(stage.simulation.issues == [])
    }

    @Test func `Duration 0 keeps the order and is not animated`() {
        let (stage, p, a, b) = shown()
        var completed = false
        let trace = stage.simulation.trace(["appear"]) {
            p.transition(from: a, to: b, duration: 0, animations: nil) { _ in completed = true }
            #expect(completed)
        }
        #expect(
            trace == [
                "A.viewWillDisappear(false)", "B.viewWillAppear(false)", "B.viewDidAppear(false)",
                "A.viewDidDisappear(false)",
            ])
        #expect(stage.simulation.issues == [])
    }

    @Test func `A transition between children publishes its options as a transition style`() {
        let (stage, p, a, b) = shown()
        let trace = stage.trace(["began", "ended"]) {
            p.transition(
                from: a, to: b, duration: 0.6, options: .transitionFlipFromLeft, animations: nil)
        }
        #expect(
            trace == [
                "P.transition.began(A,B,flipFromLeft,forward)", "P.transition.ended(completed)",
            ])
        #expect(stage.simulation.issues == [])
    }

    @Test func `Outside of a window the views change and no controller appears`() {
        let (stage, p, a, b) = shown(inWindow: false)
        var completed = false
        let trace = stage.simulation.trace(["appear"]) {
            p.transition(from: a, to: b, duration: 0.3, animations: nil) { _ in completed = true }
        }
        #expect(trace == [])
        #expect(completed)
        #expect(p.view.subviews == [b.view])
        #expect(stage.simulation.issues == [])
    }

    @Test func `Two controllers without a common parent are refused`() {
        let (stage, p, a, _) = shown()
        p.transition(from: a, to: C(), duration: 0.3, animations: nil)
        #expect(
            stage.simulation.issues.map(\.exceptionAndText) == [
                "NSInvalidArgumentException: Children view controllers <A> and <C> must have a "
                    + "common parent view controller when calling -[UIViewController "
                    + "transitionFromViewController:toViewController:duration:options:animations:"
                    + "completion:]"
            ])
        #expect(p.view.subviews == [a.view])
    }

    @Test func `A parent with manual forwarding is refused`() {
        let stage = ArticleStage()
        let (p, a, b) = (P(), A(), B())
        p.forwards = false
        p.install(a)
        stage.window.rootViewController = p
        p.addChild(b)
        p.transition(from: a, to: b, duration: 0.3, animations: nil)
        #expect(stage.simulation.issues.map(\.exception) == ["NSInvalidArgumentException"])
        #expect(p.view.subviews == [a.view])
    }
}
