internal import Containment
internal import PagerModel
internal import Synchronization

/// Objects that have been released, and their records in the engine.
extension Simulation {
    /// The object of a record is gone. Its last owner may have let go of it on another thread.
    nonisolated func abandon(_ handle: Handle) {
        abandoned.withLock { $0.append(handle) }
    }

    /// Removes the records of objects that are gone. A record that the engine still uses is removed
    /// after a later command that leaves records without objects.
    func removeAbandoned() {
        let new = abandoned.withLock { list in
            defer { list = [] }
            return list
        }
        if new.isEmpty { return }
        var left = undestroyed + new
        undestroyed = []
        // The parent of a record can be gone, too.
        var count: Int
        repeat {
            count = left.count
            left = left.filter { !remove($0) }
        } while left.count < count && !left.isEmpty
        undestroyed += left
    }

    /// Returns whether the record is gone.
    private func remove(_ handle: Handle) -> Bool {
        guard scene.isAlive(handle), let id = Identifier(scene.name(of: handle)) else {
            return true
        }
        do throws(CommandError) {
            if scene.isController(handle) {
                _ = try attempt(ControllerDestroy(id: id))
            } else if scene.isWindow(handle) {
                _ = try attempt(WindowDestroy(id: id))
            } else {
                _ = try attempt(ViewDestroy(view: id))
            }
            return true
        } catch {
            return false
        }
    }
}
