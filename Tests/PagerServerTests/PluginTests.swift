import Containment
import PagerModel
import PagerServer
import Testing

/// What a program adds must not take a name that stands for something else.
@Suite struct PluginTests {
    /// A kind whose name and options are a test's.
    private protocol Plain: ContainerKind where State == PlainKind.State {}

    private struct SecondPager: Plain {
        enum Declaration: KindDeclaration {
            static let name: StaticString = "pager"
        }
    }

    private struct Spaced: Plain {
        enum Declaration: KindDeclaration {
            static let name: StaticString = "two words"
        }
    }

    private struct Lamp: Plain {
        enum Declaration: KindDeclaration {
            static let name: StaticString = "lamp"
        }
    }

    private struct Titled: ContainerKind {
        struct TitleOption: Fields {
            var title = ""
            mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {
                try visitor.defaulted("title", &title, "its own")
            }
        }
        struct State: ContainerState {
            var options = TitleOption()
            mutating func visit(_ archive: inout Archive) { archive.fields(&options) }
        }
        enum Declaration: KindDeclaration {
            typealias Options = TitleOption
            static let name: StaticString = "titled"
        }
    }

    private struct Ping: SceneCommand {
        typealias Reply = NoFields
        static let method = "server.ping"
        static let summary = "Another ping."
        static let errors: [ErrorName] = []
        mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
        func run(in scene: inout Scene) -> NoFields { NoFields() }
    }

    private static let wrong: [(plugins: Plugins, problem: String)] = [
        (Plugins(kinds: [SecondPager()]), "the kind pager is there already"),
        (Plugins(kinds: [Lamp(), Lamp()]), "the kind lamp is there already"),
        (Plugins(kinds: [PlainKind()]), "the kind view is there already"),
        (Plugins(kinds: [Spaced()]), "a kind cannot be called \"two words\""),
        (
            Plugins(kinds: [Titled()]),
            "the kind titled has an option title, which every controller has"
        ),
        (Plugins(commands: [Ping.self]), "the method server.ping is there already"),
        (Plugins(commands: [PagerNext.self]), "the method pager.next is there already"),
        (
            Plugins(styles: [TransitionStyle("slide", 1, from: [], to: [])]),
            "style \"slide\": the style slide is there already"
        ),
    ]

    @Test(arguments: wrong.indices)
    func namesThatAreTakenAreRefused(index: Int) {
        #expect(Service.problem(adding: Self.wrong[index].plugins) == Self.wrong[index].problem)
    }

    @Test func whatIsFreeIsTaken() {
        let plugins = Plugins(
            kinds: [Lamp()], styles: [TransitionStyle("wipe", 1, from: [], to: [])])
        #expect(Service.problem(adding: plugins) == nil)
    }

    @Test func builtInKindsHaveNoRecordNameForAnOption() {
        #expect(Service.problem(adding: Plugins()) == nil)
    }
}
