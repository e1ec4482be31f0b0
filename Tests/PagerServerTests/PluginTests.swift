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
        func validate(in scene: borrowing Scene) {}
        func commit(_ plan: Void, in scene: inout Scene) -> NoFields { NoFields() }
    }

    /// It says that it only reads, and can change the scene.
    private struct Look: SceneCommand {
        typealias Reply = NoFields
        static let method = "lamp.look"
        static let summary = "Looks whether it is on."
        static let errors: [ErrorName] = []
        static let onlyReads = true
        mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
        func validate(in scene: borrowing Scene) {}
        func commit(_ plan: Void, in scene: inout Scene) -> NoFields { NoFields() }
    }

    private struct Note: EventDeclaration {
        static let name: StaticString = "noted"
        static let summary: StaticString = "Something is noted."
        var text = ""
        mutating func visit<V: EventVisitor>(_ v: inout V) { v.text("text", &text, "what") }
    }

    private struct Long: EventDeclaration {
        static let name: StaticString = "long"
        static let summary: StaticString = "More than an event can tell."
        var flag = false
        mutating func visit<V: EventVisitor>(_ v: inout V) {
            for name in ["a", "b", "c", "d", "e"] as [StaticString] { v.flag(name, &flag, "") }
        }
    }

    private struct Misnamed: EventDeclaration {
        static let name: StaticString = "two words"
        static let summary: StaticString = "Its name is none."
        mutating func visit<V: EventVisitor>(_ v: inout V) {}
    }

    private struct Enveloped: EventDeclaration {
        static let name: StaticString = "enveloped"
        static let summary: StaticString = "Has what every event has."
        var seq: Int?
        mutating func visit<V: EventVisitor>(_ v: inout V) { v.index("seq", &seq, "") }
    }

    private struct Unfounded: EventDeclaration {
        static let name: StaticString = "unfounded"
        static let summary: StaticString = "Changes a record by what it does not have."
        static let changes: [RecordChange] = [.set("text", to: "words")]
        mutating func visit<V: EventVisitor>(_ v: inout V) {}
    }

    private struct Bodiless: Command {
        typealias Reply = NoFields
        static let method = "lamp.on"
        static let summary = "Nothing carries it out."
        static let errors: [ErrorName] = []
        mutating func visit<V: FieldVisitor>(_ visitor: inout V) throws(V.Failure) {}
    }

    /// A kind called lamp with one event, and one called like a category.
    private struct Telling<Event: EventDeclaration>: Plain {
        enum Declaration: KindDeclaration {
            static var name: StaticString { "lamp" }
            static var events: [any EventDeclaration.Type] { [Event.self] }
        }
    }

    private struct Repeating: Plain {
        enum Declaration: KindDeclaration {
            static let name: StaticString = "lamp"
            static let events: [any EventDeclaration.Type] = [Note.self, Note.self]
        }
    }

    private struct Transition: Plain {
        enum Declaration: KindDeclaration {
            static let name: StaticString = "transition"
            static let events: [any EventDeclaration.Type] = [Note.self]
        }
    }

    private struct Commanded: Plain {
        enum Declaration: KindDeclaration {
            static let name: StaticString = "lamp"
            static let commands: [any Command.Type] = [Bodiless.self]
        }
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
        (
            Plugins(kinds: [Telling<Long>()]),
            "the event \"long\" of the kind lamp has fields of 5 words; it may have 4, one of "
                + "which can be a value with members of its own"
        ),
        (
            Plugins(kinds: [Telling<Misnamed>()]),
            "the event \"two words\" of the kind lamp has a name that is none: 1 to 64 characters "
                + "of A-Z a-z 0-9 _ -"
        ),
        (
            Plugins(kinds: [Telling<Enveloped>()]),
            "the event \"enveloped\" of the kind lamp has the field seq already"
        ),
        (
            Plugins(kinds: [Telling<Unfounded>()]),
            "the event \"unfounded\" of the kind lamp changes a record by the field \"words\", which "
                + "it does not have"
        ),
        (
            Plugins(kinds: [Repeating()]),
            "the event \"noted\" of the kind lamp is declared twice"
        ),
        (
            Plugins(kinds: [Transition()]),
            "the kind transition cannot have events: transition is a category that every daemon has"
        ),
        (
            Plugins(kinds: [Commanded()]),
            "the kind lamp declares the command lamp.on, which nothing carries out: extend its type "
                + "to be a SceneCommand"
        ),
        (Plugins(commands: [Ping.self]), "the method server.ping is there already"),
        (Plugins(commands: [PagerNext.self]), "the method pager.next is there already"),
        (
            Plugins(commands: [Look.self]),
            "the command lamp.look has onlyReads and is no ReadingCommand"
        ),
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
