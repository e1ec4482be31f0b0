import Testing
import UIKit

@MainActor
@Suite(.simulation) struct SimulationTraitTests {
    private let simulation = Simulation.current
    private let window = UIWindow()
    private let root = UIViewController()

    init() {
        window.rootViewController = root
        window.makeKeyAndVisible()
    }

    @Test(
        "Tests with simulations of their own run side by side, and each keeps its own",
        arguments: 1...4)
    func own(seconds: Int) async {
        #expect(simulation === Simulation.current)
        #expect(simulation.now == .zero)
        simulation.advance(by: .seconds(seconds))
        for _ in 0..<20 {
            await Task.yield()
            #expect(simulation === Simulation.current)
            #expect(simulation.now == .seconds(seconds))
            root.view.addSubview(UIView())
        }
        #expect(root.view.subviews.count == 20)
        #expect(simulation.issues == [])
    }

    @Test("A new simulation inside a test is the test's only")
    func begin() async {
        let other = Simulation.begin(screen: CGSize(width: 100, height: 200))
        await Task.yield()
        #expect(Simulation.current === other)
        #expect(UIWindow().frame.width == 100)
    }

    @Test("A test can set its screen", .simulation(screen: CGSize(width: 1024, height: 768)))
    func screen() {
        #expect(Simulation.current.screenSize.width == 1024)
    }
}

@MainActor
@Test("A test without a suite can have a simulation", .simulation)
func simulationOfOneTest() {
    #expect(Simulation.current.now == .zero)
    #expect(Simulation.current.screenSize == CGSize(width: 390, height: 844))
}
