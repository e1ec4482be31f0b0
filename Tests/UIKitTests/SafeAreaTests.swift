import Testing
import UIKit

@MainActor
struct SafeAreaTests {
    @Test
    func `Additional safe area insets of a controller apply to its views where they overlap`() {
        let simulation = Simulation.begin()
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
        let controller = NotedController()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        let below = UIView()
        below.translatesAutoresizingMaskIntoConstraints = false
        let strip = UIView(frame: CGRect(x: 0, y: 20, width: 400, height: 100))
        controller.view.addSubview(below)
        controller.view.addSubview(strip)
        NSLayoutConstraint.activate([
            below.topAnchor.constraint(equalTo: controller.view.safeAreaLayoutGuide.topAnchor),
            below.leadingAnchor.constraint(equalTo: controller.view.leadingAnchor),
            below.trailingAnchor.constraint(equalTo: controller.view.trailingAnchor),
            NSLayoutConstraint(
                item: below, attribute: .bottom, relatedBy: .equal,
                toItem: controller.bottomLayoutGuide, attribute: .top, multiplier: 1, constant: 0),
        ])
        controller.additionalSafeAreaInsets = UIEdgeInsets(top: 50, left: 0, bottom: 30, right: 0)
        simulation.finishCycle()
        #expect(below.frame == CGRect(x: 0, y: 50, width: 400, height: 720))
        #expect(strip.safeAreaInsets == UIEdgeInsets(top: 30, left: 0, bottom: 0, right: 0))
        #expect(controller.topLayoutGuide.length == 50)
        #expect(controller.changes == 1)
        #expect(simulation.issues == [])
    }
}

private final class NotedController: UIViewController {
    var changes = 0
    override func viewSafeAreaInsetsDidChange() {
        super.viewSafeAreaInsetsDidChange()
        changes += 1
    }
}
