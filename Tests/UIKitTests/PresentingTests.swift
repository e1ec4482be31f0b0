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

    @Test func `Under a sheet the presenter keeps its view and is not called`() {
        let (stage, a, b, _) = shown()
        let trace = stage.trace(["appear"]) { a.present(b, animated: true) }
        #expect(trace == ["B.viewWillAppear(true)", "B.viewDidAppear(true)"])
        #expect(a.presentedViewController === b)
        #expect(b.presentingViewController === a)
        #expect(a.children == [])
        #expect(b.parent == nil)
        #expect(stage.simulation.issues == [])
    }

    @Test func `A full-screen presentation removes the presenter after the new one appears`() {
        let (stage, a, b, _) = shown()
        b.modalPresentationStyle = .fullScreen
        var completed = false
        let begun = stage.simulation.trace(["appear"]) {
            a.present(b, animated: true) { completed = true }
        }
        #expect(begun == ["A.viewWillDisappear(true)", "B.viewWillAppear(true)"])
        #expect(!completed)
        #expect(
            stage.trace(["appear"]) {} == ["B.viewDidAppear(true)", "A.viewDidDisappear(true)"])
        #expect(completed)
        #expect(a.view.superview == nil)
        #expect(stage.simulation.issues == [])
    }

    @Test(arguments: [false, true])
    func `A full-screen dismissal has the order of its presentation`(askingThePresented: Bool) {
        let (stage, a, b, _) = shown()
        b.modalPresentationStyle = .fullScreen
        a.present(b, animated: false)
        var completed = 0
        let begun = stage.simulation.trace(["appear"]) {
            (askingThePresented ? b : a).dismiss(animated: true) { completed += 1 }
        }
        #expect(begun == ["B.viewWillDisappear(true)", "A.viewWillAppear(true)"])
        #expect(completed == 0)
        #expect(
            stage.trace(["appear"]) {} == ["A.viewDidAppear(true)", "B.viewDidDisappear(true)"])
        #expect(completed == 1)
        #expect(a.presentedViewController == nil)
        #expect(b.presentingViewController == nil)
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

    @Test func `dismiss on a controller that presents nothing dismisses itself`() {
        let (stage, a, b, _) = shown()
        a.present(b, animated: false)
        #expect(
            stage.trace(["appear"]) { b.dismiss(animated: true) } == [
                "B.viewWillDisappear(true)", "B.viewDidDisappear(true)",
            ])
        #expect(a.presentedViewController == nil)
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

    @Test func `The completion of a refused presentation inside a callback is not called [10.11]`()
    {
        final class Eager: UIViewController {
            var act: () -> Void = {}

            override func viewDidAppear(_ animated: Bool) {
                super.viewDidAppear(animated)
                act()
            }
        }
        let (stage, a, _, c) = shown()
        let (b, log) = (Eager(), TransitionLog())
        b.act = { a.present(c, animated: true) { log.note("completed") } }
        a.present(b, animated: true)
        stage.simulation.advance(by: .seconds(3))
        #expect(stage.simulation.issues.count == 1)
        #expect(a.presentedViewController === b)
        #expect(log.take() == [])
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
