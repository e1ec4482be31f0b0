import Containment
import Misuse
import PagerModel
import Testing

/// Tests that the subscript for states ends the process with a message if the handle is invalid.
@Suite struct TrapTests {
    private typealias Stage = HandleMisuseTests.Stage

    private static func read(_ place: Int) throws {
        let stage = try Stage()
        _ = stage.scene[Misuser.self, stage.bad[place].handle]
    }

    private static func write(_ place: Int) throws {
        var stage = try Stage()
        stage.scene[Misuser.self, stage.bad[place].handle].use = 1
    }

    /// Expects a message in the standard error of a process that has ended.
    private func expect(_ sentence: String, of result: ExitTest.Result?) throws {
        let said = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(said.contains("Fatal error: \(sentence)"), "\(said)")
    }

    private static let lost = "the controller has been destroyed, or is of another scene; "

    @Test func `Reading the state of a lost controller ends the process with a message`()
        async throws
    {
        let sentence = Self.lost + "use state(_:of:), which throws an error instead"
        var result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { try TrapTests.read(0) }
        try expect(sentence, of: result)
        result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { try TrapTests.read(1) }
        try expect(sentence, of: result)
        result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { try TrapTests.read(2) }
        try expect(sentence, of: result)
        result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { try TrapTests.read(3) }
        try expect(sentence, of: result)
    }

    @Test func `Writing the state of a lost controller ends the process with a message`()
        async throws
    {
        let sentence = Self.lost + "use update(_:of:), which throws an error instead"
        var result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { try TrapTests.write(0) }
        try expect(sentence, of: result)
        result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { try TrapTests.write(1) }
        try expect(sentence, of: result)
        result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { try TrapTests.write(2) }
        try expect(sentence, of: result)
        result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) { try TrapTests.write(3) }
        try expect(sentence, of: result)
    }

    @Test func `Reading the state of a controller of another kind ends the process with a message`()
        async throws
    {
        let sentence = "the controller is of another kind"
        var result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let stage = try Stage()
            _ = stage.scene[PlainKind.self, stage.good]
        }
        try expect(sentence, of: result)
        result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            var stage = try Stage()
            stage.scene[PlainKind.self, stage.good].options = NoFields()
        }
        try expect(sentence, of: result)
    }
}
