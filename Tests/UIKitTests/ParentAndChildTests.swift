import Testing
import UIKit

/// The cases of docs/checks/parent-and-child.yaml with classes, where a view that enters or leaves
/// a window completes its appearance after the commit [17.14].
@MainActor
struct ParentAndChildTests {
    @Test func `addChild calls willMove and nothing else`() {
        let stage = ArticleStage()
        let (p, a) = (P(), A())
        stage.window.rootViewController = p
        let trace = stage.trace { p.addChild(a) }
        #expect(trace == ["A.willMove(P)"])
        #expect(p.children == [a])
        #expect(a.parent === p)
        #expect(!a.isViewLoaded)
        #expect(stage.simulation.issues == [])
    }

    @Test func `Adding a child takes three calls`() {
        let stage = ArticleStage()
        let (p, a) = (P(), A())
        stage.window.rootViewController = p
        #expect(
            stage.trace { p.install(a) } == [
                "A.willMove(P)", "A.loadView", "A.viewDidLoad", "A.viewWillAppear(false)",
                "A.didMove(P)", "A.viewDidAppear(false)",
            ])
        #expect(a.view.superview === p.view)
        #expect(stage.simulation.issues == [])
    }

    @Test func `Removing a child takes three calls, and the container calls willMove(nil)`() {
        let stage = ArticleStage()
        let (p, a) = (P(), A())
        stage.window.rootViewController = p
        p.install(a)
        stage.simulation.finishCycle()
        let trace = stage.trace {
            a.willMove(toParent: nil)
            a.view.removeFromSuperview()
            a.removeFromParent()
        }
        #expect(
            trace == [
                "A.willMove(nil)", "A.viewWillDisappear(false)", "A.didMove(nil)",
                "A.viewDidDisappear(false)",
            ])
        #expect(a.parent == nil)
        #expect(a.view.superview == nil)
        #expect(stage.simulation.issues == [])
    }

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

    @Test func `A child that has a parent is removed from it first, with both callbacks`() {
        let stage = ArticleStage()
        let (p, q, a) = (P(), Q(), A())
        stage.window.rootViewController = p
        p.addChild(a)
        a.didMove(toParent: p)
        #expect(
            stage.trace { q.addChild(a) } == [
                "A.willMove(nil)", "A.didMove(nil)", "A.willMove(Q)",
            ])
        #expect(p.children == [])
        #expect(a.parent === q)
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

    @Test
    func `Without addChild, the view tree alone makes a controller appear, before its host`() {
        let stage = ArticleStage()
        let (p, a) = (P(), A())
        p.view.addSubview(a.view)
        #expect(
            stage.trace(["appear"]) { stage.window.rootViewController = p } == [
                "P.viewWillAppear(false)", "A.viewWillAppear(false)", "A.viewDidAppear(false)",
                "P.viewDidAppear(false)",
            ])
        #expect(a.parent == nil)
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

    @Test func `A child's callbacks do not see that its parent is moving [12.5]`() {
        let stage = ArticleStage()
        let (own, inner) = (MovingLog(), MovingLog())
        let navigation = UINavigationController(rootViewController: UIViewController())
        stage.window.rootViewController = navigation
        own.install(inner)
        navigation.pushViewController(own, animated: false)
        stage.simulation.finishCycle()
        navigation.popViewController(animated: false)
        stage.simulation.finishCycle()
        #expect(own.seen == [true, true])
        #expect(inner.seen == [false, false])
        #expect(inner.seenOfParent == [false, false])
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

/// Records whether it and its parent are moving from their parents while it disappears.
private final class MovingLog: UIViewController {
    private(set) var seen: [Bool] = []
    private(set) var seenOfParent: [Bool] = []

    private func note() {
        seen.append(isMovingFromParent)
        if let parent { seenOfParent.append(parent.isMovingFromParent) }
    }

    override func viewWillDisappear(_ animated: Bool) { note() }
    override func viewDidDisappear(_ animated: Bool) { note() }
}
