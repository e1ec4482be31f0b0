import Glibc
import PagerModel
@testable import PagerServer
import PagerWire
import RandomCommands
import Testing

@Suite struct RefusedCommandTests {
    /// Limits that some of the batches exceed.
    private static let limits = {
        var limits = ServiceLimits()
        limits.batchEvents = 12
        limits.deadlinesPerAdvance = 2
        return limits
    }()

    /// Tries each method with each fault, in a state in which most of them would be accepted,
    /// because random commands do not reach all of them.
    @Test func `Each method with parameters is refused in two ways and changes nothing`() throws {
        var living = RecordedService(clock: .manual, retaining: 30, limits: Self.limits)
        for step in Swarm.prologue { _ = living.send(step) }
        var (declared, spoiler) = (DeclaredCommands(seed: 1), Spoiler(seed: 1))
        /// The state after a refused command, and so before the next one.
        var archive: [UInt8]?
        for type in CommandList.all {
            var ways: Set<String> = []
            for attempt in 0..<(8 * Spoiler.Fault.allCases.count) {
                let fault = Spoiler.Fault.allCases[attempt % Spoiler.Fault.allCases.count]
                let step = spoiler.spoil(declared.command(type), fault)
                let before = (archive ?? living.archived(), journal: living.journal.count)
                let error = try JSONParser.parse(living.send(step))["error"]
                archive = error.map { _ in living.archived() }
                guard let error else { continue }
                #expect(archive == before.0 && living.journal.count == before.journal, "\(step)")
                let parameter = (error["data"]?["path"]?.string ?? "")
                    .prefix { $0 != "." && $0 != "[" }
                ways.insert("\(error["data"]?["name"]?.string ?? "?") \(parameter)")
            }
            // A command without parameters only reads, and can be refused only for an unknown
            // parameter.
            let least = type.declaration.isEmpty ? 1 : 2
            #expect(ways.count >= least, "\(type.method) was refused for \(ways.sorted())")
            #expect(ways.contains("invalidParams nosuch"), "\(type.method)")
        }
    }
}
