public import PagerModel

/// What overrides the callbacks of view controllers from outside of their kinds, as classes on top of
/// the engine do.
///
/// A scene calls its observer inside each callback, at the point where UIKit calls an override: the
/// callback's event is in `log`, the kind has reacted, the children have not heard of it yet. The
/// events before it that were no callbacks are in `log` too, and in order.
///
/// The observer may change the scene, with commands by their `run(in:)`, as reactions (`on`) do. It
/// is no part of the scene's value: copies share it, and archives leave it out.
public protocol SceneObserver: AnyObject, Sendable {
    /// Called at most 64 deep. Deeper callbacks are recorded only, with a `misuse` diagnostic.
    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle)
}

extension Scene {
    /// Sets who is called inside each callback from now on; nil for nobody.
    public mutating func setObserver(_ observer: (any SceneObserver)?) {
        makeUnique()
        state.observer = observer
    }

    /// Ends the turn of commands that were carried out by their `run(in:)`: lays out the views that
    /// need it and counts the revision up, as `apply` does after each command.
    public mutating func finishTurn() {
        makeUnique()
        endTurn()
    }

    /// Lays out the views that need it, superviews first. O(those views).
    public mutating func layoutIfNeeded() {
        makeUnique()
        flushLayout()
    }

    /// Calls the observer, which counts as a reaction.
    mutating func tell(
        _ observer: any SceneObserver, _ callback: Callback, of controller: Handle
    ) {
        if let excess = nestingExcess {
            return misuse(
                controller,
                "\(excess) deep; nobody overrides \(callback.rawValue) of \(shown(controller)) "
                    + "any more")
        }
        nesting += 1
        state.levels += 1
        observer.scene(&self, didSend: callback, to: controller)
        state.levels -= 1
        nesting -= 1
    }
}
