/// A mutable reference to the current simulation. The process has one such reference, and each test
/// that runs with its own simulation has one too.
private final class CurrentSimulation: Sendable {
    @MainActor static let ofProcess = CurrentSimulation(Simulation())
    @TaskLocal static var ofTest: CurrentSimulation?

    @MainActor var simulation: Simulation

    @MainActor
    init(_ simulation: Simulation) { self.simulation = simulation }
}

extension Simulation {
    /// The simulation to which new objects belong.
    public internal(set) static var current: Simulation {
        get { (CurrentSimulation.ofTest ?? .ofProcess).simulation }
        set { (CurrentSimulation.ofTest ?? .ofProcess).simulation = newValue }
    }

    /// Runs a test with its own current simulation.
    package nonisolated static func withOwn(
        screen: CGSize, _ test: @Sendable () async throws -> Void
    ) async throws {
        let current = await CurrentSimulation(Simulation(screen: screen))
        try await CurrentSimulation.$ofTest.withValue(current) { try await test() }
    }
}
