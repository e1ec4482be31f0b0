import Testing
import UIKit

@MainActor
@Suite(.simulation) struct InequalityTests {
    private let simulation = Simulation.current
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
    private let view: UIView
    private let box = UIView()

    init() {
        let controller = UIViewController()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        view = controller.view
        box.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(box)
        NSLayoutConstraint.activate([
            box.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            box.topAnchor.constraint(equalTo: view.topAnchor),
        ])
    }

    private func layOut(_ constraints: [NSLayoutConstraint]) -> CGSize {
        NSLayoutConstraint.activate(constraints)
        simulation.finishCycle()
        return box.bounds.size
    }

    private func weak(_ constraint: NSLayoutConstraint, _ priority: Float) -> NSLayoutConstraint {
        constraint.priority = UILayoutPriority(priority)
        return constraint
    }

    @Test func `A required maximum limits a width that is a share of the superview`() {
        let share = weak(
            box.widthAnchor.constraint(equalTo: view.widthAnchor, multiplier: 0.9), 999)
        let most = box.widthAnchor.constraint(lessThanOrEqualToConstant: 300)
        let height = box.heightAnchor.constraint(equalToConstant: 50)
        #expect(layOut([share, most, height]) == CGSize(width: 300, height: 50))
        window.frame.size.width = 200
        simulation.finishCycle()
        #expect(box.bounds.width == 180)
        #expect(simulation.issues == [])
    }

    @Test func `A required minimum raises a weak height, and has no effect on a larger one`() {
        let height = weak(box.heightAnchor.constraint(equalToConstant: 20), 250)
        let least = box.heightAnchor.constraint(greaterThanOrEqualToConstant: 44)
        let width = box.widthAnchor.constraint(equalToConstant: 100)
        #expect(layOut([height, least, width]) == CGSize(width: 100, height: 44))
        height.constant = 60
        #expect(layOut([]) == CGSize(width: 100, height: 60))
    }

    @Test func `A label that is too long ends at the bound, and a short one keeps its size`() {
        let label = UILabel()
        label.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(label)
        NSLayoutConstraint.activate([
            label.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 10),
            label.trailingAnchor.constraint(lessThanOrEqualTo: view.trailingAnchor, constant: -10),
            label.topAnchor.constraint(equalTo: view.topAnchor),
        ])
        label.text = "short"
        simulation.finishCycle()
        #expect(label.frame.width == 42.5)
        label.text = String(repeating: "long ", count: 30)
        label.superview?.setNeedsLayout()
        simulation.finishCycle()
        #expect(label.frame.maxX == 390)
    }

    @Test func `Of two equalities, the one with the higher priority decides`() {
        let low = weak(box.widthAnchor.constraint(equalToConstant: 100), 600)
        let high = weak(box.widthAnchor.constraint(equalTo: view.widthAnchor), 700)
        let height = box.heightAnchor.constraint(equalToConstant: 50)
        #expect(layOut([low, high, height]).width == 400)
        high.priority = UILayoutPriority(500)
        view.setNeedsLayout()
        #expect(layOut([]).width == 100)
    }

    @Test func `A view's own size is stronger than an equality that is weaker than hugging`() {
        let label = UILabel()
        label.text = "four"
        label.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(label)
        let width = weak(label.widthAnchor.constraint(equalToConstant: 200), 100)
        NSLayoutConstraint.activate([
            label.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            label.topAnchor.constraint(equalTo: view.topAnchor), width,
        ])
        simulation.finishCycle()
        #expect(label.frame.width == 34)
    }
}
