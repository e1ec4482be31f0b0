import Testing
import UIKit

/// Shows a banner above its content.
final class BannerContainer: UIViewController {
    private var banner: UIViewController?

    func show(_ banner: UIViewController) {
        self.banner = banner
        addChild(banner)
        banner.view.frame = CGRect(x: 0, y: 0, width: view.bounds.width, height: 60)
        view.addSubview(banner.view)
        banner.didMove(toParent: self)
    }

    func hideBanner() {
        banner?.willMove(toParent: nil)
        banner?.view.removeFromSuperview()
        banner?.removeFromParent()
        banner = nil
    }
}

final class Notice: UIViewController {}

@MainActor
@Suite(.simulation) struct BannerContainerTests {
    private let simulation = Simulation.current
    private let window = UIWindow()
    private let container = BannerContainer()

    init() {
        window.rootViewController = container
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
    }

    @Test func `A banner begins to appear between willMove and didMove`() {
        let callbacks = simulation.trace(["appear", "move"]) {
            container.show(Notice())
        }
        #expect(
            callbacks == [
                "Notice.willMove(BannerContainer)", "Notice.viewWillAppear(false)",
                "Notice.didMove(BannerContainer)", "Notice.viewDidAppear(false)",
            ])
        #expect(simulation.issues.isEmpty)
    }

    @Test func `A hidden banner begins to disappear between willMove and didMove`() {
        container.show(Notice())
        let callbacks = simulation.trace(["appear", "move"]) {
            container.hideBanner()
        }
        #expect(
            callbacks == [
                "Notice.willMove(nil)", "Notice.viewWillDisappear(false)",
                "Notice.didMove(nil)", "Notice.viewDidDisappear(false)",
            ])
        #expect(simulation.issues.isEmpty)
    }
}
