import Testing
import UIKit

extension Fidelity.Inference {
    @Suite @MainActor struct Containers {
        @Test
        func `[16.8] A stack in a tab appears from outside to inside, phase by phase`() async {
            let screen = Screen([.appear])
            let first = screen.navigation("first", screen.controller("one"))
            let second = screen.navigation("second", screen.controller("two"))
            let tabs = screen.tabs(first, second)
            await screen.reveal(tabs)
            screen.log.mark("the other tab")
            tabs.selectedIndex = 1
            await screen.end(expecting: [
                "tabs.viewWillAppear", "first.viewWillAppear", "one.viewWillAppear",
                "tabs.viewDidAppear", "first.viewDidAppear", "one.viewDidAppear",
                "the other tab", "second.viewWillAppear", "two.viewWillAppear",
                "first.viewWillDisappear", "one.viewWillDisappear", "second.viewDidAppear",
                "two.viewDidAppear", "first.viewDidDisappear", "one.viewDidDisappear",
            ])
        }

        @Test func `[7.5] A program that selects the selected tab sends nothing`() async {
            let screen = Screen()
            let navigation = screen.navigation(
                "first", screen.controller("one"), screen.controller("two"))
            let tabs = screen.tabs(navigation, screen.controller("second"))
            await screen.show(tabs)
            tabs.selectedIndex = 0
            tabs.selectedViewController = navigation
            await screen.end(expecting: [])
        }

        @Test func `[9.3] A page set before the page controller is visible appears first`() async {
            let screen = Screen()
            let pages = screen.pages(.scroll, screen.controller("one"))
            screen.log.mark("shown")
            await screen.reveal(pages)
            await screen.end(expecting: [
                "one.willMove(pages)", "one.viewWillAppear", "one.viewDidAppear",
                "one.didMove(pages)", "shown", "pages.viewWillAppear", "pages.viewDidAppear",
            ])
        }

        @Test
        func `[9.4] The page controller loads no neighbour of a page that a program sets`() async {
            let screen = Screen([.load, .move, .appear])
            let pages = screen.pages(.scroll, screen.controller("one"))
            await screen.show(pages)
            pages.setViewControllers(
                [screen.controller("two")], direction: .forward, animated: false)
            await screen.end(expecting: [
                "one.willMove(nil)", "two.willMove(pages)", "two.viewDidLoad",
                "two.viewWillAppear", "one.viewWillDisappear", "two.viewDidAppear",
                "one.viewDidDisappear", "two.didMove(pages)", "one.didMove(nil)",
            ])
        }

        @Test func `[8.1] [8.2] [16.7] A narrow split shows the secondary on the primary`() async {
            let screen = Screen()
            let primary = screen.navigation("primary", screen.controller("list"))
            let split = UISplitViewController(nibName: nil, bundle: nil)
            split.viewControllers = [primary, screen.controller("detail")]
            await screen.reveal(split)
            let top = primary.topViewController?.nameInTrace ?? "nil"
            screen.log.mark("top: \(top), collapsed: \(split.isCollapsed)")
            await screen.end(expecting: [
                "list.willMove(primary)", "detail.willMove(UISplitViewController)",
                "detail.didMove(UISplitViewController)", "detail.willMove(nil)",
                "detail.didMove(nil)", "list.didMove(primary)", "detail.willMove(primary)",
                "primary.viewWillAppear", "detail.viewWillAppear", "primary.viewDidAppear",
                "detail.viewDidAppear", "detail.didMove(primary)",
                "top: detail, collapsed: true",
            ])
        }
    }
}
