import Containment
import ContainmentTesting
import PagerModel
import Testing

/// What those who embed the engine test their containers with.
@Suite struct ContainmentTestingTests {
    @Test func `What happened before is left out, and so is what was refused`() throws {
        var scene = Scene.standard()
        try scene.make("page")
        #expect(scene.record { _ in }.isEmpty)
        let refused = scene.record { try? $0.make("page") }
        #expect(refused.isEmpty)
    }

    /// A kind that tells of a member that its records do not have.
    private struct Lamp: ContainerKind {
        enum Declaration: KindDeclaration {
            static let name: StaticString = "lamp"
            static let events: [any KindEvent.Type] = [Switched.self]
        }
        struct Switched: KindEvent {
            static let name: StaticString = "switched"
            static let summary: StaticString = "It is on, or off."
            static let changes: [RecordChange] = [.set("shining", to: "on")]
            var on = false
            mutating func visit<V: KindEventVisitor>(_ v: inout V) {
                v.flag("on", &on, "whether it shines")
            }
        }
        typealias State = PlainKind.State
    }

    @Test func `A change of a member that records do not have is named`() {
        #expect(
            Lamp().problemsOfDeclaration() == [
                "the event switched changes the member shining, which records of the kind lamp do "
                    + "not have"
            ])
    }

    @Test func `The events of pagerd's kinds change members that their records have`() throws {
        func members(_ kind: String) throws -> [String] {
            var scene = Scene.standard()
            try scene.make("controller", kind: kind)
            let record = scene.record(controller: try scene.controller("controller"))
            return (Value(fields: record, writesNull: true).members ?? []).map(\.name)
        }
        let events = Scene.standard().events
        for event in events.all {
            let kind = events.name(of: event.category).description
            let known = try members(kind)
            for member in event.changes.flatMap(\.members) {
                #expect(known.contains(member), "\(kind).\(event.name): \(member)")
            }
        }
    }
}
