import Testing
import UIKit

extension Fidelity.Known {
    @Suite @MainActor struct Containment {
        @Test func `[1.1] [1.3] [3.2] A child of a visible parent appears in addSubview`() async {
            let screen = Screen([.load, .move, .appear])
            let (parent, child) = (screen.controller("parent"), screen.controller("child"))
            await screen.show(parent)
            parent.addChild(child)
            screen.log.mark("addSubview")
            parent.view.addSubview(child.view)
            screen.log.mark("didMove")
            child.didMove(toParent: parent)
            await screen.end(expecting: [
                "child.willMove(parent)", "addSubview", "child.viewDidLoad",
                "child.viewWillAppear", "didMove", "child.didMove(parent)",
                "child.viewDidAppear",
            ])
        }

        @Test func `[1.2] [3.3] A child is removed by three calls`() async {
            let screen = Screen()
            let (parent, child) = (screen.controller("parent"), screen.controller("child"))
            await screen.show(parent)
            parent.install(child)
            await screen.wait()
            screen.log.forget()
            child.willMove(toParent: nil)
            child.view.removeFromSuperview()
            child.removeFromParent()
            await screen.end(expecting: [
                "child.willMove(nil)", "child.viewWillDisappear", "child.didMove(nil)",
                "child.viewDidDisappear",
            ])
        }

        @Test func `[3.4] A container's own animation shows the new child first`() async {
            let screen = Screen()
            let (parent, old, new) = screen.children()
            await screen.show(parent)
            parent.view.addSubview(new.view)
            new.view.alpha = 0
            UIView.animate(withDuration: 0.2) {
                new.view.alpha = 1
            } completion: { _ in
                screen.log.mark("completion")
                old.view.removeFromSuperview()
            }
            await screen.end(expecting: [
                "new.viewWillAppear", "new.viewDidAppear", "completion",
                "old.viewWillDisappear", "old.viewDidDisappear",
            ])
        }

        @Test
        func `[3.5] [3.11] A registered child appears with its parent, phase by phase`() async {
            let screen = Screen([.load, .move, .appear, .isAppearing])
            let (parent, child) = (screen.controller("parent"), screen.controller("child"))
            parent.reactions["viewDidLoad"] = { $0.install(child) }
            await screen.reveal(parent)
            await screen.end(expecting: [
                "parent.viewDidLoad", "child.willMove(parent)", "child.viewDidLoad",
                "child.didMove(parent)", "parent.viewWillAppear", "child.viewWillAppear",
                "parent.viewIsAppearing", "child.viewIsAppearing", "parent.viewDidAppear",
                "child.viewDidAppear",
            ])
        }

        @Test func `[3.6] A controller without a parent follows the tree of views`() async {
            let screen = Screen()
            let (host, orphan) = (screen.controller("host"), screen.controller("orphan"))
            host.view.addSubview(orphan.view)
            await screen.reveal(host)
            await screen.end(expecting: [
                "host.viewWillAppear", "orphan.viewWillAppear", "orphan.viewDidAppear",
                "host.viewDidAppear",
            ])
        }

        @Test
        func `[4.1] [4.2] [4.11] A container with manual forwarding decides the order`() async {
            let screen = Screen()
            let (parent, old, new) = screen.children()
            parent.forwards = false
            await screen.show(parent)
            old.beginAppearanceTransition(true, animated: false)
            old.endAppearanceTransition()
            screen.log.forget()
            old.beginAppearanceTransition(false, animated: true)
            new.beginAppearanceTransition(true, animated: true)
            parent.view.addSubview(new.view)
            old.view.removeFromSuperview()
            new.endAppearanceTransition()
            old.endAppearanceTransition()
            await screen.end(expecting: [
                "old.viewWillDisappear", "new.viewWillAppear", "new.viewDidAppear",
                "old.viewDidDisappear",
            ])
        }

        @Test func `[5.2] [15.3] A transition between children`() async {
            let screen = Screen()
            let (parent, old, new) = screen.children()
            await screen.show(parent)
            old.willMove(toParent: nil)
            parent.transition(
                from: old, to: new, duration: 0.2, options: .transitionCrossDissolve,
                animations: nil
            ) { finished in
                screen.log.mark("completion(\(finished))")
                new.didMove(toParent: parent)
                old.removeFromParent()
            }
            screen.log.mark("the call returns")
            await screen.end(expecting: [
                "old.willMove(nil)", "old.viewWillDisappear", "new.viewWillAppear",
                "the call returns", "new.viewDidAppear", "old.viewDidDisappear",
                "completion(true)", "new.didMove(parent)", "old.didMove(nil)",
            ])
        }
    }
}
