internal import Containment
internal import ContainmentTesting
internal import PagerModel

extension Simulation {
    /// Returns the callbacks that `body` causes, in order, as strings such as
    /// `FirstPage.viewWillAppear(true)`. The result includes the callbacks at the end of the run
    /// loop cycle.
    ///
    /// - Parameter groups: the groups of callbacks to include, such as `appear`, `move`, `load` or
    ///   `layout`; nil for all. docs/reference/CHECKS.md lists them.
    public func trace(
        _ groups: [String]? = ["load", "move", "appear", "isAppearing"], _ body: () -> Void
    ) -> [String] {
        finishCycle()
        sentences = []
        self.groups = groups
        body()
        finishCycle()
        defer { sentences = nil }
        if let problem = scene.problem(of: groups ?? []) { return [problem] }
        return sentences ?? []
    }

    /// Adds the events of the last command to the trace, and removes them from the engine.
    func record() {
        guard sentences != nil else { return scene.drain { _ in } }
        let groups = groups.map { TextSet($0) }
        sentences?.append(contentsOf: scene.drain { $0.sentences(of: groups) })
    }
}
