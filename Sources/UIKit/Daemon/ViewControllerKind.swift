internal import Containment
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
