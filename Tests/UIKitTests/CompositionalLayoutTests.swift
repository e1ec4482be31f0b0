import Testing
import UIKit

@MainActor
@Suite(.simulation) struct CompositionalLayoutTests {
    private final class Source: NSObject, UICollectionViewDataSource {
        func collectionView(_ view: UICollectionView, numberOfItemsInSection section: Int) -> Int {
            5
        }
        func collectionView(
            _ view: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell {
            view.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
        }
    }

    private func frames(_ section: NSCollectionLayoutSection) -> ([CGRect], CGSize) {
        let layout = UICollectionViewCompositionalLayout(section: section)
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: 400, height: 800), collectionViewLayout: layout)
        let source = Source()
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        view.dataSource = source
        let window = UIWindow()
        window.addSubview(view)
        Simulation.current.finishCycle()
        let cells = (0..<5).compactMap {
            view.cellForItem(at: IndexPath(item: $0, section: 0))?.frame
        }
        return (cells, layout.collectionViewContentSize)
    }

    private func size(
        _ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension
    ) -> NSCollectionLayoutSize {
        NSCollectionLayoutSize(widthDimension: width, heightDimension: height)
    }

    @Test func `Groups of two columns with spaces fill the section row by row`() {
        let item = NSCollectionLayoutItem(
            layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(100)), subitem: item, count: 2)
        group.interItemSpacing = .fixed(20)
        let section = NSCollectionLayoutSection(group: group)
        section.interGroupSpacing = 10
        section.contentInsets = NSDirectionalEdgeInsets(top: 5, leading: 0, bottom: 15, trailing: 0)
        let (cells, content) = frames(section)
        #expect(
            cells == [
                CGRect(x: 0, y: 5, width: 190, height: 100),
                CGRect(x: 210, y: 5, width: 190, height: 100),
                CGRect(x: 0, y: 115, width: 190, height: 100),
                CGRect(x: 210, y: 115, width: 190, height: 100),
                CGRect(x: 0, y: 225, width: 190, height: 100),
            ])
        #expect(content == CGSize(width: 400, height: 340))
    }

    @Test func `Nested groups divide their room, and items keep their insets`() {
        let small = NSCollectionLayoutItem(
            layoutSize: size(.fractionalWidth(1), .fractionalHeight(0.5)))
        let column = NSCollectionLayoutGroup.vertical(
            layoutSize: size(.fractionalWidth(0.5), .fractionalHeight(1)), subitems: [small])
        let large = NSCollectionLayoutItem(
            layoutSize: size(.fractionalWidth(0.5), .fractionalHeight(1)))
        large.contentInsets = NSDirectionalEdgeInsets(top: 4, leading: 4, bottom: 4, trailing: 4)
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.fractionalWidth(1), .absolute(200)), subitems: [large, column])
        let (cells, _) = frames(NSCollectionLayoutSection(group: group))
        #expect(
            Array(cells.prefix(3)) == [
                CGRect(x: 4, y: 4, width: 192, height: 192),
                CGRect(x: 200, y: 0, width: 200, height: 100),
                CGRect(x: 200, y: 100, width: 200, height: 100),
            ])
    }

    @Test func `A section that scrolls across has one row`() {
        let item = NSCollectionLayoutItem(
            layoutSize: size(.fractionalWidth(1), .fractionalHeight(1)))
        let group = NSCollectionLayoutGroup.horizontal(
            layoutSize: size(.absolute(60), .absolute(80)), subitems: [item])
        let section = NSCollectionLayoutSection(group: group)
        section.orthogonalScrollingBehavior = .continuous
        let (cells, content) = frames(section)
        #expect(cells.map(\.minX) == [0, 60, 120, 180, 240])
        #expect(content.height == 80)
    }
}
