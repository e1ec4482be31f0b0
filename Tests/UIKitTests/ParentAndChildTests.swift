import Testing
import UIKit

/// The cases of docs/checks/parent-and-child.yaml with classes, where a view that enters or leaves
/// a window completes its appearance after the commit [17.14].
@MainActor
struct ParentAndChildTests {
    @Test func `removeFromParent alone calls didMove and leaves the view where it is`() {
        let stage = ArticleStage()
        let (p, a) = (P(), A())
        stage.window.rootViewController = p
        p.install(a)
        #expect(stage.trace { a.removeFromParent() } == ["A.didMove(nil)"])
        #expect(p.children == [])
        #expect(a.view.superview === p.view)
        #expect(stage.simulation.issues == [])
    }

    @Test func `A child whose view lies in the parent's follows it phase by phase`() {
        let stage = ArticleStage()
        let (p, a) = (P(), A())
        p.install(a)
        #expect(
            stage.trace(["appear"]) { stage.window.rootViewController = p } == [
                "P.viewWillAppear(false)", "A.viewWillAppear(false)", "P.viewDidAppear(false)",
                "A.viewDidAppear(false)",
            ])
        #expect(stage.simulation.issues == [])
    }

    @Test func `A child that is added again only gets willMove again`() {
        let stage = ArticleStage()
        let (p, a) = (P(), A())
        p.install(a)
        #expect(stage.trace { p.addChild(a) } == ["A.willMove(P)"])
        #expect(p.children == [a])
        #expect(stage.simulation.issues == [])
    }

    @Test func `A child's view does not enter a window in another controller's view`() {
        let stage = ArticleStage()
        let (p, q, a) = (P(), Q(), A())
        stage.window.rootViewController = p
        p.addChild(a)
        q.view.addSubview(a.view)
        #expect(stage.simulation.issues == [])
        let trace = stage.trace { stage.window.rootViewController = q }
        #expect(
            trace == [
                "P.viewWillDisappear(false)", "Q.viewWillAppear(false)",
                "P.viewDidDisappear(false)", "Q.viewDidAppear(false)",
            ])
        #expect(
            stage.simulation.issues.map(\.text) == [
                "child view controller:<A> should have parent view controller:<Q> but actual "
                    + "parent is:<P>"
            ])
        #expect(a.view.superview == nil)
    }
}
