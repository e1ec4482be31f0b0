public import PagerModel

/// Static traits of a container kind.
public struct KindTraits: Sendable {
    /// Whether children added by a client's addChild receive the container's appearance callbacks [2.3].
    public var forwardsToForeignChildren: Bool
    /// Whether its first layout comes after it has appeared as a root, not before [9.3].
    public var laysOutAfterAppearing: Bool
    /// Whether the option `forwardsAppearance: false` is usual with it; else it is honoured, and a
    /// warning is published [2.2].
    public var supportsManualForwarding: Bool
    /// Whether its controllers have state outside of the scene. A daemon with such a kind keeps no
    /// journal. Destroying such a controller removes its children, which are its own.
    public var keepsObjects: Bool

    public init(
        forwardsToForeignChildren: Bool = false, laysOutAfterAppearing: Bool = false,
        supportsManualForwarding: Bool = true, keepsObjects: Bool = false
    ) {
        self.keepsObjects = keepsObjects
        self.laysOutAfterAppearing = laysOutAfterAppearing
        self.forwardsToForeignChildren = forwardsToForeignChildren
        self.supportsManualForwarding = supportsManualForwarding
    }
}

/// The places of a transition at which a kind takes part; each is a method of `ContainerKind`.
public struct TransitionHooks: OptionSet, Sendable, BitwiseCopyable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let willBegin = TransitionHooks(rawValue: 1)
    public static let didBegin = TransitionHooks(rawValue: 2)
    public static let willFinish = TransitionHooks(rawValue: 4)
    public static let didTransfer = TransitionHooks(rawValue: 8)
    public static let didEnd = TransitionHooks(rawValue: 16)
    public static let all: TransitionHooks = [
        .willBegin, .didBegin, .willFinish, .didTransfer, .didEnd,
    ]
}

/// What a kind keeps for each of its controllers: a value with its own `init`.
///
/// It is copied when an atomic batch begins, so it should hold values and no reference to
/// something that changes: what a batch takes back must be back.
///
/// It is archived with the scene, so its `visit` names every stored property, the options by
/// `archive.fields(&options)`: there is no default, for what is not named is lost. What is read may
/// be any bytes; where a state has an index into its own list, say so with `archive.require`.
public protocol ContainerState: Archived, Sendable {
    /// What a client may set with controller.create and controller.update, declared like a
    /// command's parameters. No option may have the name of a member that every record has.
    associatedtype Options: Fields
    init()
    /// Set by the engine after `validate`; read it wherever you like.
    var options: Options { get set }
}

/// A kind of controller: its options and state, and how it reacts to what happens to it.
///
/// The engine knows children, views, appearance and transitions; a kind adds what makes a pager a
/// pager. The built-in containers are written on this protocol and on the public primitives of
/// `Scene`, nothing else. docs/PLUGINS.md says when each method is called and what it may do.
///
/// A kind itself has no state: it is given the scene and finds its state there, through
/// `scene[MyKind.self, controller]`. Every requirement but `Declaration` and `State` has a default.
///
/// Everything runs synchronously inside one turn, at the place it is called from. A method that
/// gets the scene `inout` may use all of the scene's primitives. It must not run commands through
/// `apply`, and `start` only where no transition runs in that container: see `isRunning`.
///
/// What such a method throws refuses nothing, because the command around it has begun: it becomes
/// `diagnostic.misuse` of the controller.
public protocol ContainerKind: Sendable {
    /// What clients know of it: name, options, commands and events.
    associatedtype Declaration: KindDeclaration
    associatedtype State: ContainerState where State.Options == Declaration.Options

    static var traits: KindTraits { get }
    /// The callbacks for which `react` is called; none where it does not say. A callback that is
    /// not in here costs the kind nothing.
    static var reactions: CallbackSet { get }
    /// The places of its transitions at which it is called; all of them where it does not say.
    static var hooks: TransitionHooks { get }

    /// Refuses options that make no sense together. Called before controller.create and
    /// controller.update change anything.
    ///
    /// - Throws: `invalidArgument` or `kindUnknown`, with the option as the path.
    func validate(_ options: State.Options, in scene: Scene) throws(CommandError)
    /// The options are new; called at the end of create and of update, when their events have been
    /// told.
    func optionsDidChange(of controller: Handle, in scene: inout Scene) throws(CommandError)
    /// What the kind adds to the controller's record, besides its options.
    ///
    /// Asked for every record and once when the controller is made. Tell each change of it with
    /// `scene.announce`.
    func record(of controller: Handle, in scene: Scene) -> Declaration.Record
    /// The controllers in its list, shown or not; each has been given to `scene.enlist`. A
    /// controller with members is not destroyed, nor are they.
    func members(of controller: Handle, in scene: Scene) -> [Handle]
    /// What a subclass would do in its override, after super. The callback's event has been told,
    /// the children have not heard of it yet, and a client's own reactions (`on`) come after.
    func react(
        to callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene)
        throws(CommandError)
    /// After viewWillAppear or viewDidAppear has gone through the children, for the callbacks of
    /// `reactions`.
    func didForward(
        _ callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene)
        throws(CommandError)
    /// The children that may receive the controller's appearance callbacks; nil for all of them. A
    /// child whose view is not in the controller's view never receives them.
    func shownChildren(of controller: Handle, in scene: Scene) -> [Handle]?
    /// The size that a child gets when the controller gets `parentSize`; nil where it will have
    /// the same. Goes into the child's viewWillTransitionToSize; the frame itself is for layout
    /// to set [13.3].
    func size(
        forChild child: Handle, of controller: Handle, in scene: Scene, parentSize: Size
    ) -> Size?
    /// The kind's decision about one of its controllers, or about a member of its container; nil
    /// where it has no opinion. See `Scene.answer`. Only `shouldSelect` and `shouldDismiss` are
    /// asked here.
    func answer(_ question: Question, in scene: Scene) -> Bool?

    /// After the will callbacks and with the entering views in place, before `began`.
    func transitionWillBegin(_ transition: Transition, in scene: inout Scene) throws(CommandError)
    /// Directly after `began`. One that is not interactive is decided here.
    func transitionDidBegin(_ transition: Transition, in scene: inout Scene) throws(CommandError)
    /// An interactive transition goes through, and is decided; before its did callbacks.
    func transitionWillFinish(_ transition: Transition, in scene: inout Scene) throws(CommandError)
    /// After the did callbacks, before `completion`; `cancelled` also for one that was taken back
    /// because another replaced it.
    func transitionDidTransfer(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene)
        throws(CommandError)
    /// After `ended`, with the edges made and cut. Nothing runs in the container any more.
    func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene)
        throws(CommandError)
    /// Whether the commands that wait for the container still wait when no transition runs; false
    /// by default. Called only while commands wait.
    func holdsCommands(of controller: Handle, in scene: Scene) -> Bool
    /// Whether a deadline that the kind has set still has a purpose; yes where it does not say. The
    /// engine forgets the others.
    func awaits(_ token: UInt64, of controller: Handle, in scene: Scene) -> Bool
    /// A deadline that the kind has set with `scene.schedule`: a turn of its own.
    func deadline(_ token: UInt64, of controller: Handle, in scene: inout Scene)
        throws(CommandError)
}

extension ContainerKind {
    /// On the wire.
    public static var name: String { Declaration.name.description }
    package var declaration: any KindDeclaration.Type { Declaration.self }
    /// How the declared commands are carried out.
    ///
    /// - Precondition: each of them is a `SceneCommand`; see `Plugins`.
    package var commands: [any SceneCommand.Type] {
        Declaration.commands.map { declared in
            guard let type = declared as? any SceneCommand.Type else {
                preconditionFailure("\(declared.method) is declared and no SceneCommand")
            }
            return type
        }
    }
    public static var traits: KindTraits { KindTraits() }
    public static var reactions: CallbackSet { [] }
    public static var hooks: TransitionHooks { .all }
    public func validate(_ options: State.Options, in scene: Scene) throws(CommandError) {}
    public func optionsDidChange(of controller: Handle, in scene: inout Scene) throws(CommandError)
    {}
    public func members(of controller: Handle, in scene: Scene) -> [Handle] { [] }
    public func react(
        to callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene
    ) throws(CommandError) {}
    public func didForward(
        _ callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene
    ) throws(CommandError) {}
    public func shownChildren(of controller: Handle, in scene: Scene) -> [Handle]? { nil }
    public func size(
        forChild child: Handle, of controller: Handle, in scene: Scene, parentSize: Size
    ) -> Size? { nil }
    public func answer(_ question: Question, in scene: Scene) -> Bool? { nil }
    public func transitionWillBegin(_ transition: Transition, in scene: inout Scene)
        throws(CommandError)
    {}
    public func transitionDidBegin(_ transition: Transition, in scene: inout Scene)
        throws(CommandError)
    {}
    public func transitionWillFinish(_ transition: Transition, in scene: inout Scene)
        throws(CommandError)
    {}
    public func transitionDidTransfer(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) throws(CommandError) {}
    public func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) throws(CommandError) {}
    public func holdsCommands(of controller: Handle, in scene: Scene) -> Bool { false }
    public func awaits(_ token: UInt64, of controller: Handle, in scene: Scene) -> Bool { true }
    public func deadline(_ token: UInt64, of controller: Handle, in scene: inout Scene)
        throws(CommandError)
    {}
}

/// The kind without anything of its own: a plain UIViewController.
public struct PlainKind: ContainerKind {
    public struct State: ContainerState {
        public var options = NoFields()
        public init() {}
        public mutating func visit(_ archive: inout Archive) { archive.fields(&options) }
    }

    public typealias Declaration = ViewKind
    public static let traits = KindTraits(forwardsToForeignChildren: true)

    public init() {}
}

extension ContainerKind where Declaration.Record == NoFields {
    public func record(of controller: Handle, in scene: Scene) -> NoFields { NoFields() }
}
