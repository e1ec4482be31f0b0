import Containment
import PagerModel

struct Lamp: ContainerKind {
    enum Declaration: KindDeclaration {
        struct Options: Fields {
            var color = "white"
            mutating func visit(_ v: inout some FieldVisitor) { v.field("color", &color, "of it") }
        }
        static let name: StaticString = "lamp"
        static let commands: [any Command.Type] = [Flash.self]
        static let events: [any EventDeclaration.Type] = [Flashed.self]
    }
    struct Flashed: EventDeclaration {
        static let name: StaticString = "flashed"
        static let summary = "The lamp has flashed."
    }
    struct Flash: SceneCommand {
        static let method = "lamp.flash"
        static let summary = "Flashes once."
        static let errors: [ErrorName] = [.controllerNotFound, .wrongKind]
        var id: Identifier?
        mutating func visit(_ v: inout some FieldVisitor) { v.field("id", &id, "the lamp") }
        func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
            try scene.controller(id, of: Lamp.self)
        }
        func commit(_ lamp: Handle, in scene: inout Scene, after _: Validation<Self>) -> NoFields {
            scene.attempt(for: lamp) { (s) throws(CommandError) in try s.emit(Flashed(), of: lamp) }
            return NoFields()
        }
    }
}
