import Testing
import UIKit

/// Tests that errors which UIKit would raise or log are reported as issues, with UIKit's text if it
/// is known. Incorrect code does not end the tests.
@MainActor
struct MisuseTests {
    private func shown() -> (ArticleStage, P) {
        let stage = ArticleStage()
        let p = P()
        stage.window.rootViewController = p
        return (stage, p)
    }

    @Test func `A view inside itself is refused`() {
        let (stage, p) = shown()
        let (outer, inner) = (UIView(), UIView())
        p.view.addSubview(outer)
        outer.addSubview(inner)
        outer.addSubview(outer)
        inner.addSubview(outer)
        #expect(
            stage.simulation.issues.map(\.exceptionAndText) == [
                "NSInvalidArgumentException: Can't add self as subview",
                "<UIView> cannot become a subview of <UIView-2>, because <UIView-2> is <UIView> or "
                    + "inside <UIView>",
            ])
        #expect(p.view.subviews == [outer])
        #expect(outer.subviews == [inner])
        #expect(inner.subviews == [])
    }

    @Test func `Indexes outside a list of subviews are refused`() {
        let (stage, p) = shown()
        let (a, b) = (UIView(), UIView())
        p.view.addSubview(a)
        p.view.insertSubview(b, at: 99)
        #expect(p.view.subviews == [a, b])
        #expect(stage.simulation.issues == [])
        p.view.insertSubview(b, at: -3)
        p.view.exchangeSubview(at: 0, withSubviewAt: 7)
        stage.window.insertSubview(UIView(), at: -4)
        #expect(
            stage.simulation.issues.map(\.text) == [
                "the index must be between 0 and 1, got -3",
                "exchangeSubview: indices must be below 2, got 0 and 7",
                "insertSubview: index must not be negative, got -4",
            ])
        #expect(p.view.subviews == [a, b])
    }

    @Test func `One view for two controllers raises`() {
        let (stage, p) = shown()
        let a = A()
        let own = a.view
        a.view = p.view
        #expect(
            stage.simulation.issues.map(\.exceptionAndText) == [
                "UIViewControllerHierarchyInconsistency: A view can only be associated with at most "
                    + "one view controller at a time! View <UIView> is associated with <P>. Clear "
                    + "this association before associating this view with <A>."
            ])
        #expect(a.view === own)
    }

    @Test func `A stack refuses what UIKit raises for, and stays unchanged`() {
        let (stage, _) = shown()
        let a = A()
        let navigation = UINavigationController(rootViewController: a)
        stage.window.rootViewController = navigation
        #expect(navigation.popViewController(animated: false) == nil)
        #expect(navigation.popToRootViewController(animated: false) == nil)
        #expect(stage.simulation.issues == [])
        #expect(navigation.popToViewController(B(), animated: false) == nil)
        navigation.pushViewController(navigation, animated: false)
        navigation.setViewControllers([a, a], animated: false)
        #expect(
            stage.simulation.issues.map(\.exceptionAndText) == [
                "NSInternalInconsistencyException: Tried to pop to a view controller that doesn't "
                    + "exist.",
                "NSInvalidArgumentException: Pushing a navigation controller is not supported",
                "NSInternalInconsistencyException: All view controllers in a navigation controller "
                    + "must be distinct (<A>, <A>)",
            ])
        #expect(navigation.viewControllers == [a])
    }

    @Test func `The same controller cannot be pushed twice`() {
        let (stage, _) = shown()
        let a = A()
        let navigation = UINavigationController(rootViewController: a)
        stage.window.rootViewController = navigation
        stage.simulation.finishCycle()
        navigation.pushViewController(a, animated: true)
        #expect(stage.simulation.issues.map(\.exception) == ["NSInvalidArgumentException"])
        #expect(navigation.viewControllers == [a])
    }

    @Test func `Selecting a controller that is not a tab raises`() {
        let (stage, _) = shown()
        let (a, b) = (A(), B())
        let tabs = UITabBarController()
        tabs.viewControllers = [a, b]
        stage.window.rootViewController = tabs
        tabs.selectedIndex = 7
        tabs.selectedViewController = C()
        #expect(
            stage.simulation.issues.map(\.text) == [
                "-[UITabBarController setSelectedViewController:] only a view controller in the tab "
                    + "bar controller's list of view controllers can be selected."
            ])
        #expect(tabs.selectedViewController === a)
    }

    @Test func `Presenting twice, and dismissing during a dismissal, is an issue`() {
        let (stage, p) = shown()
        let a = A()
        p.present(a, animated: false)
        p.present(a, animated: false)
        p.dismiss(animated: true)
        p.dismiss(animated: true)
        stage.simulation.advance(by: .seconds(1))
        #expect(
            stage.simulation.issues.map(\.text) == [
                "Application tried to present modally a view controller <A> that is already being "
                    + "presented by <P>.",
                "Warning: Attempt to dismiss from view controller <P> while a presentation or "
                    + "dismiss is in progress!",
            ])
        #expect(p.presentedViewController == nil)
    }

    @Test func `Issues name UIKit's methods and exceptions, not commands`() {
        let (stage, p) = shown()
        let (a, other) = (A(), UIViewController())
        p.install(a)
        stage.window.rootViewController = a
        a.view.addSubview(other.view)
        other.view.addSubview(p.view)
        #expect(stage.window.rootViewController === p)
        #expect(
            stage.simulation.issues.map(\.exceptionAndText) == [
                "UIViewControllerHierarchyInconsistency: child view controller:<A> should have "
                    + "parent view controller:(null) but actual parent is:<P>",
                "<P> is the root of a window; give the window another rootViewController first",
            ])
    }

    @Test func `A window that is released while it is visible is an issue`() {
        let simulation = Simulation.begin()
        do {
            let window = UIWindow()
            window.rootViewController = UIViewController()
            window.makeKeyAndVisible()
            let hidden = UIWindow()
            hidden.rootViewController = UIViewController()
            let put = UIWindow()
            put.rootViewController = UIViewController()
            put.makeKeyAndVisible()
            put.isHidden = true
        }
        simulation.finishCycle()
        #expect(
            simulation.issues.map(\.text) == [
                "<UIWindow> was released while it was visible; keep a reference to the window"
            ])
    }

    @Test func `Objects of two simulations cannot be combined`() {
        let (_, p) = shown()
        let view = UIView()
        p.view.addSubview(view)
        let second = Simulation.begin()
        let q = Q()
        q.addChild(p)
        view.addSubview(UIView())
        UINavigationController().pushViewController(p, animated: false)
        q.present(p, animated: false)
        #expect(
            second.issues.map(\.text)
                == ["<P>", "<UIView>", "<P>", "<P>"].map {
                    "\($0) belongs to another simulation than the objects that it is used with; "
                        + "create all of them after the same Simulation.begin()"
                })
        #expect(q.children == [])
        #expect(view.subviews == [])
    }

    @Test(arguments: Vanishing.callbacks)
    func `A child may be removed in each of its own callbacks`(callback: String) {
        let (stage, p) = shown()
        let child = Vanishing(callback)
        p.install(child)
        stage.simulation.advance(by: .seconds(1))
        child.view.removeFromSuperview()
        stage.simulation.finishCycle()
        #expect(child.isGone)
        #expect(child.parent == nil)
        #expect(p.children == [])
        #expect(stage.simulation.issues == [])
    }

    @Test func `Callbacks that cause themselves endlessly are an issue`() {
        let (stage, p) = shown()
        p.install(Endless())
        #expect(
            stage.simulation.issues.contains {
                $0.text
                    == "callbacks are nested 32 deep: an override causes the callback that it is "
                    + "called in"
            })
        #expect(p.children.count == 1)
    }

    @Test func `An invalid duration is an issue, and a completion without one is called at once`() {
        let (stage, p) = shown()
        var completions = 0
        UIView.animate(withDuration: .nan) {
        } completion: { _ in
            completions += 1
        }
        UIView.animate(withDuration: -1) {
        } completion: { _ in
            completions += 1
        }
        #expect(completions == 2)
        p.install(A())
        p.addChild(B())
        p.transition(from: p.children[0], to: p.children[1], duration: .nan, animations: nil)
        stage.simulation.advance(by: .seconds(-5))
        stage.simulation.advance(by: .seconds(1e18))
        #expect(
            stage.simulation.issues.map(\.text) == [
                "duration must be between 0 and 1000000000 s, got nan",
                "advance: duration must be from 0 to 100 years, got -5.0 seconds",
                "advance: duration must be from 0 to 100 years, got 1e+18 seconds",
            ])
    }
}

/// Removes itself from its parent in one of its callbacks.
private final class Vanishing: UIViewController {
    nonisolated static let callbacks = [
        "viewDidLoad", "viewWillAppear", "viewIsAppearing", "viewDidAppear", "viewWillDisappear",
        "viewDidDisappear", "viewWillLayoutSubviews", "viewDidLayoutSubviews",
        "didMove",
    ]

    private let callback: String
    private(set) var isGone = false

    init(_ callback: String) {
        self.callback = callback
        super.init(nibName: nil, bundle: nil)
    }

    required init?(coder: NSCoder) { nil }

    private func vanish(in name: String) {
        guard name == callback, !isGone else { return }
        isGone = true
        willMove(toParent: nil)
        viewIfLoaded?.removeFromSuperview()
        removeFromParent()
    }

    override func viewDidLoad() { vanish(in: "viewDidLoad") }
    override func viewWillAppear(_ animated: Bool) { vanish(in: "viewWillAppear") }
    override func viewIsAppearing(_ animated: Bool) { vanish(in: "viewIsAppearing") }
    override func viewDidAppear(_ animated: Bool) { vanish(in: "viewDidAppear") }
    override func viewWillDisappear(_ animated: Bool) { vanish(in: "viewWillDisappear") }
    override func viewDidDisappear(_ animated: Bool) { vanish(in: "viewDidDisappear") }
    override func viewWillLayoutSubviews() { vanish(in: "viewWillLayoutSubviews") }
    override func viewDidLayoutSubviews() { vanish(in: "viewDidLayoutSubviews") }
    override func didMove(toParent parent: UIViewController?) { vanish(in: "didMove") }
}

private final class Endless: UIViewController {
    override func viewDidLoad() {
        super.viewDidLoad()
        install(Endless())
    }
}
