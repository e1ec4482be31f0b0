internal import Containment
internal import PagerModel

/// A change of what snapshots hold, by name, with the step that brings an older state up to it.
///
/// A snapshot begins with the names of the migrations that it includes. While it is read, a `visit`
/// leaves out what it does not hold: `if archive.holds("boots") { boots.visit(&archive) }`. Then the
/// migrations that it does not include run in order.
///
/// A migration is never changed, renamed or removed once a release has it: journals name it.
struct SnapshotMigration: Sendable {
    let name: String
    /// Sets what the snapshot did not hold.
    let run: @Sendable (inout Service) -> Void

    /// All of them, oldest first.
    static let all: [SnapshotMigration] = [
        // Navigation controllers defined a context whatever their option said, and it said false.
        SnapshotMigration(name: "navigationContexts") { $0.state.scene.adoptDefaultContexts() },
        // Categories were known by their place alone; those of the kinds that come with pagerd are
        // where they were.
        SnapshotMigration(name: "namesOfCategories") { _ in },
        // Events were archived as the bytes that were published; those are dropped.
        SnapshotMigration(name: "eventsAsRecords") { _ in },
        // What placeholders cover was kept by plugins, and did not count as contents.
        SnapshotMigration(name: "coveredContents") { $0.keepCoveredContents() },
    ]

    /// The formats before there were names, and with them.
    private static let (unnamed, named) = (3, 4)

    /// Writes which migrations a snapshot includes, or reads that.
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
            archive.fail("a newer pagerd wrote it: the migration \(name) is not known here")
        }
        for name in names { archive.held.insert(TextKey(name)) }
    }
}
