import Testing
import UIKit

/// A container as you would write it for an iPhone.
final class SlideContainer: UIViewController {
    private(set) var current: UIViewController?

    func show(_ next: UIViewController) {
        guard let previous = current else { return install(next) }
        current = next
        previous.willMove(toParent: nil)
        addChild(next)
        next.view.frame = view.bounds.offsetBy(dx: view.bounds.width, dy: 0)
        transition(from: previous, to: next, duration: 0.3) {
            next.view.frame = self.view.bounds
        } completion: { _ in
            previous.removeFromParent()
            next.didMove(toParent: self)
        }
    }

    private func install(_ first: UIViewController) {
        current = first
        addChild(first)
        first.view.frame = view.bounds
        view.addSubview(first.view)
        first.didMove(toParent: self)
    }
}

final class Home: UIViewController {}
final class Detail: UIViewController {}

@MainActor
@Test(.simulation) func `Showing another page sends callbacks to both pages`() {
    let simulation = Simulation.current
    let window = UIWindow()
    let container = SlideContainer()
    window.rootViewController = container
    window.makeKeyAndVisible()
    container.show(Home())
    simulation.advance(by: .seconds(1))

    let callbacks = simulation.trace(["appear", "move"]) {
        container.show(Detail())
        simulation.advance(by: .seconds(0.3))
    }
    #expect(
        callbacks == [
            "Home.willMove(nil)", "Detail.willMove(SlideContainer)",
            "Home.viewWillDisappear(true)", "Detail.viewWillAppear(true)",
            "Detail.viewDidAppear(true)", "Home.viewDidDisappear(true)",
            "Home.didMove(nil)", "Detail.didMove(SlideContainer)",
        ])
    #expect(simulation.issues.isEmpty)
}
