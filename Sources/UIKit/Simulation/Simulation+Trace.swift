internal import Containment
internal import ContainmentTesting
internal import PagerModel

extension Simulation {
    /// The callbacks that the body causes, in order, as sentences: `FirstPage.viewWillAppear(true)`.
    /// The cycle of the run loop in which the body ran is part of it.
    ///
    /// - Parameter groups: the groups of callbacks of interest, such as `appear`, `move`, `load` or
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
        return sentences ?? []
    }

    /// Writes down what the last command has told, and lets the engine forget it.
    func record() {
        let isTracing = sentences != nil
        let groups = groups.map { TextSet($0) }
        let found = scene.drain { isTracing ? $0.sentences(of: groups) : [] }
        sentences?.append(contentsOf: found)
    }
}
