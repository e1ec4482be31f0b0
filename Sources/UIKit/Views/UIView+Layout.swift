internal import Containment
internal import PagerModel

extension UIView {
    /// Performs pending layout of this view and the views inside it, superviews first. Views of
    /// other controllers are skipped: the engine lays them out together with the layout callbacks
    /// of their controllers.
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
    /// Sets the frames of the subviews that have constraints. If the constraints do not determine
    /// the frame of a subview, the subview keeps its frame, and an issue is reported once.
    private func solveConstraints() {
        guard var solver = ConstraintSolver(self) else { return }
        for subview in solver.solve() where !subview.wasToldAmbiguous {
            subview.wasToldAmbiguous = true
            simulation.report(
                Simulation.Issue(
                    text: "the constraints of \(subview) do not determine its position and size; "
                        + "it keeps its frame"))
        }
    }
}

extension Simulation {
    /// Schedules the layout of a view for the end of the run loop's cycle.
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

    /// Performs all pending layout: first the layout of controllers' views, in the engine's order,
    /// then the layout of all other views.
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
        // All postponed commands have run. In a daemon, they run until the end of the transaction.
        if !isHosted, isIdle { transitions.stopExpectingAll() }
    }

    /// Performs the pending layout of controllers' views, then ends the engine's transaction. In a
    /// daemon, only performs the layout, because the daemon ends its transactions itself.
    private func finishTurn() {
        drive { engine in
            if isHosted { engine.layoutIfNeeded() } else { engine.finishTurn() }
        }
    }
}

/// A weak reference to a view.
struct WeakView {
    weak var view: UIView?
}
