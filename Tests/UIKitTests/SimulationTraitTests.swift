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

    @Test(arguments: 1...4)
    func `Tests with simulations of their own run side by side, and each keeps its own`(
        seconds: Int
    ) async {
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

    @Test func `A new simulation inside a test is the test's only`() async {
        let other = Simulation.begin(screen: CGSize(width: 100, height: 200))
        await Task.yield()
        #expect(Simulation.current === other)
        #expect(UIWindow().frame.width == 100)
    }

    @Test(.simulation(screen: CGSize(width: 1024, height: 768)))
    func `A test can set its screen`() {
        #expect(Simulation.current.screenSize.width == 1024)
    }
}

@MainActor
@Test(.simulation)
func `A test without a suite can have a simulation`() {
    #expect(Simulation.current.now == .zero)
    #expect(Simulation.current.screenSize == CGSize(width: 390, height: 844))
}
