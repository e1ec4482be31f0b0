import Testing
import UIKit

@MainActor
@Suite(.simulation) struct CollectionTests {
    private final class Cell: UICollectionViewCell {
        override init(frame: CGRect) { super.init(frame: frame) }
        required init?(coder: NSCoder) { fatalError("not made from a storyboard") }
    }

    private final class Source: NSObject, UICollectionViewDataSource,
        UICollectionViewDelegateFlowLayout
    {
        var count = 7
        var log: [String] = []

        func collectionView(
            _ collectionView: UICollectionView, numberOfItemsInSection section: Int
        ) -> Int { count }

        func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
        }

        func collectionView(
            _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
            forItemAt indexPath: IndexPath
        ) { log.append("will \(indexPath.item)") }

        func collectionView(
            _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
            forItemAt indexPath: IndexPath
        ) { log.append("end \(indexPath.item)") }

        func collectionView(
            _ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath
        ) -> Bool { indexPath.item != 0 }

        func collectionView(
            _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath
        ) { log.append("select \(indexPath.item)") }

        func collectionView(
            _ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath
        ) { log.append("deselect \(indexPath.item)") }

        func take() -> [String] {
            defer { log = [] }
            return log
        }
    }

    private let simulation = Simulation.current
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 200))
    private let layout = UICollectionViewFlowLayout()
    private let collection: UICollectionView
    private let source = Source()

    init() {
        layout.itemSize = CGSize(width: 100, height: 90)
        layout.sectionInset = UIEdgeInsets(top: 5, left: 0, bottom: 5, right: 0)
        collection = UICollectionView(frame: window.bounds, collectionViewLayout: layout)
        collection.register(Cell.self, forCellWithReuseIdentifier: "cell")
        collection.dataSource = source
        collection.delegate = source
        let controller = UIViewController()
        controller.view.addSubview(collection)
        window.rootViewController = controller
        window.makeKeyAndVisible()
        simulation.finishCycle()
    }

    @Test func `Lines are justified, and the last one begins at the left`() throws {
        #expect(collection.contentSize == CGSize(width: 320, height: 300))
        #expect(source.take() == (0..<6).map { "will \($0)" })
        let frames = collection.visibleCells.map(\.frame)
        #expect(
            frames.map(\.origin) == [
                CGPoint(x: 0, y: 5), CGPoint(x: 110, y: 5), CGPoint(x: 220, y: 5),
                CGPoint(x: 0, y: 105), CGPoint(x: 110, y: 105), CGPoint(x: 220, y: 105),
            ])
        collection.contentOffset.y = 100
        simulation.finishCycle()
        #expect(source.take() == ["end 0", "end 1", "end 2", "will 6"])
        let last = try #require(collection.cellForItem(at: IndexPath(item: 6, section: 0)))
        #expect(last.frame.origin == CGPoint(x: 0, y: 205))
        #expect(simulation.issues == [])
    }

    @Test func `A tap selects an item, if the delegate agrees`() {
        _ = source.take()
        collection.simulateTap(onItemAt: IndexPath(item: 0, section: 0))
        collection.simulateTap(onItemAt: IndexPath(item: 1, section: 0))
        collection.simulateTap(onItemAt: IndexPath(item: 2, section: 0))
        #expect(source.take() == ["select 1", "deselect 1", "select 2"])
        #expect(collection.indexPathsForSelectedItems == [IndexPath(item: 2, section: 0)])
    }

    @Test func `A horizontal layout scrolls to an item`() {
        layout.scrollDirection = .horizontal
        layout.itemSize = CGSize(width: 100, height: 150)
        simulation.finishCycle()
        #expect(collection.contentSize == CGSize(width: 760, height: 200))
        collection.scrollToItem(
            at: IndexPath(item: 3, section: 0), at: .centeredHorizontally, animated: false)
        #expect(collection.contentOffset.x == 220)
        collection.scrollToItem(
            at: IndexPath(item: 9, section: 0), at: .left, animated: false)
        #expect(simulation.issues.map(\.exception) == ["NSInvalidArgumentException"])
    }

    @Test func `Updates keep cells, and their completion comes later`() {
        _ = source.take()
        let second = collection.cellForItem(at: IndexPath(item: 1, section: 0))
        var ended = false
        collection.performBatchUpdates {
            source.count = 6
            collection.deleteItems(at: [IndexPath(item: 0, section: 0)])
        } completion: {
            ended = $0
        }
        simulation.finishCycle()
        #expect(collection.cellForItem(at: IndexPath(item: 0, section: 0)) === second)
        #expect(source.take() == ["end 0", "will 5"])
        #expect(!ended)
        simulation.advance(by: .seconds(0.3))
        #expect(ended)
        #expect(simulation.issues == [])
    }

    private final class Wheel: UICollectionViewLayout {
        var prepared = 0
        override func prepare() { prepared += 1 }
        override var collectionViewContentSize: CGSize { CGSize(width: 320, height: 700) }
        override func layoutAttributesForElements(
            in rect: CGRect
        ) -> [UICollectionViewLayoutAttributes]? {
            (0..<7).compactMap { layoutAttributesForItem(at: IndexPath(item: $0, section: 0)) }
                .filter { $0.frame.intersects(rect) }
        }
        override func layoutAttributesForItem(
            at indexPath: IndexPath
        ) -> UICollectionViewLayoutAttributes? {
            let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
            attributes.frame = CGRect(x: 0, y: indexPath.item * 100, width: 320, height: 90)
            attributes.alpha = 0.5
            return attributes
        }
        override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { true }
    }

    @Test func `A layout of one's own is prepared again when it wishes`() {
        let wheel = Wheel()
        collection.setCollectionViewLayout(wheel, animated: false)
        simulation.finishCycle()
        #expect(wheel.prepared == 1)
        #expect(collection.contentSize.height == 700)
        #expect(collection.visibleCells.allSatisfy { $0.alpha == 0.5 })
        collection.contentOffset.y = 10
        simulation.finishCycle()
        #expect(wheel.prepared == 2)
        #expect(simulation.issues == [])
    }
}
