internal import Containment
internal import PagerModel

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
