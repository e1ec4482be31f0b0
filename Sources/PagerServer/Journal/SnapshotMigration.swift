internal import Containment
internal import PagerModel

/// A named change of the snapshot format, with a step that updates the state from a snapshot of an
/// earlier version of pagerd.
///
/// A snapshot begins with the names of its migrations. While the daemon reads a snapshot, each
/// `visit` method skips the parts that the snapshot lacks, for example with `if
/// archive.holds("boots")`. Then the migrations whose names the snapshot does not contain run in
/// order.
///
/// A released migration is never changed, renamed or removed, because journals contain its name.
struct SnapshotMigration: Sendable {
    let name: String
    /// A function that sets the values that the snapshot lacks.
    let run: @Sendable (inout Service) -> Void

    /// All migrations, oldest first.
    static let all: [SnapshotMigration] = [
        // In earlier versions, navigation controllers defined a presentation context although their
        // option was false.
        SnapshotMigration(name: "navigationContexts") { $0.state.scene.defineDefaultContexts() },
        // Earlier snapshots identified categories only by index. The categories of built-in kinds
        // still have the same indexes.
        SnapshotMigration(name: "namesOfCategories") { _ in },
        // Earlier snapshots contained the published bytes of events, which are dropped.
        SnapshotMigration(name: "eventsAsRecords") { _ in },
        // Earlier snapshots stored the content that placeholders replace with the plugins, and the
        // placeholders themselves did not count as content.
        SnapshotMigration(name: "coveredContents") { $0.keepCoveredContents() },
    ]

    /// The format numbers of snapshots. Snapshots of format 3 do not contain the names of
    /// migrations; snapshots of format 4 do.
    private static let (unnamed, named) = (3, 4)

    /// Writes the names of a snapshot's migrations to an archive, or reads them from one.
    static func visit(_ migrations: [SnapshotMigration], _ archive: inout Archive) {
        var format = named
        format.visit(&archive)
        archive.require(
            (unnamed...named).contains(format),
            "the format of the snapshot is \(format), and this pagerd reads \(unnamed) and \(named)"
        )
        var names = archive.isReading ? [] : migrations.map(\.name)
        if format == named { names.visit(&archive) }
        guard archive.isReading else { return }
        for name in names where !migrations.contains(where: { $0.name == name }) {
            archive.fail(
                "a newer pagerd wrote it: this version has no migration called \(name)")
        }
        for name in names { archive.held.insert(TextKey(name)) }
    }
}
