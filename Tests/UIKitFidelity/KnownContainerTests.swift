import Testing
import UIKit

extension Fidelity.Known {
    @Suite @MainActor struct Containers {
        @Test func `[6.1] [6.3] [15.1] An animated push`() async {
            let screen = Screen([.load, .move, .appear])
            let navigation = screen.navigation("nav", screen.controller("root"))
            await screen.show(navigation)
            navigation.pushViewController(screen.controller("top"), animated: true)
            screen.log.mark("the call returns")
            await screen.end(expecting: [
                "the call returns", "top.willMove(nav)", "top.viewDidLoad",
                "root.viewWillDisappear", "top.viewWillAppear", "root.viewDidDisappear",
                "top.viewDidAppear", "top.didMove(nav)",
            ])
        }

        @Test func `[6.4] [17.7] Without animation the layout comes after viewDidAppear`() async {
            let screen = Screen([.appear, .layout])
            let navigation = screen.navigation("nav", screen.controller("root"))
            await screen.show(navigation)
            navigation.pushViewController(screen.controller("top"), animated: false)
            await screen.end(expecting: [
                "root.viewWillDisappear", "top.viewWillAppear", "root.viewDidDisappear",
                "top.viewDidAppear", "top.viewDidLayoutSubviews",
            ])
        }

        @Test func `[6.2] [6.3] [15.1] An animated pop`() async {
            let screen = Screen()
            let navigation = screen.navigation(
                "nav", screen.controller("root"), screen.controller("top"))
            await screen.show(navigation)
            navigation.popViewController(animated: true)
            await screen.end(expecting: [
                "top.willMove(nil)", "top.viewWillDisappear", "root.viewWillAppear",
                "top.viewDidDisappear", "root.viewDidAppear", "top.didMove(nil)",
            ])
        }

        @Test func `[10.2] [10.4] [15.2] A presentation over the full screen`() async {
            let screen = Screen()
            let (presenter, presented) = (screen.controller("A"), screen.controller("B"))
            presented.modalPresentationStyle = .fullScreen
            await screen.show(presenter)
            presenter.present(presented, animated: true) { screen.log.mark("completion") }
            screen.log.mark("the call returns")
            await screen.end(expecting: [
                "the call returns", "A.viewWillDisappear", "B.viewWillAppear",
                "B.viewDidAppear", "A.viewDidDisappear", "completion",
            ])
        }

        @Test func `[10.3] [10.4] [15.2] Its dismissal`() async {
            let screen = Screen()
            let (presenter, presented) = (screen.controller("A"), screen.controller("B"))
            presented.modalPresentationStyle = .fullScreen
            await screen.show(presenter)
            presenter.present(presented, animated: false)
            await screen.wait()
            screen.log.forget()
            presented.dismiss(animated: true) { screen.log.mark("completion") }
            await screen.end(expecting: [
                "B.viewWillDisappear", "A.viewWillAppear", "A.viewDidAppear",
                "B.viewDidDisappear", "completion",
            ])
        }

        @Test func `[10.1] [10.8] A sheet leaves its presenter alone`() async {
            let screen = Screen()
            let (presenter, presented) = (screen.controller("A"), screen.controller("B"))
            await screen.show(presenter)
            presenter.present(presented, animated: true)
            await screen.wait()
            presenter.dismiss(animated: true)
            await screen.end(expecting: [
                "B.viewWillAppear", "B.viewDidAppear", "B.viewWillDisappear",
                "B.viewDidDisappear",
            ])
        }

        @Test
        func `[7.1] [7.2] Only the selected tab loads, and the entering one comes first`() async {
            let screen = Screen([.load, .appear])
            let tabs = screen.tabs(screen.controller("first"), screen.controller("second"))
            await screen.reveal(tabs)
            tabs.selectedIndex = 1
            await screen.end(expecting: [
                "tabs.viewWillAppear", "first.viewDidLoad", "first.viewWillAppear",
                "tabs.viewDidAppear", "first.viewDidAppear", "second.viewDidLoad",
                "second.viewWillAppear", "first.viewWillDisappear", "second.viewDidAppear",
                "first.viewDidDisappear",
            ])
        }

        @Test func `[9.1] [15.6] A page that scrolls`() async {
            let screen = Screen([.appear])
            let pages = screen.pages(.scroll, screen.controller("one"))
            await screen.show(pages)
            pages.setViewControllers(
                [screen.controller("two")], direction: .forward, animated: true
            ) { finished in screen.log.mark("completion(\(finished))") }
            await screen.end(expecting: [
                "two.viewWillAppear", "one.viewWillDisappear", "two.viewDidAppear",
                "one.viewDidDisappear", "completion(true)",
            ])
        }

        @Test func `[9.2] [15.7] A page that curls`() async {
            let screen = Screen([.appear])
            let pages = screen.pages(.pageCurl, screen.controller("one"))
            await screen.show(pages)
            pages.setViewControllers(
                [screen.controller("two")], direction: .forward, animated: true
            ) { finished in screen.log.mark("completion(\(finished))") }
            await screen.end(expecting: [
                "two.viewWillAppear", "one.viewWillDisappear", "one.viewDidDisappear",
                "two.viewDidAppear", "completion(true)",
            ])
        }
    }
}
