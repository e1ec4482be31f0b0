import Testing
import UIKit

extension Fidelity.Inference {
    @Suite @MainActor struct Containment {
        @Test
        func `[1.4] [16.9] addChild removes a child from its parent, with both callbacks`() async {
            let screen = Screen()
            let (first, second) = (screen.controller("first"), screen.controller("second"))
            let child = screen.controller("child")
            await screen.show(first)
            first.addChild(child)
            child.didMove(toParent: first)
            screen.log.forget()
            second.addChild(child)
            await screen.end(expecting: [
                "child.willMove(nil)", "child.didMove(nil)", "child.willMove(second)",
            ])
        }

        @Test func `[1.6] Children of a controller that changes its parent are not called`() async {
            let screen = Screen()
            let (parent, child) = (screen.controller("parent"), screen.controller("child"))
            await screen.show(parent)
            child.addChild(screen.controller("grandchild"))
            screen.log.forget()
            parent.addChild(child)
            child.didMove(toParent: parent)
            child.willMove(toParent: nil)
            child.removeFromParent()
            await screen.end(expecting: [
                "child.willMove(parent)", "child.didMove(parent)", "child.willMove(nil)",
                "child.didMove(nil)",
            ])
        }

        @Test
        func `[1.10] A child that loads before addChild has no parent in viewDidLoad`() async {
            let screen = Screen([.load, .move])
            let (parent, child) = (screen.controller("parent"), screen.controller("child"))
            await screen.show(parent)
            child.reactions["viewDidLoad"] = { [log = screen.log] child in
                log.mark(child.parent == nil ? "without parent" : "with parent")
            }
            parent.view.addSubview(child.view)
            parent.addChild(child)
            await screen.end(expecting: [
                "child.viewDidLoad", "without parent", "child.willMove(parent)",
            ])
        }

        @Test func `[5.4] [16.3] A transition in a parent without a window sends nothing`() async {
            let screen = Screen()
            let (parent, old, new) = screen.children()
            screen.log.forget()
            parent.transition(from: old, to: new, duration: 0.2) {
                screen.log.mark("animations")
            } completion: { finished in
                screen.log.mark("completion(\(finished))")
            }
            await screen.wait()
            screen.log.mark("old view is out: \(old.view.superview == nil)")
            screen.log.mark("new view is in: \(new.view.superview === parent.view)")
            await screen.end(expecting: [
                "animations", "completion(true)", "old view is out: true",
                "new view is in: true",
            ])
        }

        @Test
        func `[5.5] [16.4] A transition of no duration has the same order, not animated`() async {
            let screen = Screen([.appear, .animated])
            let (parent, old, new) = screen.children()
            await screen.show(parent)
            parent.transition(from: old, to: new, duration: 0, animations: nil) { finished in
                screen.log.mark("completion(\(finished))")
            }
            screen.log.mark("the call returns")
            await screen.end(expecting: [
                "old.viewWillDisappear(false)", "new.viewWillAppear(false)",
                "new.viewDidAppear(false)", "old.viewDidDisappear(false)", "completion(true)",
                "the call returns",
            ])
        }

        @Test func `[5.2] A second transition between children ends the first one at once`() async {
            let screen = Screen()
            let (parent, first, second) = screen.children()
            let third = screen.controller("third")
            parent.addChild(third)
            await screen.show(parent)
            parent.transition(from: first, to: second, duration: 0.5, animations: nil) { _ in
                screen.log.mark("first completion")
            }
            await screen.wait(0.1)
            screen.log.mark("second transition")
            parent.transition(from: second, to: third, duration: 0.5, animations: nil) { _ in
                screen.log.mark("second completion")
            }
            await screen.wait()
            await screen.end(expecting: [
                "old.viewWillDisappear", "new.viewWillAppear", "second transition",
                "new.viewDidAppear", "old.viewDidDisappear", "first completion",
                "new.viewWillDisappear", "third.viewWillAppear", "third.viewDidAppear",
                "new.viewDidDisappear", "second completion",
            ])
        }

        @Test func `[5.7] showHideTransitionViews leaves both views where they are`() async {
            let screen = Screen()
            let (parent, old, new) = screen.children()
            new.view.isHidden = true
            parent.view.addSubview(new.view)
            await screen.show(parent)
            parent.transition(
                from: old, to: new, duration: 0.2, options: .showHideTransitionViews,
                animations: nil
            ) { _ in screen.log.mark("completion") }
            await screen.wait()
            screen.log.mark("old view is out: \(old.view.superview == nil)")
            await screen.end(expecting: [
                "old.viewWillDisappear", "old.viewDidDisappear", "completion",
                "old view is out: false",
            ])
        }
    }
}
