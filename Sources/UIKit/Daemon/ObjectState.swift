internal import Containment
internal import Foundation
internal import PagerModel

/// The state of a view controller that runs in a daemon, in the form in which the journal stores
/// it.
struct ObjectState: ContainerState {
    var options = NoFields()
    /// The data that `encodeRestorableState(with:)` encoded most recently, as an archive of
    /// `NSKeyedArchiver`. Empty before the first call.
    var encoded: [UInt8] = []
    /// Handles of the views and view controllers that were created by code in the daemon, and not
    /// by a client. After a restart, the engine destroys their records before the code creates the
    /// objects again.
    var made: [Handle] = []

    mutating func visit(_ archive: inout Archive) {
        archive.fields(&options)
        encoded.visit(&archive)
        made.visit(&archive)
    }
}

/// A protocol to which every `ViewControllerKind<Object>` conforms. Code that does not know the
/// class `Object` uses a kind through this protocol.
protocol ObjectKind {
    static var traits: KindTraits { get }
    func state(of controller: Handle, in scene: Scene) -> ObjectState
    func set(_ state: ObjectState, of controller: Handle, in scene: inout Scene)
    @MainActor func makeObject(of controller: Handle, in simulation: Simulation)
}

extension ViewControllerKind: ObjectKind {
    func state(of controller: Handle, in scene: Scene) -> ObjectState {
        scene[Self.self, controller]
    }

    func set(_ state: ObjectState, of controller: Handle, in scene: inout Scene) {
        scene.makeUnique()
        scene[Self.self, controller] = state
    }

    @MainActor
    func makeObject(of controller: Handle, in simulation: Simulation) {
        simulation.makeObject(of: controller, make)
    }
}

extension Simulation {
    /// Calls `encodeRestorableState(with:)` of each view controller that a client created. Stores
    /// the encoded states in the scene (the engine's data), so that a journal can restore them.
    /// Skips view controllers whose container kind does not set `restoresState`.
    ///
    /// Does nothing if no code of a view controller has run since the last call. Overrides of
    /// `encodeRestorableState(with:)` may change the scene.
    func saveStates() {
        guard hosting.hasRun, ClassDeclarations.restoreStates else { return }
        hosting.hasRun = false
        var made: [Handle]?
        for handle in hosting.controllers.keys.sorted(by: { $0.slot < $1.slot }) {
            guard let object = hosting.controllers[handle], scene.isAlive(handle),
                let kind = scene.objectKind(of: handle), type(of: kind).traits.restoresObjects
            else { continue }
            let handles = made ?? recordsOfObjects
            made = handles
            let encoded = encodedState(of: object, handle)
            let old = kind.state(of: handle, in: scene)
            guard scene.isAlive(handle), old.encoded != encoded || old.made != handles else {
                continue
            }
            let new = ObjectState(encoded: encoded, made: handles)
            change { kind.set(new, of: handle, in: &$0) }
        }
    }

    /// Handles of the views and view controllers that were created by code in the daemon, and not
    /// by a client.
    private var recordsOfObjects: [Handle] {
        objects.handles.filter { scene.isAlive($0) && hasCreated($0) }
    }

    private func encodedState(of object: UIViewController, _ handle: Handle) -> [UInt8] {
        let coder = NSKeyedArchiver(requiringSecureCoding: false)
        hosting.subject = handle
        object.encodeRestorableState(with: coder)
        return Array(coder.encodedData)
    }

    /// Recreates the view controllers of a scene that was read from an archive.
    static func remakeObjects(in scene: inout Scene) {
        let owners = scene.everything().filter {
            scene.isController($0) && scene.objectKind(of: $0) != nil
        }
        guard !owners.isEmpty else { return }
        let made = owners.flatMap { scene.objectKind(of: $0)?.state(of: $0, in: scene).made ?? [] }
        scene.remakeObjects(of: owners, made: made) { scene, loaded in
            _ = scene.enter { simulation in
                for owner in owners {
                    simulation.remakeObject(of: owner, wasLoaded: loaded.contains(owner))
                }
                for owner in owners {
                    simulation.hosting.controllers[owner]?.applicationFinishedRestoringState()
                }
            }
        }
    }

    private func remakeObject(of owner: Handle, wasLoaded: Bool) {
        guard scene.isAlive(owner), let kind = scene.objectKind(of: owner) else { return }
        kind.makeObject(of: owner, in: self)
        guard let object = hosting.controllers[owner] else { return }
        if wasLoaded {
            object.loadViewIfNeeded()
            // In the engine, the view may already have a superview. Here it gets the same one.
            if let around = superview(scene.superview(of: owner)) {
                object.viewIfLoaded?.move(to: around, at: nil)
            }
        }
        let encoded = kind.state(of: owner, in: scene).encoded
        if encoded.isEmpty { return }
        do {
            let coder = try NSKeyedUnarchiver(forReadingFrom: Data(encoded))
            coder.requiresSecureCoding = false
            object.decodeRestorableState(with: coder)
        } catch {
            report(Issue(text: "the encoded state of \(object) cannot be read: \(error)"))
        }
    }
}

extension Scene {
    /// Returns the container kind of a controller, or nil if no view controller class implements
    /// the kind.
    fileprivate func objectKind(of controller: Handle) -> (any ObjectKind)? {
        kind(of: controller) as? any ObjectKind
    }
}
