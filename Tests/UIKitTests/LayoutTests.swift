import Testing
import UIKit

@MainActor
struct LayoutTests {
    private func root() -> (Simulation, UIWindow, UIView) {
        let simulation = Simulation.begin()
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
        let controller = UIViewController()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        return (simulation, window, controller.view)
    }

    @Test("Anchors to the edges fill the superview, also after it has another size")
    func edges() {
        let (simulation, window, view) = root()
        let inner = UIView()
        inner.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(inner)
        NSLayoutConstraint.activate([
            inner.leadingAnchor.constraint(equalTo: view.leadingAnchor, constant: 10),
            view.trailingAnchor.constraint(equalTo: inner.trailingAnchor, constant: 20),
            inner.topAnchor.constraint(equalTo: view.safeAreaLayoutGuide.topAnchor),
            inner.bottomAnchor.constraint(equalTo: view.bottomAnchor, constant: -30),
        ])
        simulation.finishCycle()
        #expect(inner.frame == CGRect(x: 10, y: 0, width: 370, height: 770))
        window.frame.size = CGSize(width: 800, height: 400)
        simulation.finishCycle()
        #expect(inner.frame == CGRect(x: 10, y: 0, width: 770, height: 370))
        #expect(simulation.issues == [])
    }

    @Test("A label in the centre has its own size, and its sibling follows it")
    func centre() {
        let (simulation, window, view) = root()
        let label = UILabel()
        label.text = "1234"
        label.font = .systemFont(ofSize: 20)
        let below = UIView()
        for subview in [label, below] {
            subview.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(subview)
        }
        NSLayoutConstraint.activate([
            below.topAnchor.constraint(equalTo: label.bottomAnchor, constant: 8),
            below.centerXAnchor.constraint(equalTo: label.centerXAnchor),
            below.widthAnchor.constraint(equalTo: label.widthAnchor, multiplier: 2),
            below.heightAnchor.constraint(equalToConstant: 10),
            label.centerXAnchor.constraint(equalTo: view.centerXAnchor),
            label.centerYAnchor.constraint(equalTo: view.centerYAnchor),
        ])
        simulation.finishCycle()
        #expect(label.frame == CGRect(x: 180, y: 388, width: 40, height: 24))
        #expect(below.frame == CGRect(x: 160, y: 420, width: 80, height: 10))
        #expect(window.subviews.count == 1)
        #expect(simulation.issues == [])
    }

    @Test("Views that constraints do not determine keep their frames, and are reported once")
    func ambiguous() {
        let (simulation, window, view) = root()
        let inner = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
        inner.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(inner)
        inner.leadingAnchor.constraint(equalTo: view.leadingAnchor).isActive = true
        simulation.finishCycle()
        view.setNeedsLayout()
        simulation.finishCycle()
        #expect(inner.frame == CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(simulation.issues.count == 1)
        #expect(window.subviews.count == 1)
    }

    @Test("Anchors of views without a common superview are an issue")
    func noAncestor() {
        let (simulation, _, view) = root()
        let loose = UIView()
        loose.topAnchor.constraint(equalTo: view.topAnchor).isActive = true
        #expect(simulation.issues.map(\.exception) == ["NSGenericException"])
    }

    @Test(
        "A stack view gives all views the same space, or each its own size and the rest to the last"
    )
    func stack() {
        let (simulation, window, view) = root()
        let (first, second) = (UIView(), UIView())
        first.bounds.size = CGSize(width: 50, height: 10)
        let stack = UIStackView(arrangedSubviews: [first, second])
        stack.spacing = 10
        stack.frame = CGRect(x: 0, y: 0, width: 210, height: 40)
        stack.distribution = .fillEqually
        view.addSubview(stack)
        simulation.finishCycle()
        #expect(first.frame == CGRect(x: 0, y: 0, width: 100, height: 40))
        #expect(second.frame == CGRect(x: 110, y: 0, width: 100, height: 40))
        stack.distribution = .fill
        first.bounds.size.width = 50
        second.isHidden = false
        simulation.finishCycle()
        #expect(first.frame.width == 50)
        #expect(second.frame == CGRect(x: 60, y: 0, width: 150, height: 40))
        stack.removeArrangedSubview(second)
        #expect(stack.subviews.count == 2)
        #expect(stack.arrangedSubviews.count == 1)
        #expect(view.window === window)
    }
}
