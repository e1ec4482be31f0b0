import Testing
import UIKit

extension Fidelity.Known {
    /// The moments of a navigation controller's callbacks.
    @Suite @MainActor struct NavigationMoments {
        @Test func `[17.1] [17.2] The layout pass loads and shows a pushed view`() async {
            let screen = Screen([.load, .appear])
            let navigation = screen.navigation("nav", screen.controller("root"))
            await screen.show(navigation)
            navigation.pushViewController(screen.controller("top"), animated: true)
            screen.log.mark("returns with \(navigation.viewControllers.count)")
            navigation.view.layoutIfNeeded()
            screen.log.mark("laid out")
            await screen.end(expecting: [
                "returns with 2", "top.viewDidLoad", "root.viewWillDisappear",
                "top.viewWillAppear", "laid out", "root.viewDidDisappear", "top.viewDidAppear",
            ])
        }

        @Test
        func `[17.3] [17.4] viewIsAppearing comes with a window and before the layout`() async {
            let screen = Screen([.appear, .isAppearing, .layout])
            let navigation = screen.navigation("nav", screen.controller("root"))
            let top = screen.controller("top")
            for callback in ["viewWillAppear", "viewIsAppearing"] {
                top.reactions[callback] = { [log = screen.log] top in
                    log.mark(top.view.window == nil ? "no window" : "in the window")
                }
            }
            await screen.show(navigation)
            navigation.pushViewController(top, animated: true)
            await screen.end(expecting: [
                "root.viewWillDisappear", "top.viewWillAppear", "no window",
                "top.viewIsAppearing", "in the window", "top.viewDidLayoutSubviews",
                "root.viewDidDisappear", "top.viewDidAppear",
            ])
        }

        @Test func `[17.5] didShow ends an animated push`() async {
            let screen = Screen([.appear])
            let navigation = screen.navigation("nav", screen.controller("root"))
            let delegate = ShowDelegate(screen.log)
            await screen.show(navigation)
            navigation.delegate = delegate
            navigation.pushViewController(screen.controller("top"), animated: true)
            screen.log.mark("returns")
            await screen.end(expecting: [
                "returns", "root.viewWillDisappear", "top.viewWillAppear", "willShow(top)",
                "root.viewDidDisappear", "top.viewDidAppear", "didShow(top)",
            ])
        }

        @Test func `[17.8] A pop without animation sends nothing before it returns`() async {
            let screen = Screen([.appear])
            let navigation = screen.navigation(
                "nav", screen.controller("root"), screen.controller("top"))
            await screen.show(navigation)
            navigation.popViewController(animated: false)
            screen.log.mark("returns")
            await screen.end(expecting: [
                "returns", "top.viewWillDisappear", "root.viewWillAppear",
                "top.viewDidDisappear", "root.viewDidAppear",
            ])
        }

        @Test func `[17.9] An animated pop shortens the stack and sends nothing yet`() async {
            let screen = Screen([.appear])
            let navigation = screen.navigation(
                "nav", screen.controller("root"), screen.controller("top"))
            await screen.show(navigation)
            navigation.popViewController(animated: true)
            screen.log.mark("returns with \(navigation.viewControllers.count)")
            await screen.end(expecting: [
                "returns with 1", "top.viewWillDisappear", "root.viewWillAppear",
                "top.viewDidDisappear", "root.viewDidAppear",
            ])
        }

        @Test func `[17.10] A second push in the same turn follows the first`() async {
            let screen = Screen([.appear])
            let navigation = screen.navigation("nav", screen.controller("root"))
            await screen.show(navigation)
            navigation.pushViewController(screen.controller("second"), animated: true)
            navigation.pushViewController(screen.controller("third"), animated: true)
            screen.log.mark("returns with \(navigation.viewControllers.count)")
            await screen.wait()
            await screen.end(expecting: [
                "returns with 2", "root.viewWillDisappear", "second.viewWillAppear",
                "root.viewDidDisappear", "second.viewDidAppear", "second.viewWillDisappear",
                "third.viewWillAppear", "second.viewDidDisappear", "third.viewDidAppear",
            ])
        }

        @Test func `[17.11] A push after a replaced stack has a coordinator at once`() async {
            let screen = Screen([.appear])
            let navigation = screen.navigation("nav", screen.controller("root"))
            await screen.show(navigation)
            navigation.setViewControllers([screen.controller("new")], animated: false)
            navigation.pushViewController(screen.controller("top"), animated: true)
            let animated = navigation.transitionCoordinator?.isAnimated
            let titles = navigation.viewControllers.map(\.nameInTrace)
            await screen.wait()
            screen.log.forget()
            screen.log.mark("\(titles), animated: \(animated == true)")
            await screen.end(expecting: ["[\"new\", \"top\"], animated: true"])
        }

        @Test func `[17.12] A push in the turn of the window leaves its root alone`() async {
            let screen = Screen([.load, .appear])
            let root = screen.controller("root")
            let navigation = screen.navigation("nav", root)
            screen.window.rootViewController = navigation
            screen.window.isHidden = false
            navigation.pushViewController(screen.controller("top"), animated: true)
            screen.log.mark("returns")
            await screen.wait()
            screen.log.mark("root is loaded: \(root.isViewLoaded)")
            await screen.end(expecting: [
                "nav.viewWillAppear", "returns", "top.viewDidLoad", "top.viewWillAppear",
                "nav.viewDidAppear", "top.viewDidAppear", "root is loaded: false",
            ])
        }

        @Test func `[17.13] The first layout loads the top of a window's stack`() async {
            let screen = Screen([.load])
            let navigation = screen.navigation("nav", screen.controller("root"))
            screen.window.rootViewController = navigation
            screen.window.isHidden = false
            screen.log.mark("returns")
            screen.window.layoutIfNeeded()
            screen.log.mark("laid out")
            await screen.end(expecting: ["returns", "root.viewDidLoad", "laid out"])
        }
    }
}

extension Fidelity.Inference {
    @Suite @MainActor struct NavigationMoments {
        @Test func `[17.6] A push without animation sends nothing before it returns`() async {
            let screen = Screen([.load, .move, .appear])
            let navigation = screen.navigation("nav", screen.controller("root"))
            await screen.show(navigation)
            navigation.pushViewController(screen.controller("top"), animated: false)
            screen.log.mark("returns with \(navigation.viewControllers.count)")
            await screen.end(expecting: [
                "returns with 2", "top.willMove(nav)", "top.viewDidLoad",
                "root.viewWillDisappear", "top.viewWillAppear", "root.viewDidDisappear",
                "top.viewDidAppear", "top.didMove(nav)",
            ])
        }
    }
}

/// A delegate that logs what the stack shows.
final class ShowDelegate: NSObject, UINavigationControllerDelegate {
    private let log: CallbackLog

    init(_ log: CallbackLog) { self.log = log }

    func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController,
        animated: Bool
    ) { log.mark("willShow(\(viewController.nameInTrace))") }

    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController,
        animated: Bool
    ) { log.mark("didShow(\(viewController.nameInTrace))") }
}
