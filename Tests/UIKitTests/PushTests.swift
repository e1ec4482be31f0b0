import Testing
import UIKit

/// The cases of docs/checks/push.yaml with classes.
@MainActor
struct PushTests {
    private func shown() -> (ArticleStage, UINavigationController, A, B) {
        let stage = ArticleStage()
        let a = A()
        let navigation = UINavigationController(rootViewController: a)
        stage.window.rootViewController = navigation
        stage.simulation.finishCycle()
        return (stage, navigation, a, B())
    }

    @Test func `An animated push has UIKit's callbacks`() {
        let (stage, navigation, a, b) = shown()
        let trace = stage.trace { navigation.pushViewController(b, animated: true) }
        #expect(
            trace == [
                "B.willMove(UINavigationController)", "B.loadView", "B.viewDidLoad",
                "A.viewWillDisappear(true)", "B.viewWillAppear(true)",
                "A.viewDidDisappear(true)", "B.viewDidAppear(true)",
                "B.didMove(UINavigationController)",
            ])
        #expect(navigation.viewControllers == [a, b])
        #expect(navigation.topViewController === b)
        #expect(b.navigationController === navigation)
        #expect(stage.simulation.issues == [])
    }

    @Test func `During a push, neither controller has finished its appearance transition`() {
        let (stage, navigation, _, b) = shown()
        let trace = stage.simulation.trace(["appear"]) {
            navigation.pushViewController(b, animated: true)
            stage.simulation.advance(by: .seconds(0.1))
        }
        #expect(trace == ["A.viewWillDisappear(true)", "B.viewWillAppear(true)"])
        #expect(stage.simulation.issues == [])
    }

    @Test func `A pop has UIKit's callbacks`() {
        let (stage, navigation, a, b) = shown()
        navigation.pushViewController(b, animated: false)
        stage.simulation.finishCycle()
        let trace = stage.trace { navigation.popViewController(animated: false) }
        #expect(
            trace == [
                "B.willMove(nil)", "B.viewWillDisappear(false)", "A.viewWillAppear(false)",
                "B.viewDidDisappear(false)", "A.viewDidAppear(false)", "B.didMove(nil)",
            ])
        #expect(navigation.topViewController === a)
        #expect(b.parent == nil)
        #expect(stage.simulation.issues == [])
    }

    @Test func `The same controller cannot be pushed twice`() {
        let (stage, navigation, a, _) = shown()
        #expect(stage.trace { navigation.pushViewController(a, animated: true) } == [])
        #expect(stage.simulation.issues.map(\.exception) == ["NSInvalidArgumentException"])
        #expect(navigation.viewControllers == [a])
    }
}
