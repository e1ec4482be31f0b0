import Containers
import Containment
import PagerModel
import RandomCommands
import Testing

/// In debug builds, the engine counts the records that it visits. With four times the objects that
/// a command names or affects, about four times the work is allowed; with four times any other
/// objects, no additional work.
@Suite struct ScalingTests {
    private static let cases =
        ScalingCase.windows + ScalingCase.controllers + ScalingCase.children + ScalingCase.views
        + ScalingCase.transitions + ScalingCase.presentations + ScalingCase.pagers
        + ScalingCase.lists

    @Test func `Every command of the scene has a case`() {
        let declared = (SceneCommands.all + Containers.kinds.flatMap(\.commands)).map { $0.method }
        let missing = Set(declared).subtracting(Self.cases.map(\.method))
        #expect(missing.sorted() == [], "add a ScalingCase for each")
    }

    #if DEBUG
        @Test(arguments: cases)
        private func `The work of a command grows no faster than the objects it affects`(
            _ scaling: ScalingCase
        ) throws {
            let (small, large) = (
                try work(scaling, scaling.size), try work(scaling, 4 * scaling.size)
            )
            #expect(small > 0 || scaling.growth == .none)
            #expect(
                large <= scaling.most(for: small),
                "\(scaling.size): \(small) records, \(4 * scaling.size): \(large) records")
        }

        private func work(_ scaling: ScalingCase, _ size: Int) throws -> Int {
            var stage = ScalingStage()
            try scaling.build(&stage, size)
            #expect(stage.counted.contains { $0.method == scaling.method })
            return try stage.work()
        }
    #endif
}
