internal import PagerJournal
internal import Containment
internal import PagerModel
internal import PagerWire

/// Records of the journal: whatever changes the state ends with one of these.
extension Service {
    /// Records what has happened by itself.
    mutating func record(_ kind: JournalRecord.Kind, at time: Instant) {
        recordCuts(at: time)
        pendingRecords.add(kind, at: time, point)
    }

    mutating func record(_ kind: JournalRecord.Kind, _ json: Value) {
        recordCuts(at: present)
        pendingRecords.add(kind, at: present, point, json: json)
    }

    mutating func record(request: Span<UInt8>, from peer: Peer, at time: Instant) {
        recordCuts(at: time)
        pendingRecords.add(request: request, from: peer, at: time, point)
    }

    /// Records a message of a plugin; nil for one of several frames.
    mutating func record(
        plugin message: Span<UInt8>?, from connection: PluginConnection, at time: Instant
    ) {
        recordCuts(at: time)
        pendingRecords.add(plugin: message, from: connection, at: time, point)
    }

    /// Nothing has changed: there is nothing to record.
    mutating func recordNothing() { _ = scene.takeCuts() }

    private mutating func recordCuts(at time: Instant) {
        let cuts = scene.takeCuts()
        if cuts.isEmpty { return }
        pendingRecords.add(.cuts, at: time, pendingRecords.end, json: Value(cuts))
    }
}
