import Testing
import UIKit

/// Tests that the coordinator of a transition is complete from the first will callback [6.15].
@MainActor
struct CoordinatorTests {
    @MainActor
    private struct Stack {
        let simulation = Simulation.begin(
            screen: CGSize(width: 400, height: 800), moments: .immediate)
        let window = UIWindow()
        let log = TransitionLog()
        let delegate: ShowLog
        let navigation: UINavigationController
        let first: CoordinatedController
        let second: CoordinatedController

        init() {
            delegate = ShowLog(log)
            first = CoordinatedController("first", log)
            second = CoordinatedController("second", log)
            navigation = UINavigationController(rootViewController: first)
            navigation.delegate = delegate
            window.rootViewController = navigation
            window.makeKeyAndVisible()
            simulation.advance(by: .seconds(1))
            _ = log.take()
        }
    }

    @Test func `A push's coordinator knows both controllers from the first will callback`() {
        let stack = Stack()
        stack.navigation.pushViewController(stack.second, animated: true)
        #expect(
            stack.log.take() == [
                "first.willDisappear: first to second, 0.35 s",
                "second.willAppear: first to second, 0.35 s",
                "willShow second: first to second, 0.35 s",
            ])
        stack.simulation.advance(by: .seconds(1))
        #expect(
            stack.log.take() == [
                "first.didDisappear: first to second, 0.35 s",
                "second.didAppear: first to second, 0.35 s",
                "didShow second: first to second, 0.35 s",
            ])
        #expect(stack.navigation.transitionCoordinator == nil)
        #expect(stack.simulation.issues == [])
    }

    @Test func `A pop is known in didShow by the controller that it has removed`() {
        let stack = Stack()
        stack.navigation.pushViewController(stack.second, animated: false)
        stack.simulation.advance(by: .seconds(1))
        _ = stack.log.take()
        stack.navigation.popViewController(animated: true)
        stack.simulation.advance(by: .seconds(1))
        #expect(stack.log.entries.last == "didShow first: second to first, 0.35 s")
        #expect(stack.delegate.popped == ["second"])
        #expect(stack.navigation.transitionCoordinator == nil)
    }

    @Test func `A push without animation has a coordinator that is not animated`() {
        let stack = Stack()
        stack.navigation.pushViewController(stack.second, animated: false)
        #expect(
            stack.log.take().first == "first.willDisappear: first to second, 0.0 s, not animated")
        #expect(stack.navigation.transitionCoordinator == nil)
    }

    @Test func `An interactive pop is interactive from the first will callback`() {
        let stack = Stack()
        stack.navigation.pushViewController(stack.second, animated: false)
        stack.simulation.advance(by: .seconds(1))
        _ = stack.log.take()
        stack.simulation.touchDown(at: CGPoint(x: 1, y: 400), in: stack.window)
        stack.simulation.move(to: CGPoint(x: 200, y: 400))
        #expect(
            stack.log.take() == [
                "second.willDisappear: second to first, 0.35 s, interactive",
                "first.willAppear: second to first, 0.35 s, interactive",
                "willShow first: second to first, 0.35 s, interactive",
            ])
        let coordinator = stack.navigation.transitionCoordinator
        #expect(coordinator?.initiallyInteractive == true)
        #expect(coordinator?.completionCurve == .easeInOut)
        #expect(coordinator?.targetTransform == .identity)
        stack.simulation.cancelTouches()
        stack.simulation.advance(by: .seconds(1))
        #expect(stack.simulation.issues == [])
    }

    @Test func `The views are known in the will callbacks, except one that stays in place`() {
        let stack = Stack()
        let sheet = CoordinatedController("sheet", stack.log)
        sheet.modalPresentationStyle = .pageSheet
        stack.first.present(sheet, animated: true)
        #expect(stack.log.take() == ["sheet.willAppear: stack to sheet, 0.4 s"])
        let coordinator = sheet.transitionCoordinator
        #expect(coordinator?.view(forKey: .from) == nil)
        #expect(coordinator?.view(forKey: .to) === sheet.view)
        stack.simulation.advance(by: .seconds(1))
        _ = stack.log.take()
        stack.first.dismiss(animated: true)
        #expect(stack.log.take() == ["sheet.willDisappear: sheet to stack, 0.4 s"])
        stack.simulation.advance(by: .seconds(1))
    }

    @Test func `A presentation controller finds both controllers when it begins`() {
        let stack = Stack()
        let presented = CoordinatedController("presented", stack.log)
        let delegate = PresentationLog(stack.log)
        presented.modalPresentationStyle = .custom
        presented.transitioningDelegate = delegate
        stack.navigation.present(presented, animated: true)
        stack.simulation.advance(by: .seconds(1))
        #expect(stack.log.take().first == "begin: stack to presented")
        stack.navigation.dismiss(animated: true)
        #expect(stack.log.take().first == "dismiss: presented to stack")
        stack.simulation.advance(by: .seconds(1))
        #expect(stack.simulation.issues == [])
    }

    @Test func `A change of tabs has a coordinator only if an animator performs it`() {
        let simulation = Simulation.begin(moments: .immediate)
        let (window, log, tabs) = (UIWindow(), TransitionLog(), UITabBarController())
        tabs.viewControllers = [
            CoordinatedController("a", log), CoordinatedController("b", log),
        ]
        window.rootViewController = tabs
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
        _ = log.take()
        tabs.selectedIndex = 1
        #expect(log.take().first == "b.willAppear: no coordinator")
        let delegate = TabDelegate(SlideAnimator(log))
        tabs.delegate = delegate
        tabs.selectedIndex = 0
        #expect(log.take().first == "a.willAppear: b to a, 0.5 s")
        simulation.advance(by: .seconds(1))
        #expect(simulation.issues == [])
    }
}

@MainActor
private func describe(_ coordinator: (any UIViewControllerTransitionCoordinator)?) -> String {
    guard let coordinator else { return "no coordinator" }
    func name(_ key: UITransitionContextViewControllerKey) -> String {
        let controller = coordinator.viewController(forKey: key)
        return (controller as? LoggedController)?.name ?? (controller == nil ? "nil" : "stack")
    }
    return "\(name(.from)) to \(name(.to)), \(coordinator.transitionDuration) s"
        + (coordinator.isAnimated ? "" : ", not animated")
        + (coordinator.isInteractive ? ", interactive" : "")
}

/// Logs the coordinator in its appearance callbacks.
private final class CoordinatedController: LoggedController {
    private func note(_ callback: String) {
        log.note("\(name).\(callback): \(describe(transitionCoordinator))")
    }

    override func viewWillAppear(_ animated: Bool) { note("willAppear") }
    override func viewDidAppear(_ animated: Bool) { note("didAppear") }
    override func viewWillDisappear(_ animated: Bool) { note("willDisappear") }
    override func viewDidDisappear(_ animated: Bool) { note("didDisappear") }
}

private final class ShowLog: UINavigationControllerDelegate {
    private let log: TransitionLog
    /// The names of the controllers that were popped, as apps find them out.
    private(set) var popped: [String] = []

    init(_ log: TransitionLog) { self.log = log }

    func navigationController(
        _ navigationController: UINavigationController, willShow viewController: UIViewController,
        animated: Bool
    ) { note("willShow", viewController, navigationController) }

    func navigationController(
        _ navigationController: UINavigationController, didShow viewController: UIViewController,
        animated: Bool
    ) {
        note("didShow", viewController, navigationController)
        guard
            let from = navigationController.transitionCoordinator?.viewController(forKey: .from),
            !navigationController.viewControllers.contains(from)
        else { return }
        popped.append((from as? LoggedController)?.name ?? "?")
    }

    private func note(
        _ text: String, _ controller: UIViewController, _ navigation: UINavigationController
    ) {
        let name = (controller as? LoggedController)?.name ?? "?"
        log.note("\(text) \(name): \(describe(navigation.transitionCoordinator))")
    }
}

private final class TabDelegate: UITabBarControllerDelegate {
    private let animator: SlideAnimator

    init(_ animator: SlideAnimator) { self.animator = animator }

    func tabBarController(
        _ tabBarController: UITabBarController,
        animationControllerForTransitionFrom fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { animator }
}

/// Makes presentation controllers that log the controllers of their transitions.
private final class PresentationLog: UIViewControllerTransitioningDelegate {
    private let log: TransitionLog

    init(_ log: TransitionLog) { self.log = log }

    func presentationController(
        forPresented presented: UIViewController, presenting: UIViewController?,
        source: UIViewController
    ) -> UIPresentationController? {
        let made = LoggingPresentation(presentedViewController: presented, presenting: presenting)
        made.log = log
        return made
    }
}

private final class LoggingPresentation: UIPresentationController {
    var log: TransitionLog?

    override func presentationTransitionWillBegin() { note("begin") }
    override func dismissalTransitionWillBegin() { note("dismiss") }

    private func note(_ text: String) {
        let described = describe(presentedViewController.transitionCoordinator)
        log?.note("\(text): \(described.prefix { $0 != "," })")
    }
}
