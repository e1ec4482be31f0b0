import Containers
@testable import Containment
import ContainmentTesting
import PagerModel
import Testing

@testable import UIKit

/// Tests of view controllers on an engine that they do not own, as in a daemon.
@MainActor
@Suite struct HostedTests {
    /// A controller that shows a greeting for a while.
    final class Greeter: UIViewController {
        let greeting = UIViewController()
        static weak var last: Greeter?
        static var completions: [String] = []

        override func viewDidLoad() {
            super.viewDidLoad()
            Greeter.last = self
            addChild(greeting)
            view.addSubview(greeting.view)
            greeting.didMove(toParent: self)
        }

        override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            UIView.animate(withDuration: 1, animations: {}) { _ in
                Greeter.completions.append("animated")
                self.present(Note(), animated: true) { Greeter.completions.append("presented") }
            }
        }
    }

    final class Note: UIViewController {
        override init(nibName: String?, bundle: Bundle?) {
            super.init(nibName: nibName, bundle: bundle)
            modalPresentationStyle = .overFullScreen
        }

        required init?(coder: NSCoder) { nil }

        override func viewDidAppear(_ animated: Bool) { dismiss(animated: false) }
    }

    /// A controller whose class a closure does not declare.
    final class Undeclared: UIViewController {
        static var loads = 0
        static var laterLoads = 0

        override func viewDidLoad() {
            super.viewDidLoad()
            Self.loads += 1
            DispatchQueue.main.async { MainActor.assumeIsolated { Self.laterLoads += 1 } }
        }
    }

    /// A controller that needs its record before the closure has returned it.
    final class Early: UIViewController {
        init() {
            super.init(nibName: nil, bundle: nil)
            addChild(UIViewController())
        }

        required init?(coder: NSCoder) { nil }
    }

    private static let undeclared = Plugins.viewController("undeclared") {
        () -> UIViewController in isEarly ? Early() : Undeclared()
    }
    private static var isEarly = false

    private static let plugins = Plugins.viewController("greeter") { Greeter() }

    private let simulation = Simulation(isHosted: true)

    private func scene() -> Scene {
        var scene = Scene(
            kinds: Containers.kinds + Self.plugins.kinds + Self.undeclared.kinds)
        scene.setObserver(simulation.observer)
        return scene
    }

    @Test func `Its callbacks, timers and presentations run on the engine's clock`() throws {
        Greeter.completions = []
        var scene = scene()
        try scene.make("greeter", kind: "greeter")
        try scene.run(WindowCreate { $0.id = "window" })
        try scene.show("greeter")
        #expect(Greeter.last?.view.window?.bounds.width == 390)
        #expect(Greeter.last?.greeting.view.superview === Greeter.last?.view)
        scene.drain { _ in }
        scene.advance(to: Instant.zero.advanced(by: 0.9))
        #expect(Greeter.completions == [])
        scene.advance(to: Instant.zero.advanced(by: 1.2))
        #expect(Greeter.completions == ["animated"])
        let list = try scene.run(ControllerList())
        #expect(list.controllers.map(\.id.text) == ["greeter", "UIViewController", "Note"])
        scene.advance(to: Instant.zero.advanced(by: 3))
        scene.drain { _ in }
        #expect(Greeter.completions == ["animated", "presented"])
        // The note has dismissed itself and is released.
        #expect(
            try scene.run(ControllerList()).controllers.map(\.id.text)
                == ["greeter", "UIViewController"])
        #expect(scene.violations().isEmpty)
    }

    @Test func `The overrides of a subclass run although the closure declares its superclass`()
        throws
    {
        Undeclared.loads = 0
        Self.isEarly = false
        var scene = scene()
        try scene.make("a", kind: "undeclared")
        try scene.run(ControllerLoadViewIfNeeded { $0.id = "a" })
        #expect(Undeclared.loads == 1)
        #expect(scene.drainMisuses() == [])
    }

    @Test func `A block of the main queue runs on the engine's clock`() throws {
        Self.isEarly = false
        Undeclared.laterLoads = 0
        var scene = scene()
        try scene.make("a", kind: "undeclared")
        try scene.run(ControllerLoadViewIfNeeded { $0.id = "a" })
        #expect(Undeclared.laterLoads == 0)
        scene.advance(to: Instant.zero.advanced(by: 1))
        #expect(Undeclared.laterLoads == 1)
    }

    @Test func `An object that cannot become the created controller is reported`() throws {
        Self.isEarly = true
        var scene = scene()
        try scene.make("a", kind: "undeclared")
        let texts = scene.drainMisuses()
        #expect(texts.count == 1)
        #expect(texts.first?.contains("{ () -> Early in ... }") == true, "\(texts)")
    }

    @Test func `Destroying the controller releases the object and its children`() throws {
        var scene = scene()
        try scene.make("greeter", kind: "greeter")
        try scene.run(ControllerLoadViewIfNeeded { $0.id = "greeter" })
        weak let object = Greeter.last
        weak let child = object?.greeting
        #expect(object != nil && child != nil)
        try scene.run(ControllerDestroy { $0.id = "greeter" })
        #expect(object == nil && child == nil)
        #expect(try scene.run(ControllerList()).controllers.map(\.id.text) == [])
        #expect(scene.violations().isEmpty)
    }

    @Test func `No override is called in a transaction that may be undone`() throws {
        var scene = scene()
        try scene.make("greeter", kind: "greeter")
        let before = scene
        let seen = scene.eventTotal
        scene.setProvisional(true)
        try scene.run(ControllerLoadViewIfNeeded { $0.id = "greeter" })
        #expect(scene.observedSubject(since: seen).map { scene.name(of: $0) } == "greeter")
        scene = before
        try scene.run(ControllerLoadViewIfNeeded { $0.id = "greeter" })
        #expect(Greeter.last?.isViewLoaded == true)
        #expect(scene.observedSubject(since: scene.eventTotal) == nil)
        try scene.run(ControllerDestroy { $0.id = "greeter" })
    }
}
