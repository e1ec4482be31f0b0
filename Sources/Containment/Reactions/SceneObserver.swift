public import PagerModel

/// An observer that overrides callbacks of view controllers from outside of their kinds, such as a
/// class library on top of the engine.
///
/// A scene calls its observer in each callback at the point where UIKit calls an override: `log`
/// contains the callback's event and the events before it, the kind has reacted, and the children
/// have not received the callback.
///
/// The observer may change the scene in the same ways as reactions (`on`). It calls `run(in:)` for
/// commands whose `reactionTiming` is `atOnce`, and `postpone` for commands of containers. It is
/// not part of the scene's value: copies share it, and archives omit it.
public protocol SceneObserver: AnyObject, Sendable {
    /// Called with a nesting of at most 64. Deeper callbacks are only recorded, with a `misuse`
    /// diagnostic.
    func scene(_ scene: inout Scene, didSend callback: Callback, to controller: Handle)
}

extension Scene {
    /// The number of events since the last `drain`.
    package var eventCount: Int { state.log.events.count }

    /// Returns the event at an index. O(1).
    package func event(at index: Int) -> EventRecord { state.log.events[index] }

    /// Sets the observer that is called in each callback. Nil removes it.
    public mutating func setObserver(_ observer: (any SceneObserver)?) {
        makeUnique()
        state.observer = observer
    }

    /// Executes a command after the current callbacks, as reactions do with commands of containers.
    /// UIKit also begins a push or a presentation at the end of the run loop's cycle. The error of
    /// a refused command becomes a `misuse` diagnostic of the controller. Counts as a reaction.
    ///
    /// - Parameter callback: The callback of the controller in which the command was called.
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

    /// Ends the transaction of commands that were executed with `run(in:)`: lays out the views that
    /// need it and increments the revision, as `apply` does after each command.
    public mutating func finishTurn() {
        makeUnique()
        endTurn()
    }

    /// Lays out the views that need a layout pass, superviews first. O(these views).
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
                "\(excess) deep; the override of \(callback.rawValue) of \(shown(controller)) "
                    + "is not called")
        }
        nesting += 1
        state.levels += 1
        observer.scene(&self, didSend: callback, to: controller)
        state.levels -= 1
        nesting -= 1
    }
}
