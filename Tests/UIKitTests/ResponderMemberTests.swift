import Testing
import UIKit

@MainActor
@Suite(.simulation) struct ResponderMemberTests {
    private final class Counter: UIViewController {
        var count = 0
        func set(_ new: Int) {
            let old = count
            undoManager?.registerUndo(withTarget: self) { $0.set(old) }
            count = new
        }
    }

    private let window = UIWindow()

    @Test func `A controller in a window undoes and redoes with the window's undo manager`() throws
    {
        let counter = Counter()
        #expect(counter.undoManager == nil)
        window.rootViewController = counter
        window.makeKeyAndVisible()
        let undo = try #require(counter.undoManager)
        #expect(undo === window.undoManager)
        counter.set(1)
        counter.set(2)
        undo.setActionName("Count")
        undo.undo()
        #expect(counter.count == 1 && undo.redoActionName == "Count" && undo.canUndo)
        undo.redo()
        #expect(counter.count == 2 && !undo.canRedo)
        undo.undo()
        undo.undo()
        #expect(counter.count == 0 && !undo.canUndo)
    }

    @Test func `A group is undone in one step, the last change first`() {
        let undo = UndoManager()
        var log: [Int] = []
        undo.beginUndoGrouping()
        undo.registerUndo(withTarget: window) { _ in log.append(1) }
        undo.registerUndo(withTarget: window) { _ in log.append(2) }
        undo.endUndoGrouping()
        undo.undo()
        #expect(log == [2, 1] && !undo.canUndo && !undo.canRedo)
    }

    @Test func `A window that refuses to become key leaves the key window alone`() {
        final class Overlay: UIWindow { override var canBecomeKey: Bool { false } }
        window.rootViewController = UIViewController()
        window.makeKeyAndVisible()
        let overlay = Overlay()
        overlay.rootViewController = UIViewController()
        overlay.makeKeyAndVisible()
        #expect(window.isKeyWindow && !overlay.isKeyWindow && !overlay.isHidden)
    }

    @Test func `A responder performs no edit action that it does not claim`() {
        Selector.register("copy:", UIResponder.copy(_:))
        #expect(!UIView().canPerformAction("copy:", withSender: nil))
    }

    @Test func `A responder performs an edit action that its class overrides`() {
        final class Copier: UIView { override func copy(_ sender: Any?) {} }
        Selector.register("copy:", Copier.copy(_:))
        #expect(Copier().canPerformAction("copy:", withSender: nil))
        #expect(!UIView().canPerformAction("copy:", withSender: nil))
    }

    @Test func `A hash table forgets released objects, and holds each one once`() {
        let table = NSHashTable<AnyObject>.weakObjects()
        var view: UIView? = UIView()
        table.add(window)
        table.add(window)
        table.add(view)
        #expect(table.count == 2 && table.contains(view))
        view = nil
        #expect(table.count == 1 && table.allObjects.first === window)
    }

    @Test func `A map table with weak keys forgets their values`() {
        let table = NSMapTable<UIView, NSString>.weakToStrongObjects()
        var view: UIView? = UIView()
        table.setObject("a", forKey: view)
        table.setObject("b", forKey: window)
        table.setObject("c", forKey: window)
        view = nil
        #expect(table.count == 1 && table.object(forKey: window) == "c")
    }
}
