import Testing
import UIKit

@MainActor
@Suite(.simulation) struct LayoutTests {
    private let simulation = Simulation.current
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
    private let view: UIView

    init() {
        let controller = UIViewController()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        view = controller.view
    }

    @Test func `Anchors to the edges fill the superview, also after it has another size`() {
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

    @Test func `Constraints place a view with a transform as if it had none`() {
        let inner = UIView()
        inner.translatesAutoresizingMaskIntoConstraints = false
        inner.layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 1, 0)
        view.addSubview(inner)
        NSLayoutConstraint.activate([
            inner.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            inner.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            inner.topAnchor.constraint(equalTo: view.topAnchor),
            inner.heightAnchor.constraint(equalToConstant: 100),
        ])
        simulation.finishCycle()
        #expect(inner.bounds.size == CGSize(width: 400, height: 100))
        #expect(inner.center == CGPoint(x: 200, y: 50))
        #expect(simulation.issues == [])
    }

    @Test func `The constraints of an empty stack view are no issue`() {
        let stack = UIStackView()
        stack.axis = .vertical
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            stack.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            stack.topAnchor.constraint(equalTo: view.topAnchor, constant: 10),
        ])
        simulation.finishCycle()
        #expect(stack.frame == CGRect(x: 0, y: 10, width: 400, height: 0))
        #expect(simulation.issues == [])
    }

    @Test func `A view returns its constraints, and whether its layout is ambiguous`() {
        let inner = UIView()
        inner.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(inner)
        let width = inner.widthAnchor.constraint(equalToConstant: 10)
        let left = inner.leadingAnchor.constraint(equalTo: view.leadingAnchor)
        let top = inner.topAnchor.constraint(equalTo: view.topAnchor)
        NSLayoutConstraint.activate([width, left, top])
        #expect(inner.constraintsAffectingLayout(for: .horizontal) == [width, left])
        #expect(inner.constraintsAffectingLayout(for: .vertical) == [top])
        #expect(inner.hasAmbiguousLayout)
        inner.heightAnchor.constraint(equalToConstant: 10).isActive = true
        #expect(!inner.hasAmbiguousLayout)
        let empty = NSLayoutConstraint()
        empty.isActive = true
        #expect(!empty.isActive)
    }

    @Test func `The constraints inside a view determine its size, also in a stack`() {
        /// A view around a label, with 10 points on each side.
        func badge(_ text: String) -> UIView {
            let (badge, label) = (UIView(), UILabel())
            label.text = text
            for inner in [badge, label] { inner.translatesAutoresizingMaskIntoConstraints = false }
            badge.addSubview(label)
            NSLayoutConstraint.activate([
                label.leadingAnchor.constraint(equalTo: badge.leadingAnchor, constant: 10),
                badge.trailingAnchor.constraint(equalTo: label.trailingAnchor, constant: 10),
                label.topAnchor.constraint(equalTo: badge.topAnchor, constant: 10),
                badge.bottomAnchor.constraint(equalTo: label.bottomAnchor, constant: 10),
            ])
            return badge
        }
        let (first, second) = (badge("1234"), badge("12"))
        let stack = UIStackView(arrangedSubviews: [first, second])
        stack.translatesAutoresizingMaskIntoConstraints = false
        view.addSubview(stack)
        NSLayoutConstraint.activate([
            stack.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            stack.topAnchor.constraint(equalTo: view.topAnchor),
        ])
        simulation.finishCycle()
        let label = first.subviews[0].bounds.width
        #expect(label > 0)
        #expect(first.frame.width == label + 20)
        #expect(
            second.frame
                == CGRect(
                    x: label + 20, y: 0, width: label / 2 + 20, height: first.frame.height))
        #expect(stack.frame.width == label * 1.5 + 40)
        #expect(first.systemLayoutSizeFitting(.zero) == first.bounds.size)
        #expect(simulation.issues == [])
    }

    @Test func `A row of views that are as wide as the screen is as wide as they are`() {
        let (scrollView, row, first, second) = (UIScrollView(), UIView(), UIView(), UIView())
        view.addSubview(scrollView)
        scrollView.addSubview(row)
        for page in [first, second] { row.addSubview(page) }
        for inner in [scrollView, row, first, second] {
            inner.translatesAutoresizingMaskIntoConstraints = false
        }
        NSLayoutConstraint.activate([
            scrollView.leadingAnchor.constraint(equalTo: view.leadingAnchor),
            scrollView.trailingAnchor.constraint(equalTo: view.trailingAnchor),
            scrollView.topAnchor.constraint(equalTo: view.topAnchor),
            scrollView.bottomAnchor.constraint(equalTo: view.bottomAnchor),
            row.leadingAnchor.constraint(equalTo: scrollView.leadingAnchor),
            row.trailingAnchor.constraint(equalTo: scrollView.trailingAnchor),
            row.topAnchor.constraint(equalTo: scrollView.topAnchor),
            row.bottomAnchor.constraint(equalTo: scrollView.bottomAnchor),
            row.heightAnchor.constraint(equalTo: scrollView.heightAnchor),
            first.leadingAnchor.constraint(equalTo: row.leadingAnchor),
            second.leadingAnchor.constraint(equalTo: first.trailingAnchor),
            second.trailingAnchor.constraint(equalTo: row.trailingAnchor),
            first.widthAnchor.constraint(equalTo: view.widthAnchor),
            second.widthAnchor.constraint(equalTo: view.widthAnchor),
            first.topAnchor.constraint(equalTo: row.topAnchor),
            first.bottomAnchor.constraint(equalTo: row.bottomAnchor),
            second.topAnchor.constraint(equalTo: row.topAnchor),
            second.bottomAnchor.constraint(equalTo: row.bottomAnchor),
        ])
        simulation.finishCycle()
        #expect(scrollView.contentSize == CGSize(width: 800, height: 800))
        #expect(second.frame == CGRect(x: 400, y: 0, width: 400, height: 800))
        scrollView.contentOffset.x = 400
        simulation.finishCycle()
        #expect(scrollView.contentSize == CGSize(width: 800, height: 800))
        #expect(simulation.issues == [])
    }

    @Test
    func `A scroll view in a stack is as high as its content if a constraint requires this`() {
        let (bar, content) = (UIScrollView(), UIView())
        bar.addSubview(content)
        let stack = UIStackView(arrangedSubviews: [bar, UIView()])
        stack.axis = .vertical
        stack.frame = view.bounds
        view.addSubview(stack)
        for inner in [bar, content] { inner.translatesAutoresizingMaskIntoConstraints = false }
        NSLayoutConstraint.activate([
            content.leadingAnchor.constraint(equalTo: bar.leadingAnchor),
            content.trailingAnchor.constraint(equalTo: bar.trailingAnchor),
            content.topAnchor.constraint(equalTo: bar.topAnchor),
            content.bottomAnchor.constraint(equalTo: bar.bottomAnchor),
            content.heightAnchor.constraint(equalTo: bar.heightAnchor),
            content.heightAnchor.constraint(equalToConstant: 44),
            content.widthAnchor.constraint(equalToConstant: 900),
        ])
        simulation.finishCycle()
        #expect(bar.frame == CGRect(x: 0, y: 0, width: 400, height: 44))
        #expect(stack.arrangedSubviews[1].frame.minY == 44)
        #expect(bar.contentSize == CGSize(width: 900, height: 44))
        #expect(simulation.issues == [])
    }

    @Test func `A label in the centre has its own size, and its sibling follows it`() {
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

    @Test
    func `Views that constraints do not determine keep their frames, and are reported once`() {
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

    @Test func `Anchors of views without a common superview are an issue`() {
        let loose = UIView()
        loose.topAnchor.constraint(equalTo: view.topAnchor).isActive = true
        #expect(simulation.issues.map(\.exception) == ["NSGenericException"])
    }

    @Test func `A stack view distributes its space equally or by the views' own sizes`() {
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
