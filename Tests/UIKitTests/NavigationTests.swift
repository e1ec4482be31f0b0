import Testing
import UIKit

@MainActor
@Suite(.simulation(moments: .immediate)) struct NavigationTests {
    private final class First: UIViewController {}
    private final class Second: UIViewController {}

    private let simulation = Simulation.current
    private let window = UIWindow()
    private let navigation = UINavigationController(rootViewController: First())

    init() {
        window.rootViewController = navigation
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
    }

    /// A controller that logs in its callbacks which controllers are on the stack.
    private final class Watcher: UIViewController {
        var log: [String] = []

        private func note(_ callback: String) {
            let stack = navigationController?.viewControllers ?? []
            let place = stack.firstIndex(of: self).map { "\($0)" } ?? "none"
            log.append("\(callback): \(place) of \(stack.count)")
        }

        override func viewDidLoad() { note("load") }
        override func viewWillAppear(_ animated: Bool) { note("will appear") }
        override func viewWillDisappear(_ animated: Bool) { note("will disappear") }
        override func viewDidDisappear(_ animated: Bool) { note("did disappear") }
    }

    @Test func `In the callbacks of a change, viewControllers is the new stack`() {
        let (watcher, other) = (Watcher(), Watcher())
        navigation.pushViewController(watcher, animated: true)
        simulation.advance(by: .seconds(1))
        #expect(watcher.log == ["load: 1 of 2", "will appear: 1 of 2"])
        watcher.log = []
        navigation.pushViewController(other, animated: false)
        navigation.popViewController(animated: true)
        simulation.advance(by: .seconds(1))
        #expect(
            watcher.log == [
                "will disappear: 1 of 3", "did disappear: 1 of 3", "will appear: 1 of 2",
            ])
        watcher.log = []
        navigation.popToRootViewController(animated: true)
        simulation.advance(by: .seconds(1))
        // In its last callback, a popped controller has no navigation controller [6.3].
        #expect(watcher.log == ["will disappear: none of 1", "did disappear: none of 0"])
        navigation.setViewControllers([First(), other], animated: false)
        other.log = []
        navigation.popToViewController(navigation.viewControllers[0], animated: false)
        #expect(other.log.first == "will disappear: none of 1")
        #expect(simulation.issues == [])
    }

    @Test func `Animations of a view outside of the transition run alongside it`() throws {
        let bar = UIView()
        navigation.pushViewController(Second(), animated: true)
        let coordinator = try #require(navigation.transitionCoordinator)
        var ended = false
        #expect(
            coordinator.animateAlongsideTransition(
                in: bar, animation: { _ in bar.alpha = 0 }, completion: { _ in ended = true }))
        #expect(bar.alpha == 0)
        #expect(!ended)
        simulation.advance(by: .seconds(1))
        #expect(ended)
    }

    @Test func `A popped controller is released when its transition has ended`() {
        weak var second: Second?
        do {
            let made = Second()
            second = made
            navigation.pushViewController(made, animated: true)
        }
        simulation.advance(by: .seconds(1))
        #expect(second != nil)
        navigation.popViewController(animated: true)
        #expect(second != nil)
        simulation.advance(by: .seconds(1))
        #expect(second == nil)
        #expect(simulation.issues == [])
    }

    @Test
    func `Animations alongside a push run when it begins, and their completion when it ends`() {
        var told: [String] = []
        final class Alongside: UIViewController {
            var told: (String) -> Void = { _ in }
            override func viewWillAppear(_ animated: Bool) {
                super.viewWillAppear(animated)
                told("will")
                transitionCoordinator?.animate { [told] _ in
                    told("alongside")
                } completion: { [told] context in
                    told("completion \(context.isCancelled)")
                }
            }
            override func viewDidAppear(_ animated: Bool) {
                super.viewDidAppear(animated)
                told("did")
            }
        }
        let pushed = Alongside()
        pushed.told = { told.append($0) }
        navigation.pushViewController(pushed, animated: true)
        simulation.advance(by: .seconds(1))
        #expect(told == ["will", "alongside", "did", "completion false"])
    }

    @Test func `A presented sheet appears, and its completions are called`() {
        var told: [String] = []
        let sheet = Second()
        navigation.present(sheet, animated: true) { told.append("presented") }
        #expect(navigation.presentedViewController === sheet)
        #expect(sheet.parent == nil)
        #expect(told == [])
        simulation.advance(by: .seconds(1))
        #expect(told == ["presented"])
        navigation.dismiss(animated: true) { told.append("dismissed") }
        simulation.advance(by: .seconds(1))
        #expect(told == ["presented", "dismissed"])
        #expect(navigation.presentedViewController == nil)
        #expect(simulation.issues == [])
    }
}
