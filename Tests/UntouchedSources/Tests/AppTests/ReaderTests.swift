import Testing
import UIKit

@MainActor
@Suite(.simulation) struct ReaderTests {
    private let simulation = Simulation.current
    private let window = UIWindow()

    init() {
        simulation.nibs["TabCell"] = { _ in
            guard let cell = TabCell(coder: emptyCoder()) else { return [] }
            let label = UILabel(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
            cell.contentView.addSubview(label)
            cell.titleLabel = label
            return [cell]
        }
        simulation.storyboards["Reader"] = Simulation.Storyboard {
            $0.scene(
                "Reader", isInitial: true,
                segues: [
                    .embed("pages", to: "Pages") { (reader: ReaderController) in reader.pagesView },
                    .present("contents", to: "Contents", style: .fullScreen),
                ]
            ) {
                ReaderController(coder: $0)
            } loadView: { reader in
                let frame = CGRect(x: 0, y: 0, width: 390, height: 50)
                let bar = TabBar(frame: frame)
                let layout = UICollectionViewFlowLayout()
                layout.scrollDirection = .horizontal
                let collection = UICollectionView(frame: frame, collectionViewLayout: layout)
                bar.addSubview(collection)
                bar.collectionView = collection
                reader.view.addSubview(bar)
                reader.tabBar = bar
                let pages = UIView(frame: CGRect(x: 0, y: 50, width: 390, height: 794))
                reader.view.addSubview(pages)
                reader.pagesView = pages
            }
            $0.scene("Pages") { _ in
                UIPageViewController(
                    transitionStyle: .scroll, navigationOrientation: .horizontal, options: nil)
            }
            $0.scene("Page") { PageController(coder: $0) }
            $0.scene(
                "Contents",
                segues: [
                    .unwind(
                        "done",
                        to: Selector("unwindToReader:", ReaderController.unwindToReader(_:)))
                ]
            ) { ContentsController(coder: $0) }
        }
    }

    private func show() throws -> ReaderController {
        let reader = try #require(
            UIStoryboard(name: "Reader", bundle: nil).instantiateInitialViewController()
                as? ReaderController)
        reader.chapters = ["One", "Two", "Three", "Four", "Five"].map {
            Chapter(title: $0, pages: $0 == "Four" ? 0 : 10)
        }
        window.rootViewController = reader
        window.makeKeyAndVisible()
        simulation.advance(by: .seconds(1))
        return reader
    }

    @Test func `The pager is embedded before viewDidLoad, and the first page appears`() throws {
        let reader = try show()
        #expect(reader.log == ["prepare pages", "shown 0 true", "viewDidLoad"])
        let pager = try #require(reader.children.first as? UIPageViewController)
        #expect((pager.viewControllers?.first as? PageController)?.visits == 1)
        let cells = try #require(reader.tabBar.collectionView.visibleCells as? [TabCell])
        #expect(cells.map(\.titleLabel.text) == ["One", "Two", "Three", "Four"])
        #expect(cells.map(\.isSelected) == [true, false, false, false])
        #expect(simulation.issues == [])
    }

    @Test func `A tap on a tab turns to its page, unless the delegate refuses`() throws {
        let reader = try show()
        let callbacks = simulation.trace(["appear"]) {
            reader.tabBar.collectionView.simulateTap(onItemAt: IndexPath(item: 2, section: 0))
            simulation.advance(by: .seconds(1))
        }
        #expect(
            callbacks == [
                "PageController-2.viewWillAppear(true)", "PageController.viewWillDisappear(true)",
                "PageController-2.viewDidAppear(true)", "PageController.viewDidDisappear(true)",
            ])
        #expect(reader.log.suffix(2) == ["tab 2", "shown 2 true"])
        reader.tabBar.collectionView.simulateTap(onItemAt: IndexPath(item: 3, section: 0))
        #expect(reader.currentIndex == 2)
        #expect(reader.tabBar.indicator.frame.minX == 200)
        #expect(simulation.issues == [])
    }

    @Test func `A swipe turns the page and selects the tab`() throws {
        let reader = try show()
        simulation.swipe(.left, in: reader.pagesView)
        simulation.advance(by: .seconds(1))
        #expect(reader.log.last == "turned to 1")
        let selected = reader.tabBar.collectionView.indexPathsForSelectedItems
        #expect(selected == [IndexPath(item: 1, section: 0)])
        #expect(simulation.issues == [])
    }

    @Test func `The contents are presented, and unwind to a chapter`() throws {
        let reader = try show()
        #expect(reader.simulateSegue(withIdentifier: "contents"))
        simulation.advance(by: .seconds(1))
        let contents = try #require(reader.presentedViewController as? ContentsController)
        let table = try #require(contents.tableView)
        #expect(table.contentSize.height == 292)
        table.simulateTap(onRowAt: IndexPath(row: 4, section: 0))
        simulation.advance(by: .seconds(1))
        #expect(reader.presentedViewController == nil)
        #expect(reader.log.suffix(3) == ["prepare contents", "unwind 4", "shown 4 true"])
        #expect(reader.currentIndex == 4)
        #expect(simulation.issues == [])
    }

    @Test func `A text jumps to its chapter, and a long press sets a bookmark`() throws {
        let reader = try show()
        let jump = JumpController()
        jump.reader = reader
        reader.addChild(jump)
        jump.view.frame = CGRect(x: 0, y: 400, width: 390, height: 200)
        reader.view.addSubview(jump.view)
        jump.didMove(toParent: reader)
        let field = try #require(jump.view.subviews.first as? UITextField)
        field.simulateTyping("Fi")
        field.simulateTyping("ve")
        #expect(jump.typed() == ["Fi", "Five"])
        #expect(field.isEditing)
        field.simulateReturn()
        #expect(!field.isEditing)
        #expect(reader.currentIndex == 4)
        simulation.touchDown(at: CGPoint(x: 300, y: 550), in: window)
        simulation.advance(by: .seconds(0.5))
        simulation.touchUp()
        #expect(jump.bookmarks.rows == [4])
        #expect(jump.changes == 1)
        #expect(simulation.issues == [])
    }

    @Test func `A page without a scene is an issue, and the app goes on`() throws {
        simulation.storyboards["Reader"] = Simulation.Storyboard {
            $0.scene("Reader", isInitial: true) { ReaderController(coder: $0) }
        }
        let reader = try #require(
            UIStoryboard(name: "Reader", bundle: nil).instantiateInitialViewController()
                as? ReaderController)
        let page = castOrReport(
            reader.storyboard?.instantiateViewController(withIdentifier: "Page"),
            to: PageController.self)
        #expect(page.index == 0)
        #expect(simulation.issues.count == 2)
        #expect(simulation.issues.first?.text.contains("'Page'") == true)
    }
}
