import Testing
import UIKit

/// Tests of selectors as values, with registered methods as generated code would register them.
@MainActor
final class SelectorTests {
    @Test func `A selector calls a registered method, also an override, and returns its result`() {
        Simulation.begin()
        Menu.registerMethods()
        let (menu, sub) = (Menu(), SubMenu())
        #expect(menu.responds(to: "open"))
        #expect(!menu.responds(to: "close"))
        #expect(!NSObject().responds(to: "open"))
        menu.perform("open")
        sub.perform("open")
        sub.perform(NSSelectorFromString("pick:"), with: "soup")
        sub.perform("pick:and:", with: "soup", with: nil)
        #expect(menu.calls == ["open"])
        #expect(sub.calls == ["sub open", "pick soup", "pick soup and nil"])
        let name = menu.perform("name")?.takeUnretainedValue()
        #expect(name as? NSObject === menu.title)
        #expect(Simulation.current.issues == [])
    }

    @Test func `A missing method raises, and so does an argument of another type`() {
        let simulation = Simulation.begin()
        Menu.registerMethods()
        let menu = Menu()
        menu.perform("vanish:", with: nil)
        menu.perform("pick:", with: 5)
        #expect(
            simulation.issues.map(\.exceptionAndText) == [
                "NSInvalidArgumentException: -[Menu vanish:]: unrecognized selector sent to "
                    + "instance 0x...",
                "NSInvalidArgumentException: -[Menu pick:]: the argument has another type than the "
                    + "parameter",
            ])
    }

    @Test func `A control calls its targets, and one without a target searches the responders`() {
        let simulation = Simulation.begin()
        Menu.registerMethods()
        let (window, controller, menu) = (UIWindow(), ChainController(), Menu())
        window.rootViewController = controller
        window.makeKeyAndVisible()
        let button = UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
        controller.view.addSubview(button)
        button.addTarget(menu, action: "pressed:", for: .touchUpInside)
        button.addTarget(menu, action: "pressed:", for: .touchUpInside)
        button.addTarget(nil, action: "chained", for: .touchUpInside)
        simulation.tap(button)
        #expect(menu.calls == ["pressed"])
        #expect(controller.count == 1)
        #expect(button.actions(forTarget: menu, forControlEvent: .touchUpInside) == ["pressed:"])
        #expect(button.allTargets == [menu])
        button.removeTarget(menu, action: nil, for: .allEvents)
        simulation.tap(button)
        #expect(menu.calls == ["pressed"])
        #expect(controller.count == 2)
        #expect(UIApplication.shared.sendAction("chained", to: nil, from: button, for: nil))
        #expect(!UIApplication.shared.sendAction("unknown", to: nil, from: button, for: nil))
        #expect(simulation.issues == [])
    }

    @Test func `The first responder is searched before the sender`() {
        let simulation = Simulation.begin()
        Menu.registerMethods()
        let (window, first, second) = (UIWindow(), ChainController(), ChainController())
        first.install(second)
        window.rootViewController = first
        window.makeKeyAndVisible()
        #expect(second.becomeFirstResponder())
        UIApplication.shared.sendAction("chained", to: nil, from: first.view, for: nil)
        #expect((first.count, second.count) == (0, 1))
        #expect(first.becomeFirstResponder())
        #expect(!second.isFirstResponder)
        let target = second.target(forAction: "chained", withSender: nil)
        #expect(target as? UIViewController === second)
        #expect(simulation.issues == [])
    }

    @Test func `A recognizer and a bar button item call their targets`() {
        let simulation = Simulation.begin()
        Menu.registerMethods()
        let (window, controller, menu) = (UIWindow(), UIViewController(), Menu())
        window.rootViewController = controller
        window.makeKeyAndVisible()
        let tap = UITapGestureRecognizer(target: menu, action: "tapped:")
        controller.view.addGestureRecognizer(tap)
        simulation.tap(controller.view)
        tap.removeTarget(menu, action: "other")
        simulation.tap(controller.view)
        tap.removeTarget(menu, action: "tapped:")
        simulation.tap(controller.view)
        #expect(menu.calls == ["tapped", "tapped"])
        UIBarButtonItem(title: "x", style: .plain, target: menu, action: "open").simulateTap()
        #expect(menu.calls.last == "open")
        #expect(simulation.issues == [])
    }

    @Test func `Timers, delays and display links call methods on the simulation's clock`() {
        let simulation = Simulation.begin()
        Menu.registerMethods()
        let menu = Menu()
        let timer = Timer.scheduledTimer(
            timeInterval: 1, target: menu, selector: "ticked:", userInfo: nil, repeats: true)
        menu.perform("pick:", with: "late", afterDelay: 1.5)
        menu.perform("open", with: nil, afterDelay: 1.5)
        NSObject.cancelPreviousPerformRequests(
            withTarget: menu, selector: "open", object: nil)
        simulation.advance(by: .seconds(2))
        timer.invalidate()
        simulation.advance(by: .seconds(2))
        #expect(menu.calls == ["ticked", "pick late", "ticked"])
        #expect(simulation.issues == [])
    }

    @Test func `An observer is called until it is removed, and may remove itself in its deinit`() {
        let simulation = Simulation.begin()
        Menu.registerMethods()
        let (center, name) = (NotificationCenter(), Notification.Name("menu"))
        var menu: Menu? = Menu()
        center.addObserver(menu!, selector: "noticed:", name: name, object: nil)
        center.post(name: name, object: nil)
        #expect(menu?.calls == ["noticed"])
        center.removeObserver(menu!)
        center.post(name: name, object: nil)
        #expect(menu?.calls == ["noticed"])
        center.addObserver(menu!, selector: "noticed:", name: name, object: nil)
        center.removeObserver(menu!, name: Notification.Name("other"), object: nil)
        center.post(name: name, object: nil)
        #expect(menu?.calls == ["noticed", "noticed"])
        menu?.center = center
        menu = nil
        center.post(name: name, object: nil)
        #expect(simulation.issues == [])
    }

    @Test func `The target of show is the nearest navigation or split view controller`() {
        Simulation.begin()
        let child = UIViewController()
        let navigation = UINavigationController(rootViewController: child)
        #expect(
            child.targetViewController(forAction: "showViewController:sender:", sender: nil)
                === navigation)
        #expect(
            child.targetViewController(forAction: "showDetailViewController:sender:", sender: nil)
                == nil)
    }
}

private class Menu: NSObject {
    let title = NSObject()
    var calls: [String] = []
    nonisolated(unsafe) var center: NotificationCenter?

    deinit { unsafe center?.removeObserver(self) }

    func open() { calls.append("open") }
    func pick(_ dish: String) { calls.append("pick \(dish)") }
    func pick(_ dish: String, and other: String?) {
        calls.append("pick \(dish) and \(other ?? "nil")")
    }
    func name() -> NSObject { title }
    func pressed(_ sender: UIButton) { calls.append("pressed") }
    func tapped(_ recognizer: UITapGestureRecognizer) { calls.append("tapped") }
    func ticked(_ timer: Timer) { calls.append("ticked") }
    func noticed(_ notification: Notification) { calls.append("noticed") }

    @MainActor
    static func registerMethods() {
        Selector.register("open") { (menu: Menu) in { menu.open() } }
        Selector.register("pick:") { (menu: Menu) in { (dish: String) in menu.pick(dish) } }
        Selector.register("pick:and:") { (menu: Menu) in
            { (dish: String, other: String?) in menu.pick(dish, and: other) }
        }
        Selector.register("name") { (menu: Menu) in { menu.name() } }
        Selector.register("pressed:") { (menu: Menu) in { (b: UIButton) in menu.pressed(b) } }
        Selector.register("tapped:") { (menu: Menu) in
            { (tap: UITapGestureRecognizer) in menu.tapped(tap) }
        }
        Selector.register("ticked:") { (menu: Menu) in { (timer: Timer) in menu.ticked(timer) } }
        Selector.register("noticed:") { (menu: Menu) in
            { (notification: Notification) in menu.noticed(notification) }
        }
        Selector.register("chained", ChainController.chained)
    }
}

private final class SubMenu: Menu {
    override func open() { calls.append("sub open") }
}

private final class ChainController: UIViewController {
    private(set) var count = 0

    override var canBecomeFirstResponder: Bool { true }

    func chained() { count += 1 }
}
