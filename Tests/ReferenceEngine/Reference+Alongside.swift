import PagerModel

// Views that move with a transition, and insets that cover views.
extension Reference {
    func animate(_ command: TransitionAnimateAlongside) throws(CommandError) {
        guard let transition = transitions.first(where: { $0.id == command.id.description }) else {
            throw CommandError(.transitionNotFound, command.id.description)
        }
        let view = try moving(command.change)
        let isNew = !transition.alongside.contains { $0.view === view }
        if isNew, transition.alongside.count == Limits.alongside {
            throw CommandError(.limitExceeded, view.name)
        }
        move([(view, command.change)], along: transition)
    }

    /// Returns the views that a command moves with the transition that it begins [5.11].
    func moving(_ goals: [AlongsideView]) throws(CommandError) -> [(
        view: View, goal: AlongsideView
    )] {
        if goals.count > Limits.alongside { throw CommandError(.limitExceeded, "animations") }
        var moving: [(view: View, goal: AlongsideView)] = []
        for goal in goals { moving.append((try self.moving(goal), goal)) }
        return moving
    }

    private func moving(_ goal: AlongsideView) throws(CommandError) -> View {
        let view = try view(goal.view)
        let isSomething =
            goal.frame != nil || goal.alpha != nil || goal.backgroundColor != nil
            || goal.transform != nil
        guard isSomething else { throw CommandError(.invalidArgument, view.name) }
        try check(goal.alpha, goal.transform)
        return view
    }

    /// Refuses an alpha or a transform that a display cannot draw.
    func check(_ alpha: Double?, _ transform: AffineTransform?) throws(CommandError) {
        let numbers = transform.map { [$0.a, $0.b, $0.c, $0.d, $0.tx, $0.ty] } ?? []
        guard (0...1).contains(alpha ?? 0), numbers.allSatisfy({ abs($0) <= Limits.points }) else {
            throw CommandError(.invalidArgument, "alpha or transform")
        }
    }

    /// Adds views to those that move with a transition. If the transition takes no time, they reach
    /// their end values when it ends, without an earlier event.
    func move(_ moving: [(view: View, goal: AlongsideView)], along transition: Transition) {
        for (view, _) in moving where !view.isGone {
            if let controller = view.controller { load(controller) }
        }
        let present = moving.filter { !$0.view.isGone }
        if transition.animated, !transitions.contains(where: { $0 === transition }) { return }
        for (view, goal) in present {
            if let place = transition.alongside.firstIndex(where: { $0.view === view }) {
                var known = transition.alongside[place].goal
                if let frame = goal.frame { known.frame = frame }
                if let alpha = goal.alpha { known.alpha = alpha }
                if let color = goal.backgroundColor { known.backgroundColor = color }
                if let transform = goal.transform { known.transform = transform }
                transition.alongside[place].goal = known
            } else {
                transition.alongside.append((view, goal))
            }
        }
        guard transition.animated, !present.isEmpty else { return }
        tell(
            transition.container, "transition.animatesAlongside", transition.id,
            json(.array(transition.alongside.map { Value($0.goal) })))
    }

    /// Removes a destroyed view from those animated alongside.
    func dropAlongside(_ view: View) {
        for transition in transitions {
            let others = transition.alongside.filter { $0.view !== view }
            if others.count == transition.alongside.count { continue }
            transition.alongside = others
            tell(
                transition.container, "transition.animatesAlongside", transition.id,
                json(.array(transition.alongside.map { Value($0.goal) })))
        }
    }

    /// Sets the end values of a view that moved along.
    func reach(_ goal: AlongsideView, _ view: View) {
        if let frame = goal.frame { setFrame(view, frame) }
        var new = view.attributes
        if let alpha = goal.alpha { new.alpha = alpha }
        if let color = goal.backgroundColor { new.backgroundColor = color }
        if let transform = goal.transform { new.transform = transform }
        change(view, to: new)
    }

    /// Publishes the changed properties of a view, one by one.
    func change(_ view: View, to new: ViewAttributes) {
        let old = view.attributes
        var new = new
        if new.transform == .identity { new.transform = nil }
        view.attributes = new
        var changes: [Value.Member] = []
        func note<V: FieldValue & Equatable>(_ name: String, _ before: V?, _ after: V?) {
            if before != after {
                changes.append(Value.Member(name, after.map { Value($0) } ?? .null))
            }
        }
        note("alpha", old.alpha, new.alpha)
        note("clipsToBounds", old.clipsToBounds, new.clipsToBounds)
        note("backgroundColor", old.backgroundColor, new.backgroundColor)
        note("autoresizing", old.autoresizing, new.autoresizing)
        note("transform", old.transform, new.transform)
        if !changes.isEmpty { tell(view.name, "view.updated", json(.object(changes))) }
    }

    func cover(_ command: WindowSetSafeAreaInsets) throws(CommandError) {
        let window = try window(command.id)
        let insets = command.insets
        let least = min(insets.top, insets.left, insets.bottom, insets.right)
        if least < 0 { throw CommandError(.invalidArgument, window.name) }
        if insets == window.covered { return }
        window.covered = insets
        let isNone = insets == Insets()
        tell(
            window.name, "window.safeAreaInsetsChanged", isNone ? "null" : json(Value(insets)))
    }

    /// Returns the insets of a view that are covered, or nil if there are none.
    func covered(_ view: View) -> Insets? {
        guard view.window != nil else { return nil }
        let all = coveredSides(view)
        return all == Insets() ? nil : all
    }

    private func coveredSides(_ view: View) -> Insets {
        if let window = view as? Window { return window.covered }
        guard let superview = view.superview else { return Insets() }
        let outer = coveredSides(superview)
        let frame = view.frame
        let size = superview.frame.size
        let more = view.controller?.options.additionalSafeAreaInsets ?? Insets()
        // Parts outside the superview are covered at most up to its edge.
        func side(_ inset: Double, _ gap: Double, _ more: Double) -> Double {
            let inner = gap <= 0 ? inset : inset > gap ? inset - gap : 0
            return inner + more > 0 ? inner + more : 0
        }
        return Insets(
            top: side(outer.top, frame.y, more.top),
            left: side(outer.left, frame.x, more.left),
            bottom: side(outer.bottom, size.height - frame.y - frame.height, more.bottom),
            right: side(outer.right, size.width - frame.x - frame.width, more.right))
    }
}
