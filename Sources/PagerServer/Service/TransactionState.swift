internal import Containment
internal import PagerModel

/// The state that a command, a batch or a deadline can change. Restoring a copy undoes the changes.
///
/// Remembered replies, journal records and the audit log are not included, because a request
/// changes them only after the request has succeeded.
struct TransactionState {
    var scene: Scene
    var recorder: EventRecorder
    /// The plugins, their queued messages and their pending decisions.
    var plugins = PluginTable()
    /// The encoded transactions to be published, oldest first.
    var outbox: [EncodedEvents] = []
}

/// Accessors for the parts of the state.
extension Service {
    var scene: Scene {
        _read { yield state.scene }
        _modify { yield &state.scene }
    }
    var recorder: EventRecorder {
        _read { yield state.recorder }
        _modify { yield &state.recorder }
    }
    var plugins: PluginTable {
        _read { yield state.plugins }
        _modify { yield &state.plugins }
    }
    /// The encoded transactions to be published, oldest first.
    package var outbox: [EncodedEvents] {
        _read { yield state.outbox }
        _modify { yield &state.outbox }
    }

    /// Runs `body` as one transaction: an error restores the previous state.
    ///
    /// O(1), plus O(size of the scene) for the copy that the first change in `body` makes.
    mutating func transaction<R>(
        _ body: (inout Service) throws(CommandError) -> R
    ) throws(CommandError) -> R {
        let before = state
        do throws(CommandError) {
            return try body(&self)
        } catch {
            state = before
            throw error
        }
    }
}
