import Testing
import UIKit

@MainActor
@Suite(.simulation) struct VisualFormatTests {
    private let simulation = Simulation.current
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 800))
    private let view: UIView
    private let views = ["a": UIView(), "b": UIView()]

    init() {
        let controller = UIViewController()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        view = controller.view
        for name in ["a", "b"] {
            views[name]!.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(views[name]!)
        }
    }

    @Test func `A format places views between the edges, with metrics and equal widths`() {
        view.addConstraints(
            NSLayoutConstraint.constraints(
                withVisualFormat: "H:|-gap-[a(100)]-[b]-20-|", metrics: ["gap": 12], views: views))
        view.addConstraints(
            NSLayoutConstraint.constraints(withVisualFormat: "V:|[a(50)]-5-[b]|", views: views))
        simulation.finishCycle()
        #expect(views["a"]!.frame == CGRect(x: 12, y: 0, width: 100, height: 50))
        #expect(views["b"]!.frame == CGRect(x: 120, y: 55, width: 260, height: 745))
        #expect(simulation.issues == [])
    }

    @Test func `Sizes refer to other views, with priorities, and options align neighbours`() {
        NSLayoutConstraint.activate(
            NSLayoutConstraint.constraints(
                withVisualFormat: "|-[a(80@900,>=10)][b(==a)]", options: .alignAllTop,
                views: views)
                + NSLayoutConstraint.constraints(
                    withVisualFormat: "V:|-30-[a(40)]", views: views)
                + NSLayoutConstraint.constraints(withVisualFormat: "V:[b(40)]", views: views))
        simulation.finishCycle()
        #expect(views["a"]!.frame == CGRect(x: 20, y: 30, width: 80, height: 40))
        #expect(views["b"]!.frame == CGRect(x: 100, y: 30, width: 80, height: 40))
    }

    @Test(arguments: ["H:|[c]|", "H:|[a", "H:[a(width)]", "H:[a]x"])
    func `A format that cannot be read is an issue, and gives no constraints`(_ format: String) {
        let made = NSLayoutConstraint.constraints(withVisualFormat: format, views: views)
        #expect(made == [])
        #expect(simulation.issues.map(\.exception) == ["NSInvalidArgumentException"])
    }
}
