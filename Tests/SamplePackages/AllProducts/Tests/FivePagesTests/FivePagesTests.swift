import FivePages
import Testing
import UIKit

/// Tests of the same class without a daemon, in virtual time.
@MainActor
@Suite struct FivePagesTests {
    @Test func `A swipe to the left shows the next page`() {
        let simulation = Simulation.begin()
        let window = UIWindow()
        let pages = FivePagesViewController()
        window.rootViewController = pages
        window.makeKeyAndVisible()
        let callbacks = simulation.trace(["appear", "move"]) {
            simulation.swipe(.left, in: pages.view)
            simulation.advance(by: .seconds(0.5))
        }
        #expect(
            callbacks == [
                "FirstPage.willMove(nil)", "SecondPage.willMove(FivePagesViewController)",
                "FirstPage.viewWillDisappear(true)", "SecondPage.viewWillAppear(true)",
                "SecondPage.viewDidAppear(true)", "FirstPage.viewDidDisappear(true)",
                "FirstPage.didMove(nil)", "SecondPage.didMove(FivePagesViewController)",
            ])
        #expect(simulation.issues.isEmpty)
    }
}
