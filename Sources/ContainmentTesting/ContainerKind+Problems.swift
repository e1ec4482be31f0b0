public import Containment
internal import Containers
public import PagerModel

extension ContainerKind {
    /// Returns the errors in the declaration of this container kind, one sentence each, or an empty
    /// list if the declaration is valid.
    ///
    /// If an error prevents a daemon from starting, or from creating a controller, the result
    /// contains only this error. Otherwise, the function checks that the kind's controller
    /// records have certain members: those that events of the kind change, and those to which books
    /// (files that describe pages) refer. The members to which books refer must also have the
    /// expected type. The result contains an error for each member that fails a check.
    ///
    ///     #expect(Carousel().problemsOfDeclaration(with: [.glide]) == [])
    ///
    /// - Parameter styles: the transition styles of the package, because an option of the kind can
    ///   have one of them as its default.
    public func problemsOfDeclaration(with styles: [TransitionStyle] = []) -> [String] {
        if let problem = Plugins(kinds: [self]).withContainers.problem() { return [problem] }
        var scene = Scene.standard(adding: Plugins(kinds: [self], styles: styles))
        let controller: Handle
        do {
            try scene.make("controller", kind: Self.name)
            controller = try scene.controller("controller")
        } catch {
            return ["a controller of the kind \(Self.name) cannot be created: \(error.sentence)"]
        }
        let record = Value(fields: scene.record(controller: controller), writesNull: true)
        let members = (record.members ?? []).map(\.name)
        return Self.problemsOfBook(record) + Self.problemsOfEvents(members, scene.events)
    }

    private static func problemsOfBook(_ record: Value) -> [String] {
        Declaration.book.recordMembers.compactMap { member in
            let place = "books of the kind \(name) name the member \(member.name), which"
            guard let value = record[member.name] else {
                return "\(place) its records do not have"
            }
            if member.takes(value) { return nil }
            return "\(place) is \(value.typeName) in its records, not \(member.phrase)"
        }
    }

    private static func problemsOfEvents(
        _ members: [String], _ events: DeclaredEvents
    ) -> [String] {
        events.ofKinds.flatMap { event -> [String] in
            guard events.name(of: event.category).description == name else { return [] }
            return event.changes.flatMap(\.members).filter { !members.contains($0) }.map {
                "the event \(event.name) changes the member \($0), which records of the kind "
                    + "\(name) do not have"
            }
        }
    }
}
