import Testing
import UIKit

/// The cases of docs/checks/manual-appearance.yaml with classes: P does not forward automatically.
@MainActor
struct ManualAppearanceTests {
    private func shown(forwarding: Bool = false) -> (ArticleStage, P, A) {
        let stage = ArticleStage()
        let (p, a) = (P(), A())
        p.forwards = forwarding
        p.addChild(a)
        a.didMove(toParent: p)
        stage.window.rootViewController = p
        return (stage, p, a)
    }

    private let unbalanced = "Unbalanced calls to begin/end appearance transitions for <A>."

    @Test func `A parent that does not forward sends nothing to its children`() {
        let (stage, p, a) = shown()
        p.view.addSubview(a.view)
        stage.window.rootViewController = nil
        #expect(
            stage.trace(["appear"]) { stage.window.rootViewController = p } == [
                "P.viewWillAppear(false)", "P.viewDidAppear(false)",
            ])
        #expect(a.view.window === stage.window)
        #expect(stage.simulation.issues == [])
    }

    @Test(arguments: [false, true])
    func `Begin and end call the child; moving its view does not`(forwarding: Bool) {
        let (stage, p, a) = shown(forwarding: forwarding)
        let trace = stage.trace(["appear"]) {
            a.beginAppearanceTransition(true, animated: true)
            p.view.addSubview(a.view)
            a.endAppearanceTransition()
        }
        #expect(trace == ["A.viewWillAppear(true)", "A.viewDidAppear(true)"])
        #expect(stage.simulation.issues == [])
    }

    @Test func `An end without a begin is logged and does nothing`() {
        let (stage, _, a) = shown()
        #expect(stage.trace(["appear"]) { a.endAppearanceTransition() } == [])
        #expect(stage.simulation.issues.map(\.text) == [unbalanced])
    }

    @Test func `A second begin toward the child's present state needs a second end`() {
        let (stage, _, a) = shown()
        a.beginAppearanceTransition(true, animated: false)
        a.endAppearanceTransition()
        let one = stage.trace(["appear"]) {
            a.beginAppearanceTransition(true, animated: true)
            a.beginAppearanceTransition(true, animated: true)
            a.endAppearanceTransition()
        }
        #expect(one == ["A.viewWillAppear(true)"])
        #expect(
            stage.trace(["appear"]) { a.endAppearanceTransition() } == ["A.viewDidAppear(true)"])
        #expect(stage.simulation.issues == [])
    }

    @Test func `A callback that code calls directly is an issue and changes nothing`() {
        let (stage, _, a) = shown()
        a.viewDidAppear(false)
        #expect(
            stage.simulation.issues.map(\.text) == [
                "[ViewController] Calling -viewDidAppear: directly on a view controller is not "
                    + "supported, and may result in out-of-order callbacks and other inconsistent "
                    + "behavior. Use the -beginAppearanceTransition:animated: and "
                    + "-endAppearanceTransition APIs on UIViewController to manually drive "
                    + "appearance callbacks instead. Make a symbolic breakpoint at "
                    + "UIViewControllerAlertForAppearanceCallbackMisuse to catch this in the "
                    + "debugger. View controller: <A>"
            ])
        let trace = stage.trace(["appear"]) {
            a.beginAppearanceTransition(true, animated: false)
            a.endAppearanceTransition()
        }
        #expect(trace == ["A.viewWillAppear(false)", "A.viewDidAppear(false)"])
    }
}
