import Testing
import UIKit

@MainActor
struct ControlTests {
    @Test func `A tap on a button runs its action, and one beside it does not`() {
        let simulation = Simulation.begin()
        let window = UIWindow()
        let root = UIViewController()
        window.rootViewController = root
        window.makeKeyAndVisible()
        var taps = 0
        let button = UIButton(
            type: .system, primaryAction: UIAction(title: "Next") { _ in taps += 1 })
        button.frame = CGRect(x: 20, y: 40, width: 100, height: 44)
        root.view.addSubview(button)
        simulation.tap(button)
        #expect(taps == 1)
        simulation.tap(at: CGPoint(x: 300, y: 300), in: window)
        #expect(taps == 1)
        #expect(button.currentTitle == "Next")
        button.isEnabled = false
        simulation.tap(button)
        #expect(taps == 1)
        #expect(simulation.issues == [])
    }

    @Test func `A bar button item runs its action when it is tapped`() {
        var taps = 0
        let controller = UIViewController()
        controller.navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .add, primaryAction: UIAction { _ in taps += 1 })
        controller.navigationItem.rightBarButtonItem?.simulateTap()
        #expect(taps == 1)
    }
}
