import Testing
import UIKit

extension Fidelity.Known {
    /// The moments of callbacks that windows, views, tabs and presentations cause.
    @Suite @MainActor struct Moments {
        @Test func `[17.14] A window's callbacks end after the commit`() async {
            let screen = Screen([.load, .appear])
            screen.window.rootViewController = screen.controller("root")
            screen.window.isHidden = false
            screen.window.layoutIfNeeded()
            screen.log.mark("laid out")
            await screen.end(expecting: [
                "root.viewDidLoad", "root.viewWillAppear", "laid out", "root.viewDidAppear",
            ])
        }

        @Test func `[17.14] A removed view's controller disappears after the commit`() async {
            let screen = Screen([.appear])
            let (parent, child) = (screen.controller("parent"), screen.controller("child"))
            parent.install(child)
            await screen.show(parent)
            child.view.removeFromSuperview()
            screen.window.layoutIfNeeded()
            screen.log.mark("laid out")
            await screen.end(expecting: [
                "child.viewWillDisappear", "laid out", "child.viewDidDisappear",
            ])
        }

        @Test func `[17.15] addSubview sends viewWillAppear before it returns`() async {
            let screen = Screen([.appear, .isAppearing])
            let (parent, child) = (screen.controller("parent"), screen.controller("child"))
            await screen.show(parent)
            parent.addChild(child)
            parent.view.addSubview(child.view)
            screen.log.mark("returns")
            child.didMove(toParent: parent)
            await screen.end(expecting: [
                "child.viewWillAppear", "returns", "child.viewIsAppearing", "child.viewDidAppear",
            ])
        }

        @Test func `[17.16] Appearances by hand send their callbacks at once`() async {
            let screen = Screen([.appear])
            let (parent, child) = (screen.controller("parent"), screen.controller("child"))
            parent.forwards = false
            await screen.show(parent)
            parent.addChild(child)
            child.beginAppearanceTransition(true, animated: false)
            screen.log.mark("begun")
            parent.view.addSubview(child.view)
            child.endAppearanceTransition()
            screen.log.mark("ended")
            await screen.end(expecting: [
                "child.viewWillAppear", "begun", "child.viewDidAppear", "ended",
            ])
        }

        @Test func `[17.18] A presentation without animation`() async {
            let screen = Screen([.appear, .isAppearing])
            let (presenter, presented) = (screen.controller("A"), screen.controller("B"))
            presented.modalPresentationStyle = .fullScreen
            await screen.show(presenter)
            presenter.present(presented, animated: false) { screen.log.mark("completion") }
            await screen.end(expecting: [
                "A.viewWillDisappear", "B.viewWillAppear", "B.viewIsAppearing",
                "B.viewDidAppear", "A.viewDidDisappear", "completion",
            ])
        }

        @Test func `[17.19] A dismissal without animation is not over when it returns`() async {
            let screen = Screen([.appear])
            let (presenter, presented) = (screen.controller("A"), screen.controller("B"))
            presented.modalPresentationStyle = .fullScreen
            await screen.show(presenter)
            presenter.present(presented, animated: false)
            await screen.wait()
            screen.log.forget()
            presenter.dismiss(animated: false)
            screen.log.mark("presents: \(presenter.presentedViewController != nil)")
            await screen.wait()
            screen.log.mark("presents: \(presenter.presentedViewController != nil)")
            await screen.end(expecting: [
                "presents: true", "B.viewWillDisappear", "A.viewWillAppear", "A.viewDidAppear",
                "B.viewDidDisappear", "presents: false",
            ])
        }

        @Test
        func `[7.3] [16.10] [17.20] A tab begins to appear before the setter returns`() async {
            let screen = Screen([.load, .appear])
            let tabs = screen.tabs(screen.controller("first"), screen.controller("second"))
            await screen.show(tabs)
            tabs.selectedIndex = 1
            screen.log.mark("returns")
            await screen.end(expecting: [
                "second.viewDidLoad", "second.viewWillAppear", "first.viewWillDisappear",
                "returns", "second.viewDidAppear", "first.viewDidDisappear",
            ])
        }
    }
}

extension Fidelity.Inference {
    @Suite @MainActor struct Moments {
        @Test func `[16.11] [17.17] A presented view loads before the call returns`() async {
            let screen = Screen([.load, .appear])
            let (presenter, presented) = (screen.controller("A"), screen.controller("B"))
            presented.modalPresentationStyle = .fullScreen
            await screen.show(presenter)
            presenter.present(presented, animated: true) { screen.log.mark("completion") }
            screen.log.mark("returns")
            screen.window.layoutIfNeeded()
            screen.log.mark("laid out")
            await screen.end(expecting: [
                "B.viewDidLoad", "returns", "laid out", "A.viewWillDisappear",
                "B.viewWillAppear", "B.viewDidAppear", "A.viewDidDisappear", "completion",
            ])
        }
    }
}
