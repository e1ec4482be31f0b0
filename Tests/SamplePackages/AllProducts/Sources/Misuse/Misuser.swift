public import Containment
public import PagerModel

public enum MisuserKind: KindDeclaration {
    public typealias Options = NoFields
    public static let name: StaticString = "misuser"
    public static let events: [any EventDeclaration.Type] = [Noted.self]

    public struct Noted: EventDeclaration {
        public static let name: StaticString = "noted"
        public static let summary = "Something happened."
        var about = Handle.none

        public init() {}
        public init(about: Handle) { self.about = about }

        public mutating func visit(_ v: inout some FieldVisitor) {
            v.field("about", &about, "whom it is about")
        }
    }
}

/// A kind that keeps a handle and uses it in its callbacks, whether it is stale or not.
public struct Misuser: ContainerKind {
    public struct State: ContainerState {
        public var options = NoFields()
        /// The index in `Use.all` of the use that the callbacks try.
        public var use = 0
        public var kept = Handle.none

        public init() {}

        public mutating func visit(_ archive: inout Archive) {
            archive.fields(&options)
            archive.visit(&use)
            archive.visit(&kept)
        }
    }

    public typealias Declaration = MisuserKind
    public static let reactions = CallbackSet(.viewWillAppear)

    public init() {}

    public func react(
        to callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene
    ) throws(CommandError) {
        let state = scene[Misuser.self, controller]
        guard !state.kept.isNone else { return }
        try Use.all[state.use].body(&scene, state.kept, controller)
    }

    /// Returns any handles; the engine ignores those that are not valid.
    public func shownChildren(of controller: Handle, in scene: Scene) -> [Handle]? {
        let kept = scene[Misuser.self, controller].kept
        return kept.isNone ? nil : [kept, kept]
    }
}
