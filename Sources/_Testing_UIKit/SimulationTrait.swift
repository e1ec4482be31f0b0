// A program that links the standard library statically cannot import Testing.
#if canImport(Testing)
    public import Testing
    public import UIKit

    /// A trait that gives each test its own simulation. When the test or the initializer of its
    /// suite starts, `Simulation.current` is new and has an empty screen.
    ///
    ///     @MainActor
    ///     @Suite(.simulation) struct SlideContainerTests {
    ///         let window = UIWindow()
    ///
    ///         @Test func rests() { #expect(Simulation.current.issues.isEmpty) }
    ///     }
    ///
    /// Tests of such a suite can run in parallel. Each test case of a parametrized test also has
    /// its own simulation.
    public struct SimulationTrait: SuiteTrait, TestTrait, TestScoping {
        /// The size of the screen in points.
        let screen: CGSize
        let device: Simulation.Device?
        let moments: Simulation.Moments

        /// Whether each test of a suite has its own simulation. Always true.
        public var isRecursive: Bool { true }

        public func provideScope(
            for test: Test, testCase: Test.Case?,
            performing function: @Sendable () async throws -> Void
        ) async throws {
            try await Simulation.withOwn(
                screen: screen, device: device, moments: moments, function)
        }
    }

    extension Trait where Self == SimulationTrait {
        /// A trait that gives each test its own simulation, with a screen of 390 by 844 points.
        public static var simulation: Self { simulation() }

        /// Returns a trait that gives each test its own simulation.
        ///
        /// - Parameters:
        ///   - screen: The size of the screen in points.
        ///   - moments: Whether calls do a part of their work later in the run loop's cycle, as in
        ///     UIKit, or all of it at once.
        public static func simulation(
            screen: CGSize = CGSize(width: 390, height: 844),
            moments: Simulation.Moments = .uikit
        ) -> Self { SimulationTrait(screen: screen, device: nil, moments: moments) }

        /// Returns a trait that gives each test its own simulation of an upright phone, with safe
        /// areas and with bars that take space.
        public static func simulation(
            device: Simulation.Device, moments: Simulation.Moments = .uikit
        ) -> Self { SimulationTrait(screen: device.size, device: device, moments: moments) }
    }
#endif
