import Testing
import UIKit

@MainActor
@Suite(.simulation) struct SettingsTests {
    private let simulation = Simulation.current
    private let window = UIWindow()
    private let profile = Profile(name: "Ada", email: "ada@example.com")

    private func show(_ controller: UIViewController) {
        window.rootViewController = controller
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
    }

    private func settings() -> SettingsController {
        let settings = SettingsController(profile: profile)
        show(UINavigationController(rootViewController: settings))
        return settings
    }

    @Test func `A pan from the edge opens the menu, and a choice closes it and pushes`() throws {
        let home = HomeController()
        let navigation = UINavigationController(rootViewController: home)
        show(navigation)
        let opening = simulation.trace(["appear"]) {
            simulation.edgePan(.left, distance: 300, in: window)
            simulation.advance(by: .seconds(1))
        }
        #expect(
            opening == [
                "MenuController.viewWillAppear(true)", "MenuController.viewDidAppear(true)",
            ])
        #expect(home.log == ["will open", "did open"])
        let menu = try #require(home.presentedViewController as? MenuController)
        let choice = simulation.trace(["appear"]) {
            menu.tableView.simulateTap(onRowAt: IndexPath(row: 1, section: 0))
            simulation.advance(by: .seconds(2))
        }
        #expect(
            choice == [
                "MenuController.viewWillDisappear(true)", "MenuController.viewDidDisappear(true)",
                "HomeController.viewWillDisappear(true)",
                "SettingsController.viewWillAppear(true)",
                "HomeController.viewDidDisappear(true)", "SettingsController.viewDidAppear(true)",
            ])
        #expect(home.log == ["will open", "did open", "will close"])
        #expect(navigation.topViewController is SettingsController)
        #expect(simulation.issues == [])
    }

    @Test func `A short pan does not open the menu`() {
        let home = HomeController()
        show(UINavigationController(rootViewController: home))
        simulation.edgePan(.left, distance: 60, in: window)
        simulation.advance(by: .seconds(1))
        #expect(home.presentedViewController == nil)
        #expect(simulation.issues == [])
    }

    @Test func `Observers are told of dynamic properties, by key path and by name`() {
        let settings = settings()
        settings.nameRow.textField.text = ""
        settings.nameRow.textField.simulateTyping("Grace")
        settings.volumeSlider.simulateValue(0.75)
        settings.newsSwitch.isOn = false
        settings.newsSwitch.sendActions(for: .valueChanged)
        #expect(settings.log == ["editing", "name Ada -> Grace", "volume 0.75", "news false"])
        #expect(profile.name == "Grace" && profile.volume == 0.75)
        #expect(simulation.issues == [])
    }

    @Test func `The rows are as wide as the screen, and the field keeps to its maximum`() {
        let settings = settings()
        #expect(settings.nameRow.frame.width == settings.view.bounds.width)
        #expect(settings.nameRow.bounds.height == 52)
        let field = settings.nameRow.textField.frame
        #expect(abs(field.width - settings.nameRow.bounds.width * 0.55) < 1)
        simulation.resize(to: CGSize(width: 1000, height: 800))
        simulation.advance(by: .seconds(1))
        #expect(settings.nameRow.textField.frame.width == 280)
        #expect(simulation.issues == [])
    }

    @Test func `The keyboard moves the form, and saving asks for a comment`() throws {
        let settings = settings()
        let keyboard = CGRect(x: 0, y: settings.view.bounds.height - 300, width: 390, height: 300)
        NotificationCenter.default.post(
            name: UIResponder.keyboardWillShowNotification, object: nil,
            userInfo: [
                UIResponder.keyboardFrameEndUserInfoKey: NSValue(cgRect: keyboard),
                UIResponder.keyboardAnimationDurationUserInfoKey: NSNumber(value: 0.25),
            ])
        simulation.advance(by: .seconds(1))
        #expect(settings.scrollView.frame.maxY == settings.view.bounds.height - 300)
        settings.navigationItem.rightBarButtonItem?.simulateTap()
        simulation.advance(by: .seconds(2))
        let alert = try #require(settings.presentedViewController as? UIAlertController)
        alert.textFields?.first?.text = "thanks"
        alert.simulateTap(onActionWithTitle: "OK")
        simulation.advance(by: .seconds(1))
        #expect(settings.log == ["keyboard 300.0", "saved thanks"])
        #expect(settings.progressView.progress == 1)
        #expect(simulation.issues == [])
    }

    @Test func `An observer that is no responder is told of the offset until it stops`() {
        let settings = settings()
        let header = StretchyHeader(scrollView: settings.scrollView)
        settings.scrollView.contentOffset.y = 20
        settings.scrollView.contentOffset.y = 30
        header.stop()
        settings.scrollView.contentOffset.y = 0
        #expect(header.offsets == [20, 30])
        #expect(simulation.issues == [])
    }
}
