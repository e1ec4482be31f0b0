internal import Containment
internal import PagerModel

/// Objects that have been released, and their records in the engine.
extension Simulation {
    /// The object of a record is gone. Its last owner may have let go of it on another thread.
    nonisolated func abandon(_ handle: Handle) {
        if Thread.isMainThread {
            MainActor.assumeIsolated { abandoned.append(handle) }
        } else {
            Task { @MainActor in abandoned.append(handle) }
        }
    }

    /// Removes the records of objects that are gone.
    func removeAbandoned() {
        while let handle = abandoned.popLast() { remove(handle) }
    }

    private func remove(_ handle: Handle) {
        guard scene.isAlive(handle) else { return }
        let id = Identifier(scene.name(of: handle))
        guard let id else { return }
        do throws(CommandError) {
            if scene.isController(handle) {
                _ = try attempt(ControllerDestroy(id: id))
            } else if scene.isWindow(handle) {
                _ = try attempt(WindowDestroy(id: id))
            } else {
                _ = try attempt(ViewDestroy(view: id))
            }
        } catch {
            report(Simulation.Issue(error))
        }
    }
}
