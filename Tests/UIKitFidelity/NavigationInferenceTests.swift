import Testing
import UIKit

extension Fidelity.Inference {
    @Suite @MainActor struct Navigation {
        // This rests on one claim.
        @Test func `[6.3] A popped controller has no parent in viewDidDisappear`() async {
            let screen = Screen()
            let (root, top) = (screen.controller("root"), screen.controller("top"))
            let navigation = screen.navigation("nav", root, top)
            await screen.show(navigation)
            for callback in ["viewWillDisappear", "viewDidDisappear"] {
                top.reactions[callback] = { [log = screen.log] top in
                    log.mark(top.parent == nil ? "without parent" : "with parent")
                }
            }
            navigation.popViewController(animated: true)
            await screen.end(expecting: [
                "top.willMove(nil)", "top.viewWillDisappear", "with parent",
                "root.viewWillAppear", "top.viewDidDisappear", "without parent",
                "root.viewDidAppear", "top.didMove(nil)",
            ])
        }

        @Test func `[6.7] A stack off screen sends only callbacks about parents`() async {
            let screen = Screen()
            let navigation = screen.navigation("nav", screen.controller("root"))
            navigation.pushViewController(screen.controller("middle"), animated: false)
            navigation.pushViewController(screen.controller("top"), animated: false)
            screen.log.mark("shown")
            await screen.reveal(navigation)
            await screen.end(expecting: [
                "root.willMove(nav)", "root.didMove(nav)", "middle.willMove(nav)",
                "middle.didMove(nav)", "top.willMove(nav)", "shown", "nav.viewWillAppear",
                "top.viewWillAppear", "nav.viewDidAppear", "top.viewDidAppear",
                "top.didMove(nav)",
            ])
        }

        @Test
        func `[6.8] A replaced visible stack sends both callbacks to every controller`() async {
            let screen = Screen()
            let navigation = screen.navigation(
                "nav", screen.controller("first"), screen.controller("second"))
            await screen.show(navigation)
            navigation.setViewControllers(
                [screen.controller("third"), screen.controller("fourth")], animated: false)
            await screen.end(expecting: [
                "first.willMove(nil)", "second.willMove(nil)", "third.willMove(nav)",
                "third.didMove(nav)", "fourth.willMove(nav)", "second.viewWillDisappear",
                "fourth.viewWillAppear", "second.viewDidDisappear", "fourth.viewDidAppear",
                "fourth.didMove(nav)", "first.didMove(nil)", "second.didMove(nil)",
            ])
        }

        @Test
        func `[6.9] A pop to the root sends parents alone to the controllers between`() async {
            let screen = Screen()
            let navigation = screen.navigation(
                "nav", screen.controller("root"), screen.controller("middle"),
                screen.controller("top"))
            await screen.show(navigation)
            navigation.popToRootViewController(animated: true)
            await screen.end(expecting: [
                "middle.willMove(nil)", "top.willMove(nil)", "top.viewWillDisappear",
                "root.viewWillAppear", "top.viewDidDisappear", "root.viewDidAppear",
                "middle.didMove(nil)", "top.didMove(nil)",
            ])
        }

        @Test func `[6.13] A second push during an animated push is refused`() async {
            let screen = Screen()
            let navigation = screen.navigation("nav", screen.controller("root"))
            await screen.show(navigation)
            navigation.pushViewController(screen.controller("second"), animated: true)
            await screen.wait(0.1)
            navigation.pushViewController(screen.controller("third"), animated: true)
            await screen.wait()
            screen.log.mark("\(navigation.viewControllers.count) controllers")
            await screen.end(
                expecting: [
                    "second.willMove(nav)", "root.viewWillDisappear", "second.viewWillAppear",
                    "root.viewDidDisappear", "second.viewDidAppear", "second.didMove(nav)",
                    "2 controllers",
                ], issues: 1)
        }

        @Test
        func `[12.3] [12.4] A root moves to its parent once, and a push moves it no more`() async {
            let screen = Screen()
            let root = screen.controller("root")
            for callback in ["viewWillAppear", "viewDidAppear"] {
                root.reactions[callback] = { [log = screen.log] root in
                    log.mark("isMovingToParent: \(root.isMovingToParent)")
                }
            }
            root.reactions["viewWillDisappear"] = { [log = screen.log] root in
                log.mark("isMovingFromParent: \(root.isMovingFromParent)")
            }
            let navigation = screen.navigation("nav", root)
            await screen.reveal(navigation)
            navigation.pushViewController(screen.controller("top"), animated: false)
            await screen.wait()
            navigation.popViewController(animated: false)
            await screen.end(expecting: [
                "root.willMove(nav)", "nav.viewWillAppear", "root.viewWillAppear",
                "isMovingToParent: true", "nav.viewDidAppear", "root.viewDidAppear",
                "isMovingToParent: true", "root.didMove(nav)", "top.willMove(nav)",
                "root.viewWillDisappear", "isMovingFromParent: false", "top.viewWillAppear",
                "root.viewDidDisappear", "top.viewDidAppear", "top.didMove(nav)",
                "top.willMove(nil)", "top.viewWillDisappear", "root.viewWillAppear",
                "isMovingToParent: false", "top.viewDidDisappear", "root.viewDidAppear",
                "isMovingToParent: false", "top.didMove(nil)",
            ])
        }

        @Test func `[12.5] A popped parent does not move while its child disappears`() async {
            let screen = Screen([.appear])
            let (top, child) = (screen.controller("top"), screen.controller("child"))
            top.install(child)
            for callback in ["viewWillDisappear", "viewDidDisappear"] {
                for controller in [top, child] {
                    controller.reactions[callback] = { [log = screen.log] controller in
                        log.mark("\(controller.isMovingFromParent), \(top.isMovingFromParent)")
                    }
                }
            }
            let navigation = screen.navigation("nav", screen.controller("root"), top)
            await screen.show(navigation)
            navigation.popViewController(animated: true)
            await screen.end(expecting: [
                "top.viewWillDisappear", "true, true", "child.viewWillDisappear", "false, false",
                "root.viewWillAppear", "top.viewDidDisappear", "true, true",
                "child.viewDidDisappear", "false, false", "root.viewDidAppear",
            ])
        }
    }
}
