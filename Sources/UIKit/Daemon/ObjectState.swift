internal import Containment
internal import Foundation
internal import PagerModel

/// The part of a daemon's view controller that the journal contains.
struct ObjectState: ContainerState {
    var options = NoFields()
    /// The data that `encodeRestorableState(with:)` has written last, as a keyed archive of
    /// Foundation. Empty before the first call.
    var encoded: [UInt8] = []
    /// The records of the views and view controllers that the daemon's code, and not a client, has
    /// created. After a restart, the engine destroys these records before the code creates the
    /// objects again.
    var made: [Handle] = []

    mutating func visit(_ archive: inout Archive) {
        archive.fields(&options)
        encoded.visit(&archive)
        made.visit(&archive)
    }
}

/// The interface of `ViewControllerKind` without its type parameter.
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
    /// Saves the states of the view controllers that clients created, if code of view controllers
    /// has run since the last call and a journal can restore their states.
    ///
    /// An override runs here, so the engine may have changed afterwards.
    func saveStates() {
        guard hosting.hasRun else { return }
        hosting.hasRun = false
        var made: [Handle]?
        for handle in hosting.controllers.keys.sorted(by: { $0.slot < $1.slot }) {
            guard let object = hosting.controllers[handle], scene.isAlive(handle),
                let kind = scene.kind(of: handle) as? any ObjectKind,
                type(of: kind).traits.restoresObjects
            else { continue }
            let handles = made ?? recordsOfObjects
            made = handles
            let encoded = encodedState(of: object, handle)
            let old = kind.state(of: handle, in: scene)
            guard scene.isAlive(handle), old.encoded != encoded || old.made != handles else {
                continue
            }
            kind.set(ObjectState(encoded: encoded, made: handles), of: handle, in: &scene)
        }
    }

    /// The records of views and view controllers that the daemon's code, and not a client, has
    /// created.
    private var recordsOfObjects: [Handle] {
        objects.handles.filter { scene.isAlive($0) && hasCreated($0) }
    }

    private func encodedState(of object: UIViewController, _ handle: Handle) -> [UInt8] {
        let coder = NSKeyedArchiver(requiringSecureCoding: false)
        hosting.subject = handle
        object.encodeRestorableState(with: coder)
        return Array(coder.encodedData)
    }

    /// Creates the view controllers of a scene again after the scene was read from an archive.
    static func remakeObjects(in scene: inout Scene) {
        let owners = scene.controllersWithObjects
        guard !owners.isEmpty else { return }
        let states = owners.map { owner in
            (scene.kind(of: owner) as? any ObjectKind)?.state(of: owner, in: scene) ?? ObjectState()
        }
        let encoded = Dictionary(uniqueKeysWithValues: zip(owners, states.map(\.encoded)))
        scene.remakeObjects(of: owners, made: states.flatMap(\.made)) { scene, owners in
            _ = scene.enter { simulation in
                for (owner, wasLoaded) in owners {
                    simulation.remakeObject(of: owner, wasLoaded, encoded[owner] ?? [])
                }
                for (owner, _) in owners {
                    simulation.hosting.controllers[owner]?.applicationFinishedRestoringState()
                }
            }
        }
    }

    private func remakeObject(of owner: Handle, _ wasLoaded: Bool, _ encoded: [UInt8]) {
        (scene.kind(of: owner) as? any ObjectKind)?.makeObject(of: owner, in: self)
        guard let object = hosting.controllers[owner] else { return }
        if wasLoaded {
            object.loadViewIfNeeded()
            // The record is in the view of a client's container already.
            if let around = superview(scene.superview(of: owner)) {
                object.viewIfLoaded?.move(to: around, at: nil)
            }
        }
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
