public import PagerModel

/// The extensions that a program adds to the engine: container kinds, commands, transition styles,
/// and an observer of the scene.
///
/// Each name must be unique. If a kind, method or style already exists, the daemon refuses to
/// start, and the creation of a `Scene` stops the program.
public struct Plugins: Sendable {
    public var kinds: [any ContainerKind]
    /// Commands that no kind declares.
    public var commands: [any SceneCommand.Type]
    public var styles: [TransitionStyle]
    /// The observer that is called in each callback of the daemon's scene.
    public var observer: (any SceneObserver)?

    public init(
        kinds: [any ContainerKind] = [], commands: [any SceneCommand.Type] = [],
        styles: [TransitionStyle] = [], observer: (any SceneObserver)? = nil
    ) {
        self.kinds = kinds
        self.commands = commands
        self.styles = styles
        self.observer = observer
    }

    /// Combines two sets of extensions. The result has the observer of `left` or, if `left` has no
    /// observer, the observer of `right`.
    public static func + (left: Plugins, right: Plugins) -> Plugins {
        Plugins(
            kinds: left.kinds + right.kinds, commands: left.commands + right.commands,
            styles: left.styles + right.styles, observer: left.observer ?? right.observer)
    }

    /// Returns the names of the kinds whose controllers keep state in objects outside of the scene.
    ///
    /// - Parameter restored: True for the kinds whose objects are recreated after a restart, false
    ///   for the others.
    package func kindsOfObjects(restored: Bool) -> [String] {
        kinds.map { type(of: $0) }
            .filter { $0.traits.keepsObjects && $0.traits.restoresObjects == restored }
            .map { $0.name }
    }
}

extension Plugins {
    /// Returns the reason why a daemon or scene cannot use these extensions, or nil if it can.
    package func problem() -> String? {
        let methods = (CommandList.ofService + CommandList.ofScenes).map { $0.method }
        return problemOfKinds(besides: methods) ?? problemOfCommands(besides: methods)
            ?? problemOfStyles()
    }

    private func problemOfKinds(besides methods: [String]) -> String? {
        let reserved = Self.subjects(of: methods) + EventCategory.coreNames
        var names: TextSet = [PlainKind.name]
        for kind in kinds {
            let name = type(of: kind).name
            if Identifier(name) == nil {
                return
                    "a kind cannot be called \(quoted(name)): a name is 1 to 64 characters of A-Z "
                    + "a-z 0-9 _ -"
            }
            if !names.insert(name) { return "the kind \(name) exists already" }
            if reserved.contains(name) {
                return
                    "a kind cannot be called \(name): every daemon has commands or events of that "
                    + "name"
            }
            if let problem = Self.problemOfMembers(of: kind) {
                return "the kind \(name) has \(problem)"
            }
            if let problem = kind.declaration.problemOfEvents { return problem }
            if let problem = kind.declaration.problemOfBook { return problem }
            if let method = Self.commandWithoutBody(of: kind.declaration) {
                return
                    "the kind \(name) declares the command \(method), whose type does not "
                    + "conform to SceneCommand"
            }
        }
        let count = kinds.count { !$0.declaration.events.isEmpty }
        guard count <= DeclaredEvents.mostKinds else {
            return
                "at most \(DeclaredEvents.mostKinds) kinds can have events of their own, got "
                + "\(count)"
        }
        return nil
    }

    private static func commandWithoutBody(of kind: any KindDeclaration.Type) -> String? {
        kind.commands.first { !($0 is any SceneCommand.Type) }?.method
    }

    /// Returns the first problem with the names of a kind's options and members, or nil. These
    /// names must differ from each other, from the members of every record and from the fields of
    /// every event.
    private static func problemOfMembers<K: ContainerKind>(of _: K) -> String? {
        let taken = Set<TextKey>(ControllerRecord.declaration.map { TextKey($0.name) })
        var own: Set<TextKey> = []
        let options = K.State.Options.declaration.map { ("an option", $0.name) }
        let members = K.Declaration.Record.declaration.map { ("a member", $0.name) }
        for (what, name) in options + members {
            if Identifier(name) == nil {
                return
                    "\(what) with the invalid name \(quoted(name)); a name is \(Identifier.form)"
            }
            if taken.contains(TextKey(name)) {
                return "\(what) \(name), which every controller has"
            }
            if DeclaredEvent.envelope.contains(TextKey(name)) {
                return "\(what) \(name), which every event has"
            }
            if !own.insert(TextKey(name)).inserted { return "\(what) \(name) twice" }
        }
        // What is left are errors in the fields of fields.
        return (K.State.Options.problemOfFields ?? K.Declaration.Record.problemOfFields).map {
            "a declaration that \($0)"
        }
    }

    private func problemOfCommands(besides taken: [String]) -> String? {
        var methods = TextSet(taken)
        for kind in kinds.map(\.declaration) {
            for method in kind.commands.map({ $0.method }) {
                if !methods.insert(method) { return Self.taken(method) }
                guard Self.subject(of: method) == kind.name.description else {
                    return
                        "the kind \(kind.name) declares the command \(quoted(method)); the "
                        + "names of its commands must be \(kind.name).NAME, where NAME is "
                        + "\(Identifier.form)"
                }
            }
        }
        let reserved = Self.subjects(of: taken) + kinds.map { type(of: $0).name }
        for method in commands.map({ $0.method }) {
            if !methods.insert(method) { return Self.taken(method) }
            guard let subject = Self.subject(of: method), !reserved.contains(subject) else {
                return
                    "the command \(quoted(method)) must be called SUBJECT.NAME, where each part is "
                    + "\(Identifier.form) and no kind or built-in command has the same SUBJECT"
            }
        }
        let all = SceneCommands.all + kinds.flatMap(\.commands) + commands
        if let command = all.first(where: { $0.onlyReads && !($0 is any ReadingCommand.Type) }) {
            return "the command \(command.method) has onlyReads, but its type does not conform to "
                + "ReadingCommand"
        }
        // Tests check those that are built in.
        return all.lazy.filter { CommandList.named($0.method) == nil }
            .compactMap { $0.problemOfDeclaration }.first
    }

    private static func taken(_ method: String) -> String {
        "the method \(method) exists already"
    }

    private static func subjects(of methods: [String]) -> [String] {
        methods.compactMap { subject(of: $0) }
    }

    /// Returns the part of a method's name before the dot. Returns nil if `method` is not a valid
    /// name of a method.
    private static func subject(of method: String) -> String? {
        let parts = method.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false
        )
        .map { String(Substring($0)) }
        guard parts.count == 2, parts.allSatisfy({ Identifier($0) != nil }) else { return nil }
        return parts[0]
    }

    private func problemOfStyles() -> String? {
        var scene = Scene()
        for style in styles {
            do {
                try scene.define(style)
            } catch {
                return "style \(quoted(style.name)): \(error.sentence)"
            }
        }
        return nil
    }
}

/// Kinds whose controllers a plugin process hosts. The engine treats such controllers as plain view
/// controllers.
extension Scene {
    /// Adds a kind that a plugin process hosts. O(1).
    ///
    /// - Throws: `kindTaken` if a kind has this name already, `limitExceeded` if no index is left
    ///   for the kind.
    public mutating func addHostedKind(named name: String) throws(CommandError) {
        guard kind(named: name) == nil else {
            throw CommandError(.kindTaken, "the kind \(quoted(name)) exists already", path: "kinds")
        }
        guard kinds.hasRoom else {
            throw CommandError(
                .limitExceeded,
                "there are \(kinds.entries.count) kinds already, which is the maximum",
                path: "kinds")
        }
        makeUnique()
        state.kinds.add(hosted: name)
    }

    /// Removes a kind that a plugin process hosts. A kind that is added later may get the index of
    /// the removed kind. O(number of vacant indexes).
    ///
    /// - Precondition: The kind is hosted and has no controllers.
    public mutating func removeHostedKind(at index: Int) {
        precondition(kinds[index].isHosted && count(ofKind: index) == 0, "the kind is in use")
        makeUnique()
        state.kinds.removeHosted(at: index)
    }

    /// The number of kinds that plugin processes host.
    public var hostedKindCount: Int { kinds.hostedCount }

    /// Returns the index of the container kind called `name`, or nil if there is none. The index of
    /// a kind never changes. O(1).
    public func kind(named name: String) -> Int? { kinds.index(named: name) }

    /// Returns the name of the kind at an index. Empty for a vacant index. O(1).
    package func kindName(at index: Int) -> String { kinds[index].name }

    /// Returns the index of a controller's kind. Returns nil if no plugin process hosts the kind,
    /// or if the subject is not a controller. The subject may have been destroyed in this
    /// transaction.
    package func hostedKind(of subject: Handle) -> Int? {
        let kind = Int(self[subject].kind)
        return kind < kinds.entries.count && kinds[kind].isHosted ? kind : nil
    }

    /// Returns the controllers of a kind in an unspecified but repeatable order. O(n), where n is
    /// the maximum number of controllers of the kind that have existed at the same time.
    public func controllers(ofKind kind: Int) -> [Handle] {
        kinds.store(at: kind).owners.filter { !$0.isNone }
    }

    /// Calls `body` with each controller of a kind and the index of the controller, in the order of
    /// `controllers(ofKind:)`. Begins at `index` and stops when `body` returns false. A
    /// controller keeps its index while it exists, so some indexes may be unused.
    public func forEachController(
        ofKind kind: Int, from index: Int,
        _ body: (_ index: Int, Handle) throws(CommandError) -> Bool
    ) throws(CommandError) {
        let owners = kinds.store(at: kind).owners
        for index in min(max(index, 0), owners.count)..<owners.count where !owners[index].isNone {
            guard try body(index, owners[index]) else { return }
        }
    }

    /// Returns the number of controllers of a kind. O(1).
    public func count(ofKind kind: Int) -> Int { kinds.store(at: kind).count }

    /// Checks that one more controller of a kind may be created. If a plugin process hosts the
    /// kind, the total number of controllers that plugin processes host must be below
    /// `Limits.hostedControllers`. O(1), or O(kinds) if a plugin process hosts the kind.
    ///
    /// - Throws: `limitExceeded` if a plugin process hosts the kind and the maximum number is
    ///   reached.
    func checkHosted(_ kind: Int) throws(CommandError) {
        guard kinds[kind].isHosted else { return }
        note(visits: kinds.entries.count)
        let count = kinds.hostedControllerCount
        guard count < Limits.hostedControllers else {
            throw CommandError(
                .limitExceeded,
                "plugins already host \(count) controllers together, which is the maximum",
                path: "kind")
        }
    }
}
