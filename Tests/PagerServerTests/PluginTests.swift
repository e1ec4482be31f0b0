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

    /// A command called lamp.on with the mistake of its type.
    private struct Mistaken<Mistake: Declaring>: SceneCommand {
        static var method: String { "lamp.on" }
        static var summary: String { "Switches it on." }
        static var access: Access? { Mistake.access }
        static var isRecorded: Bool { Mistake.isRecorded }
        var mistake = Mistake()
        mutating func visit(_ v: inout some FieldVisitor) { mistake.visit(&v) }
        func validate(in scene: borrowing Scene) {}
        func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> NoFields {
            NoFields()
        }
    }

    private protocol Declaring: Fields {
        static var access: Access? { get }
        static var isRecorded: Bool { get }
    }

    private struct SameName: Declaring {
        static let access: Access? = nil
        static let isRecorded = true
        var light = 0
        mutating func visit(_ v: inout some FieldVisitor) {
            v.field("light", &light, "how much")
            v.field("light", &light, "how much")
        }
    }

    private struct RestFirst: Declaring {
        static let access: Access? = nil
        static let isRecorded = true
        var rest: [Value.Member] = []
        var light = 0
        mutating func visit(_ v: inout some FieldVisitor) {
            v.rest(&rest, of: NoFields.self, "all others")
            v.field("light", &light, "how much")
        }
    }

    private struct Inner: FieldObject {
        var light = 0
        mutating func visit(_ v: inout some FieldVisitor) {
            v.field("light", &light, "how much")
            v.field("light", &light, "how much")
        }
    }

    private struct Nested: Declaring {
        static let access: Access? = nil
        static let isRecorded = true
        var lamps: [Inner] = []
        mutating func visit(_ v: inout some FieldVisitor) { v.field("lamps", &lamps, "all") }
    }

    private struct Free: Declaring {
        static let access: Access? = .free
        static let isRecorded = true
        mutating func visit(_ v: inout some FieldVisitor) {}
    }

    private struct Forgotten: Declaring {
        static let access: Access? = nil
        static let isRecorded = false
        mutating func visit(_ v: inout some FieldVisitor) {}
    }

    /// An event with members that it cannot store.
    private struct Resting: EventDeclaration {
        static let name: StaticString = "resting"
        static let summary = "It has any members."
        var rest: [Value.Member] = []
        mutating func visit(_ v: inout some FieldVisitor) {
            v.rest(&rest, of: NoFields.self, "all")
        }
    }

    private struct Note: EventDeclaration {
        static let name: StaticString = "noted"
        static let summary = "Something is noted."
        var text = ""
        mutating func visit(_ v: inout some FieldVisitor) { v.field("text", &text, "what") }
    }

    private struct Long: EventDeclaration {
        static let name: StaticString = "long"
        static let summary = "More than an event can tell."
        var flag = false
        mutating func visit(_ v: inout some FieldVisitor) {
            for name in ["a", "b", "c", "d", "e"] as [String] { v.field(name, &flag, "") }
        }
    }

    private struct Misnamed: EventDeclaration {
        static let name: StaticString = "two words"
        static let summary = "Its name is none."
        mutating func visit(_ v: inout some FieldVisitor) {}
    }

    private struct Enveloped: EventDeclaration {
        static let name: StaticString = "enveloped"
        static let summary = "Has what every event has."
        var seq: Int?
        mutating func visit(_ v: inout some FieldVisitor) { v.field("seq", &seq, "") }
    }

    private struct Unfounded: EventDeclaration {
        static let name: StaticString = "unfounded"
        static let summary = "Changes a record by what it does not have."
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
            Plugins(commands: [Mistaken<SameName>.self]),
            "the command lamp.on has two fields with the name light"
        ),
        (
            Plugins(commands: [Mistaken<RestFirst>.self]),
            "the command lamp.on has the field \"light\" after the rest of the members, which it "
                + "could never get; visit the rest last"
        ),
        (
            Plugins(commands: [Mistaken<Nested>.self]),
            "the command lamp.on has the field lamps, which has two fields with the name light"
        ),
        (
            Plugins(commands: [Mistaken<Free>.self]),
            "the command lamp.on changes the state, so its access must be a grant, such as "
                + ".grant(.select), or nil for that of its kind"
        ),
        (
            Plugins(commands: [Mistaken<Forgotten>.self]),
            "the command lamp.on changes the state and is not recorded, so the change would be "
                + "lost at a restart"
        ),
        (
            Plugins(kinds: [Telling<Resting>()]),
            "the event \"resting\" of the kind lamp has `rest`, which events cannot store"
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
