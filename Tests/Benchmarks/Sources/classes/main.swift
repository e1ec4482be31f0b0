import Containers
import Containment
import PagerModel
import UIKit

/// Measures the time of a tab change with UIKit's classes and in the engine alone, and how many
/// tests with a push and a pop run per second. An argument sets the number of changes in a block;
/// with a second one, `tabs` or `tests`, only one block of changes or tests is run, to count
/// instructions.

final class Page: UIViewController {
    var callbacks = 0

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        callbacks += 1
    }

    override func viewDidAppear(_ animated: Bool) {
        super.viewDidAppear(animated)
        callbacks += 1
    }

    override func viewWillDisappear(_ animated: Bool) {
        super.viewWillDisappear(animated)
        callbacks += 1
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        callbacks += 1
    }
}

try await measure(Array(CommandLine.arguments.dropFirst()))

/// Measures in a task of the main actor, as tests run.
@MainActor func measure(_ arguments: [String]) async throws {
    let rounds = arguments.first.flatMap { Int($0) } ?? 10_000
    if arguments.dropFirst().first == "tabs" {
        _ = nanosecondsByClasses(rounds)
        return
    }
    if arguments.dropFirst().first == "tests" {
        _ = pushAndPopSeconds(rounds)
        return
    }
    let byClasses = median { nanosecondsByClasses(rounds) }
    let byEngine = try median { try nanosecondsByEngine(rounds) }
    print("tab change by classes: \(Int(byClasses)) ns")
    print("tab change by the engine: \(Int(byEngine)) ns")
    let tests = rounds / 10
    print("push and pop tests: \(Int(Double(tests) / pushAndPopSeconds(tests))) a second")
}

@MainActor func median(_ body: () throws -> Double) rethrows -> Double {
    var times: [Double] = []
    for _ in 0..<15 { times.append(try body()) }
    return times.sorted()[7]
}

@MainActor func seconds(_ body: () throws -> Void) rethrows -> Double {
    let time = try ContinuousClock().measure(body)
    return time / .seconds(1)
}

@MainActor func nanosecondsByClasses(_ rounds: Int) -> Double {
    let simulation = Simulation.begin()
    let tabs = UITabBarController()
    let pages = [Page(), Page()]
    tabs.viewControllers = pages
    let window = UIWindow()
    window.rootViewController = tabs
    window.makeKeyAndVisible()
    tabs.selectedIndex = 1
    tabs.selectedIndex = 0
    simulation.finishCycle()
    let time = seconds {
        for _ in 0..<rounds / 2 {
            tabs.selectedIndex = 1
            simulation.finishCycle()
            tabs.selectedIndex = 0
            simulation.finishCycle()
        }
    }
    precondition(pages[0].callbacks >= rounds, "not every callback came")
    return time / Double(rounds) * 1e9
}

@MainActor func nanosecondsByEngine(_ rounds: Int) throws -> Double {
    var scene = Scene(kinds: Containers.kinds)
    func run<C: SceneCommand>(_ command: C) throws {
        _ = try scene.apply(command, at: .zero)
        scene.drain { _ in }
    }
    try run(WindowCreate { $0.id = "window" })
    try run(
        ControllerCreate {
            $0.id = "tabs"
            $0.kind = "tabBar"
        })
    for name in ["first", "second"] as [Identifier] {
        try run(
            ControllerCreate {
                $0.id = name
                $0.kind = "view"
            })
    }
    try run(
        TabBarSetControllers {
            $0.id = "tabs"
            $0.controllers = ["first", "second"]
        })
    try run(
        WindowSetRoot {
            $0.id = "window"
            $0.controller = "tabs"
        })
    let (there, back) = (
        TabBarSelect {
            $0.id = "tabs"
            $0.index = 1
        },
        TabBarSelect {
            $0.id = "tabs"
            $0.index = 0
        }
    )
    try run(there)
    try run(back)
    let time = try seconds {
        for _ in 0..<rounds / 2 {
            try run(there)
            try run(back)
        }
    }
    return time / Double(rounds) * 1e9
}

/// Measures a typical test: a new screen, a stack, and an animated push and pop.
@MainActor func pushAndPopSeconds(_ tests: Int) -> Double {
    seconds {
        for _ in 0..<tests {
            let simulation = Simulation.begin()
            let stack = UINavigationController(rootViewController: Page())
            let window = UIWindow()
            window.rootViewController = stack
            window.makeKeyAndVisible()
            simulation.advance(by: .seconds(1))
            stack.pushViewController(Page(), animated: true)
            simulation.advance(by: .seconds(1))
            stack.popViewController(animated: true)
            simulation.advance(by: .seconds(1))
            precondition(simulation.issues.isEmpty, "a push or a pop raised something")
        }
    }
}
