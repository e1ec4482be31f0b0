internal import Containment
internal import PagerModel

/// Methods for commands that need a page that the data source has not supplied yet.
extension DataSourcedKind {
    /// Returns the side of the list on which the data source may have more pages for a step:
    /// `after` if `step` is positive, otherwise `before`. Returns nil if the container has no data
    /// source or no pages, or if the data source has no more pages on that side.
    func missingSide(of container: Handle, step: Int, in scene: borrowing Scene) -> PageSide? {
        let state = scene[Self.self, container]
        let side = step > 0 ? PageSide.after : .before
        guard state.isLazy, !state.pages.isEmpty, state.requests[side].knowledge != .end else {
            return nil
        }
        return side
    }

    /// Plans a step to a page that the data source has not supplied yet. The command waits for the
    /// page, unless the command is interactive: an interactive transition follows the user's finger
    /// and cannot wait.
    ///
    /// - Throws: `limitExceeded` if the container's queue of waiting commands is full.
    func planStep<C: SceneCommand>(
        to side: PageSide, interactive: Bool, _ container: Handle, for command: C,
        in scene: borrowing Scene
    ) throws(CommandError) -> MissingPage {
        // An interactive transition follows the finger and cannot wait.
        if interactive { return MissingPage(side: side, decision: nil) }
        return MissingPage(
            side: side, decision: try scene.decideToWait(for: container, by: command))
    }

    func commit(_ missing: MissingPage, of container: Handle, in scene: inout Scene) {
        needPage(missing.side, of: container, in: &scene)
        guard let decision = missing.decision else { return }
        if scene[Self.self, container].requests.awaited == nil {
            scene[Self.self, container].requests.awaited = missing.side
        }
        _ = scene.resolve(decision, of: container)
    }

    /// Requests the page beyond one end of the list, unless this page is already requested or the
    /// data source has no page there.
    func needPage(_ side: PageSide, of container: Handle, in scene: inout Scene) {
        requestPages(of: container, in: &scene)
        switch scene[Self.self, container].requests[side].knowledge {
        case .nothing, .silence: open(side, of: container, in: &scene)
        case .isOpen, .end: break
        }
    }

    func awaitsPage(_ container: Handle, in scene: Scene) -> Bool {
        scene[Self.self, container].requests.awaited != nil
    }

    /// Drops the commands that wait for a page from the data source. Called before the container
    /// turns to a different page.
    func dropHeldCommands(of container: Handle, in scene: inout Scene) {
        guard scene[Self.self, container].requests.awaited != nil else { return }
        scene[Self.self, container].requests.awaited = nil
        scene.dropQueue(of: container, because: "replaced")
    }

    func runHeldCommands(for side: PageSide, of container: Handle, in scene: inout Scene) {
        guard scene[Self.self, container].requests.awaited == side else { return }
        scene[Self.self, container].requests.awaited = nil
        scene.runCommands(of: container)
    }
}

/// A page that a command needs and the data source has not supplied yet.
struct MissingPage {
    let side: PageSide
    /// The decision to queue the command until the data source supplies the page. Nil if the
    /// command does not wait.
    let decision: InterruptionDecision?
}
