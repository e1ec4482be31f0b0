import Testing
import UIKit

/// Five pages in an inset view; each change is a transition between two children.
private final class FivePagesViewController: UIViewController {
    private let container = UIView()
    private let pages = [One(), Two(), Three(), Four(), Five()]
    private(set) var index = 0

    override func viewDidLoad() {
        super.viewDidLoad()
        container.frame = view.bounds.insetBy(dx: 20, dy: 40)
        container.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.addSubview(container)
        let first = pages[0]
        addChild(first)
        first.view.frame = container.bounds
        container.addSubview(first.view)
        first.didMove(toParent: self)
    }

    func show(_ next: Int) {
        let (old, new) = (pages[index], pages[next])
        old.willMove(toParent: nil)
        addChild(new)
        new.view.frame = container.bounds
        transition(
            from: old, to: new, duration: 0.5,
            options: next > index ? .transitionCurlUp : .transitionCrossDissolve, animations: nil
        ) { _ in
            old.removeFromParent()
            new.didMove(toParent: self)
        }
        index = next
    }

    final class One: UIViewController {}
    final class Two: UIViewController {}
    final class Three: UIViewController {}
    final class Four: UIViewController {}
    final class Five: UIViewController {}
}

@MainActor
struct FivePagesTests {
    @Test("A container that changes its child by a transition tells all callbacks in UIKit's order")
    func pageTurn() {
        let simulation = Simulation.begin()
        let window = UIWindow()
        let pages = FivePagesViewController()
        window.rootViewController = pages
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
        let trace = simulation.trace {
            pages.show(1)
            simulation.advance(by: .seconds(1))
        }
        #expect(
            trace == [
                "One.willMove(nil)", "Two.willMove(FivePagesViewController)", "Two.loadView",
                "Two.viewDidLoad", "One.viewWillDisappear(true)", "Two.viewWillAppear(true)",
                "Two.viewIsAppearing(true)", "Two.viewDidAppear(true)",
                "One.viewDidDisappear(true)", "One.didMove(nil)",
                "Two.didMove(FivePagesViewController)",
            ])
        #expect(pages.children.map { "\(type(of: $0))" } == ["Two"])
        #expect(pages.children[0].view.frame == CGRect(x: 0, y: 0, width: 350, height: 764))
        #expect(pages.children[0].view.superview === pages.view.subviews[0])
        window.frame.size = CGSize(width: 844, height: 390)
        simulation.finishCycle()
        #expect(pages.children[0].view.frame == CGRect(x: 0, y: 0, width: 804, height: 310))
        #expect(simulation.issues == [])
    }
}
