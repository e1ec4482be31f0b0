import Containment
import PagerModel
import PagerServer
import Testing

/// Tests that the declarations of a plugin cannot take a name that is in use.
@Suite struct PluginTests {
    /// A kind whose name and options a test chooses.
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

    /// The names that a test gives to an option or a command.
    private protocol Naming: Sendable { static var names: [String] { get } }

    /// A kind called lamp with options.
    private struct Optioned<Names: Naming>: ContainerKind {
        struct Texts: Fields {
            var text = ""
            mutating func visit(_ v: inout some FieldVisitor) {
                for name in Names.names { v.field(name, &text, "its own") }
            }
        }
        struct State: ContainerState {
            var options = Texts()
            mutating func visit(_ archive: inout Archive) { archive.fields(&options) }
        }
        enum Declaration: KindDeclaration {
            typealias Options = Texts
            static var name: StaticString { "lamp" }
        }
    }

    private enum Title: Naming { static let names = ["title"] }
    private enum Seq: Naming { static let names = ["seq"] }
    private enum Twice: Naming { static let names = ["light", "light"] }
    private enum Words: Naming { static let names = ["two words"] }
    private enum LongName: Naming { static let names = [String(repeating: "x", count: 65)] }
    private enum Undotted: Naming { static let names = ["light"] }
    private enum OfTheServer: Naming { static let names = ["server.light"] }
    private enum OfThePager: Naming { static let names = ["pager.light"] }
    private enum OfTheLamp: Naming { static let names = ["lamp.light"] }
    private enum Ping: Naming { static let names = ["server.ping"] }
    private enum LongCommand: Naming {
        static let names = ["lamp." + String(repeating: "x", count: 65)]
    }

    /// A kind called lamp with a command.
    private struct Lit<Names: Naming>: Plain {
        enum Declaration: KindDeclaration {
            static var name: StaticString { "lamp" }
            static var commands: [any Command.Type] { [Added<Names>.self] }
        }
    }

    private struct LongKind: Plain {
        enum Declaration: KindDeclaration {
            static let name: StaticString =
                "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
        }
    }

    private struct ServerKind: Plain {
        enum Declaration: KindDeclaration {
            static let name: StaticString = "server"
        }
    }

    private struct Added<Names: Naming>: SceneCommand {
        typealias Reply = NoFields
        static var method: String { Names.names[0] }
        static var summary: String { "A test's." }
        static var errors: [ErrorName] { [] }
        mutating func visit(_ v: inout some FieldVisitor) {}
        func validate(in scene: borrowing Scene) {}
        func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> NoFields {
            NoFields()
        }
    }

    /// A command that is declared as a read and can change the scene.
    private struct Look: SceneCommand {
        typealias Reply = NoFields
        static let method = "lamp.look"
        static let summary = "Looks whether it is on."
        static let errors: [ErrorName] = []
        static let onlyReads = true
        mutating func visit(_ v: inout some FieldVisitor) {}
        func validate(in scene: borrowing Scene) {}
        func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> NoFields {
            NoFields()
        }
    }

    private struct Note: EventDeclaration {
        static let name: StaticString = "noted"
        static let summary: StaticString = "Something is noted."
        var text = ""
        mutating func visit(_ v: inout some FieldVisitor) { v.field("text", &text, "what") }
    }

    private struct Long: EventDeclaration {
        static let name: StaticString = "long"
        static let summary: StaticString = "More than an event can tell."
        var flag = false
        mutating func visit(_ v: inout some FieldVisitor) {
            for name in ["a", "b", "c", "d", "e"] as [String] { v.field(name, &flag, "") }
        }
    }

    private struct Misnamed: EventDeclaration {
        static let name: StaticString = "two words"
        static let summary: StaticString = "Its name is none."
        mutating func visit(_ v: inout some FieldVisitor) {}
    }

    private struct Enveloped: EventDeclaration {
        static let name: StaticString = "enveloped"
        static let summary: StaticString = "Has what every event has."
        var seq: Int?
        mutating func visit(_ v: inout some FieldVisitor) { v.field("seq", &seq, "") }
    }

    private struct Unfounded: EventDeclaration {
        static let name: StaticString = "unfounded"
        static let summary: StaticString = "Changes a record by what it does not have."
        static let changes: [RecordChange] = [.set("text", to: "words")]
        mutating func visit(_ v: inout some FieldVisitor) {}
    }

    private struct Bodiless: Command {
        typealias Reply = NoFields
        static let method = "lamp.on"
        static let summary = "Nothing carries it out."
        static let errors: [ErrorName] = []
        mutating func visit(_ v: inout some FieldVisitor) {}
    }

    /// A kind called lamp with one event, and one that has the name of a category.
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

    private static func notOfTheLamp(_ method: String) -> String {
        "the kind lamp declares the command \"\(method)\"; the names of its commands must be "
            + "lamp.NAME, where NAME is 1 to 64 characters of A-Z a-z 0-9 _ -"
    }

    private static func ofNobody(_ method: String) -> String {
        "the command \"\(method)\" must be called SUBJECT.NAME, where each part is 1 to 64 "
            + "characters of A-Z a-z 0-9 _ - and no kind or built-in command has the same SUBJECT"
    }

    private static let rule = "a name is 1 to 64 characters of A-Z a-z 0-9 _ -"

    private static let wrong: [(plugins: Plugins, problem: String)] = [
        (Plugins(kinds: [SecondPager()]), "the kind pager exists already"),
        (Plugins(kinds: [Lamp(), Lamp()]), "the kind lamp exists already"),
        (Plugins(kinds: [PlainKind()]), "the kind view exists already"),
        (
            Plugins(kinds: [Spaced()]),
            "a kind cannot be called \"two words\": " + rule
        ),
        (
            Plugins(kinds: [LongKind()]),
            "a kind cannot be called \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\": " + rule
        ),
        (
            Plugins(kinds: [ServerKind()]),
            "a kind cannot be called server: every daemon has commands or events of that name"
        ),
        (
            Plugins(kinds: [Optioned<Title>()]),
            "the kind lamp has an option title, which every controller has"
        ),
        (
            Plugins(kinds: [Optioned<Seq>()]),
            "the kind lamp has an option seq, which every event has"
        ),
        (Plugins(kinds: [Optioned<Twice>()]), "the kind lamp has an option light twice"),
        (
            Plugins(kinds: [Optioned<Words>()]),
            "the kind lamp has an option with the invalid name \"two words\"; a name is 1 to 64 "
                + "characters of A-Z a-z 0-9 _ -"
        ),
        (
            Plugins(kinds: [Optioned<LongName>()]),
            "the kind lamp has an option with the invalid name "
                + "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\"; a name is 1 to 64 characters of "
                + "A-Z a-z 0-9 _ -"
        ),
        (Plugins(kinds: [Lit<Undotted>()]), notOfTheLamp("light")),
        (Plugins(kinds: [Lit<Words>()]), notOfTheLamp("two words")),
        (Plugins(kinds: [Lit<OfTheServer>()]), notOfTheLamp("server.light")),
        (Plugins(kinds: [Lit<OfThePager>()]), notOfTheLamp("pager.light")),
        (
            Plugins(kinds: [Lit<LongCommand>()]),
            notOfTheLamp("lamp.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...")
        ),
        (Plugins(commands: [Added<OfTheServer>.self]), ofNobody("server.light")),
        (Plugins(commands: [Added<OfThePager>.self]), ofNobody("pager.light")),
        (Plugins(commands: [Added<Undotted>.self]), ofNobody("light")),
        (Plugins(kinds: [Lamp()], commands: [Added<OfTheLamp>.self]), ofNobody("lamp.light")),
        (
            Plugins(kinds: [Telling<Long>()]),
            "the event \"long\" of the kind lamp has fields of 5 words; at most 4 are "
                + "possible, one of which can be a value with members of its own"
        ),
        (
            Plugins(kinds: [Telling<Misnamed>()]),
            "the event \"two words\" of the kind lamp has an invalid name; a name is 1 to 64 characters "
                + "of A-Z a-z 0-9 _ -"
        ),
        (
            Plugins(kinds: [Telling<Enveloped>()]),
            "the event \"enveloped\" of the kind lamp has two fields with the name seq"
        ),
        (
            Plugins(kinds: [Telling<Unfounded>()]),
            "the event \"unfounded\" of the kind lamp changes a record with the field \"words\", "
                + "which it does not have"
        ),
        (
            Plugins(kinds: [Repeating()]),
            "the event \"noted\" of the kind lamp is declared twice"
        ),
        (
            Plugins(kinds: [Transition()]),
            "a kind cannot be called transition: every daemon has commands or events of that name"
        ),
        (
            Plugins(kinds: [Commanded()]),
            "the kind lamp declares the command lamp.on, whose type does not conform to "
                + "SceneCommand"
        ),
        (Plugins(commands: [Added<Ping>.self]), "the method server.ping exists already"),
        (Plugins(commands: [PagerNext.self]), "the method pager.next exists already"),
        (
            Plugins(commands: [Look.self]),
            "the command lamp.look has onlyReads, but its type does not conform to ReadingCommand"
        ),
        (
            Plugins(styles: [TransitionStyle("slide", 1, from: [], to: [])]),
            "style \"slide\": the style slide is already defined and cannot be changed; choose "
                + "another name"
        ),
    ]

    @Test(arguments: wrong.indices)
    func `Invalid or conflicting declarations are refused with the problem`(index: Int) {
        #expect(Service.problem(adding: Self.wrong[index].plugins) == Self.wrong[index].problem)
    }

    @Test func `Names that are not in use are accepted`() {
        let plugins = Plugins(
            kinds: [Lamp()], styles: [TransitionStyle("wipe", 1, from: [], to: [])])
        #expect(Service.problem(adding: plugins) == nil)
    }

    @Test func `The built-in kinds have no invalid or conflicting declarations`() {
        #expect(Service.problem(adding: Plugins()) == nil)
    }
}
