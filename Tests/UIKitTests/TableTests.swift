import Testing
import UIKit

@MainActor
@Suite(.simulation) struct TableTests {
    private final class Cell: UITableViewCell {
        var reuses = 0
        override func prepareForReuse() {
            super.prepareForReuse()
            reuses += 1
        }
    }

    private final class List: UITableViewController {
        var names = (0..<40).map { "name \($0)" }
        var log: [String] = []

        override func viewDidLoad() {
            super.viewDidLoad()
            tableView.register(Cell.self, forCellReuseIdentifier: "cell")
            tableView.rowHeight = 100
        }

        override func tableView(
            _ tableView: UITableView, numberOfRowsInSection section: Int
        ) -> Int { names.count }

        override func tableView(
            _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell {
            log.append("cell \(indexPath.row)")
            let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
            cell.textLabel?.text = names[indexPath.row]
            return cell
        }

        override func tableView(
            _ tableView: UITableView, willSelectRowAt indexPath: IndexPath
        ) -> IndexPath? {
            log.append("willSelect \(indexPath.row)")
            return indexPath.row == 3 ? nil : indexPath
        }

        override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
            log.append("didSelect \(indexPath.row)")
        }

        override func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
            log.append("didDeselect \(indexPath.row)")
        }

        override func tableView(
            _ tableView: UITableView, commit editingStyle: UITableViewCell.EditingStyle,
            forRowAt indexPath: IndexPath
        ) {
            names.remove(at: indexPath.row)
            tableView.deleteRows(at: [indexPath], with: .automatic)
        }

        func take() -> [String] {
            defer { log = [] }
            return log
        }
    }

    private let simulation = Simulation.current
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 300, height: 400))
    private let list = List(style: .plain)

    init() {
        window.rootViewController = list
        window.makeKeyAndVisible()
        simulation.finishCycle()
    }

    @Test func `Cells are made for the visible rows, and reused`() throws {
        #expect(list.take() == ["cell 0", "cell 1", "cell 2", "cell 3"])
        #expect(list.tableView.contentSize == CGSize(width: 300, height: 4000))
        let first = try #require(list.tableView.cellForRow(at: IndexPath(row: 0, section: 0)))
        #expect(first.frame == CGRect(x: 0, y: 0, width: 300, height: 100))
        list.tableView.contentOffset.y = 1000
        simulation.finishCycle()
        #expect(list.take() == ["cell 10", "cell 11", "cell 12", "cell 13"])
        let cells = try #require(list.tableView.visibleCells as? [Cell])
        #expect(cells.map(\.reuses) == [1, 1, 1, 1])
        #expect(cells.contains { $0 === first })
        #expect(simulation.issues == [])
    }

    @Test func `A tap selects a row and deselects the other one`() {
        _ = list.take()
        list.tableView.simulateTap(onRowAt: IndexPath(row: 1, section: 0))
        #expect(list.take() == ["willSelect 1", "didSelect 1"])
        list.tableView.simulateTap(onRowAt: IndexPath(row: 3, section: 0))
        #expect(list.take() == ["willSelect 3"])
        #expect(list.tableView.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
        list.tableView.simulateTap(onRowAt: IndexPath(row: 2, section: 0))
        #expect(list.take() == ["willSelect 2", "didDeselect 1", "didSelect 2"])
        let selected = list.tableView.visibleCells.map(\.isSelected)
        #expect(selected == [false, false, true, false])
        #expect(simulation.issues == [])
    }

    @Test func `Reloading asks for the cells again and ends the selection`() {
        list.tableView.simulateTap(onRowAt: IndexPath(row: 0, section: 0))
        _ = list.take()
        list.names = ["one", "two"]
        list.tableView.reloadData()
        #expect(list.take() == [])
        simulation.finishCycle()
        #expect(list.take() == ["cell 0", "cell 1"])
        #expect(list.tableView.indexPathForSelectedRow == nil)
        #expect(list.tableView.contentSize.height == 200)
    }

    @Test func `A deleted row leaves the others in place`() {
        _ = list.take()
        let third = list.tableView.cellForRow(at: IndexPath(row: 2, section: 0))
        list.tableView.simulateDeletion(ofRowAt: IndexPath(row: 1, section: 0))
        #expect(list.tableView.cellForRow(at: IndexPath(row: 1, section: 0)) === third)
        #expect(third?.frame.minY == 100)
        #expect(list.take() == ["cell 3"])
        #expect(simulation.issues == [])
    }

    @Test func `Updates that do not fit the rows are an issue`() throws {
        list.tableView.insertRows(at: [IndexPath(row: 0, section: 0)], with: .fade)
        let issue = try #require(simulation.issues.first)
        #expect(issue.exception == "NSInternalInconsistencyException")
        #expect(issue.text.contains("after the update (40)"))
        #expect(issue.text.contains("(1 inserted, 0 deleted)"))
    }

    @Test func `A cell without a registration is an issue, and a plain cell`() {
        let cell = list.tableView.dequeueReusableCell(
            withIdentifier: "other", for: IndexPath(row: 0, section: 0))
        #expect(type(of: cell) == UITableViewCell.self)
        #expect(castOrReport(cell, to: Cell.self).reuseIdentifier == nil)
        #expect(
            simulation.issues.map { $0.text.contains("other") || $0.text.contains("cast") }
                == [true, true])
    }
}
