internal import Containment
internal import PagerModel

/// Everything that a command, a batch or a deadline can change: to undo it is to put a copy back.
///
/// What a request changes only after it has succeeded (remembered replies, records of the journal,
/// the audit log) is not part of it.
struct TransactionState {
    var scene: Scene
    var recorder: EventRecorder
    /// The plugins, the messages that wait for them, and the decisions that wait for their answers.
    var plugins = PluginTable()
    /// The transactions whose events are to be published, oldest first.
    var outbox: [EncodedEvents] = []
}

/// The parts of the state as the service's own properties.
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
    /// The transactions whose events are to be published, oldest first.
    package var outbox: [EncodedEvents] {
        _read { yield state.outbox }
        _modify { yield &state.outbox }
    }

    /// Runs the body as one transaction: after an error everything is as it was before.
    ///
    /// O(1), and O(records) once for what the body changes first.
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
