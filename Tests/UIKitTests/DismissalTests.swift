import Testing
import UIKit

/// Tests of which controller is dismissed, which ones leave, and when the completion is called.
@MainActor
struct DismissalTests {
    private final class Presenter: UIViewController {}
    private final class First: UIViewController {}
    private final class Second: UIViewController {}
    private final class Inner: UIViewController {}

    /// A window whose root presents a stack.
    @MainActor private struct Stage {
        let simulation = Simulation.begin()
        let window = UIWindow()
        let presenter = Presenter()
        let inner = Inner()
        let presented: UINavigationController
        var told: [String] { log.entries }
        let log = Log()

        final class Log { var entries: [String] = [] }

        init() {
            window.rootViewController = presenter
            window.makeKeyAndVisible()
            presented = UINavigationController(rootViewController: inner)
            presented.modalPresentationStyle = .fullScreen
            presenter.present(presented, animated: false)
            simulation.finishCycle()
        }
    }

    @Test func `A controller inside the presented one dismisses it, with a completion`() {
        let stage = Stage()
        stage.inner.dismiss(animated: true) { stage.log.entries.append("dismissed") }
        #expect(stage.told == [])
        stage.simulation.advance(by: .seconds(1))
        #expect(stage.told == ["dismissed"])
        #expect(stage.presenter.presentedViewController == nil)
        #expect(stage.simulation.issues == [])
    }

    @Test func `Two presented controllers leave together, and the completion comes after both`() {
        let stage = Stage()
        let second = Second()
        second.modalPresentationStyle = .fullScreen
        stage.inner.present(second, animated: false)
        stage.simulation.finishCycle()
        let trace = stage.simulation.trace(["appear"]) {
            stage.presenter.dismiss(animated: true) { stage.log.entries.append("dismissed") }
            #expect(stage.told == [])
            #expect(second.transitionCoordinator != nil)
            stage.simulation.advance(by: .seconds(1))
        }
        #expect(
            trace == [
                "Second.viewWillDisappear(true)", "Presenter.viewWillAppear(true)",
                "Presenter.viewDidAppear(true)", "Second.viewDidDisappear(true)",
            ])
        #expect(stage.told == ["dismissed"])
        #expect(stage.simulation.issues == [])
    }
}
