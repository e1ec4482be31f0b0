import Testing
import UIKit

/// What happens to the old root of a window, and to what it presents.
@MainActor
@Suite(.simulation) struct WindowRootTests {
    private final class Home: UIViewController {}
    private final class Modal: UIViewController {}
    private final class Second: UIViewController {}
    private final class Login: UIViewController {}

    private let simulation = Simulation.current

    private func window(presenting style: UIModalPresentationStyle, _ more: Int = 0) -> UIWindow {
        let window = UIWindow()
        window.rootViewController = Home()
        window.makeKeyAndVisible()
        simulation.finishCycle()
        let modal = Modal()
        modal.modalPresentationStyle = style
        window.rootViewController?.present(modal, animated: false)
        simulation.finishCycle()
        if more > 0 {
            let second = Second()
            second.modalPresentationStyle = style
            modal.present(second, animated: false)
            simulation.finishCycle()
        }
        return window
    }

    @Test func `A covered root does not appear again when another root replaces it`() {
        let window = window(presenting: .fullScreen)
        let callbacks = simulation.trace(["appear"]) { window.rootViewController = Login() }
        #expect(
            callbacks == [
                "Modal.viewWillDisappear(false)", "Modal.viewDidDisappear(false)",
                "Login.viewWillAppear(false)", "Login.viewDidAppear(false)",
            ])
        #expect(simulation.issues.isEmpty)
    }

    @Test func `A visible root that another replaces disappears after the sheet above it`() {
        let window = window(presenting: .pageSheet)
        let callbacks = simulation.trace(["appear"]) { window.rootViewController = Login() }
        #expect(
            callbacks == [
                "Modal.viewWillDisappear(false)", "Modal.viewDidDisappear(false)",
                "Home.viewWillDisappear(false)", "Login.viewWillAppear(false)",
                "Home.viewDidDisappear(false)", "Login.viewDidAppear(false)",
            ])
    }

    @Test func `The old root and what it presents leave the window and are released`() throws {
        let window = window(presenting: .fullScreen, 1)
        weak let home = window.rootViewController
        weak let modal = home?.presentedViewController
        weak let second = modal?.presentedViewController
        try #require(second != nil)
        window.rootViewController = Login()
        simulation.finishCycle()
        #expect(window.subviews.count == 1)
        #expect(home == nil)
        #expect(modal == nil)
        #expect(second == nil)
    }

    @Test func `Code that dismisses a replaced root gets its completion`() throws {
        let window = window(presenting: .overFullScreen)
        let old = try #require(window.rootViewController)
        window.rootViewController = Login()
        var isDismissed = false
        old.dismiss(animated: false) { isDismissed = true }
        simulation.finishCycle()
        #expect(isDismissed)
        #expect(old.viewIfLoaded?.superview == nil)
    }

    @Test func `A root that a modal has replaced can be the root of the window again`() {
        let window = window(presenting: .fullScreen)
        let old = window.rootViewController
        window.rootViewController = Login()
        simulation.finishCycle()
        window.rootViewController = old
        simulation.finishCycle()
        #expect(old?.viewIfLoaded?.window === window)
        #expect(old?.presentedViewController == nil)
        #expect(simulation.issues.isEmpty)
    }
}
