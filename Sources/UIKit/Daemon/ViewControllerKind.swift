public import Containment
internal import PagerModel
internal import Synchronization

/// The container kind whose controllers are instances of the view controller class `Object`.
struct ViewControllerKind<Object: UIViewController>: ContainerKind {
    typealias Declaration = ViewControllerDeclaration<Object>
    typealias State = ObjectState

    static var traits: KindTraits {
        KindTraits(
            forwardsToForeignChildren: true, keepsObjects: true,
            restoresObjects: ClassDeclarations.of(Object.self).restoresState)
    }

    let make: @MainActor @Sendable () -> Object

    func validate(_ options: NoFields, in scene: Scene) throws(CommandError) {
        guard scene.isProvisional else { return }
        throw CommandError(
            .unsupported,
            "a controller of the kind \(Self.name) is an object of a class, and an atomic batch could "
                + "not undo what it does; send the commands by themselves",
            path: "kind")
    }

    func optionsDidChange(of controller: Handle, in scene: inout Scene) {
        MainActor.assumeIsolated { _ = scene.enter { $0.makeObject(of: controller, make) } }
    }
}

/// The declaration of the container kind for the class `Object`: the kind's name and commands.
enum ViewControllerDeclaration<Object: UIViewController>: KindDeclaration {
    static var name: StaticString { ClassDeclarations.of(Object.self).name }
    static var commands: [any Command.Type] { [ViewControllerSwipe<Object>.self] }
}

/// The name of a container kind that a view controller class implements, and whether a journal can
/// restore the state of its controllers.
struct ClassDeclaration: Sendable {
    var name: StaticString = ""
    var restoresState = false
}

/// A registry of the container kinds that view controller classes implement. The keys are the
/// classes.
enum ClassDeclarations {
    private static let all = Mutex<[ObjectIdentifier: ClassDeclaration]>([:])

    static func add(_ declaration: ClassDeclaration, for type: UIViewController.Type) {
        let old = all.withLock { $0.updateValue(declaration, forKey: ObjectIdentifier(type)) }
        if let old {
            fatalError(
                "the kinds \(old.name) and \(declaration.name) have the same class \(type); "
                    + "declare the class that each closure returns, such as "
                    + "{ () -> PagesViewController in ... }, and use a subclass for a second kind")
        }
    }

    /// Whether a journal can restore the view controllers of at least one container kind.
    static var restoreStates: Bool { all.withLock { $0.values.contains { $0.restoresState } } }

    static func of(_ type: UIViewController.Type) -> ClassDeclaration {
        all.withLock { $0[ObjectIdentifier(type)] } ?? ClassDeclaration()
    }
}

/// The direction in which a simulated finger moves.
enum FingerDirection: String, FieldEnumeration {
    case left, right, up, down

    var recognized: UISwipeGestureRecognizer.Direction {
        switch self {
        case .left: .left
        case .right: .right
        case .up: .up
        case .down: .down
        }
    }
}

/// A command that swipes across a controller's view with a simulated finger.
struct ViewControllerSwipe<Object: UIViewController>: SceneCommand {
    typealias Reply = TransitionReply
    static var method: String { "\(ViewControllerKind<Object>.name).swipe" }
    static var summary: String {
        "Swipes across the middle of the controller's view with a simulated finger."
    }
    static var errors: [ErrorName] { [.controllerNotFound, .wrongKind, .unsupported] }

    var id: Identifier?
    var direction = FingerDirection.left

    init() {}

    mutating func visit(_ v: inout some FieldVisitor) {
        v.field("id", &id, "the controller; default: the only one")
        v.required("direction", &direction, "the finger's direction")
    }

    func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        let controller = try scene.controller(id, of: ViewControllerKind<Object>.self)
        if scene.isProvisional {
            throw CommandError(
                .unsupported,
                "\(scene.name(of: controller)) is an object of a class, and an atomic batch could not "
                    + "undo what it does; send the command by itself, or in a batch that is not atomic"
            )
        }
        guard scene.record(view: controller).window != nil else {
            throw CommandError(
                .unsupported, "the view of \(scene.name(of: controller)) is not in a window",
                path: "id")
        }
        return controller
    }

    func commit(
        _ controller: Handle, in scene: inout Scene, after _: Validation<Self>
    ) -> TransitionReply {
        MainActor.assumeIsolated {
            let transition = scene.enter { $0.swipe(direction, on: controller) }
            return TransitionReply { $0.transition = transition ?? nil }
        }
    }
}

extension Simulation {
    /// Swipes across the view of a controller. Returns the last transition that the swipe began;
    /// nil if there is none.
    func swipe(_ direction: FingerDirection, on controller: Handle) -> TransitionID? {
        guard let object = objects.controller(controller), let view = object.viewIfLoaded else {
            return nil
        }
        hosting.subject = controller
        hosting.lastTransition = nil
        hosting.hasRun = true
        swipe(direction.recognized, in: view)
        return hosting.lastTransition
    }
}

extension Plugins {
    /// Returns a plugin that adds a container kind whose controllers are instances of a view
    /// controller class.
    ///
    ///     runPagerd(adding: .viewController("pages") { PagesViewController() })
    ///
    /// The class must be a subclass of `UIViewController`, but not of one of UIKit's containers. To
    /// combine several plugins, add them with `+`.
    ///
    /// A daemon with such a kind can keep a journal only if `restoresState` is true. After a
    /// restart, such a daemon creates each view controller again and calls its
    /// `decodeRestorableState(with:)`.
    ///
    /// - Parameters:
    ///   - name: the name of the kind, which is also the NAME in its command `NAME.swipe`.
    ///   - restoresState: whether the class overrides `encodeRestorableState(with:)` and
    ///     `decodeRestorableState(with:)`, so that a journal can restore its objects.
    ///   - make: creates the view controller when a client creates a controller of this kind.
    @MainActor
    public static func viewController<Object: UIViewController>(
        _ name: StaticString, restoresState: Bool = false,
        _ make: @escaping @MainActor @Sendable () -> Object
    ) -> Plugins {
        guard Object.kind == UIViewController.kind else {
            fatalError(
                "\(Object.self) cannot be a kind of its own, because the daemon has the kind "
                    + "\(Object.kind) for it; make it a child of a UIViewController")
        }
        ClassDeclarations.add(
            ClassDeclaration(name: name, restoresState: restoresState), for: Object.self)
        return Plugins(
            kinds: [ViewControllerKind(make: make)], observer: Simulation.hosted.observer)
    }
}
