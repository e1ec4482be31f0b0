import Testing
import UIKit

extension Fidelity.Inference {
    @Suite @MainActor struct Presentation {
        @Test
        func `[10.9] The presented controller is nil between the callbacks of a dismissal`() async {
            let screen = Screen()
            let (presenter, presented) = (screen.controller("A"), screen.controller("B"))
            presented.modalPresentationStyle = .fullScreen
            await screen.show(presenter)
            presenter.present(presented, animated: false)
            screen.log.mark("presented: \(presenter.presentedViewController === presented)")
            await screen.wait()
            screen.log.forget()
            for callback in ["viewWillAppear", "viewDidAppear"] {
                presenter.reactions[callback] = { [log = screen.log] presenter in
                    log.mark("presents: \(presenter.presentedViewController != nil)")
                }
            }
            for callback in ["viewWillDisappear", "viewDidDisappear"] {
                presented.reactions[callback] = { [log = screen.log] presented in
                    log.mark("is presented: \(presented.presentingViewController != nil)")
                    log.mark("isBeingDismissed: \(presented.isBeingDismissed)")
                }
            }
            presenter.dismiss(animated: true) { screen.log.mark("completion") }
            await screen.end(expecting: [
                "B.viewWillDisappear", "is presented: true", "isBeingDismissed: true",
                "A.viewWillAppear", "presents: true", "A.viewDidAppear", "presents: false",
                "B.viewDidDisappear", "is presented: false", "isBeingDismissed: true",
                "completion",
            ])
        }

        @Test func `[10.10] One transition dismisses two presented controllers`() async {
            let screen = Screen()
            let (first, second) = (screen.controller("B"), screen.controller("C"))
            let presenter = screen.controller("A")
            for controller in [first, second] { controller.modalPresentationStyle = .fullScreen }
            await screen.show(presenter)
            presenter.present(first, animated: false)
            await screen.wait()
            first.present(second, animated: false)
            await screen.wait()
            screen.log.forget()
            presenter.dismiss(animated: true) { screen.log.mark("completion") }
            await screen.end(expecting: [
                "C.viewWillDisappear", "A.viewWillAppear", "A.viewDidAppear",
                "C.viewDidDisappear", "completion",
            ])
        }

        @Test
        func `[11.8] What a tab presents in its context leaves and returns with the tab`() async {
            let screen = Screen()
            let (first, second) = (screen.controller("first"), screen.controller("second"))
            let presented = screen.controller("presented")
            first.definesPresentationContext = true
            presented.modalPresentationStyle = .overCurrentContext
            let tabs = screen.tabs(first, second)
            await screen.show(tabs)
            first.present(presented, animated: false)
            await screen.wait()
            screen.log.forget()
            tabs.selectedIndex = 1
            await screen.wait()
            screen.log.mark("back")
            tabs.selectedIndex = 0
            await screen.end(expecting: [
                "second.viewWillAppear", "first.viewWillDisappear",
                "presented.viewWillDisappear", "second.viewDidAppear", "first.viewDidDisappear",
                "presented.viewDidDisappear", "back", "first.viewWillAppear",
                "presented.viewWillAppear", "second.viewWillDisappear", "first.viewDidAppear",
                "presented.viewDidAppear", "second.viewDidDisappear",
            ])
        }

        @Test func `[11.3] A navigation controller is the context of its members`() async {
            let screen = Screen()
            let (root, presented) = (screen.controller("root"), screen.controller("presented"))
            presented.modalPresentationStyle = .currentContext
            let navigation = screen.navigation("nav", root)
            let outer = screen.controller("outer")
            outer.install(navigation)
            await screen.show(outer)
            root.present(presented, animated: false)
            await screen.wait()
            let presenting = presented.presentingViewController
            screen.log.mark("presented by \(presenting?.nameInTrace ?? "nil")")
            await screen.end(expecting: [
                "nav.viewWillDisappear", "root.viewWillDisappear", "presented.viewWillAppear",
                "presented.viewDidAppear", "nav.viewDidDisappear", "root.viewDidDisappear",
                "presented by nav",
            ])
        }

        @Test func `[11.7] What is presented in a context covers the view of its definer`() async {
            let screen = Screen()
            let (outer, definer) = (screen.controller("outer"), screen.controller("definer"))
            let presented = screen.controller("presented")
            outer.install(definer)
            definer.view.frame = CGRect(x: 10, y: 100, width: 200, height: 150)
            definer.definesPresentationContext = true
            presented.modalPresentationStyle = .overCurrentContext
            await screen.show(outer)
            definer.present(presented, animated: false)
            await screen.wait()
            let place = presented.view.convert(presented.view.bounds, to: nil)
            screen.log.mark("x \(place.minX), y \(place.minY), \(place.width) x \(place.height)")
            await screen.end(expecting: [
                "presented.viewWillAppear", "presented.viewDidAppear",
                "x 10.0, y 100.0, 200.0 x 150.0",
            ])
        }

        @Test func `[12.7] A view loads at the size of the window`() async {
            let screen = Screen([.load])
            let size = screen.window.bounds.size
            let controller = screen.controller("A")
            controller.reactions["viewDidLoad"] = { [log = screen.log] controller in
                log.mark("has the window's size: \(controller.view.bounds.size == size)")
            }
            await screen.reveal(controller)
            await screen.end(expecting: ["A.viewDidLoad", "has the window's size: true"])
        }

        @Test
        func `[12.3] What lies inside a dismissed container is not being dismissed itself`() async {
            let screen = Screen()
            let (presenter, inner) = (screen.controller("A"), screen.controller("inner"))
            let presented = screen.controller("B")
            presented.install(inner)
            for controller in [presented, inner] {
                controller.reactions["viewDidDisappear"] = { [log = screen.log] controller in
                    log.mark("isBeingDismissed: \(controller.isBeingDismissed)")
                }
            }
            await screen.show(presenter)
            presenter.present(presented, animated: true)
            await screen.wait()
            screen.log.forget()
            presenter.dismiss(animated: true)
            await screen.end(expecting: [
                "B.viewWillDisappear", "inner.viewWillDisappear", "B.viewDidDisappear",
                "isBeingDismissed: true", "inner.viewDidDisappear", "isBeingDismissed: false",
            ])
        }
    }
}
