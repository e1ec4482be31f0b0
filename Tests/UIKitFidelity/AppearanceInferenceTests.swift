import Testing
import UIKit

extension Fidelity.Inference {
    @Suite @MainActor struct Appearance {
        /// Returns a container with manual forwarding and a child that is not visible yet.
        private func manual() async -> (Screen, RecordingController, RecordingController) {
            let screen = Screen()
            let (parent, child) = (screen.controller("parent"), screen.controller("child"))
            parent.forwards = false
            await screen.show(parent)
            parent.addChild(child)
            child.didMove(toParent: parent)
            screen.log.forget()
            return (screen, parent, child)
        }

        @Test func `[4.3] [4.4] [16.1] One end finishes an appearance that was reversed`() async {
            let (screen, _, child) = await manual()
            child.beginAppearanceTransition(true, animated: false)
            child.beginAppearanceTransition(false, animated: false)
            child.endAppearanceTransition()
            screen.log.mark("after one end")
            child.endAppearanceTransition()
            await screen.end(
                expecting: [
                    "child.viewWillAppear", "child.viewWillDisappear", "child.viewDidDisappear",
                    "after one end",
                ], issues: 1)
        }

        @Test func `[4.5] Two begins in the same direction need two ends`() async {
            let (screen, _, child) = await manual()
            child.beginAppearanceTransition(true, animated: false)
            child.beginAppearanceTransition(true, animated: false)
            child.endAppearanceTransition()
            screen.log.mark("after one end")
            child.endAppearanceTransition()
            await screen.end(expecting: [
                "child.viewWillAppear", "after one end", "child.viewDidAppear",
            ])
        }

        @Test
        func `[4.6] A begin toward the present state repeats the callbacks`() async {
            let (screen, _, child) = await manual()
            child.beginAppearanceTransition(true, animated: false)
            child.endAppearanceTransition()
            screen.log.forget()
            child.beginAppearanceTransition(true, animated: false)
            child.endAppearanceTransition()
            await screen.end(expecting: ["child.viewWillAppear", "child.viewDidAppear"])
        }

        @Test func `[4.9] A begin that is never ended mutes the controller`() async {
            let screen = Screen()
            let (parent, child) = (screen.controller("parent"), screen.controller("child"))
            await screen.show(parent)
            parent.addChild(child)
            child.beginAppearanceTransition(true, animated: false)
            parent.view.addSubview(child.view)
            await screen.wait()
            child.view.removeFromSuperview()
            await screen.end(expecting: [
                "child.willMove(parent)", "child.viewWillAppear",
            ])
        }

        @Test func `[3.10] Hiding and covering a view sends nothing`() async {
            let screen = Screen()
            let (parent, child) = (screen.controller("parent"), screen.controller("child"))
            await screen.show(parent)
            parent.install(child)
            await screen.wait()
            screen.log.forget()
            child.view.isHidden = true
            await screen.wait()
            child.view.isHidden = false
            child.view.alpha = 0
            parent.view.addSubview(UIView(frame: parent.view.bounds))
            await screen.end(expecting: [])
        }

        @Test
        func `[2.3] A child added to a navigation controller loads and does not appear`() async {
            let screen = Screen([.load, .move, .appear])
            let child = screen.controller("child")
            let navigation = screen.navigation("nav", screen.controller("root"))
            await screen.show(navigation)
            navigation.addChild(child)
            navigation.view.addSubview(child.view)
            child.didMove(toParent: navigation)
            await screen.end(expecting: [
                "child.willMove(nav)", "child.viewDidLoad", "child.didMove(nav)",
            ])
        }
    }
}
