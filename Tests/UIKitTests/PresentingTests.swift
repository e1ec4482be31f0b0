import Testing
import UIKit

/// The cases of docs/checks/presenting-and-presented.yaml with classes.
@MainActor
struct PresentingTests {
    private func shown() -> (ArticleStage, A, B, C) {
        let stage = ArticleStage()
        let a = A()
        stage.window.rootViewController = a
        return (stage, a, B(), C())
    }

    @Test func `A controller inside the presented one dismisses it, with a completion`() {
        let (stage, a, b, _) = shown()
        let log = TransitionLog()
        a.present(UINavigationController(rootViewController: b), animated: false)
        stage.simulation.finishCycle()
        b.dismiss(animated: true) { log.note("dismissed") }
        #expect(log.take() == [])
        stage.simulation.advance(by: .seconds(1))
        #expect(log.take() == ["dismissed"])
        #expect(a.presentedViewController == nil)
        #expect(stage.simulation.issues == [])
    }

    /// Presents B over A over the full screen, and C as a sheet over B.
    private func stacked() -> (ArticleStage, A, B, C) {
        let (stage, a, b, c) = shown()
        b.modalPresentationStyle = .fullScreen
        a.present(b, animated: false)
        stage.simulation.finishCycle()
        b.present(c, animated: false)
        return (stage, a, b, c)
    }

    @Test func `dismiss on the presenter dismisses everything above it`() {
        let (stage, a, _, _) = stacked()
        #expect(
            stage.trace(["appear"]) { a.dismiss(animated: true) } == [
                "C.viewWillDisappear(true)", "B.viewWillDisappear(true)",
                "A.viewWillAppear(true)", "A.viewDidAppear(true)", "C.viewDidDisappear(true)",
                "B.viewDidDisappear(true)",
            ])
        #expect(a.presentedViewController == nil)
        #expect(stage.simulation.issues == [])
    }

    @Test func `dismiss in the middle dismisses only what that controller presents`() {
        let (stage, a, b, _) = stacked()
        #expect(
            stage.trace(["appear"]) { b.dismiss(animated: true) } == [
                "C.viewWillDisappear(true)", "C.viewDidDisappear(true)",
            ])
        #expect(a.presentedViewController === b)
        #expect(b.presentedViewController == nil)
        #expect(stage.simulation.issues == [])
    }

    @Test
    func `A controller that presents already presents nothing else, and only a log reports it`() {
        let (stage, a, b, c) = shown()
        a.present(b, animated: false)
        let log = TransitionLog()
        #expect(stage.trace { a.present(c, animated: true) { log.note("completed") } } == [])
        stage.simulation.advance(by: .seconds(1))
        #expect(log.take() == [])
        #expect(
            stage.simulation.issues.map(\.exceptionAndText) == [
                "[Presentation] Attempt to present <C> on <A> (from <A>) which is already "
                    + "presenting <B>."
            ])
        #expect(a.presentedViewController === b)
        #expect(!c.isViewLoaded)
    }

    @Test func `The completion of a dismissal during another one is not called [10.11]`() {
        let (stage, a, b, _) = shown()
        a.present(b, animated: false)
        let log = TransitionLog()
        a.dismiss(animated: true) { log.note("first") }
        a.dismiss(animated: true) { log.note("second") }
        stage.simulation.advance(by: .seconds(3))
        #expect(stage.simulation.issues.count == 1)
        #expect(log.take() == ["first"])
    }
}
