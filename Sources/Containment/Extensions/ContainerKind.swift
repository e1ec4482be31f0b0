public import PagerModel

/// Static traits of a container kind.
public struct KindTraits: Sendable {
    /// Whether the container forwards its appearance callbacks to children that a client has added
    /// [2.3].
    public var forwardsToForeignChildren: Bool
    /// Whether a root controller of this kind receives its appearance callbacks before its first
    /// layout instead of after it [9.3].
    public var laysOutAfterAppearing: Bool
    /// Whether the UIKit container that this kind models supports manual forwarding. If false, the
    /// option `forwardsAppearance: false` still works, but a warning is published [2.2].
    public var supportsManualForwarding: Bool
    /// Whether a scene's observer can cancel the non-interactive transitions that it drives; see
    /// `TransitionPlan.isDriven`. If true, the kind must restore, in `transitionDidTransfer`, the
    /// state from before a cancelled transition. If false, the engine completes these transitions
    /// even if the observer cancels them.
    public var restoresDecisions: Bool
    /// Whether controllers of this kind have objects with state outside of the scene. A controller
    /// with such an object can be destroyed while it has children; its children are then removed.
    public var keepsObjects: Bool
    /// Whether the observer recreates the objects of this kind's controllers after a restart; see
    /// `SceneObserver.sceneDidBegin(_:)`. If not, a daemon with this kind must run without a
    /// journal.
    public var restoresObjects: Bool

    public init(
        forwardsToForeignChildren: Bool = false, laysOutAfterAppearing: Bool = false,
        supportsManualForwarding: Bool = true, restoresDecisions: Bool = false,
        keepsObjects: Bool = false, restoresObjects: Bool = false
    ) {
        self.restoresDecisions = restoresDecisions
        self.restoresObjects = restoresObjects
        self.keepsObjects = keepsObjects
        self.laysOutAfterAppearing = laysOutAfterAppearing
        self.forwardsToForeignChildren = forwardsToForeignChildren
        self.supportsManualForwarding = supportsManualForwarding
    }
}

/// A set of methods of `ContainerKind` that the engine calls during a transition.
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

/// The state that a kind keeps for one of its controllers.
///
/// The state is copied when an atomic batch begins, so it must be a value without references to
/// mutable objects. Otherwise a rollback would not restore it.
///
/// The state is archived with the scene, so `visit` must visit every stored property. It visits the
/// options with `archive.fields(&options)`. A property that `visit` omits is lost. An archive may
/// contain arbitrary bytes: validate indexes into your own lists with `archive.require`.
public protocol ContainerState: Archived, Sendable {
    /// The options that a client may set with `controller.create` and `controller.update`, declared
    /// like the parameters of a command. No option may have the name of a member that every record
    /// has.
    associatedtype Options: Fields
    init()
    /// The controller's options. The engine sets them after `validate` of the kind has accepted
    /// them.
    var options: Options { get set }
}

/// The state of a kind that keeps nothing but its options.
public struct OptionsOnly<Options: Fields>: ContainerState {
    public var options = Options()
    public init() {}
    public mutating func visit(_ archive: inout Archive) { archive.fields(&options) }
}

/// A kind of controller: its options, its state and its behaviour.
///
/// The engine implements children, views, appearance and transitions; a kind adds the behaviour of
/// one container, such as a pager. The built-in containers use only this protocol and the public
/// functions of `Scene`. docs/reference/PLUGINS.md describes when each method is called and what it
/// may do.
///
/// A kind has no stored properties. Its methods get the scene, and `scene[MyKind.self, controller]`
/// is the state of a controller. Every requirement except `Declaration` has a default.
///
/// All methods run synchronously in one transaction. A method with an `inout` scene may use all
/// functions of the scene. It must not call `apply`, and it may call `start` only if no transition
/// runs in that container; see `isRunning`.
///
/// If a method with an `inout` scene throws an error, the command still succeeds, because it has
/// already begun. The engine publishes the error as `diagnostic.misuse` of the controller.
public protocol ContainerKind: Sendable {
    /// The public description of the kind: its name, options, commands and events.
    associatedtype Declaration: KindDeclaration
    /// What the kind keeps for one of its controllers. By default, only the options.
    associatedtype State: ContainerState = OptionsOnly<Declaration.Options>
    where State.Options == Declaration.Options

    static var traits: KindTraits { get }
    /// The callbacks for which the engine calls the kind's methods `react` and `didForward`. None
    /// by default.
    static var reactions: CallbackSet { get }
    /// The hooks that the engine calls during transitions in containers of this kind. All by
    /// default.
    static var hooks: TransitionHooks { get }

    /// Validates options before `controller.create` and `controller.update` change anything.
    ///
    /// - Throws: `invalidArgument` or `kindUnknown` for an invalid option. The error's `path`
    ///   identifies the option.
    func validate(_ options: State.Options, in scene: Scene) throws(CommandError)
    /// Handles new options. Called at the end of `controller.create` and `controller.update`, after
    /// their events.
    func optionsDidChange(of controller: Handle, in scene: inout Scene) throws(CommandError)
    /// Returns the JSON members that the kind adds to the controller's record, in addition to the
    /// kind's options. The kind must publish each change of these members with `scene.announce`.
    func record(of controller: Handle, in scene: Scene) -> Declaration.Record
    /// Returns members of the record whose values change with the time, without events. Only the
    /// reply to `controller.get` contains them. None by default.
    func timedMembers(of controller: Handle, in scene: Scene) -> [Value.Member]
    /// Returns all members of a container, such as pages or tabs, including those that are not
    /// visible. Each member was added with `scene.take` or `scene.addMember`. A container with
    /// members cannot be destroyed, and its members cannot be destroyed either.
    func members(of controller: Handle, in scene: Scene) -> [Handle]
    /// Reacts to a callback like an override in a subclass that calls `super` first. The event of
    /// the callback has been recorded already. The reactions of the client (`on`) run afterwards,
    /// and then the children receive the callback.
    func react(
        to callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene)
        throws(CommandError)
    /// Handles `viewWillAppear` or `viewDidAppear` after the children have received the callback.
    /// Called only for callbacks in `reactions`.
    func didForward(
        _ callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene)
        throws(CommandError)
    /// Returns the children that may receive the controller's appearance callbacks, or nil for all
    /// of them. A child whose view is not in the controller's view never receives them.
    func shownChildren(of controller: Handle, in scene: Scene) -> [Handle]?
    /// Returns whether a command without an id may refer to this controller. Called only if the
    /// scene contains several controllers of this kind. True by default.
    func isDefault(_ controller: Handle, in scene: Scene) -> Bool
    /// Returns the size that a child will have when the controller has the size `parentSize`. Nil
    /// means that the child will have the size `parentSize` too. The child receives this size in
    /// `viewWillTransitionToSize`; the layout sets the frame [13.3].
    func size(
        forChild child: Handle, of controller: Handle, in scene: Scene, parentSize: Size
    ) -> Size?
    /// Answers a question, such as `shouldPop`, about a controller or container of this kind.
    /// Returns nil if the kind does not decide. See `Scene.answer`. The engine asks only
    /// `shouldSelect`, `shouldDismiss`, `shouldPop` and `shouldRemove`.
    func answer(_ question: Question, in scene: Scene) -> Bool?

    /// Called after `viewWillAppear` and `viewWillDisappear`, when the entering views are in place,
    /// and before the event `began`.
    func transitionWillBegin(_ transition: Transition, in scene: inout Scene) throws(CommandError)
    /// Called directly after the event `began`. If the transition is not interactive, the kind
    /// selects its new page here.
    func transitionDidBegin(_ transition: Transition, in scene: inout Scene) throws(CommandError)
    /// Called before the `viewDidAppear` and `viewDidDisappear` of an interactive transition that
    /// completes. The kind selects the new page here.
    func transitionWillFinish(_ transition: Transition, in scene: inout Scene) throws(CommandError)
    /// Called after `viewDidAppear` and `viewDidDisappear`, and before the event `completion`. The
    /// outcome of a cancelled transition is `cancelled`, even if another transition replaced it.
    func transitionDidTransfer(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene)
        throws(CommandError)
    /// Called after the event `ended` of a transition. At this point, children have been added and
    /// removed, and no transition runs in the container.
    func transitionDidEnd(
        _ transition: Transition, outcome: TransitionOutcome, in scene: inout Scene)
        throws(CommandError)
    /// Returns whether the container's queued commands must keep waiting for a reason other than a
    /// running transition. False by default. Called only while commands are queued and no
    /// transition is running.
    func holdsCommands(of controller: Handle, in scene: Scene) -> Bool
    /// Returns whether a deadline that the kind has set is still needed. True by default. The
    /// engine may discard a deadline that is not needed, or may still call `deadline(_:of:in:)` for
    /// it.
    func awaits(_ token: UInt64, of controller: Handle, in scene: Scene) -> Bool
    /// Handles a deadline that the kind has set with `scene.schedule`. The call runs in a
    /// transaction of its own.
    func deadline(_ token: UInt64, of controller: Handle, in scene: inout Scene)
        throws(CommandError)
}

extension ContainerKind {
    /// The name of the kind in commands and events, such as `pager`.
    public static var name: String { Declaration.name.description }
    package var declaration: any KindDeclaration.Type { Declaration.self }
    /// The types that implement the declared commands.
    ///
    /// - Precondition: Each of them is a `SceneCommand`; see `Plugins`.
    package var commands: [any SceneCommand.Type] {
        SceneCommands.implemented(Declaration.commands)
    }
    public static var traits: KindTraits { KindTraits() }
    public static var reactions: CallbackSet { [] }
    public static var hooks: TransitionHooks { .all }
    public func validate(_ options: State.Options, in scene: Scene) throws(CommandError) {}
    public func optionsDidChange(of controller: Handle, in scene: inout Scene) throws(CommandError)
    {}
    public func timedMembers(of controller: Handle, in scene: Scene) -> [Value.Member] { [] }
    public func members(of controller: Handle, in scene: Scene) -> [Handle] { [] }
    public func react(
        to callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene
    ) throws(CommandError) {}
    public func didForward(
        _ callback: Callback, of controller: Handle, animated: Bool, in scene: inout Scene
    ) throws(CommandError) {}
    public func shownChildren(of controller: Handle, in scene: Scene) -> [Handle]? { nil }

    public func isDefault(_ controller: Handle, in scene: Scene) -> Bool { true }
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

/// The kind of a plain UIViewController.
public struct PlainKind: ContainerKind {
    public typealias Declaration = ViewKind
    public typealias State = OptionsOnly<NoFields>
    public static let traits = KindTraits(forwardsToForeignChildren: true)

    public init() {}
}

extension ContainerKind where Declaration.Record == NoFields {
    public func record(of controller: Handle, in scene: Scene) -> NoFields { NoFields() }
}

/// A question that container kinds and plugins answer before a command is executed, such as whether
/// the user may select a page.
public struct Question: Sendable, Hashable {
    public var kind: QuestionKind
    /// The container that would change. For a question about the dismissal of a sheet, this is the
    /// sheet's presenter.
    public var container: Handle
    /// The subject of the question: the page to select, the sheet to dismiss, the controller to
    /// pop, or the first or last page if the question asks for a page before or after it.
    public var controller: Handle

    public init(_ kind: QuestionKind, container: Handle, controller: Handle) {
        self.kind = kind
        self.container = container
        self.controller = controller
    }
}

/// A command that can ask container kinds and plugins a question before it is executed; see
/// `Question`.
public protocol AskingCommand: SceneCommand {
    /// Returns the question, or nil if the command needs no permission, would change nothing or
    /// would be refused. The call changes nothing.
    func question(in scene: Scene) -> Question?
    /// Applies an answer, before the command is executed. An answer can add a page.
    ///
    /// - Returns: Whether the command is executed.
    /// - Throws: An error if the page cannot be added. In that case nothing has changed.
    func prepare(_ question: Question, answer: Value, in scene: inout Scene) throws(CommandError)
        -> Bool
}

extension AskingCommand {
    /// Returns whether the answer to the question is true. The engine executes the command only if
    /// this function returns true.
    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        answer == true
    }
}

extension Scene {
    /// Executes a command after its question has been answered, as one transaction. Returns nil if
    /// the answer prevents the execution.
    ///
    /// - Throws: The error of a refused command. The scene is then unchanged.
    public mutating func apply<C: AskingCommand>(
        _ command: C, after question: Question, answer: Value
    ) throws(CommandError) -> C.Reply? {
        // An answer can add a page. The copy is needed only to remove that page after an error.
        let before = question.kind.addsBefore ? self : nil
        if before != nil { note(visits: 16 * slotCount) }
        makeUnique()
        state.ignored.removeAll()
        do {
            let goes = try command.prepare(question, answer: answer, in: &self)
            let reply = goes ? try command.run(in: &self) : nil
            endTurn()
            return reply
        } catch {
            if let before { restore(before) }
            throw error
        }
    }
}

extension ModalDismiss: AskingCommand {
    public func question(in scene: Scene) -> Question? {
        guard user, let asked = try? scene.controller(id) else { return nil }
        let presenter = scene.presenter(dismissedBy: asked)
        guard !presenter.isNone, !scene.isPresentationBusy(around: presenter) else { return nil }
        let lowest = scene[presenter].presented
        guard scene.isSheet(lowest),
            !scene.isModalInPresentation(lowest)
        else { return nil }
        return Question(.shouldDismiss, container: presenter, controller: lowest)
    }

    /// Returns whether the answer allows the dismissal. If not, publishes the user's failed attempt
    /// to dismiss the sheet [10.7].
    public func prepare(
        _ question: Question, answer: Value, in scene: inout Scene
    ) throws(CommandError) -> Bool {
        if answer == true { return true }
        scene.attemptToDismiss(question.controller)
        return false
    }
}

extension Scene {
    /// Returns whether the presented controller or a visible descendant has the option
    /// `isModalInPresentation`. The user then cannot dismiss the presentation [10.12]. O(number of
    /// visible descendants).
    func isModalInPresentation(_ presented: Handle) -> Bool {
        var pending = [presented]
        while let controller = pending.popLast() {
            if self[optionsOf: controller].isModalInPresentation { return true }
            pending += forwardedChildren(of: controller).filter(isVisible)
        }
        return false
    }

    /// Publishes the user's attempt to dismiss a sheet that cannot be dismissed.
    mutating func attemptToDismiss(_ sheet: Handle) {
        guard isAlive(sheet), !self[sheet].presenter.isNone else { return }
        emit(PresentationEvents.ShouldDismiss(), of: sheet)
        emit(PresentationEvents.DidAttemptToDismiss(), of: sheet)
    }
}

extension Scene {
    /// Returns the decision of the controller's kind or, if that kind does not decide, of the
    /// container's kind. If neither kind decides and the question has a `substitute`, asks both
    /// kinds this second question. Returns nil if there is no decision. The call changes nothing.
    /// O(1), apart from the time that the kinds take to decide.
    package func answer(_ question: Question) -> Bool? {
        if let answer = answer(question, of: question.controller)
            ?? answer(question, of: question.container)
        {
            return answer
        }
        guard let kind = question.kind.substitute else { return nil }
        return answer(
            Question(kind, container: question.container, controller: question.controller))
    }

    private func answer(_ question: Question, of controller: Handle) -> Bool? {
        guard !controller.isNone else { return nil }
        return self[kindOf: controller].kind.answer(question, in: self)
    }

    /// Checks that the user may select a controller. Call it before any change, and only for taps,
    /// swipes and other actions of the user, because other commands need no permission [7.5].
    ///
    /// - Throws: `vetoed` if the option `disabled` or a kind forbids the selection.
    package func checkSelection(
        of controller: Handle, in container: Handle
    ) throws(CommandError) {
        guard !isDisabled(controller) else {
            throw CommandError(.vetoed, "\(shown(controller)) is disabled")
        }
        let question = Question(.shouldSelect, container: container, controller: controller)
        guard answer(question) ?? true else {
            throw CommandError(.vetoed, "\(shown(controller)) may not be selected now")
        }
    }

    /// Returns whether the option `disabled` of a controller is true.
    package func isDisabled(_ controller: Handle) -> Bool {
        self[optionsOf: controller].disabled == true
    }

    /// Checks that the user may remove a controller from a container's list. Call it as
    /// `checkSelection`, before any change.
    ///
    /// - Parameter isShown: Whether the user leaves the controller if it is removed.
    /// - Throws: `vetoed` if the controller is pinned, if a kind forbids the removal, or if the user
    ///   may not leave the controller.
    package func checkRemoval(
        of controller: Handle, from container: Handle, isShown: Bool
    ) throws(CommandError) {
        guard self[optionsOf: controller].pinned != true else {
            throw CommandError(.vetoed, "\(shown(controller)) is pinned")
        }
        if isShown { try checkLeaving(controller) }
        let question = Question(.shouldRemove, container: container, controller: controller)
        guard answer(question) ?? true else {
            throw CommandError(.vetoed, "\(shown(controller)) may not be removed now")
        }
    }

    /// Checks that the user may leave a controller. Call it as `checkSelection`, before any change.
    ///
    /// - Throws: `vetoed` if the option `canLeave` of the controller is false.
    package func checkLeaving(_ controller: Handle) throws(CommandError) {
        guard !controller.isNone, self[optionsOf: controller].canLeave == false else { return }
        let reason = self[optionsOf: controller].leaveReason.map { ": \($0)" } ?? ""
        throw CommandError(.vetoed, "the user may not leave \(shown(controller))\(reason)")
    }
}
