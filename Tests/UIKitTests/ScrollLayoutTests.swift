import Testing
import UIKit

@MainActor
@Suite(.simulation) struct ScrollLayoutTests {
    private let simulation = Simulation.current
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 600))
    private let scrollView = UIScrollView(frame: CGRect(x: 0, y: 0, width: 300, height: 600))
    private let content = UIView()

    init() {
        let controller = UIViewController()
        window.rootViewController = controller
        window.makeKeyAndVisible()
        content.translatesAutoresizingMaskIntoConstraints = false
        scrollView.addSubview(content)
        controller.view.addSubview(scrollView)
    }

    @Test
    func `Constraints to the content guide set the content size, and scrolling changes no frame`() {
        let guide = scrollView.contentLayoutGuide
        NSLayoutConstraint.activate([
            content.leadingAnchor.constraint(equalTo: guide.leadingAnchor, constant: 10),
            content.topAnchor.constraint(equalTo: guide.topAnchor),
            content.bottomAnchor.constraint(equalTo: guide.bottomAnchor),
            content.trailingAnchor.constraint(equalTo: guide.trailingAnchor, constant: -10),
            content.heightAnchor.constraint(equalTo: scrollView.frameLayoutGuide.heightAnchor),
            content.widthAnchor.constraint(equalToConstant: 880),
        ])
        simulation.finishCycle()
        #expect(scrollView.contentSize == CGSize(width: 900, height: 600))
        #expect(content.frame == CGRect(x: 10, y: 0, width: 880, height: 600))
        scrollView.contentOffset.x = 300
        simulation.finishCycle()
        #expect(content.frame == CGRect(x: 10, y: 0, width: 880, height: 600))
        #expect(simulation.issues == [])
    }

    @Test func `Constraints to the edges of a scroll view are those to its content`() {
        NSLayoutConstraint.activate([
            content.leftAnchor.constraint(equalTo: scrollView.leftAnchor),
            content.rightAnchor.constraint(equalTo: scrollView.rightAnchor),
            content.topAnchor.constraint(equalTo: scrollView.topAnchor),
            content.bottomAnchor.constraint(equalTo: scrollView.bottomAnchor),
            content.widthAnchor.constraint(equalTo: scrollView.widthAnchor, multiplier: 2),
            content.heightAnchor.constraint(equalToConstant: 100),
        ])
        simulation.finishCycle()
        #expect(scrollView.contentSize == CGSize(width: 600, height: 100))
        #expect(content.frame == CGRect(x: 0, y: 0, width: 600, height: 100))
    }

    @Test func `The offset of a scroll view can be observed until the observation is released`() {
        scrollView.contentSize = CGSize(width: 900, height: 600)
        var offsets: [CGFloat?] = []
        var observation: NSKeyValueObservation? = scrollView.observe(
            \.contentOffset, options: [.new]
        ) { _, change in offsets.append(change.newValue?.x) }
        scrollView.contentOffset.x = 100
        scrollView.contentOffset.x = 100
        scrollView.contentOffset.x = 200
        #expect(offsets == [100, 200])
        #expect(observation != nil)
        observation = nil
        scrollView.contentOffset.x = 300
        #expect(offsets == [100, 200])
    }
}
