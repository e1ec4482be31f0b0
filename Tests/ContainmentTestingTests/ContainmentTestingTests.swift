import Containment
import ContainmentTesting
import PagerModel
import Testing

/// Tests of the library with which programs that embed the engine test their containers.
@Suite struct ContainmentTestingTests {
    @Test func `A recording leaves out earlier events and refused commands`() throws {
        var scene = Scene.standard()
        try scene.make("page")
        #expect(scene.record { _ in }.isEmpty)
        let refused = scene.record { try? $0.make("page") }
        #expect(refused.isEmpty)
    }

    @Test func `A recording of an unknown group has a text that no test expects`() {
        var scene = Scene.standard()
        #expect(
            scene.record(["move", "apear"]) { _ in } == [
                "no callbacks belong to the group \"apear\"; did you mean appear?"
            ])
    }

    @Test func `A command of a kind that the scene does not have is refused`() throws {
        let scene = Scene.standard()
        do throws(CommandError) {
            _ = try scene.controller(nil, of: Shelf.self)
            Issue.record("the command was accepted")
        } catch {
            #expect(error.name == .kindUnknown)
            #expect(error.message.contains("without the kind shelf"))
        }
    }

    @Test func `A turn has ended at the moment to which the clock advances`() throws {
        var scene = Scene.standard()
        for page in ["a", "b"] as [Identifier] { try scene.make(page) }
        try scene.make("book", kind: "pager", options: [.init("duration", 0.25)])
        try scene.run(
            PagerSetPages {
                $0.id = "book"
                $0.pages = ["a", "b"]
            })
        try scene.show("book")
        try scene.run(PagerNext { $0.id = "book" })
        scene.advance(by: 0.125)
        #expect(!scene.runningTransitions().isEmpty)
        scene.advance(by: 0.125)
        #expect(scene.runningTransitions().isEmpty)
    }

    /// A kind whose event changes a member that its records do not have.
    private struct Lamp: ContainerKind {
        enum Declaration: KindDeclaration {
            static let name: StaticString = "lamp"
            static let events: [any EventDeclaration.Type] = [Switched.self]
        }
        struct Switched: EventDeclaration {
            static let name: StaticString = "switched"
            static let summary = "It is on, or off."
            static let changes: [RecordChange] = [.set("shining", to: "on")]
            var on = false
            mutating func visit(_ v: inout some FieldVisitor) {
                v.field("on", &on, "whether it shines")
            }
        }
        typealias State = PlainKind.State
    }

    @Test func `An event that changes a member missing in the records is named`() {
        #expect(
            Plugins(kinds: [Lamp()]).problemsOfDeclarations() == [
                "the event switched changes the member shining, which records of the kind lamp do "
                    + "not have"
            ])
    }

    /// A command that changes the state and needs no permission.
    private struct Free: SceneCommand {
        static let method = "lamp.free"
        static let summary = "Everyone may switch it on."
        static let access: Access? = .free
        mutating func visit(_ v: inout some FieldVisitor) {}
        func validate(in scene: borrowing Scene) {}
        func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> NoFields {
            NoFields()
        }
    }

    @Test func `A mistake for which a daemon would not start is named`() {
        #expect(
            Plugins(commands: [Free.self]).problemsOfDeclarations() == [
                "the command lamp.free changes the state, so its access must be a grant, such as "
                    + ".grant(.select), or nil for that of its kind"
            ])
        #expect(
            Plugins(kinds: [Lamp(), Lamp()]).problemsOfDeclarations() == [
                "the kind lamp exists already"
            ])
    }

    /// A kind whose books name a member that its records do not have.
    private struct Shelf: ContainerKind {
        enum Declaration: KindDeclaration {
            static let name: StaticString = "shelf"
            static let commands: [any Command.Type] = [SetBooks.self, Dust.self]
            static let book = BookForm(
                contents: .list("books", setBy: SetBooks.self),
                settings: [
                    BookSetting(flag: "dusty", "for long", setBy: Dust.self, clearedBy: Dust.self)
                ])
        }
        struct SetBooks: SceneCommand {
            typealias Reply = NoFields
            static let method = "shelf.setBooks"
            static let summary = "Sets the books."
            static let errors: [ErrorName] = []
            var id: Identifier?
            var books: [Identifier] = []
            mutating func visit(_ v: inout some FieldVisitor) {
                v.field("id", &id, "the shelf")
                v.required("books", &books, "all of them")
            }
            func validate(in scene: borrowing Scene) {}
            func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> NoFields
            { NoFields() }
        }
        struct Dust: SceneCommand {
            typealias Reply = NoFields
            static let method = "shelf.dust"
            static let summary = "Dusts it."
            static let errors: [ErrorName] = []
            var id: Identifier?
            mutating func visit(_ v: inout some FieldVisitor) {
                v.field("id", &id, "the shelf")
            }
            func validate(in scene: borrowing Scene) {}
            func commit(_ plan: Void, in scene: inout Scene, after _: Validation<Self>) -> NoFields
            { NoFields() }
        }
        typealias State = PlainKind.State
    }

    @Test func `A member of a book that is missing in the records is named`() {
        #expect(
            Plugins(kinds: [Shelf()]).problemsOfDeclarations() == [
                "books of the kind shelf name the member books, which its records do not have",
                "books of the kind shelf name the member dusty, which its records do not have",
            ])
    }

    /// A command whose params have names that books know, in another form.
    private struct Stack: Command {
        typealias Reply = NoFields
        static let method = "shelf.stack"
        static let summary = "Stacks books."
        static let errors: [ErrorName] = []
        var id: Identifier?
        var books: [Identifier] = []
        var titles: [String] = []
        var first: Identifier?
        var last = Identifier(unchecked: "last")
        var index: Int?
        var mode: String?
        mutating func visit(_ v: inout some FieldVisitor) {
            v.field("id", &id, "the shelf")
            v.field("books", &books, "all of them")
            v.field("titles", &titles, "of all of them")
            v.field("first", &first, "the first book")
            v.field("last", &last, "the last book")
            v.field("index", &index, "of the open book")
            v.field("mode", &mode, "how they are stacked")
        }
    }

    private func problem(
        _ contents: BookContents? = nil, settings: [BookSetting] = []
    ) -> String? {
        Formed.$book.withValue(BookForm(contents: contents, settings: settings)) {
            Formed.problemOfBook
        }
    }

    /// A kind with the book declaration of one test.
    private enum Formed: KindDeclaration {
        static let name: StaticString = "shelf"
        static let commands: [any Command.Type] = [Stack.self, Shelf.SetBooks.self]
        @TaskLocal static var book = BookForm()
    }

    @Test func `An invalid command, param or name in a book declaration is named`() {
        let contents = "the contents of the kind shelf in books"
        let list = BookContents.list("books", setBy: Shelf.SetBooks.self)
        #expect(
            problem(.list("books", setBy: Shelf.Dust.self))
                == "\(contents): the kind does not declare the command shelf.dust")
        #expect(
            problem(.list("boks", setBy: Shelf.SetBooks.self))
                == "\(contents): the command shelf.setBooks has no param boks")
        #expect(
            problem(list.selecting(index: "index"))
                == "\(contents): the command shelf.setBooks has no param index")
        #expect(
            problem(settings: [
                BookSetting("lamp", false, "if on", setBy: Shelf.SetBooks.self, param: "id")
            ])
                == "the setting lamp of the kind shelf in books: the command shelf.setBooks needs "
                + "the param books, which books do not pass")
        #expect(
            problem(.list("books", alias: "children", setBy: Shelf.SetBooks.self))
                == "the kind shelf has the member \"children\" twice in books")
    }

    @Test func `A param in a book declaration with another form is named`() {
        let command = "of the command shelf.stack"
        let contents = "the contents of the kind shelf in books: the param"
        let list = BookContents.list("books", setBy: Stack.self)
        #expect(problem(list.selecting(index: "index", selected: "first")) == nil)
        #expect(
            problem(.list("titles", setBy: Stack.self))
                == "\(contents) titles \(command) is an array of (a string), but books pass a "
                + "list of ids")
        #expect(
            problem(.slots(["first", "last"], called: "ends", setBy: Stack.self))
                == "\(contents) last \(command) is an id, but books pass an id or null")
        #expect(
            problem(list.selecting(index: "mode"))
                == "\(contents) mode \(command) is a string or null, but books pass an integer")
        #expect(
            problem(list.selecting(index: "index", selected: "mode"))
                == "\(contents) mode \(command) is a string or null, but books pass an id")
        var fixed = list
        fixed.params = ["mode": 1]
        #expect(
            problem(fixed)
                == "\(contents) mode \(command) is a string or null, but books pass a number")
        #expect(
            problem(settings: [
                BookSetting("lamp", false, "whether it is on", setBy: Stack.self, param: "mode")
            ])
                == "the setting lamp of the kind shelf in books: the param mode \(command) is a "
                + "string or null, but books pass a boolean")
    }

    @Test(arguments: Kinds.names)
    func `Book declarations of pagerd's kinds name existing commands, params and members`(
        name: String
    ) throws {
        let kind = try #require(Kinds.named(name))
        #expect(kind.problemOfBook == nil)
        var scene = Scene.standard()
        try scene.make("controller", kind: name)
        let record = scene.record(controller: try scene.controller("controller"))
        let value = Value(fields: record, writesNull: true)
        #expect(kind.book.recordMembers.allSatisfy { value[$0.name].map($0.takes) == true })
        #expect(BookForm(described: kind.book.description) == kind.book)
    }

    @Test func `The events of pagerd's kinds change members that their records have`() throws {
        func members(_ kind: String) throws -> [String] {
            var scene = Scene.standard()
            try scene.make("controller", kind: kind)
            let record = scene.record(controller: try scene.controller("controller"))
            return (Value(fields: record, writesNull: true).members ?? []).map(\.name)
        }
        let events = Scene.standard().events
        for event in events.ofKinds {
            let kind = events.name(of: event.category).description
            let known = try members(kind)
            for member in event.changes.flatMap(\.members) {
                #expect(known.contains(member), "\(kind).\(event.name): \(member)")
            }
        }
    }
}
