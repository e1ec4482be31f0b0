internal import PagerJournal
internal import Containment
internal import PagerModel
internal import PagerWire

/// Functions that write journal records. Every change of the state adds a record.
extension Service {
    /// Adds a journal record of a change that no message has caused, such as a restart of the
    /// daemon.
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

    /// Adds a journal record of a message from a plugin. If the message has several frames, pass
    /// nil, because the record then does not contain the message.
    mutating func record(
        plugin message: Span<UInt8>?, from connection: PluginConnection, at time: Instant
    ) {
        recordCuts(at: time)
        pendingRecords.add(plugin: message, from: connection, at: time, point)
    }

    /// Discards the cuts of a message that changed nothing and needs no record. A cut is a point at
    /// which a work limit has ended a loop.
    mutating func recordNothing() { _ = scene.takeCuts() }

    private mutating func recordCuts(at time: Instant) {
        let cuts = scene.takeCuts()
        if cuts.isEmpty { return }
        pendingRecords.add(.cuts, at: time, pendingRecords.end, json: Value(cuts))
    }
}
