import Testing
import UIKit

@MainActor
@Suite(.simulation) struct MailTests {
    private let simulation = Simulation.current
    private let window = UIWindow()
    private let root = RootController()

    init() {
        window.rootViewController = root
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
    }

    private func texts(_ table: UITableView) -> [String] {
        table.visibleCells.compactMap { $0.textLabel?.text }
    }

    @Test func `A chosen message is pushed, and is read afterwards`() {
        let appearing = simulation.trace(["appear"]) {
            root.list.tableView.simulateTap(onRowAt: IndexPath(row: 1, section: 0))
            simulation.advance(by: .seconds(1))
        }
        #expect(appearing.last == "MessageController-2.viewDidAppear(false)")
        #expect(root.mailbox.messages[2].isRead)
        #expect(simulation.issues == [])
    }

    @Test func `A search filters the sections`() {
        let bar = root.list.navigationItem.searchController?.searchBar
        bar?.simulateTyping("subject 1")
        simulation.advance(by: .seconds(1))
        #expect(texts(root.list.tableView) == ["Subject 10", "Subject 1", "Subject 11"])
        bar?.simulateScope(at: 1)
        simulation.advance(by: .seconds(1))
        #expect(texts(root.list.tableView).count == 3)
        #expect(simulation.issues == [])
    }

    @Test func `A swipe action marks a message, and a deletion removes its row`() {
        let list = root.list
        let path = IndexPath(row: 0, section: 0)
        let actions =
            list.tableView(
                list.tableView, trailingSwipeActionsConfigurationForRowAt: path)?.actions ?? []
        #expect(actions.map(\.title) == [nil, "Read"])
        actions[1].handler(actions[1], list.view) { #expect($0) }
        #expect(root.mailbox.messages[0].isRead)
        actions[0].handler(actions[0], list.view) { #expect($0) }
        simulation.advance(by: .seconds(1))
        #expect(texts(list.tableView).first == "Subject 2")
        #expect(simulation.issues == [])
    }

    @Test func `The gallery lays out a featured row above two columns`() throws {
        let callbacks = simulation.trace(["appear"]) {
            root.selectedIndex = 1
            simulation.advance(by: .seconds(1))
        }
        #expect(callbacks.contains("GalleryController.viewDidAppear(false)"))
        let view = root.gallery.collectionView
        let featured = try #require(view.cellForItem(at: IndexPath(item: 0, section: 0)))
        let first = try #require(view.cellForItem(at: IndexPath(item: 0, section: 1)))
        let second = try #require(view.cellForItem(at: IndexPath(item: 1, section: 1)))
        #expect(featured.frame.height == 192)
        #expect(first.frame.minY == second.frame.minY && first.frame.maxX < second.frame.minX)
        view.simulateTap(onItemAt: IndexPath(item: 1, section: 1))
        #expect(root.gallery.title == "Item 5")
        #expect(simulation.issues == [])
    }
}
