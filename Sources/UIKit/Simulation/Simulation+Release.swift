internal import Containment
internal import PagerModel
internal import Synchronization

/// Methods that remove the engine's records of released objects.
extension Simulation {
    /// Marks the engine's record of a released view or controller for removal. Can be called on any
    /// thread, because an object can be released on any thread.
    nonisolated func abandon(_ handle: Handle) {
        abandoned.withLock { $0.append(handle) }
    }

    /// Removes the records of released objects. A record that the engine still uses is removed
    /// after a later command.
    func removeAbandoned() {
        let new = abandoned.withLock { list in
            defer { list = [] }
            return list
        }
        if new.isEmpty { return }
        var left = undestroyed + new
        undestroyed = []
        // Removing a parent's record can make its children's records removable, so this repeats
        // until nothing changes.
        var count: Int
        repeat {
            count = left.count
            left = left.filter { !remove($0) }
        } while left.count < count && !left.isEmpty
        undestroyed += left
    }

    /// Removes a record. Returns false if the engine still uses it.
    private func remove(_ handle: Handle) -> Bool {
        guard scene.isAlive(handle), let id = Identifier(scene.name(of: handle)) else {
            return true
        }
        do throws(CommandError) {
            if scene.isController(handle) {
                _ = try attempt(ControllerDestroy { $0.id = id })
            } else if scene.isWindow(handle) {
                _ = try attempt(WindowDestroy { $0.id = id })
            } else {
                _ = try attempt(ViewDestroy { $0.view = id })
            }
            return true
        } catch {
            return false
        }
    }
}
