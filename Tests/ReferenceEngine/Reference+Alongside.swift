import PagerModel

// What moves along with a transition, and what covers views.
extension Reference {
    func animate(_ command: TransitionAnimateAlongside) throws(CommandError) {
        guard let transition = transitions.first(where: { $0.id == command.id.description }) else {
            throw CommandError(.transitionNotFound, command.id.description)
        }
        let view = try view(command.change.view)
        let goal = command.change
        let isSomething = goal.frame != nil || goal.alpha != nil || goal.backgroundColor != nil
        guard isSomething, (0...1).contains(goal.alpha ?? 0) else {
            throw CommandError(.invalidArgument, view.name)
        }
        let place = transition.alongside.firstIndex { $0.view === view }
        if place == nil, transition.alongside.count == Limits.alongside {
            throw CommandError(.limitExceeded, view.name)
        }
        if let controller = view.controller { load(controller) }
        if let place {
            var known = transition.alongside[place].goal
            if let frame = goal.frame { known.frame = frame }
            if let alpha = goal.alpha { known.alpha = alpha }
            if let color = goal.backgroundColor { known.backgroundColor = color }
            transition.alongside[place].goal = known
        } else {
            transition.alongside.append((view, goal))
        }
        tell(
            transition.container, "transition.animatesAlongside", transition.id,
            json(.array(transition.alongside.map { Value($0.goal) })))
    }

    /// A view is where it was to move.
    func reach(_ goal: AlongsideView, _ view: View) {
        if let frame = goal.frame { setFrame(view, frame) }
        var changes: [Value.Member] = []
        if let alpha = goal.alpha, alpha != view.attributes.alpha {
            view.attributes.alpha = alpha
            changes.append(Value.Member("alpha", .number(alpha)))
        }
        if let color = goal.backgroundColor, color != view.attributes.backgroundColor {
            view.attributes.backgroundColor = color
            changes.append(Value.Member("backgroundColor", .string(color)))
        }
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

    /// How far the edges of a view are covered; nil where none is.
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
        // What reaches over the superview's edge is covered no further than that edge.
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
