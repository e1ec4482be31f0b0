import Containment
import PagerModel
import PagerWire
import Testing

@testable import PagerJournal
@testable import PagerServer

/// A kind whose controllers have objects that cannot be made again.
private struct ForgetfulKind: ContainerKind {
    enum Declaration: KindDeclaration {
        static let name: StaticString = "forgetful"
    }
    typealias State = PlainKind.State
    static let traits = KindTraits(keepsObjects: true)
}

/// Tests of the start of a daemon whose controllers have state outside of the scene.
@Suite struct ObjectKindTests {
    @Test(arguments: [JournalLocation.standard, .file("/tmp/never-written")])
    func `A journal is refused for a kind whose objects cannot be made again`(
        journal: JournalLocation
    ) throws {
        var configuration = Configuration()
        configuration.journal = journal
        configuration.additions = Plugins(kinds: [ForgetfulKind()])
        let problem = try #require(throws: StartProblem.self) {
            _ = try Journal.path(chosenBy: configuration)
        }
        #expect(
            problem.description
                == "a journal cannot restore controllers of the kind forgetful, because they keep "
                + "their state in objects; start with --journal none, or encode the state in the "
                + "class and declare the kind with restoresState: true")
        configuration.journal = .none
        #expect(try Journal.path(chosenBy: configuration) == nil)
    }
}
