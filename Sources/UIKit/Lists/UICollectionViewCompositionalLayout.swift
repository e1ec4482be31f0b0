@preconcurrency @MainActor
open class UICollectionViewCompositionalLayoutConfiguration: NSObject {
    open var scrollDirection = UICollectionView.ScrollDirection.vertical
    open var interSectionSpacing: CGFloat = 0
    // These properties are stored and have no effect in the simulation.
    open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []
    open var contentInsetsReference = UIContentInsetsReference.automatic

    public override init() { super.init() }
}

public typealias UICollectionViewCompositionalLayoutSectionProvider = (
    Int, any NSCollectionLayoutEnvironment
) -> NSCollectionLayoutSection?

/// A layout of sections of groups of items. Estimated lengths are used as they are, and sections
/// that scroll across do not scroll.
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
    private let provider: UICollectionViewCompositionalLayoutSectionProvider
    open var configuration: UICollectionViewCompositionalLayoutConfiguration {
        didSet { invalidateLayout() }
    }
    private var cells: [IndexPath: UICollectionViewLayoutAttributes] = [:]
    private var boundaries: [UICollectionViewLayoutAttributes] = []
    private var size = CGSize.zero

    public init(
        sectionProvider: @escaping UICollectionViewCompositionalLayoutSectionProvider,
        configuration: UICollectionViewCompositionalLayoutConfiguration = .init()
    ) {
        provider = sectionProvider
        self.configuration = configuration
        super.init()
    }

    public convenience init(
        section: NSCollectionLayoutSection,
        configuration: UICollectionViewCompositionalLayoutConfiguration = .init()
    ) { self.init(sectionProvider: { _, _ in section }, configuration: configuration) }

    public required init?(coder: NSCoder) {
        provider = { _, _ in nil }
        configuration = .init()
        super.init(coder: coder)
    }

    public static func list(
        using configuration: UICollectionLayoutListConfiguration
    ) -> UICollectionViewCompositionalLayout {
        UICollectionViewCompositionalLayout(sectionProvider: { _, environment in
            .list(using: configuration, layoutEnvironment: environment)
        })
    }

    open override func prepare() {
        super.prepare()
        cells = [:]
        boundaries = []
        guard let collectionView else { return }
        let bounds = collectionView.bounds.size
        var end: CGFloat = 0
        for index in 0..<collectionView.numberOfSections {
            guard let section = provider(index, LayoutEnvironment(size: bounds)) else { continue }
            if index > 0 { end += configuration.interSectionSpacing }
            end = place(
                section, index, collectionView.numberOfItems(inSection: index), from: end, bounds)
        }
        size =
            isVertical
            ? CGSize(width: bounds.width, height: end) : CGSize(width: end, height: bounds.height)
    }

    private var isVertical: Bool { configuration.scrollDirection == .vertical }

    /// Places a section and returns where it ends.
    private func place(
        _ section: NSCollectionLayoutSection, _ index: Int, _ count: Int, from start: CGFloat,
        _ bounds: CGSize
    ) -> CGFloat {
        var end = start
        for item in section.boundarySupplementaryItems where !item.isAtEnd {
            end = place(item, index, at: end, bounds)
        }
        let insets = section.contentInsets
        let room = CGRect(origin: .zero, size: bounds).inset(by: insets).size
        end += isVertical ? insets.top : insets.leading
        end = placeGroups(of: section, index, count, from: end, room)
        end += isVertical ? insets.bottom : insets.trailing
        for item in section.boundarySupplementaryItems where item.isAtEnd {
            end = place(item, index, at: end, bounds)
        }
        return end
    }

    private func placeGroups(
        of section: NSCollectionLayoutSection, _ index: Int, _ count: Int, from start: CGFloat,
        _ room: CGSize
    ) -> CGFloat {
        let (group, insets) = (section.group, section.contentInsets)
        let size = group.layoutSize.size(in: room)
        let isAcross = section.orthogonalScrollingBehavior != .none
        let alongY = isVertical != isAcross
        let length = (alongY ? size.height : size.width) + section.interGroupSpacing
        var origin =
            isVertical ? CGPoint(x: insets.leading, y: start) : CGPoint(x: start, y: insets.top)
        var (placed, end) = (0, start)
        while placed < count {
            let frames = group.frames(in: CGRect(origin: origin, size: size))
            guard !frames.isEmpty else { break }
            for frame in frames.prefix(count - placed) {
                let path = IndexPath(item: placed, section: index)
                let attributes = UICollectionViewLayoutAttributes(forCellWith: path)
                attributes.frame = frame
                cells[path] = attributes
                placed += 1
            }
            end = max(end, isVertical ? origin.y + size.height : origin.x + size.width)
            if alongY { origin.y += length } else { origin.x += length }
        }
        return isAcross ? start + (isVertical ? size.height : size.width) : end
    }

    /// Places a header or footer and returns where it ends.
    private func place(
        _ item: NSCollectionLayoutBoundarySupplementaryItem, _ section: Int, at start: CGFloat,
        _ bounds: CGSize
    ) -> CGFloat {
        let size = item.layoutSize.size(in: bounds)
        let attributes = UICollectionViewLayoutAttributes(
            forSupplementaryViewOfKind: item.elementKind,
            with: IndexPath(item: 0, section: section))
        let origin = isVertical ? CGPoint(x: 0, y: start) : CGPoint(x: start, y: 0)
        attributes.frame = CGRect(
            x: origin.x + item.offset.x, y: origin.y + item.offset.y, width: size.width,
            height: size.height)
        boundaries.append(attributes)
        guard item.extendsBoundary else { return start }
        return start + (isVertical ? size.height : size.width)
    }

    open override var collectionViewContentSize: CGSize { size }

    open override func layoutAttributesForElements(
        in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
        boundaries.filter { $0.frame.intersects(rect) }
            + cells.keys.sorted().compactMap { cells[$0] }.filter { $0.frame.intersects(rect) }
    }

    open override func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { cells[indexPath] }

    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        boundaries.first {
            $0.representedElementKind == elementKind && $0.indexPath == indexPath
        }
    }

    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        newBounds.size != collectionView?.bounds.size
    }
}
