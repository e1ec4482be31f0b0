import Testing
import UIKit

@MainActor
final class TargetTests {
    /// Alive as long as the test.
    private var window: UIWindow?

    private func screen(_ controls: UIView...) -> Simulation {
        let simulation = Simulation.current
        let window = UIWindow()
        let root = UIViewController()
        window.rootViewController = root
        window.makeKeyAndVisible()
        self.window = window
        for (index, control) in controls.enumerated() {
            control.frame = CGRect(x: 10, y: 100 * index + 10, width: 300, height: 40)
            root.view.addSubview(control)
        }
        return simulation
    }

    @Test
    func `A control and a bar button item call a method of their target, which they do not keep`() {
        Simulation.begin()
        var target: Target? = Target()
        let button = UIButton(type: .system)
        button.addTarget(target!, action: Target.pressed, for: .touchUpInside)
        let item = UIBarButtonItem(title: "x", style: .plain, target: target!, action: Target.done)
        let simulation = screen(button)
        simulation.tap(button)
        item.simulateTap()
        #expect(target?.calls == ["pressed true", "done"])
        weak var weakTarget = target
        target = nil
        #expect(weakTarget == nil)
        simulation.tap(button)
    }

    @Test func `A segmented control, a page control and a switch change under the finger`() {
        Simulation.begin()
        let segments = UISegmentedControl(items: ["a", "b", "c"])
        let pages = UIPageControl()
        pages.numberOfPages = 3
        let onOff = UISwitch()
        var changes = 0
        let simulation = screen(segments, pages, onOff)
        for control in [segments, pages, onOff] as [UIControl] {
            control.addAction(UIAction { _ in changes += 1 }, for: .valueChanged)
            simulation.tap(control)
        }
        #expect(segments.selectedSegmentIndex == 1)
        #expect(pages.currentPage == 1)
        #expect(onOff.isOn)
        #expect(changes == 3)
        pages.currentPage = 7
        #expect(pages.currentPage == 2)
    }

    @Test func `Touches are ignored between begin and end of ignoring interaction events`() {
        Simulation.begin()
        var taps = 0
        let button = UIButton(type: .system, primaryAction: UIAction { _ in taps += 1 })
        let simulation = screen(button)
        UIApplication.shared.beginIgnoringInteractionEvents()
        simulation.tap(button)
        #expect(taps == 0)
        UIApplication.shared.endIgnoringInteractionEvents()
        simulation.tap(button)
        #expect(taps == 1)
        #expect(simulation.issues == [])
    }

    @Test
    func `A method of an observer is called for notifications as long as the observer is there`() {
        Simulation.begin()
        var target: Target? = Target()
        let name = UIDevice.orientationDidChangeNotification
        let sender = NSObject()
        NotificationCenter.default.addObserver(
            target!, selector: Target.done, name: name, object: sender)
        NotificationCenter.default.post(name: name, object: sender)
        #expect(target?.calls == ["done"])
        target = nil
        NotificationCenter.default.post(name: name, object: sender)
    }

    @Test func `What needs a storyboard or a nib file is an issue with UIKit's exception`() {
        let simulation = Simulation.begin()
        let controller = UIViewController()
        #expect(controller.storyboard == nil)
        controller.performSegue(withIdentifier: "menu", sender: nil)
        _ = UIStoryboard(name: "Main", bundle: nil)
            .instantiateViewController(withIdentifier: "Menu")
        #expect(UINib(nibName: "Cell", bundle: nil).instantiate(withOwner: nil).isEmpty)
        #expect(
            simulation.issues.map(\.exception) == [
                "NSInvalidArgumentException", "NSInvalidArgumentException",
                "NSInternalInconsistencyException",
            ])
    }

    @Test func `Interface elements of the screen are known to the application and its scene`() {
        Simulation.begin()
        let simulation = screen()
        #expect(UIApplication.shared.windows.count == 1)
        #expect(UIApplication.shared.keyWindow?.rootViewController != nil)
        #expect(UIApplication.shared.statusBarOrientation == .portrait)
        #expect(UIScreen.main.bounds.size == simulation.screenSize)
    }
}

@MainActor
private final class Target {
    private(set) var calls: [String] = []
    func pressed(_ sender: UIButton) { calls.append("pressed \(sender.isEnabled)") }
    func done() { calls.append("done") }
}

private nonisolated(unsafe) var menuKey: UInt8 = 0

extension TargetTests {
    @Test func `A view keeps associated values, and releases them with itself`() {
        Simulation.begin()
        var view: UIView? = UIView()
        var value: Target? = Target()
        objc_setAssociatedObject(view!, &menuKey, value, .OBJC_ASSOCIATION_RETAIN)
        weak var weakValue = value
        value = nil
        #expect(objc_getAssociatedObject(view!, &menuKey) as? Target === weakValue)
        #expect(weakValue != nil)
        view = nil
        #expect(weakValue == nil)
    }
}
