import Containers
@testable import Containment
import ContainmentTesting
import PagerModel
import Testing

@testable import UIKit

/// Tests of objects that are made again for a scene that was read from an archive.
@MainActor
@Suite(.serialized) struct RestorationTests {
    /// A controller that shows chapters on a stack of its own, with a badge on its view.
    final class Reader: UIViewController {
        let stack = UINavigationController(rootViewController: Chapter())
        static weak var last: Reader?
        static var log: [String] = []
        /// The number of chapters that a new object shows.
        static var chapters = 1

        override func viewDidLoad() {
            super.viewDidLoad()
            Self.last = self
            Self.log.append("loaded")
            addChild(stack)
            view.addSubview(stack.view)
            view.addSubview(UIView())
            stack.didMove(toParent: self)
            show(Self.chapters)
        }

        private func show(_ chapters: Int) {
            while stack.viewControllers.count < chapters {
                stack.pushViewController(Chapter(), animated: false)
            }
        }

        override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            Self.log.append("appeared")
        }

        override func encodeRestorableState(with coder: NSCoder) {
            super.encodeRestorableState(with: coder)
            coder.encode(stack.viewControllers.count, forKey: "chapters")
        }

        override func decodeRestorableState(with coder: NSCoder) {
            super.decodeRestorableState(with: coder)
            Self.log.append("decoded")
            show(coder.decodeInteger(forKey: "chapters"))
        }

        override func applicationFinishedRestoringState() { Self.log.append("finished") }
    }

    final class Chapter: UIViewController {}

    /// A controller whose class does not encode its state.
    final class Forgetful: UIViewController {}

    private static let plugins = Plugins.viewController("reader", restoresState: true) { Reader() }
    private static let forgetful = Plugins.viewController("forgetful") { Forgetful() }

    private let simulation = Simulation(isHosted: true)

    private func scene() -> Scene {
        Reader.log = []
        var scene = Scene(kinds: Containers.kinds + Self.plugins.kinds)
        scene.setObserver(simulation.observer)
        return scene
    }

    /// Shows a reader with two chapters in a window. New objects show one.
    private func showReader(in scene: inout Scene) throws {
        Reader.chapters = 2
        defer { Reader.chapters = 1 }
        try scene.make("reader", kind: "reader")
        try scene.run(WindowCreate { $0.id = "window" })
        try scene.show("reader")
        scene.drain { _ in }
    }

    /// Returns a scene with the content of an archive of another scene, and its objects.
    private func restored(_ scene: inout Scene) throws -> Scene {
        scene.drain { _ in }
        let bytes = Archive.writing { scene.visit(&$0) }
        var next = self.scene()
        try bytes.withUnsafeBytes { try Archive.reading($0) { next.visit(&$0) } }
        next.restoreObjects()
        return next
    }

    private func ids(in scene: inout Scene) throws -> [String] {
        try scene.run(ControllerList()).controllers.map(\.id.text).sorted()
    }

    @Test func `The object is loaded, decodes its state and appears, in this order`() throws {
        var old = scene()
        try showReader(in: &old)
        #expect(Reader.log == ["loaded", "appeared"])
        var new = try restored(&old)
        #expect(Reader.log == ["loaded", "decoded", "finished", "appeared"])
        #expect(Reader.last?.stack.viewControllers.count == 2)
        #expect(Reader.last?.view.window?.bounds.width == 390)
        let record = try new.run(ControllerGet { $0.id = "reader" })
        #expect(record.appearance == .appeared)
        #expect(new.violations().isEmpty)
    }

    @Test func `The records of the former objects are gone, and those of clients stay`() throws {
        var old = scene()
        try showReader(in: &old)
        try old.make("third")
        try old.run(
            NavigationPush {
                $0.id = "UINavigationController"
                $0.controller = "third"
            })
        var new = try restored(&old)
        #expect(
            try ids(in: &new) == [
                "Chapter", "Chapter-2", "UINavigationController", "reader", "third",
            ])
        // The client's controller was on the stack of the former object.
        #expect(try new.run(ControllerGet { $0.id = "third" }).parent == nil)
        try new.run(ControllerDestroy { $0.id = "third" })
        #expect(new.violations().isEmpty)
    }

    @Test func `A controller that a client has presented is presented again`() throws {
        var old = scene()
        try showReader(in: &old)
        for id in ["sheet", "note"] as [Identifier] {
            try old.make(id)
        }
        let now = TransitionRequest { $0.animated = false }
        try old.run(
            ModalPresent {
                $0.from = "reader"
                $0.controller = "sheet"
                $0.style = .pageSheet
                $0.motion = now
            })
        try old.run(
            ModalPresent {
                $0.from = "sheet"
                $0.controller = "note"
                $0.motion = now
            })
        var new = try restored(&old)
        let sheet = try new.run(ControllerGet { $0.id = "sheet" })
        let note = try new.run(ControllerGet { $0.id = "note" })
        #expect(sheet.presentingViewController == "reader" && sheet.appearance == .appeared)
        #expect(note.presentingViewController == "sheet" && note.appearance == .appeared)
        #expect(new.violations().isEmpty)
    }

    @Test func `An object outside of any window is restored without loading its view`() throws {
        var old = scene()
        try old.make("reader", kind: "reader")
        var new = try restored(&old)
        #expect(Reader.log == ["decoded", "finished"])
        try new.run(ControllerLoadViewIfNeeded { $0.id = "reader" })
        #expect(Reader.log == ["decoded", "finished", "loaded"])
        #expect(new.violations().isEmpty)
    }

    @Test func `A record of an object that a client uses stays without an object`() throws {
        var old = scene()
        try old.make("reader", kind: "reader")
        try old.run(ControllerLoadViewIfNeeded { $0.id = "reader" })
        try old.make("tabs", kind: "tabBar")
        try old.run(ViewRemoveFromSuperview { $0.view = "UINavigationController" })
        try old.run(ControllerRemoveFromParent { $0.id = "UINavigationController" })
        try old.run(
            TabBarSetControllers {
                $0.id = "tabs"
                $0.controllers = ["UINavigationController"]
            })
        var new = try restored(&old)
        let record = try new.run(ControllerGet { $0.id = "UINavigationController" })
        #expect(record.parent == "tabs")
        #expect(new.violations().isEmpty)
    }

    @Test func `A state that cannot be read is reported, and the new object is shown`() throws {
        var old = scene()
        try showReader(in: &old)
        let reader = try #require(old.find("reader"))
        old[ViewControllerKind<Reader>.self, reader].encoded = [1, 2, 3]
        var new = try restored(&old)
        #expect(Reader.log == ["loaded", "finished", "appeared"])
        let messages = new.drainMisuses()
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix("the encoded state of ") == true, "\(messages)")
    }

    @Test func `The daemon knows which kinds a journal cannot restore`() {
        let all = Self.plugins + Self.forgetful
        #expect(all.kindsOfObjects(restored: false) == ["forgetful"])
        #expect(all.kindsOfObjects(restored: true) == ["reader"])
    }
}
