internal import Containment
internal import ContainmentTesting
internal import PagerModel

extension Simulation {
    /// The callbacks that the body causes, in order, as sentences: `FirstPage.viewWillAppear(true)`.
    /// The cycle of the run loop in which the body ran is part of it.
    ///
    /// - Parameter groups: the groups of callbacks of interest, such as `appear`, `move`, `load` or
    ///   `layout`; nil for all. docs/TESTING.md lists them.
    public func trace(
        _ groups: [String]? = ["load", "move", "appear", "isAppearing"], _ body: () -> Void
    ) -> [String] {
        finishCycle()
        sentences = []
        self.groups = groups
        body()
        finishCycle()
        defer { sentences = nil }
        return sentences ?? []
    }

    /// Writes down what the last command has told, and lets the engine forget it.
    func record() {
        let isTracing = sentences != nil
        let groups = groups.map { TextSet($0) }
        let found = scene.drain { isTracing ? $0.sentences(of: groups) : [] }
        sentences?.append(contentsOf: found)
    }

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
            issues.append(Issue(error))
        }
    }
}
