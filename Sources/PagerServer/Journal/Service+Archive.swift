internal import Containment
package import PagerModel
internal import PagerWire

/// All of a service that outlives the daemon: what a snapshot of the journal holds.
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
