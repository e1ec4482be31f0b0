internal import PagerModel

/// The state of a scene in one object. A `Scene` contains only a reference to this object, so it is
/// cheap to pass around.
///
/// Copies of a scene share the object until one of them changes; see `Scene.makeUnique`. Because a
/// scene is a value, the compiler enforces exclusive access to it, and the properties need no
/// further checks.
final class SceneStorage: @unchecked Sendable {
    @exclusivity(unchecked) fileprivate var state: SceneState
    /// The number of record accesses since the scene was created.
    @exclusivity(unchecked) fileprivate var visits = 0
    /// The number of controller names that events have listed since the scene was created, summed
    /// over all events.
    @exclusivity(unchecked) fileprivate var listed = 0

    init(_ state: SceneState) { unsafe self.state = state }

    fileprivate func copy() -> SceneStorage {
        let copy = unsafe SceneStorage(state.copy())
        unsafe copy.visits = visits
        unsafe copy.listed = listed
        return copy
    }
}

extension Scene {
    @inline(__always)
    var state: SceneState {
        _read { yield unsafe storage.state }
        _modify { yield unsafe &storage.state }
    }

    /// Copies the storage if another scene shares it. Each entry point that changes the scene, such
    /// as `apply`, must call this first; functions that run inside a command need not. O(1); the
    /// first call after the scene was copied takes O(records).
    @inline(__always)
    package mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    }

    /// Restores an earlier copy of the scene. `work` does not decrease.
    mutating func restore(_ copy: Scene) {
        let (visits, listed) = unsafe (storage.visits, storage.listed)
        self = copy
        makeUnique()
        unsafe (storage.visits, storage.listed) = (visits, listed)
    }

    /// The number of record accesses since the scene was created. Each use of a handle counts as
    /// one access.
    package internal(set) var visits: Int {
        get { unsafe storage.visits }
        nonmutating set { unsafe storage.visits = newValue }
    }

    /// The amount of work since the scene was created: the number of record accesses, plus eight
    /// for each controller name in a list that an event contains. Publishing such a name to a
    /// subscriber costs about as much as eight accesses. The work of a batch, of a transaction's
    /// reactions and of its queued commands is limited.
    package var work: Int { unsafe storage.visits &+ 8 &* storage.listed }

    /// Increases the number of record accesses. Called for accesses without a handle, and for other
    /// work of the same cost.
    @inline(__always)
    package func note(visits: Int) { unsafe storage.visits &+= visits }

    /// Increases `work` by the cost of an event's list of controllers. `listed` is the number of
    /// these controllers. Each one costs as much as eight accesses, because the daemon must publish
    /// its name.
    @usableFromInline
    func note(listed: Int) { unsafe storage.listed &+= listed }
}
