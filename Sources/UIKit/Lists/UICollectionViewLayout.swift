/// Where a layout places an item, a header or a decoration.
open class UICollectionViewLayoutAttributes: NSObject, NSCopying {
    open var indexPath = IndexPath(item: 0, section: 0)
    open internal(set) var representedElementCategory = UICollectionView.ElementCategory.cell
    open internal(set) var representedElementKind: String?
    open var center = CGPoint.zero
    open var size = CGSize.zero
    open var transform = CGAffineTransform.identity
    open var transform3D = CATransform3DIdentity
    open var alpha: CGFloat = 1
    open var zIndex = 0
    open var isHidden = false

    public required override init() { super.init() }

    public convenience init(forCellWith indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
    }

    public convenience init(forSupplementaryViewOfKind kind: String, with indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
        representedElementKind = kind
        representedElementCategory = .supplementaryView
    }

    public convenience init(forDecorationViewOfKind kind: String, with indexPath: IndexPath) {
        self.init()
        self.indexPath = indexPath
        representedElementKind = kind
        representedElementCategory = .decorationView
    }

    open var frame: CGRect {
        get {
            CGRect(
                x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
                height: size.height)
        }
        set {
            size = newValue.size
            center = CGPoint(x: newValue.midX, y: newValue.midY)
        }
    }

    open var bounds: CGRect {
        get { CGRect(origin: .zero, size: size) }
        set { size = newValue.size }
    }

    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = type(of: self).init()
        copy.indexPath = indexPath
        copy.representedElementCategory = representedElementCategory
        copy.representedElementKind = representedElementKind
        (copy.center, copy.size, copy.transform) = (center, size, transform)
        copy.transform3D = transform3D
        (copy.alpha, copy.zIndex, copy.isHidden) = (alpha, zIndex, isHidden)
        return copy
    }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UICollectionViewLayoutAttributes else { return false }
        return other.indexPath == indexPath && other.frame == frame && other.alpha == alpha
            && other.transform == transform && other.zIndex == zIndex
            && other.isHidden == isHidden
            && other.representedElementKind == representedElementKind
    }

    /// An element's kind and index path.
    var key: CollectionKey { CollectionKey(kind: representedElementKind ?? "", path: indexPath) }
}

/// The kind and the index path of an element; the kind of cells is empty.
struct CollectionKey: Hashable, Comparable {
    let kind: String
    let path: IndexPath

    static func < (left: CollectionKey, right: CollectionKey) -> Bool {
        left.path == right.path ? left.kind < right.kind : left.path < right.path
    }
}

/// What has become invalid in a layout.
open class UICollectionViewLayoutInvalidationContext: NSObject {
    open internal(set) var invalidateEverything = true
    open internal(set) var invalidateDataSourceCounts = false
    open var contentOffsetAdjustment = CGPoint.zero
    open var contentSizeAdjustment = CGSize.zero

    public required override init() { super.init() }

    open func invalidateItems(at indexPaths: [IndexPath]) {}
    open func invalidateSupplementaryElements(ofKind kind: String, at indexPaths: [IndexPath]) {}
    open func invalidateDecorationElements(ofKind kind: String, at indexPaths: [IndexPath]) {}
}

open class UICollectionViewFlowLayoutInvalidationContext:
    UICollectionViewLayoutInvalidationContext
{
    open var invalidateFlowLayoutDelegateMetrics = true
    open var invalidateFlowLayoutAttributes = true
}

/// An insertion, deletion or move of a batch of updates.
open class UICollectionViewUpdateItem: NSObject {
    public enum Action: Int, Sendable { case insert, delete, reload, move, none }

    public let indexPathBeforeUpdate: IndexPath?
    public let indexPathAfterUpdate: IndexPath?
    public let updateAction: Action

    init(before: IndexPath?, after: IndexPath?, action: Action) {
        (indexPathBeforeUpdate, indexPathAfterUpdate) = (before, after)
        updateAction = action
    }
}

/// The base class of layouts, which subclasses fill.
@preconcurrency @MainActor
open class UICollectionViewLayout: NSObject {
    weak var owner: UICollectionView?
    /// The collection view. An override can have the type `UICollectionView`.
    open var collectionView: UICollectionView? { owner }

    public override init() { super.init() }
    public required init?(coder: NSCoder) { super.init() }

    open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }
    open class var invalidationContextClass: AnyClass {
        UICollectionViewLayoutInvalidationContext.self
    }

    /// Called in the layout after an invalidation, before the other methods.
    open func prepare() {}
    open var collectionViewContentSize: CGSize { .zero }
    open func layoutAttributesForElements(
        in rect: CGRect
    ) -> [UICollectionViewLayoutAttributes]? { nil }
    open func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForSupplementaryView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func layoutAttributesForDecorationView(
        ofKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }

    open func invalidateLayout() { collectionView?.layoutDidInvalidate() }

    open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        guard let collectionView else { return }
        let shift = context.contentOffsetAdjustment
        if shift != .zero {
            let offset = collectionView.contentOffset
            collectionView.contentOffset = CGPoint(x: offset.x + shift.x, y: offset.y + shift.y)
        }
        collectionView.layoutDidInvalidate()
    }

    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

    open func invalidationContext(
        forBoundsChange newBounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext {
        let type = Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
        let context = type?.init() ?? UICollectionViewLayoutInvalidationContext()
        context.invalidateEverything = false
        return context
    }

    open func targetContentOffset(
        forProposedContentOffset proposedContentOffset: CGPoint,
        withScrollingVelocity velocity: CGPoint
    ) -> CGPoint { targetContentOffset(forProposedContentOffset: proposedContentOffset) }

    open func targetContentOffset(forProposedContentOffset proposedContentOffset: CGPoint)
        -> CGPoint
    { proposedContentOffset }

    // Called around updates and changes of the layout; their attributes have no effect, because
    // the elements are at their new places at once.
    open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}
    open func finalizeCollectionViewUpdates() {}
    open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}
    open func finalizeAnimatedBoundsChange() {}
    open func prepareForTransition(to newLayout: UICollectionViewLayout) {}
    open func prepareForTransition(from oldLayout: UICollectionViewLayout) {}
    open func finalizeLayoutTransition() {}
    open func initialLayoutAttributesForAppearingItem(
        at itemIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func finalLayoutAttributesForDisappearingItem(
        at itemIndexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }

    /// Registers the class of decoration views.
    open func register(_ viewClass: AnyClass?, forDecorationViewOfKind elementKind: String) {
        decorations[elementKind] = viewClass as? UICollectionReusableView.Type
    }

    /// Stores nothing: decoration views are made of classes only.
    open func register(_ nib: UINib?, forDecorationViewOfKind elementKind: String) {}

    var decorations: [String: UICollectionReusableView.Type] = [:]
    open var developmentLayoutDirection: UIUserInterfaceLayoutDirection { .leftToRight }
    open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }
}
