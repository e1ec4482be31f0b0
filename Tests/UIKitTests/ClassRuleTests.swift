import Testing
import UIKit

/// Calls a block once, in its first `viewDidAppear`.
private final class Eager: UIViewController {
    var act: () -> Void = {}

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        let once = act
        act = {}
        once()
    }
}

/// Tests of what rules say about classes: completions, overrides, and properties inside callbacks.
@MainActor
struct ClassRuleTests {
    // MARK: completions

    @Test func `A dismissal above an in-context presentation completes at its end [10.4]`() {
        let (stage, log) = (ArticleStage(), TransitionLog())
        let (a, p, c, d) = (A(), P(), C(), B())
        stage.window.rootViewController = a
        a.present(p, animated: false)
        p.install(c)
        c.definesPresentationContext = true
        d.modalPresentationStyle = .overCurrentContext
        c.present(d, animated: false)
        stage.simulation.finishCycle()
        a.dismiss(animated: true) { log.note("dismissed") }
        #expect(log.take() == [])
        stage.simulation.advance(by: .seconds(3))
        #expect(log.take() == ["dismissed"])
    }

    @Test func `A dismissal and a push in one callback each have their own transition [10.4]`() {
        let (stage, log) = (ArticleStage(), TransitionLog())
        let b = Eager()
        let navigation = UINavigationController(rootViewController: A())
        stage.window.rootViewController = navigation
        b.act = {
            navigation.dismiss(animated: true) { log.note("dismissed") }
            navigation.pushViewController(C(), animated: true)
        }
        navigation.present(b, animated: false)
        stage.simulation.finishCycle()
        #expect(log.take() == [])
        stage.simulation.advance(by: .seconds(3))
        #expect(log.take() == ["dismissed"])
    }

    @Test func `Of two presentations of one controller in a callback, the first completes [10.4]`()
    {
        let (stage, log) = (ArticleStage(), TransitionLog())
        let (root, b) = (Eager(), B())
        root.act = {
            root.present(b, animated: true) { log.note("first") }
            root.present(b, animated: true) { log.note("second") }
        }
        stage.window.rootViewController = root
        stage.simulation.advance(by: .seconds(3))
        #expect(log.take() == ["first"])
        #expect(root.presentedViewController === b)
    }

    @Test func `A dismissal that a callback requests after a presentation completes [10.4]`() {
        let (stage, log) = (ArticleStage(), TransitionLog())
        let (a, b, d) = (A(), Eager(), C())
        b.act = {
            b.present(d, animated: false)
            a.dismiss(animated: true) { log.note("dismissed") }
        }
        stage.window.rootViewController = a
        a.present(b, animated: false)
        stage.simulation.advance(by: .seconds(3))
        #expect(a.presentedViewController == nil)
        #expect(log.take() == ["dismissed"])
    }

    @Test func `Of two dismissals in a callback, both complete`() {
        let (stage, log) = (ArticleStage(), TransitionLog())
        let (a, b) = (A(), Eager())
        b.act = {
            a.dismiss(animated: false) { log.note("first") }
            a.dismiss(animated: false) { log.note("second") }
        }
        stage.window.rootViewController = a
        a.present(b, animated: false)
        stage.simulation.advance(by: .seconds(3))
        #expect(log.take() == ["first", "second"])
        // Nothing is presented.
        a.dismiss(animated: true) { log.note("third") }
        #expect(log.take() == ["third"])
        #expect(stage.simulation.issues == [])
    }

    @Test func `A refused command in a callback does not take the completion of the next one`() {
        let (stage, log) = (ArticleStage(), TransitionLog())
        let (root, b, detached) = (Eager(), B(), A())
        root.act = {
            // This controller is in no window.
            detached.present(b, animated: true) { log.note("refused") }
            #expect(b.presentingViewController == nil)
            root.present(b, animated: true) { log.note("second") }
            #expect(b.presentingViewController === root)
        }
        stage.window.rootViewController = root
        stage.simulation.advance(by: .seconds(3))
        #expect(log.take() == ["second"])
        #expect(root.presentedViewController === b)
    }

    @Test func `A refused change of pages in a callback is not completed`() {
        let (stage, log) = (ArticleStage(), TransitionLog())
        let (root, pages) = (
            Eager(),
            UIPageViewController(transitionStyle: .scroll, navigationOrientation: .horizontal)
        )
        root.act = {
            pages.setViewControllers([A(), B()], direction: .forward, animated: false) { _ in
                log.note("refused")
            }
        }
        root.addChild(pages)
        pages.didMove(toParent: root)
        stage.window.rootViewController = root
        stage.simulation.advance(by: .seconds(3))
        #expect(log.take() == [])
        #expect(stage.simulation.issues.count == 1)
    }

    @Test func `A refused dismissal inside a callback is not completed [10.11]`() {
        let (stage, log) = (ArticleStage(), TransitionLog())
        final class Shy: UIViewController {
            var completion: () -> Void = {}

            override func viewWillAppear(_ animated: Bool) {
                super.viewWillAppear(animated)
                dismiss(animated: true, completion: completion)
            }
        }
        let (a, b) = (A(), Shy())
        b.completion = { log.note("completed") }
        stage.window.rootViewController = a
        a.present(b, animated: true)
        stage.simulation.advance(by: .seconds(3))
        #expect(stage.simulation.issues.count == 1)
        #expect(log.take() == [])
    }

    @Test func `A controller whose presentation is refused is released [10.11]`() {
        let stage = ArticleStage()
        let a = A()
        stage.window.rootViewController = a
        a.present(B(), animated: false)
        weak var refused: UIViewController?
        do {
            let c = C()
            refused = c
            a.present(c, animated: true)
        }
        stage.simulation.finishCycle()
        #expect(refused == nil)
    }

    @Test func `A member of a presented stack whose presentation is refused is released`() {
        let stage = ArticleStage()
        let a = A()
        stage.window.rootViewController = a
        weak var refused: UIViewController?
        do {
            let c = C()
            refused = c
            a.present(UINavigationController(rootViewController: c), animated: false)
            a.present(c, animated: false)
            a.dismiss(animated: false)
        }
        stage.simulation.finishCycle()
        #expect(stage.simulation.issues.count == 1)
        #expect(refused == nil)
    }

    // MARK: overrides

    @Test func `addChild removes a child from its former parent by removeFromParent [1.4]`() {
        let stage = ArticleStage()
        final class Leaving: UIViewController {
            var parents: [UIViewController?] = []

            override func removeFromParent() {
                parents.append(parent)
                super.removeFromParent()
                parents.append(parent)
            }
        }
        let (p, q, a) = (P(), Q(), Leaving())
        p.addChild(a)
        a.didMove(toParent: p)
        q.addChild(a)
        #expect(a.parents == [p, nil])
        #expect(a.parent === q && p.children == [] && q.children == [a])
        a.removeFromParent()
        #expect(a.parents == [p, nil, q, nil])
        #expect(stage.simulation.issues == [])
    }

    @Test func `A direct call of another callback inside an override is logged [4.13]`() {
        let stage = ArticleStage()
        final class Direct: UIViewController {
            override func viewDidLoad() {
                super.viewDidLoad()
                viewWillAppear(false)
            }
        }
        Direct().loadViewIfNeeded()
        #expect(stage.simulation.issues.count == 1)
    }

    @Test func `A view that was added to a window can be removed, also into another view`() {
        let stage = ArticleStage()
        stage.window.rootViewController = A()
        let (plain, used) = (UIView(), UIView())
        used.addSubview(UIView())
        for view in [plain, used] {
            stage.window.addSubview(view)
            #expect(view.window === stage.window)
            view.removeFromSuperview()
            #expect(view.superview == nil && view.window == nil)
            stage.window.addSubview(view)
            let other = UIView()
            other.addSubview(view)
            #expect(view.superview === other && view.window == nil)
            #expect(!stage.window.subviews.contains(view))
            view.removeFromSuperview()
            #expect(view.superview == nil && other.subviews == [])
        }
        #expect(stage.simulation.issues == [])
    }

    @Test func `A view that is reordered in a window stays in it`() {
        final class Overlay: UIView {
            var windows: [UIWindow?] = []

            override func didMoveToWindow() { windows.append(window) }
        }
        let stage = ArticleStage()
        stage.window.rootViewController = A()
        let (overlay, other) = (Overlay(), UIView())
        stage.window.addSubview(overlay)
        stage.window.addSubview(other)
        stage.window.bringSubviewToFront(overlay)
        stage.window.addSubview(other)
        #expect(overlay.windows == [stage.window])
        #expect(stage.window.subviews.suffix(2) == [overlay, other])
    }

    @Test func `A view can leave a window in the callback of its arrival`() {
        final class Shy: UIView {
            override func didMoveToWindow() { if window != nil { removeFromSuperview() } }
        }
        let stage = ArticleStage()
        let shy = Shy()
        stage.window.addSubview(shy)
        #expect(shy.superview == nil && !stage.window.subviews.contains(shy))
    }

    // MARK: properties inside callbacks

    @Test func `A pop by a tap on the tab has a coordinator and the new stack [6.13] [6.15]`() {
        let stage = ArticleStage()
        final class Seen: UIViewController {
            var seen: [Int] = []

            override func viewWillDisappear(_ animated: Bool) {
                super.viewWillDisappear(animated)
                if transitionCoordinator != nil {
                    seen.append(navigationController?.viewControllers.count ?? 0)
                }
            }
        }
        let (tabs, top) = (UITabBarController(), Seen())
        let navigation = UINavigationController(rootViewController: A())
        tabs.viewControllers = [navigation]
        stage.window.rootViewController = tabs
        navigation.pushViewController(top, animated: false)
        stage.simulation.finishCycle()
        tabs.simulateTap(onTab: 0)
        #expect(top.seen == [1])
        // While the stack pops, another tap changes nothing.
        tabs.simulateTap(onTab: 0)
        #expect(navigation.viewControllers.count == 1)
        stage.simulation.advance(by: .seconds(3))
        #expect(navigation.viewControllers.count == 1)
    }

    @Test func `A push in viewDidLoad of the pushed controller is refused with a log [6.13]`() {
        let stage = ArticleStage()
        final class Redirecting: UIViewController {
            override func viewDidLoad() {
                super.viewDidLoad()
                navigationController?.pushViewController(C(), animated: false)
            }
        }
        let (a, b) = (A(), Redirecting())
        let navigation = UINavigationController(rootViewController: a)
        stage.window.rootViewController = navigation
        navigation.pushViewController(b, animated: true)
        stage.simulation.advance(by: .seconds(3))
        #expect(navigation.viewControllers == [a, b])
        #expect(
            stage.simulation.issues.map(\.text) == [
                "pushViewController:animated: called on <UINavigationController> while an existing "
                    + "transition or presentation is occurring; the navigation stack will not be "
                    + "updated."
            ])
    }

    @Test func `A presentation inside a callback sets the properties at once [10.9]`() {
        let stage = ArticleStage()
        let (root, b, c) = (Eager(), B(), C())
        root.act = {
            root.present(b, animated: true)
            #expect(root.presentedViewController === b)
            #expect(b.presentingViewController === root && b.isBeingPresented)
            // This presentation will be refused.
            root.present(c, animated: true)
            #expect(root.presentedViewController === b)
            #expect(c.presentingViewController == nil && !c.isBeingPresented)
        }
        stage.window.rootViewController = root
        stage.simulation.advance(by: .seconds(3))
        #expect(root.presentedViewController === b && !b.isBeingPresented)
        #expect(c.presentingViewController == nil)
        #expect(stage.simulation.issues.count == 1)
    }
}
