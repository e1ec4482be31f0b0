internal import Containers
public import Containment
public import PagerModel
internal import PagerWire

/// Functions that set up a scene for tests, without a daemon.
extension Scene {
    /// Returns a scene with the built-in container kinds, the kinds of `plugins`, and one window
    /// with the id `window`.
    ///
    /// - Parameters:
    ///   - plugins: the kinds, commands and styles that a package adds.
    ///   - release: the UIKit release whose order of callbacks is reproduced.
    ///   - size: the size of the window, in points.
    /// - Precondition: no name in `plugins` is already in use.
    public static func standard(
        adding plugins: Plugins = Plugins(), release: Release = .iOS18, size: Size = .standard
    ) -> Scene {
        var scene = Scene(
            release: release, kinds: plugins.withContainers.kinds, commands: plugins.commands,
            styles: plugins.styles)
        do {
            try scene.run(
                WindowCreate {
                    $0.id = "window"
                    $0.size = size
                })
        } catch {
            preconditionFailure("a new scene has no window: \(error.message)")
        }
        return scene
    }

    /// Runs a command at the current time of the scene.
    ///
    /// - Throws: `CommandError` if the scene refuses the command. The scene is then unchanged.
    @discardableResult
    public mutating func run<C: SceneCommand>(_ command: C) throws(CommandError) -> C.Reply {
        try apply(command, at: now)
    }

    /// Creates a controller.
    ///
    /// - Parameter options: the values of options that all controllers have or that the kind adds.
    /// - Throws: `CommandError`: `idTaken` if the id is in use, `kindUnknown` if there is no such
    ///   kind, `invalidParams` or `invalidArgument` if an option is not valid.
    public mutating func make(
        _ id: Identifier, kind: String = "view", options: [Value.Member] = []
    ) throws(CommandError) {
        try run(
            ControllerCreate {
                $0.id = id
                $0.kind = kind
                $0.options = options
            })
    }

    /// Makes a controller the root of the window.
    ///
    /// - Throws: `CommandError`, with the same errors as the command `window.setRoot`.
    public mutating func show(_ root: Identifier) throws(CommandError) {
        try run(
            WindowSetRoot {
                $0.id = "window"
                $0.controller = root
            })
    }

    /// Advances the time of the scene. Each deadline that passes takes effect at its own time.
    ///
    /// - Precondition: `seconds` is finite and not negative.
    public mutating func advance(by seconds: Double) {
        precondition(seconds.isFinite && seconds >= 0, "seconds must be finite and not negative")
        advance(to: now.advanced(by: seconds))
    }
}

/// Functions that record the events of a scene as text.
extension Scene {
    /// Returns the callbacks and events that the closure causes, in order, as text such as
    /// `detail.viewWillAppear(true)` or `stack.navigation.didShow(detail,true)`. Check files use
    /// the same form.
    ///
    /// The result contains neither earlier events nor events without such a form, such as
    /// `parentChanged`.
    ///
    /// - Parameter groups: the event groups to return, such as `appear`, `move` or `pager`; nil for
    ///   all. docs/reference/CHECKS.md lists them.
    public mutating func record(
        _ groups: Set<String>? = nil, _ body: (inout Scene) throws -> Void
    ) rethrows -> [String] {
        drain { _ in }
        try body(&self)
        if let problem = problem(of: groups ?? []) { return [problem] }
        return drain { $0.sentences(of: groups.map { TextSet($0) }) }
    }

    /// Returns an error message for the first name in `groups` that is not the name of an event
    /// group. Returns nil if all names are valid.
    ///
    /// Recordings return this message in place of the callbacks. Otherwise, a test that expects no
    /// callbacks of a misspelt group would pass.
    package func problem(of groups: some Sequence<String>) -> String? {
        let known = CheckForms(events).kinds
        guard let group = groups.first(where: { !known.contains($0) }) else { return nil }
        return "no callbacks belong to the group \(quoted(group))"
            + Spelling.question(about: group, among: known.sorted())
    }

    /// Returns the events since the last `drain` as text, such as `detail.viewWillAppear(true)`.
    /// O(events).
    ///
    /// - Parameter groups: the event groups to return; nil for all.
    package func sentences(of groups: TextSet?) -> [String] {
        let forms = CheckForms(events)
        var encoder = EventEncoder(events)
        let stamp = EventStamp(
            seq: 0, previousInCategory: 0, previousOfSubject: 0, revision: 0, time: now)
        encoder.begin(self, log.attachments)
        for event in log.events { encoder.encode(event, stamp) }
        encoder.end()
        let bytes = encoder.bytes.array
        return encoder.frames.compactMap { frame in
            guard let value = try? JSONParser.parse(Array(bytes[frame.payload..<frame.end])),
                let token = CheckToken(event: value, forms),
                groups?.contains(token.kind) ?? true
            else { return nil }
            return token.text
        }
    }
}

extension Plugins {
    /// Returns the errors in the declarations of these kinds, commands and styles, one sentence
    /// each with the name of the declaration, or an empty list if all are valid.
    ///
    /// If an error prevents a daemon from starting, or from creating a controller, the result
    /// contains only this error: a name that is taken or invalid, two fields of one name, a field
    /// after the rest of the members, an event with more words than fit, a command that changes the
    /// state and needs no permission, an invalid style. Otherwise, the function checks that the
    /// records of the kinds have certain members: those that events change, and those to which
    /// books (files that describe pages) refer. The members to which books refer must also have the
    /// expected type. The result contains an error for each member that fails a check.
    ///
    ///     #expect(Plugins.carousel.problemsOfDeclarations() == [])
    public func problemsOfDeclarations() -> [String] {
        if let problem = withContainers.problem() { return [problem] }
        var scene = Scene.standard(adding: self)
        return kinds.flatMap { $0.problemsOfRecord(in: &scene) }
    }
}

extension ContainerKind {
    fileprivate func problemsOfRecord(in scene: inout Scene) -> [String] {
        let controller: Handle
        do {
            // The name of a kind is a valid id.
            let id = Identifier(unchecked: Self.name)
            try scene.make(id, kind: Self.name)
            controller = try scene.controller(id)
        } catch {
            return ["a controller of the kind \(Self.name) cannot be created: \(error.sentence)"]
        }
        let record = Value(fields: scene.record(controller: controller), writesNull: true)
        let members = (record.members ?? []).map(\.name)
        return Self.problemsOfBook(record) + Self.problemsOfEvents(members, scene.events)
    }

    private static func problemsOfBook(_ record: Value) -> [String] {
        Declaration.book.recordMembers.compactMap { member in
            let position = "books of the kind \(name) name the member \(member.name), which"
            guard let value = record[member.name] else {
                return "\(position) its records do not have"
            }
            if member.takes(value) { return nil }
            return "\(position) is \(value.typeName) in its records, not \(member.phrase)"
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
