internal import Containment
internal import PagerModel

extension UIView {
    /// Lays out the subviews now where that was asked for.
    public func layoutIfNeeded() {
        guard simulation.mayNest() else { return }
        simulation.drive { $0.layoutIfNeeded() }
        layoutSubtree()
    }

    /// Lays out this view and those inside it that need it, superviews first. The views of other
    /// controllers are laid out between their callbacks.
    func layoutSubtree() {
        if needsLayoutPass {
            needsLayoutPass = false
            updateConstraintsIfNeeded()
            solveConstraints()
            layoutSubviews()
            layerIfLoaded?.layoutSublayers()
        }
        for subview in subviews where subview.owner == nil { subview.layoutSubtree() }
    }
}

extension UIView {
    /// Places the subviews that constraints place. One that they do not determine keeps its frame,
    /// which is an issue, once.
    private func solveConstraints() {
        guard var solver = ConstraintSolver(self) else { return }
        for subview in solver.solve() where !subview.wasToldAmbiguous {
            subview.wasToldAmbiguous = true
            simulation.report(
                Simulation.Issue(
                    text: "the constraints of \(subview) do not say its place and size; it keeps "
                        + "its frame"))
        }
    }
}

extension Simulation {
    /// Notes that a view asks for layout at the end of the run loop's cycle.
    func noteLayout(of view: UIView) {
        if view.owner != nil, let handle = view.handle {
            drive { engine in
                engine.attempt(for: handle) { (engine) throws(CommandError) in
                    try engine.setNeedsLayout(handle)
                }
            }
        } else {
            waitingForLayout.append(WeakView(view: view))
        }
    }

    /// Lays out what has asked for it: the views of controllers as the engine says, then the others.
    func layOut() {
        finishTurn()
        var passes = 0
        while !waitingForLayout.isEmpty, passes < Limits.nestedReactions {
            passes += 1
            let views = waitingForLayout.compactMap(\.view)
            waitingForLayout = []
            for view in views where view.window != nil { view.layoutSubtree() }
            finishTurn()
        }
        if deferring == nil { waitingObjects = [] }
        if !isHosted { endExpectations() }
    }

    /// A daemon ends its turns itself.
    private func finishTurn() {
        drive { engine in
            if isHosted { engine.layoutIfNeeded() } else { engine.finishTurn() }
        }
    }

    /// Commands that were put off have begun their transitions, or begin none.
    func endExpectations() {
        for coordinator in transitions.stopExpectingAll() {
            coordinator.begin(nil, container: .none)
            coordinator.complete(finished: true)
        }
    }
}

/// A view that waits for layout, as long as it is there.
struct WeakView {
    weak var view: UIView?
}
