internal import Containment
internal import PagerModel
internal import Synchronization

/// The kind of controllers whose objects belong to one class.
struct ViewControllerKind<Object: UIViewController>: ContainerKind {
    typealias Declaration = ViewControllerDeclaration<Object>
    typealias State = PlainKind.State

    static var traits: KindTraits {
        KindTraits(forwardsToForeignChildren: true, keepsObjects: true)
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

/// The public declaration of the kind.
enum ViewControllerDeclaration<Object: UIViewController>: KindDeclaration {
    static var name: StaticString { ViewControllerNames.name(of: Object.self) }
    static var commands: [any Command.Type] { [ViewControllerSwipe<Object>.self] }
}

/// The names of the kinds, by their classes.
enum ViewControllerNames {
    private static let names = Mutex<[ObjectIdentifier: StaticString]>([:])

    static func add(_ name: StaticString, for type: UIViewController.Type) {
        let old = names.withLock { $0.updateValue(name, forKey: ObjectIdentifier(type)) }
        if let old {
            fatalError(
                "the kinds \(old) and \(name) have the same class \(type); declare the class that "
                    + "each closure returns, such as { () -> PagesViewController in ... }, and "
                    + "use a subclass for a second kind"
            )
        }
    }

    static func name(of type: UIViewController.Type) -> StaticString {
        names.withLock { $0[ObjectIdentifier(type)] } ?? ""
    }
}
