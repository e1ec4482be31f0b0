public import PagerModel

/// What overrides the callbacks of view controllers from outside of their kinds, as classes on top of
/// the engine do.
///
/// A scene calls its observer inside each callback, at the point where UIKit calls an override: the
/// callback's event is in `log`, the kind has reacted, the children have not heard of it yet. The
/// events before it that were no callbacks are in `log` too, and in order.
///
/// The observer may change the scene as reactions (`on`) do: with commands whose `reactionTiming` is
/// `atOnce` by their `run(in:)`, and with those of containers by `postpone`. It is no part of the scene's value: copies share it, and archives leave it out.
public protocol SceneObserver: AnyObject, Sendable {
    /// Called at most 64 deep. Deeper callbacks are recorded only, with a `misuse` diagnostic.
    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle)
}

extension Scene {
    /// How many events there are since the last `drain`.
    package var eventCount: Int { state.log.events.count }

    /// One of them. O(1).
    package func event(at index: Int) -> EventRecord { state.log.events[index] }

    /// Sets who is called inside each callback from now on; nil for nobody.
    public mutating func setObserver(_ observer: (any SceneObserver)?) {
        makeUnique()
        state.observer = observer
    }

    /// Carries out a command when the callbacks under way are over, as reactions do with the commands
    /// of containers: UIKit begins a push or a presentation at the end of the run loop's cycle, too.
    /// A refusal becomes a `misuse` diagnostic of the controller. Counts as a reaction.
    ///
    /// - Parameter callback: the callback of the controller in which the command was called.
    public mutating func postpone(
        _ command: any SceneCommand, in callback: Callback, of controller: Handle
    ) {
        makeUnique()
        guard isAlive(controller), self[controller].role == .controller,
            mayReact(controller, bytes: 0)
        else { return }
        state.postponed.append(
            PostponedReaction(command: command, controller: controller, callback: callback))
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
