/// A layout of lines of items.
///
/// Full lines are justified, the last one begins at the leading edge. The sizes are those of the
/// delegate or `itemSize`; cells do not size themselves. Headers scroll with their sections.
open class UICollectionViewFlowLayout: UICollectionViewLayout {
    public static let automaticSize = CGSize(
        width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)

    open var itemSize = CGSize(width: 50, height: 50) { didSet { changed(oldValue != itemSize) } }
    open var minimumLineSpacing: CGFloat = 10 {
        didSet { changed(oldValue != minimumLineSpacing) }
    }
    open var minimumInteritemSpacing: CGFloat = 10 {
        didSet { changed(oldValue != minimumInteritemSpacing) }
    }
    open var sectionInset = UIEdgeInsets.zero { didSet { changed(oldValue != sectionInset) } }
    open var scrollDirection = UICollectionView.ScrollDirection.vertical {
        didSet { changed(oldValue != scrollDirection) }
    }
    open var headerReferenceSize = CGSize.zero {
        didSet { changed(oldValue != headerReferenceSize) }
    }
    open var footerReferenceSize = CGSize.zero {
        didSet { changed(oldValue != footerReferenceSize) }
    }
    // These properties are stored and have no effect in the simulation.
    open var estimatedItemSize = CGSize.zero
    open var sectionHeadersPinToVisibleBounds = false
    open var sectionFootersPinToVisibleBounds = false
    open var sectionInsetReference = 0

    open override class var invalidationContextClass: AnyClass {
        UICollectionViewFlowLayoutInvalidationContext.self
    }

    private var attributes: [UICollectionViewLayoutAttributes] = []
    private var byKey: [CollectionKey: UICollectionViewLayoutAttributes] = [:]
    private var length: CGFloat = 0
    private var isHorizontal: Bool { scrollDirection == .horizontal }

    private func changed(_ isNew: Bool) { if isNew { invalidateLayout() } }

    open override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
        guard let old = collectionView?.bounds.size else { return false }
        return isHorizontal ? old.height != newBounds.height : old.width != newBounds.width
    }

    open override var collectionViewContentSize: CGSize {
        guard let collectionView else { return .zero }
        return isHorizontal
            ? CGSize(width: length, height: inner(collectionView).height)
            : CGSize(width: inner(collectionView).width, height: length)
    }

    private func inner(_ view: UICollectionView) -> CGSize {
        view.bounds.inset(by: view.adjustedContentInset).size
    }

    open override func layoutAttributesForElements(
        in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? {
        attributes.filter {
            $0.frame.minX < rect.maxX && $0.frame.maxX > rect.minX && $0.frame.minY < rect.maxY
                && $0.frame.maxY > rect.minY
        }
    }

    open override func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { byKey[CollectionKey(kind: "", path: indexPath)] }

    open override func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        byKey[CollectionKey(kind: elementKind, path: indexPath)]
    }

    // MARK: lines

    open override func prepare() {
        super.prepare()
        (attributes, length) = ([], 0)
        guard let view = collectionView else { return }
        for section in 0..<view.numberOfSections { place(section, in: view) }
        byKey = Dictionary(attributes.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    }

    private func along(_ size: CGSize) -> CGFloat { isHorizontal ? size.width : size.height }
    private func across(_ size: CGSize) -> CGFloat { isHorizontal ? size.height : size.width }

    private func place(_ section: Int, in view: UICollectionView) {
        let owner = view.flowDelegate
        let inset =
            owner?.collectionView(view, layout: self, insetForSectionAt: section) ?? sectionInset
        let spacing =
            owner?.collectionView(
                view, layout: self, minimumInteritemSpacingForSectionAt: section)
            ?? minimumInteritemSpacing
        let lineSpacing =
            owner?.collectionView(view, layout: self, minimumLineSpacingForSectionAt: section)
            ?? minimumLineSpacing
        addEdge(
            UICollectionView.elementKindSectionHeader, section,
            owner?.collectionView(view, layout: self, referenceSizeForHeaderInSection: section)
                ?? headerReferenceSize)
        length += isHorizontal ? inset.left : inset.top
        let low = isHorizontal ? inset.top : inset.left
        let room =
            across(inner(view)) - low - (isHorizontal ? inset.bottom : inset.right)
        let sizes = (0..<view.numberOfItems(inSection: section)).map { item in
            let path = IndexPath(item: item, section: section)
            return owner?.collectionView(view, layout: self, sizeForItemAt: path) ?? itemSize
        }
        var first = 0
        var gap: CGFloat?
        while first < sizes.count {
            var last = first
            var sum = across(sizes[first])
            while last + 1 < sizes.count, sum + spacing + across(sizes[last + 1]) <= room {
                last += 1
                sum += spacing + across(sizes[last])
            }
            // The last line is full if no other item of its size would fit.
            let isFull =
                last + 1 < sizes.count || sum + spacing + across(sizes[last]) > room
            let count = CGFloat(last - first)
            var start = low
            var distance = spacing
            if isFull, count > 0 {
                distance += (room - sum) / count
                gap = distance
            } else if isFull {
                start += max(0, (room - sum) / 2)
            } else {
                distance = gap ?? spacing
            }
            if first > 0 { length += lineSpacing }
            addLine(section, first...last, sizes, start, distance)
            first = last + 1
        }
        length += isHorizontal ? inset.right : inset.bottom
        addEdge(
            UICollectionView.elementKindSectionFooter, section,
            owner?.collectionView(view, layout: self, referenceSizeForFooterInSection: section)
                ?? footerReferenceSize)
    }

    private func addLine(
        _ section: Int, _ items: ClosedRange<Int>, _ sizes: [CGSize], _ start: CGFloat,
        _ distance: CGFloat
    ) {
        let thickness = items.map { along(sizes[$0]) }.max() ?? 0
        var position = start
        for item in items {
            let new = makeAttributes(IndexPath(item: item, section: section))
            let middle = length + (thickness - along(sizes[item])) / 2
            new.frame = CGRect(
                origin: isHorizontal
                    ? CGPoint(x: middle, y: position) : CGPoint(x: position, y: middle),
                size: sizes[item])
            attributes.append(new)
            position += across(sizes[item]) + distance
        }
        length += thickness
    }

    private func makeAttributes(_ path: IndexPath) -> UICollectionViewLayoutAttributes {
        let type = Self.layoutAttributesClass as? UICollectionViewLayoutAttributes.Type
        let new = type?.init() ?? UICollectionViewLayoutAttributes()
        new.indexPath = path
        return new
    }

    private func addEdge(_ kind: String, _ section: Int, _ size: CGSize) {
        guard along(size) > 0, let view = collectionView else { return }
        let new = makeAttributes(IndexPath(item: 0, section: section))
        new.representedElementKind = kind
        new.representedElementCategory = .supplementaryView
        new.frame =
            isHorizontal
            ? CGRect(x: length, y: 0, width: size.width, height: inner(view).height)
            : CGRect(x: 0, y: length, width: inner(view).width, height: size.height)
        attributes.append(new)
        length += along(size)
    }
}
