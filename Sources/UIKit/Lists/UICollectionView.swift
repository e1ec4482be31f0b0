/// A view that a collection makes and reuses: a cell, a header or a decoration.
open class UICollectionReusableView: UIView {
    open internal(set) var reuseIdentifier: String?

    public override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// Makes a view of a registered class. Subclasses inherit it with `init(frame:)`.
    public required convenience init(registered identifier: String, frame: CGRect) {
        self.init(frame: frame)
        reuseIdentifier = identifier
    }

    /// Called before the collection gives the view out again.
    open func prepareForReuse() {}
    open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
    open func preferredLayoutAttributesFitting(
        _ layoutAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutAttributes { layoutAttributes }
    open func willTransition(
        from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout
    ) {}
    open func didTransition(
        from oldLayout: UICollectionViewLayout, to newLayout: UICollectionViewLayout
    ) {}

    /// Gives the view the place of its attributes.
    func place(_ attributes: UICollectionViewLayoutAttributes) {
        if transform != attributes.transform { transform = attributes.transform }
        placeWithoutTransform(attributes.frame)
        if alpha != attributes.alpha { alpha = attributes.alpha }
        if isHidden != attributes.isHidden { isHidden = attributes.isHidden }
        layer.zPosition = CGFloat(attributes.zIndex)
        apply(attributes)
    }
}

open class UICollectionViewCell: UICollectionReusableView {
    public let contentView = UIView()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(contentView)
        contentView.frame = bounds
    }

    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addSubview(contentView)
    }

    open var isSelected = false
    open var isHighlighted = false
    open var contentConfiguration: (any UIContentConfiguration)?
    // These properties are stored and have no effect in the simulation.
    open var backgroundConfiguration: UIBackgroundConfiguration?
    open var automaticallyUpdatesContentConfiguration = true
    open var automaticallyUpdatesBackgroundConfiguration = true
    open var configurationUpdateHandler: ((UICollectionViewCell, UICellConfigurationState) -> Void)?

    open var configurationState: UICellConfigurationState {
        UICellConfigurationState(isSelected: isSelected, isHighlighted: isHighlighted)
    }

    /// Subclasses override it; call `setNeedsUpdateConfiguration()` to have it called.
    open func updateConfiguration(using state: UICellConfigurationState) {
        configurationUpdateHandler?(self, state)
    }

    open func setNeedsUpdateConfiguration() {
        simulation.schedule(after: 0) { [weak self] in
            guard let self else { return }
            updateConfiguration(using: configurationState)
        }
    }
    open var backgroundView: UIView? { didSet { replace(oldValue, backgroundView) } }
    open var selectedBackgroundView: UIView? {
        didSet { replace(oldValue, selectedBackgroundView) }
    }

    private func replace(_ old: UIView?, _ new: UIView?) {
        if old !== new { old?.removeFromSuperview() }
        if let new { insertSubview(new, at: 0) }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        contentView.frame = bounds
        backgroundView?.frame = bounds
        selectedBackgroundView?.frame = bounds
    }
}

/// A collection of items whose places a layout decides.
///
/// Cells are made in the layout at the end of the cycle, for the items that the layout returns for
/// the visible rectangle, and reused when they have left it. Insertions and deletions take effect
/// immediately, and their completions come 0.3 s later.
open class UICollectionView: UIScrollView, TypedCollection {
    public enum ScrollDirection: Int, Sendable { case vertical, horizontal }
    public enum ElementCategory: UInt, Sendable { case cell, supplementaryView, decorationView }

    public struct ScrollPosition: OptionSet, Hashable, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static let top = ScrollPosition(rawValue: 1)
        public static let centeredVertically = ScrollPosition(rawValue: 2)
        public static let bottom = ScrollPosition(rawValue: 4)
        public static let left = ScrollPosition(rawValue: 8)
        public static let centeredHorizontally = ScrollPosition(rawValue: 16)
        public static let right = ScrollPosition(rawValue: 32)
    }

    public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    open weak var dataSource: (any UICollectionViewDataSource)? {
        didSet { if dataSource !== oldValue { forgetItems() } }
    }
    open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?

    // `TypedCollection` gives the property its type.
    @_disfavoredOverload
    open override weak var delegate: (any UIScrollViewDelegate)? {
        get { super.delegate }
        set {
            super.delegate = newValue
            layoutDidInvalidate()
        }
    }

    open var collectionViewLayout: UICollectionViewLayout {
        didSet { adopt(oldValue) }
    }
    open var allowsSelection = true
    open var allowsMultipleSelection = false
    // These properties are stored and have no effect in the simulation.
    open var isPrefetchingEnabled = true
    open var remembersLastFocusedIndexPath = false
    open var dragInteractionEnabled = false
    open var isEditing = false
    open var allowsSelectionDuringEditing = false
    open var allowsMultipleSelectionDuringEditing = false
    open var allowsFocus = false
    open var selectionFollowsFocus = false
    open weak var dragDelegate: (any UICollectionViewDragDelegate)?
    open var selfSizingInvalidation = 0
    open var backgroundView: UIView? {
        didSet {
            if oldValue !== backgroundView { oldValue?.removeFromSuperview() }
            if let backgroundView { insertSubview(backgroundView, at: 0) }
        }
    }

    var registrations = ListRegistrations()
    var known: SectionCounts?
    var shown: [CollectionKey: UICollectionReusableView] = [:]
    var selected: [IndexPath] = []
    var touched: IndexPath?
    var isPrepared = false
    var isPreparing = false
    private var updates = ListUpdates()
    private var items: [UICollectionViewUpdateItem] = []
    private var updateDepth = 0
    private var lastBounds = CGRect.zero

    public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
        collectionViewLayout = layout
        super.init(frame: frame)
        adopt(nil)
    }

    public required init?(coder: NSCoder) {
        collectionViewLayout = UICollectionViewFlowLayout()
        super.init(coder: coder)
        adopt(nil)
    }

    private func adopt(_ old: UICollectionViewLayout?) {
        guard old !== collectionViewLayout else { return }
        old?.prepareForTransition(to: collectionViewLayout)
        old?.owner = nil
        collectionViewLayout.owner = self
        if let old { collectionViewLayout.prepareForTransition(from: old) }
        layoutDidInvalidate()
    }

    open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
        collectionViewLayout = layout
    }

    open func setCollectionViewLayout(
        _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)?
    ) {
        collectionViewLayout = layout
        if animated {
            UIView.animate(withDuration: 0.3, animations: {}) { completion?($0) }
        } else {
            completion?(true)
        }
    }

    // MARK: items

    private func forgetItems() {
        known = nil
        layoutDidInvalidate()
    }

    func layoutDidInvalidate() {
        isPrepared = false
        setNeedsLayout()
    }

    var counts: SectionCounts {
        if let known { return known }
        let counted = count()
        known = counted
        return counted
    }

    private func count() -> SectionCounts {
        guard let dataSource else { return SectionCounts(counts: []) }
        return SectionCounts(
            counts: (0..<max(0, dataSource.numberOfSections(in: self))).map {
                dataSource.collectionView(self, numberOfItemsInSection: $0)
            })
    }

    open var numberOfSections: Int { counts.counts.count }
    open func numberOfItems(inSection section: Int) -> Int {
        counts.counts.indices.contains(section) ? counts.counts[section] : 0
    }

    /// Forgets all items and the selection. The next layout asks the data source for cells.
    open func reloadData() {
        for key in shown.keys.sorted() { recycle(key) }
        selected = []
        forgetItems()
    }

    open func reloadItems(at indexPaths: [IndexPath]) {
        for path in indexPaths { recycle(CollectionKey(kind: "", path: path)) }
        layoutDidInvalidate()
    }

    open func reconfigureItems(at indexPaths: [IndexPath]) { reloadItems(at: indexPaths) }

    open func reloadSections(_ sections: IndexSet) {
        for key in shown.keys.sorted() where sections.contains(key.path.section) { recycle(key) }
        let new = count()
        if updateDepth == 0 { known = new }
        layoutDidInvalidate()
    }

    open func insertItems(at indexPaths: [IndexPath]) {
        performBatchUpdates { [self] in
            updates.inserted += indexPaths
            items += indexPaths.map {
                UICollectionViewUpdateItem(before: nil, after: $0, action: .insert)
            }
        }
    }

    open func deleteItems(at indexPaths: [IndexPath]) {
        performBatchUpdates { [self] in
            updates.deleted += indexPaths
            items += indexPaths.map {
                UICollectionViewUpdateItem(before: $0, after: nil, action: .delete)
            }
        }
    }

    open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        performBatchUpdates { [self] in
            updates.deleted.append(indexPath)
            updates.inserted.append(newIndexPath)
            items.append(
                UICollectionViewUpdateItem(before: indexPath, after: newIndexPath, action: .move))
        }
    }

    open func insertSections(_ sections: IndexSet) {
        performBatchUpdates { [self] in updates.insertedSections.formUnion(sections) }
    }

    open func deleteSections(_ sections: IndexSet) {
        performBatchUpdates { [self] in updates.deletedSections.formUnion(sections) }
    }

    /// Runs a batch of updates. If the numbers of items do not fit it, reports UIKit's exception as
    /// an issue and reloads the collection.
    open func performBatchUpdates(
        _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        if updateDepth == 0 { _ = counts }
        updateDepth += 1
        updates?()
        updateDepth -= 1
        if updateDepth == 0 { endUpdates() }
        guard let completion else { return }
        UIView.animate(withDuration: 0.3, animations: {}, completion: completion)
    }

    private func endUpdates() {
        let (changes, old, new, list) = (updates, counts, count(), items)
        (updates, items) = (ListUpdates(), [])
        known = new
        layoutDidInvalidate()
        if let text = changes.mismatch(from: old, to: new, noun: "items") {
            simulation.report(
                Simulation.Issue(text: text, exception: "NSInternalInconsistencyException"))
            return reloadData()
        }
        guard !list.isEmpty || !changes.insertedSections.isEmpty || !changes.deletedSections.isEmpty
        else { return }
        selected = selected.compactMap(changes.moved)
        let before = shown
        shown = [:]
        for (key, view) in before.sorted(by: { $0.key < $1.key }) {
            if key.kind.isEmpty, let target = changes.moved(key.path) {
                shown[CollectionKey(kind: "", path: target)] = view
            } else {
                put(view, key)
            }
        }
        prepareIfNeeded()
        collectionViewLayout.prepare(forCollectionViewUpdates: list)
        collectionViewLayout.finalizeCollectionViewUpdates()
    }

    // MARK: layout

    open override var bounds: CGRect { didSet { boundsDidChange() } }
    open override var frame: CGRect { didSet { boundsDidChange() } }

    private func boundsDidChange() {
        guard bounds != lastBounds else { return }
        let layout = collectionViewLayout
        if bounds.size != lastBounds.size
            ? bounds.size != .zero : layout.shouldInvalidateLayout(forBoundsChange: bounds)
        {
            layout.invalidateLayout(with: layout.invalidationContext(forBoundsChange: bounds))
        }
        lastBounds = bounds
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        showItems()
    }

    open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesBegan(touches, with: event)
        beginTouch(touches)
    }

    open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesEnded(touches, with: event)
        endTouch(touches)
    }

    open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        super.touchesCancelled(touches, with: event)
        cancelTouch()
    }

    // MARK: selection

    open var indexPathsForSelectedItems: [IndexPath]? { selected }

    /// Selects an item, without the delegate's methods, as UIKit does.
    open func selectItem(
        at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
    ) {
        guard let indexPath else {
            for path in selected { deselectItem(at: path, animated: animated) }
            return
        }
        guard allowsSelection, counts.contains(indexPath) else { return }
        if !allowsMultipleSelection {
            for path in selected where path != indexPath {
                deselectItem(at: path, animated: animated)
            }
        }
        if !selected.contains(indexPath) { selected.append(indexPath) }
        cellForItem(at: indexPath)?.isSelected = true
        if scrollPosition != [] {
            scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
        }
    }

    open func deselectItem(at indexPath: IndexPath, animated: Bool) {
        selected.removeAll { $0 == indexPath }
        cellForItem(at: indexPath)?.isSelected = false
    }
}

/// A collection, for the type of `delegate`: Swift cannot narrow the type of an overridden property,
/// as UIKit does.
@preconcurrency @MainActor
public protocol TypedCollection: UICollectionView {}

extension TypedCollection {
    public weak var delegate: (any UICollectionViewDelegate)? {
        get { (self as UIScrollView).delegate as? any UICollectionViewDelegate }
        set { (self as UIScrollView).delegate = newValue }
    }
}
