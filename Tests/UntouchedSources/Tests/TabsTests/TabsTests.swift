import Testing
import UIKit

@MainActor
@Suite(.simulation) struct TabsTests {
    private final class First: UIViewController {}
    private final class Second: UIViewController {}
    private final class Third: UIViewController {}

    private final class Source: NSObject, PagingTabControllerDataSource, PagingTabControllerDelegate
    {
        let pages = [First(), Second(), Third()]
        var log: [String] = []
        func numberOfPages(in controller: PagingTabController) -> Int { pages.count }
        func pagingTabController(
            _ controller: PagingTabController, viewControllerAt index: Int
        ) -> UIViewController { pages[index] }
        func pagingTabController(
            _ controller: PagingTabController, titleAt index: Int
        ) -> String { "Page \(index)" }
        func pagingTabController(_ controller: PagingTabController, didSelect index: Int) {
            log.append("didSelect \(index)")
        }
    }

    private let simulation = Simulation.current
    private let window = UIWindow()

    @Test func `A tap on a tab scrolls there, with callbacks for both pages`() {
        let (tabs, source) = (PagingTabController(), Source())
        tabs.dataSource = source
        tabs.delegate = source
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
        let callbacks = simulation.trace(["appear"]) {
            tabs.tabBar.collectionView.simulateTap(onItemAt: IndexPath(item: 1, section: 0))
            simulation.advance(by: .seconds(1))
        }
        #expect(
            callbacks == [
                "First.viewWillDisappear(false)", "Second.viewWillAppear(false)",
                "First.viewDidDisappear(false)", "Second.viewDidAppear(false)",
            ])
        #expect(source.log == ["didSelect 1"])
        #expect(tabs.selectedIndex == 1)
        #expect(simulation.issues == [])
    }

    @Test func `A drag turns the page, and pages that are far away leave`() {
        let (tabs, source) = (PagingTabController(), Source())
        tabs.dataSource = source
        tabs.delegate = source
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
        for _ in 0..<2 {
            simulation.swipe(.left, in: tabs.scrollView)
            simulation.advance(by: .seconds(1))
        }
        #expect(source.log == ["didSelect 1", "didSelect 2"])
        #expect(source.pages[0].parent == nil)
        #expect(simulation.issues == [])
    }

    @Test func `The onboarding turns its pages by button, dot and swipe`() {
        final class Log: OnboardingControllerDelegate {
            var shown: [Int] = []
            var isDone = false
            func onboardingDidFinish(_ controller: OnboardingController) { isDone = true }
            func onboarding(_ controller: OnboardingController, didShowPageAt index: Int) {
                shown.append(index)
            }
        }
        let log = Log()
        let onboarding = OnboardingController(
            pages: (0..<3).map {
                OnboardingPage(title: "Page \($0)", text: "Text", imageName: "image", tint: .red)
            })
        onboarding.onboardingDelegate = log
        window.rootViewController = onboarding
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
        let callbacks = simulation.trace(["appear"]) {
            onboarding.simulateTurn(.forward)
            simulation.advance(by: .seconds(1))
        }
        #expect(
            callbacks == [
                "OnboardingPageController-2.viewWillAppear(true)",
                "OnboardingPageController.viewWillDisappear(true)",
                "OnboardingPageController-2.viewDidAppear(true)",
                "OnboardingPageController.viewDidDisappear(true)",
            ])
        #expect(log.shown == [1])
        #expect(onboarding.currentIndex == 1)
        #expect(!log.isDone)
        #expect(simulation.issues == [])
    }
}
