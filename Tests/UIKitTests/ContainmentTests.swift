import Testing
import UIKit

@MainActor
struct ContainmentTests {
    @Test func `A child that is added in viewDidLoad appears with its parent`() {
        let simulation = Simulation.begin()
        let window = UIWindow()
        window.rootViewController = Parent()
        let trace = simulation.trace { window.makeKeyAndVisible() }
        #expect(
            trace == [
                "Parent.loadView", "Parent.viewDidLoad", "Child.willMove(Parent)",
                "Child.loadView", "Child.viewDidLoad", "Child.didMove(Parent)",
                "Parent.viewWillAppear(false)", "Child.viewWillAppear(false)",
                "Parent.viewIsAppearing(false)", "Child.viewIsAppearing(false)",
                "Parent.viewDidAppear(false)", "Child.viewDidAppear(false)",
            ])
        #expect(simulation.issues == [])
    }
}

private final class Child: UIViewController {}

private final class Parent: UIViewController {
    override func viewDidLoad() {
        super.viewDidLoad()
        let child = Child()
        addChild(child)
        child.view.frame = view.bounds
        view.addSubview(child.view)
        child.didMove(toParent: self)
    }
}
