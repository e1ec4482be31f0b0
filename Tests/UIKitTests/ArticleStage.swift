import UIKit

// The controllers of the listings in docs/checks, as classes. Traces show their class names.

final class P: UIViewController {
    var forwards = true

    override var shouldAutomaticallyForwardAppearanceMethods: Bool { forwards }
}

final class Q: UIViewController {}
final class A: UIViewController {}
final class B: UIViewController {}
final class C: UIViewController {}

/// A visible window. It is created in the test itself, because other tests can run between a
/// suite's initializer and the test.
@MainActor
struct ArticleStage {
    let simulation: Simulation
    let window: UIWindow

    init(moments: Simulation.Moments = .uikit) {
        simulation = Simulation.begin(moments: moments)
        window = UIWindow()
        window.makeKeyAndVisible()
    }

    /// Returns the callbacks that `body` and the following second cause.
    func trace(
        _ groups: [String] = ["load", "move", "appear"], _ body: () -> Void
    ) -> [String] {
        simulation.trace(groups) {
            body()
            simulation.advance(by: .seconds(1))
        }
    }
}

extension UIViewController {
    /// Adds a child and its view with the three calls of a container.
    func install(_ child: UIViewController) {
        addChild(child)
        view.addSubview(child.view)
        child.didMove(toParent: self)
    }
}

extension Simulation.Issue {
    /// The issue without the line that caused it, which every edit of a test moves.
    var exceptionAndText: String { exception.map { "\($0): \(text)" } ?? text }
}
