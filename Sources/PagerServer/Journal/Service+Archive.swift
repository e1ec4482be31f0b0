internal import PagerJournal
internal import Containment
package import PagerModel
internal import PagerWire

/// The persistent state of a service, which is the content of a journal snapshot.
extension Service {
    mutating func visit(
        _ archive: inout Archive, migrations: [SnapshotMigration] = SnapshotMigration.all
    ) {
        SnapshotMigration.visit(migrations, &archive)
        archive.visit(clock: &present)
        scene.visit(&archive)
        state.recorder.visit(&archive, state.scene)
        memory.visit(&archive)
        state.plugins.visit(&archive, state.scene)
        guard archive.isReading, archive.problem == nil else { return }
        for migration in migrations where !archive.holds(migration.name) { migration.run(&self) }
    }
}

extension Peer: Archived {
    package init() { self.init(uid: nil) }

    package mutating func visit(_ archive: inout Archive) {
        var (uid, key) = (uid, key)
        archive.visit(&uid)
        archive.visit(&key)
        self = Peer(uid: uid, key: key)
    }
}

extension Service {
    /// A function that encodes this state as the first records of a new journal file. A compaction
    /// of the journal calls the function on a separate thread.
    var journalBeginning: JournalBeginning {
        { [self] hasSnapshot in records(withSnapshot: hasSnapshot) }
    }

    private func records(withSnapshot hasSnapshot: Bool) -> [UInt8] {
        var service = self
        var pendingRecords = PendingRecords(sealing: identity.seal, at: point)
        pendingRecords.add(.history, at: present, point, json: Value(JournalHistory(identity)))
        guard hasSnapshot else { return pendingRecords.bytes }
        // The record of the boots precedes the snapshot, because a file is complete only if it ends
        // with the snapshot.
        pendingRecords.add(
            .boots, at: present, StatePoint(seq: 0, revision: 0), json: Value(boots.list))
        Archive.writing({ service.visit(&$0) }) { archive in
            pendingRecords.add(.snapshot, at: present, point) { $0.append(contentsOf: archive) }
        }
        return pendingRecords.bytes
    }
}
