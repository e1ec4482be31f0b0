import Testing
import UIKit

/// The cases of docs/checks/transition-between-children.yaml with classes.
@MainActor
struct TransitionBetweenChildrenTests {
    /// Returns P with the visible child A and the child B, which is not visible.
    private func shown() -> (ArticleStage, P, A, B) {
        let stage = ArticleStage()
        let (p, a, b) = (P(), A(), B())
        p.install(a)
        stage.window.rootViewController = p
        p.addChild(b)
        return (stage, p, a, b)
    }

    @Test func `The transition moves the views: the new one into the old one's superview`() {
        let (stage, p, a, b) = shown()
        let container = UIView()
        p.view.addSubview(container)
        container.addSubview(a.view)
        p.transition(from: a, to: b, duration: 0.3, animations: nil)
        #expect(container.subviews.contains(a.view) && b.view.superview === container)
        stage.simulation.advance(by: .seconds(1))
        #expect(container.subviews == [b.view])
        #expect(stage.simulation.issues == [])
    }

    @Test(arguments: [
        (UIView.AnimationOptions.transitionFlipFromLeft, "flipFromLeft"),
        (.transitionFlipFromRight, "flipFromRight"), (.transitionCrossDissolve, "crossDissolve"),
        (.transitionCurlUp, "curlUp"), (.transitionCurlDown, "curlDown"),
    ])
    func `A transition between children publishes its options as a transition style`(
        options: UIView.AnimationOptions, style: String
    ) {
        let (stage, p, a, b) = shown()
        let trace = stage.trace(["began", "ended"]) {
            p.transition(from: a, to: b, duration: 0.6, options: options, animations: nil)
        }
        #expect(
            trace == [
                "P.transition.began(A,B,\(style),forward)", "P.transition.ended(completed)",
            ])
        #expect(stage.simulation.issues == [])
    }

    @Test func `Two controllers without a common parent are refused, and no closure runs [5.8]`() {
        let (stage, p, a, _) = shown()
        let log = TransitionLog()
        p.transition(from: a, to: C(), duration: 0.3) {
            log.note("animations")
        } completion: { _ in
            log.note("completion")
        }
        stage.simulation.advance(by: .seconds(3))
        #expect(log.take() == [])
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
