public import PagerModel

/// A view that moves along with a transition [5.10].
struct AlongsideChange: Sendable {
    var view = Handle.none
    var values = AlongsideView()

    mutating func visit(_ archive: inout Archive) {
        view.visit(&archive)
        archive.fields(&values)
    }
}

extension Scene {
    /// The views that move along with a transition, nil where none does.
    func alongside(_ id: TransitionID) -> [AlongsideView]? {
        state.alongside[id]?.map(\.values)
    }

    /// Moves the views of controllers along with a transition that runs, to the frames that they have
    /// when it is complete. O(views).
    package mutating func animateAlongside(_ id: TransitionID, _ frames: [(Handle, Frame)]) {
        guard let container = transitions[id]?.container else { return }
        for (view, frame) in frames where self[view].frame != frame {
            guard let name = identifier(view) else { continue }
            state.alongside[id, default: []].append(
                AlongsideChange(view: view, values: AlongsideView(view: name, frame: frame)))
        }
        guard let changes = state.alongside[id] else { return }
        emit(
            TransitionEvents.AnimatesAlongside(
                transition: id, views: .array(changes.map { Value($0.values) })), of: container)
    }

    /// Sets the views that have moved along with a completed transition to their new values.
    mutating func settleAlongside(_ id: TransitionID) {
        guard !state.alongside.isEmpty,
            let changes = state.alongside.removeValue(forKey: id)
        else { return }
        for change in changes where isAlive(change.view) {
            if let frame = change.values.frame { setFrame(change.view, frame) }
            guard isAlive(change.view) else { continue }
            var attributes = attributes[change.view] ?? ViewAttributes()
            if let alpha = change.values.alpha { attributes.alpha = alpha }
            if let color = change.values.backgroundColor { attributes.backgroundColor = color }
            set(change.view, attributes)
        }
    }

    /// Forgets the views that move along with a cancelled transition: they keep their values.
    mutating func forgetAlongside(_ id: TransitionID) {
        if !state.alongside.isEmpty { state.alongside[id] = nil }
    }
}

extension TransitionAnimateAlongside: SceneCommand {
    public func validate(in scene: borrowing Scene) throws(CommandError) -> Handle {
        _ = try scene.running(id)
        let view = try scene.view(change.view)
        guard !change.isEmpty else {
            throw .invalidArgument(
                "nothing moves; give a frame, an alpha or a backgroundColor", path: "view")
        }
        if let frame = change.frame { try scene.check(frame, at: "frame") }
        if let alpha = change.alpha, !(0...1).contains(alpha) {
            throw .invalidArgument("alpha is 0 to 1, not \(alpha)", path: "alpha")
        }
        if let color = change.backgroundColor {
            try scene.check(text: color, at: "backgroundColor")
        }
        let changes = scene.state.alongside[id] ?? []
        guard changes.count < Limits.alongside || changes.contains(where: { $0.view == view })
        else {
            throw CommandError(
                .limitExceeded,
                "\(Limits.alongside) views move along with \(id) already; that is the most",
                path: "view")
        }
        return view
    }

    public func commit(_ view: Handle, in scene: inout Scene, after _: Validation<Self>) -> Reply {
        if scene[view].role == .controller { scene.loadViewIfNeeded(view) }
        // A reaction to viewDidLoad can have destroyed the view or ended the transition.
        guard scene.isAlive(view), let container = scene.transitions[id]?.container else {
            return Reply()
        }
        var changes = scene.state.alongside[id] ?? []
        if let place = changes.firstIndex(where: { $0.view == view }) {
            changes[place].values.merge(change)
        } else {
            changes.append(AlongsideChange(view: view, values: change))
        }
        scene.state.alongside[id] = changes
        let views = Value.array(changes.map { Value($0.values) })
        scene.emit(
            TransitionEvents.AnimatesAlongside(transition: id, views: views), of: container)
        return Reply()
    }
}
