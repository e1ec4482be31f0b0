public import PagerModel

/// A property of UIViewController that finds the nearest ancestor of one class [12.1].
public enum AncestorProperty: Sendable, BitwiseCopyable {
    case navigationController, tabBarController, splitViewController
}

/// What a kind is by nature.
public struct KindTraits: Sendable {
    /// Whether children added by a client's addChild hear of the container's appearance [2.3].
    public var forwardsToForeignChildren: Bool
    /// Whether it presents currentContext presentations by itself [11.3].
    public var definesPresentationContext: Bool
    /// Whether its first layout comes after it has appeared as a root, not before [9.3].
    public var laysOutAfterAppearing: Bool
    /// The property by which its descendants find it.
    public var ancestorProperty: AncestorProperty?

    public init(
        forwardsToForeignChildren: Bool = false, definesPresentationContext: Bool = false,
        laysOutAfterAppearing: Bool = false, ancestorProperty: AncestorProperty? = nil
    ) {
        self.laysOutAfterAppearing = laysOutAfterAppearing
        self.forwardsToForeignChildren = forwardsToForeignChildren
        self.definesPresentationContext = definesPresentationContext
        self.ancestorProperty = ancestorProperty
    }
}

/// The places of a transition at which a kind takes part.
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

/// What a kind keeps for each of its controllers.
public protocol ContainerState: Sendable {
    /// Declared like a command's parameters; they stand beside the general options.
    associatedtype Options: Fields
    init()
    var options: Options { get set }
}

/// A kind of controller: its options and state, and how it reacts to what happens to it.
///
/// The engine knows children, views, appearance and transitions; a kind adds what makes a pager a
/// pager. The built-in containers are written on this protocol and on the public primitives of
/// `Scene`, nothing else.
///
/// A kind itself has no state: it is given the scene and finds its state there, through
/// `scene[MyKind.self, controller]`. Every requirement but `name` and `State` has a default.
public protocol ContainerKind: Sendable {
    associatedtype State: ContainerState

    /// The kind's name on the wire.
    static var name: String { get }
    static var traits: KindTraits { get }
    /// The callbacks for which `react` is called.
    static var reactions: CallbackSet { get }
    /// The places of its transitions at which it is called; all of them where it does not say.
    static var hooks: TransitionHooks { get }

    /// Refuses options that make no sense together.
    ///
    /// - Throws: `invalidArgument` or `kindUnknown`, with the option as the path.
    func validate(_ options: State.Options, in scene: Scene) throws(Refusal)
    /// The options are new; called after create and update.
    func optionsDidChange(of controller: Handle, in scene: inout Scene)
    /// What the kind adds to the controller's record, besides its options.
    func record(of controller: Handle, in scene: Scene) -> [Value.Member]
    /// The controllers in its list, shown or not.
    func members(of controller: Handle, in scene: Scene) -> [Handle]
    /// What a subclass would do in its override, after super.
    func react(
        to callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene)
    /// After viewWillAppear or viewDidAppear has gone through the children, for the callbacks of
    /// `reactions`.
    func didForward(
        _ callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene)
    /// The children that can hear of the controller's appearance; nil for all of them.
    func shownChildren(of controller: Handle, in scene: Scene) -> [Handle]?
    /// The size that a child gets when the controller gets another [13.3].
    func size(
        forChild child: Handle, of controller: Handle, in scene: Scene, parentSize: Size
    ) -> Size?

    /// After the will callbacks, before `began`.
    func transitionWillBegin(_ transition: Transition, in scene: inout Scene)
    /// Directly after `began`.
    func transitionDidBegin(_ transition: Transition, in scene: inout Scene)
    /// An interactive transition goes through; before its did callbacks.
    func transitionWillFinish(_ transition: Transition, in scene: inout Scene)
    /// After the did callbacks, before `completion`.
    func transitionDidTransfer(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene)
    /// After `ended`.
    func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene)
    /// A deadline that the kind has set with `scene.schedule`.
    func deadline(_ token: UInt64, of controller: Handle, in scene: inout Scene)
}

extension ContainerKind {
    public static var traits: KindTraits { KindTraits() }
    public static var reactions: CallbackSet { [] }
    public static var hooks: TransitionHooks { .all }
    public func validate(_ options: State.Options, in scene: Scene) throws(Refusal) {}
    public func optionsDidChange(of controller: Handle, in scene: inout Scene) {}
    public func record(of controller: Handle, in scene: Scene) -> [Value.Member] { [] }
    public func members(of controller: Handle, in scene: Scene) -> [Handle] { [] }
    public func react(
        to callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene
    ) {}
    public func didForward(
        _ callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene
    ) {}
    public func shownChildren(of controller: Handle, in scene: Scene) -> [Handle]? { nil }
    public func size(
        forChild child: Handle, of controller: Handle, in scene: Scene, parentSize: Size
    ) -> Size? { nil }
    public func transitionWillBegin(_ transition: Transition, in scene: inout Scene) {}
    public func transitionDidBegin(_ transition: Transition, in scene: inout Scene) {}
    public func transitionWillFinish(_ transition: Transition, in scene: inout Scene) {}
    public func transitionDidTransfer(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) {}
    public func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene
    ) {}
    public func deadline(_ token: UInt64, of controller: Handle, in scene: inout Scene) {}
}

/// The kind without anything of its own: a plain UIViewController.
public struct PlainKind: ContainerKind {
    public struct State: ContainerState {
        public var options = NoFields()
        public init() {}
    }

    public static let name = "view"
    public static let traits = KindTraits(forwardsToForeignChildren: true)

    public init() {}
}
