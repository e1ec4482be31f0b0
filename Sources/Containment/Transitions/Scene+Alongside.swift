public import PagerModel

/// A view that is animated alongside a transition [5.10].
struct AlongsideChange: Sendable {
    var view = Handle.none
    var values = AlongsideView()

    mutating func visit(_ archive: inout Archive) {
        view.visit(&archive)
        archive.fields(&values)
    }
}

extension Scene {
    /// Returns the views animated alongside a transition, or nil if there are none.
    func alongside(_ id: TransitionID) -> [AlongsideView]? {
        state.transitions.alongside(id)?.map(\.values)
    }

    /// Checks a view that a command animates alongside a transition, and the view's final values.
    ///
    /// - Throws: `viewNotFound` if there is no such view, `invalidArgument` if no value is given or
    ///   a value is out of range, and `limitExceeded` if the string for the colour is too long.
    func check(alongside change: AlongsideView) throws(CommandError) -> AlongsideChange {
        let view = try view(change.view)
        guard !change.isEmpty else {
            throw .invalidArgument(
                "there is nothing to animate; give a frame, an alpha, a backgroundColor or a "
                    + "transform",
                path: "view")
        }
        try check(change)
        return AlongsideChange(view: view, values: change)
    }

    /// Checks the views that a command animates with a transition, and their final values [5.11].
    ///
    /// - Throws: `limitExceeded` for too many views, and the errors of `check(alongside:)`, with
    ///   the path in `animations`.
    func check(animations: [AlongsideView]) throws(CommandError) -> [AlongsideChange] {
        guard animations.count <= Limits.alongside else {
            throw CommandError(
                .limitExceeded,
                "at most \(Limits.alongside) views can be animated alongside a transition, got "
                    + "\(animations.count)", path: "animations")
        }
        var changes: [AlongsideChange] = []
        for (index, animation) in animations.enumerated() {
            do throws(CommandError) {
                changes.append(try check(alongside: animation))
            } catch {
                throw error.inside("animations[\(index)]")
            }
        }
        return changes
    }

    /// Animates views alongside a transition, and publishes all views that are animated with the
    /// transition. If the transition is not animated, nothing is published, and the views get their
    /// values when the transition completes.
    mutating func animate(_ changes: [AlongsideChange], along transition: Transition) {
        for view in changes.map(\.view) where isAlive(view) && self[view].role == .controller {
            loadViewIfNeeded(view)
        }
        let id = transition.id
        // A reaction to `viewDidLoad` may have destroyed a view or ended the transition.
        let views = changes.filter { isAlive($0.view) }
        guard !views.isEmpty, !transition.animated || isRunning(id) else { return }
        var known = state.transitions.alongside(id) ?? []
        for change in views {
            if let index = known.firstIndex(where: { $0.view == change.view }) {
                known[index].values.merge(change.values)
            } else {
                known.append(change)
            }
        }
        state.transitions.setAlongside(id, known)
        guard transition.animated else { return }
        emit(
            TransitionEvents.AnimatesAlongside {
                $0.transition = id
                $0.views = .array(known.map { Value($0.values) })
            },
            of: transition.container)
    }

    /// Animates the frames of controllers' views alongside a transition. O(views).
    package mutating func animate(
        _ frames: [(view: Handle, frame: Frame)], along transition: Transition
    ) {
        var changes: [AlongsideChange] = []
        for (view, frame) in frames where self[view].frame != frame {
            guard let name = identifier(view) else { continue }
            changes.append(
                AlongsideChange(
                    view: view,
                    values: AlongsideView {
                        $0.view = name
                        $0.frame = frame
                    }))
        }
        animate(changes, along: transition)
    }

    /// Sets the final values of the views animated alongside a completed transition.
    mutating func settleAlongside(_ id: TransitionID) {
        guard let changes = state.transitions.takeAlongside(id) else { return }
        for change in changes where isAlive(change.view) {
            if let frame = change.values.frame { setFrame(change.view, frame) }
            guard isAlive(change.view) else { continue }
            var attributes = self[attributesOf: change.view] ?? ViewAttributes()
            attributes.take(change.values)
            set(change.view, attributes)
        }
    }

    /// Removes a view that is about to be destroyed from the views animated alongside transitions.
    /// O(number of animated views).
    mutating func forgetAlongside(of view: Handle) {
        guard state.transitions.hasAlongside else { return }
        for (transition, changes) in state.transitions.removeAlongside(view) {
            emit(
                TransitionEvents.AnimatesAlongside {
                    $0.transition = transition.id
                    $0.views = .array(changes.map { Value($0.values) })
                },
                of: transition.container)
        }
    }

    /// Discards the animations of a cancelled transition. The views keep their values.
    mutating func forgetAlongside(_ id: TransitionID) {
        _ = state.transitions.takeAlongside(id)
    }
}

extension TransitionAnimateAlongside: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        _ = try scene.running(id)
        let view = try scene.check(alongside: change).view
        let changes = scene.state.transitions.alongside(id) ?? []
        guard changes.count < Limits.alongside || changes.contains(where: { $0.view == view })
        else {
            throw CommandError(
                .limitExceeded,
                "\(Limits.alongside) views are already animated alongside \(id), which is the "
                    + "maximum",
                path: "view")
        }
        return view
    }

    public func commit(_ view: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        guard let transition = scene.transition(id) else { return Reply() }
        scene.animate([AlongsideChange(view: view, values: change)], along: transition)
        return Reply()
    }
}
