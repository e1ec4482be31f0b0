import Testing
import UIKit

@MainActor
@Suite(.simulation) struct DiffableTests {
    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>
    /// The same numbers in each run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64 = 20
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private let simulation = Simulation.current
    private let window = UIWindow()
    private let table = UITableView(frame: CGRect(x: 0, y: 0, width: 390, height: 800))
    private let source: UITableViewDiffableDataSource<String, Int>

    init() {
        window.addSubview(table)
        table.register(UITableViewCell.self, forCellReuseIdentifier: "cell")
        source = UITableViewDiffableDataSource(tableView: table) { table, path, item in
            let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
            cell.textLabel?.text = "\(item)"
            return cell
        }
    }

    private func snapshot(_ sections: [(String, [Int])]) -> Snapshot {
        var snapshot = Snapshot()
        for (section, items) in sections {
            snapshot.appendSections([section])
            snapshot.appendItems(items)
        }
        return snapshot
    }

    private var shown: [String] {
        table.visibleCells.compactMap { $0.textLabel?.text }
    }

    @Test func `A snapshot's items are shown, and cells of items that stay are kept`() {
        source.apply(snapshot([("a", [1, 2, 3])]), animatingDifferences: false)
        simulation.finishCycle()
        #expect(shown == ["1", "2", "3"])
        let kept = table.cellForRow(at: IndexPath(row: 2, section: 0))
        source.apply(snapshot([("new", [9]), ("a", [3, 4])]))
        simulation.finishCycle()
        #expect(shown == ["9", "3", "4"])
        #expect(table.cellForRow(at: IndexPath(row: 0, section: 1)) === kept)
        #expect(source.itemIdentifier(for: IndexPath(row: 1, section: 1)) == 4)
        #expect(source.indexPath(for: 9) == IndexPath(row: 0, section: 0))
        #expect(simulation.issues == [])
    }

    @Test func `Reloaded items get their cells again, and the completion comes after 0.3 s`() {
        var made = 0
        let source = UITableViewDiffableDataSource<String, Int>(tableView: table) {
            table, path, _ in
            made += 1
            return table.dequeueReusableCell(withIdentifier: "cell", for: path)
        }
        source.apply(snapshot([("a", [1, 2])]))
        simulation.finishCycle()
        #expect(made == 2)
        var next = source.snapshot()
        next.reloadItems([2])
        var isDone = false
        source.apply(next) { isDone = true }
        simulation.finishCycle()
        #expect(made == 3 && !isDone)
        simulation.advance(by: .seconds(0.4))
        #expect(isDone)
        #expect(source.snapshot().reloadedItemIdentifiers == [])
    }

    @Test func `Any two snapshots lead from one to the other without an issue`() {
        var random = Numbers()
        for _ in 0..<50 {
            let sections = ["a", "b", "c", "d"].shuffled(using: &random)
                .prefix(.random(in: 0...4, using: &random))
            var items = Array(0..<12).shuffled(using: &random)
            let next = sections.map { section in
                let count = Int.random(in: 0...min(4, items.count), using: &random)
                defer { items.removeFirst(count) }
                return (section, Array(items.prefix(count)))
            }
            source.apply(snapshot(next))
            simulation.finishCycle()
            #expect(shown == next.flatMap(\.1).map(String.init), "\(next)")
        }
        #expect(simulation.issues == [])
    }

    @Test func `Items are inserted, moved and deleted by their neighbours`() {
        var snapshot = snapshot([("a", [1, 2, 3]), ("b", [])])
        snapshot.insertItems([7], beforeItem: 2)
        snapshot.moveItem(1, afterItem: 3)
        snapshot.appendItems([2], toSection: "b")
        #expect(snapshot.itemIdentifiers(inSection: "a") == [7, 3, 1])
        #expect(snapshot.itemIdentifiers(inSection: "b") == [2])
        #expect(snapshot.sectionIdentifier(containingItem: 2) == "b")
        snapshot.deleteSections(["a"])
        #expect(snapshot.itemIdentifiers == [2])
    }
}
