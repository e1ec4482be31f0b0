extension UICollectionView {
    private var itemDelegate: (any UICollectionViewDelegate)? {
        (self as UIScrollView).delegate as? any UICollectionViewDelegate
    }

    var flowDelegate: (any UICollectionViewDelegateFlowLayout)? {
        (self as UIScrollView).delegate as? any UICollectionViewDelegateFlowLayout
    }

    // MARK: registration

    public func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
        registrations.set(cellClass.map { .type($0) }, "", identifier)
    }

    public func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
        registrations.set(nib.map { .nib($0) }, "", identifier)
    }

    public func register(
        _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
        withReuseIdentifier identifier: String
    ) { registrations.set(viewClass.map { .type($0) }, elementKind, identifier) }

    public func register(
        _ nib: UINib?, forSupplementaryViewOfKind kind: String,
        withReuseIdentifier identifier: String
    ) { registrations.set(nib.map { .nib($0) }, kind, identifier) }

    /// Returns a cell. If nothing is registered for the identifier, reports UIKit's exception as an
    /// issue and returns a plain cell.
    public func dequeueReusableCell(
        withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionViewCell {
        if let cell = dequeue("", identifier, indexPath) as? UICollectionViewCell {
            cell.isSelected = selected.contains(indexPath)
            return cell
        }
        reportUndequeued("UICollectionElementKindCell", identifier)
        return UICollectionViewCell(registered: identifier, frame: .zero)
    }

    public func dequeueReusableSupplementaryView(
        ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView {
        if let view = dequeue(elementKind, identifier, indexPath) { return view }
        reportUndequeued(elementKind, identifier)
        return UICollectionReusableView(registered: identifier, frame: .zero)
    }

    private func reportUndequeued(_ kind: String, _ identifier: String) {
        simulation.report(
            Simulation.Issue(
                text: "could not dequeue a view of kind: \(kind) with identifier \(identifier) - "
                    + "must register a nib or a class for the identifier or connect a prototype "
                    + "cell in a storyboard", exception: "NSInternalInconsistencyException"))
    }

    private func dequeue(
        _ kind: String, _ identifier: String, _ path: IndexPath
    ) -> UICollectionReusableView? {
        let layout = attributes(CollectionKey(kind: kind, path: path))
        if let view = registrations.take(kind, identifier) as? UICollectionReusableView {
            (view as? UICollectionViewCell)?.isSelected = false
            (view as? UICollectionViewCell)?.isHighlighted = false
            view.prepareForReuse()
            return view
        }
        switch registrations.source(kind, identifier) {
        case .type(let type):
            return (type as? UICollectionReusableView.Type)?.init(
                registered: identifier, frame: layout?.frame ?? .zero)
        case .nib(let nib):
            let view = nib.instantiate(withOwner: nil).lazy
                .compactMap { $0 as? UICollectionReusableView }.first
            view?.reuseIdentifier = identifier
            return view
        case nil: return nil
        }
    }

    // MARK: places

    private func attributes(_ key: CollectionKey) -> UICollectionViewLayoutAttributes? {
        guard isPrepared else { return nil }
        return key.kind.isEmpty
            ? collectionViewLayout.layoutAttributesForItem(at: key.path)
            : collectionViewLayout.layoutAttributesForSupplementaryView(
                ofKind: key.kind, at: key.path)
    }

    func prepareIfNeeded() {
        guard !isPrepared, !isPreparing else { return }
        isPreparing = true
        isPrepared = true
        _ = counts
        collectionViewLayout.prepare()
        let size = collectionViewLayout.collectionViewContentSize
        if contentSize != size { contentSize = size }
        isPreparing = false
    }

    public func layoutAttributesForItem(
        at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        prepareIfNeeded()
        return attributes(CollectionKey(kind: "", path: indexPath))
    }

    public func layoutAttributesForSupplementaryElement(
        ofKind kind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
        prepareIfNeeded()
        return attributes(CollectionKey(kind: kind, path: indexPath))
    }

    public func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
        shown[CollectionKey(kind: "", path: indexPath)] as? UICollectionViewCell
    }

    public func supplementaryView(
        forElementKind elementKind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView? { shown[CollectionKey(kind: elementKind, path: indexPath)] }

    public func visibleSupplementaryViews(
        ofKind elementKind: String
    ) -> [UICollectionReusableView] {
        shown.keys.sorted().filter { $0.kind == elementKind }.compactMap { shown[$0] }
    }

    public func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
        shown.first { $0.value === cell }?.key.path
    }

    public var indexPathsForVisibleItems: [IndexPath] {
        shown.keys.sorted().filter(\.kind.isEmpty).map(\.path)
    }

    public var visibleCells: [UICollectionViewCell] {
        indexPathsForVisibleItems.compactMap(cellForItem)
    }

    public func indexPathForItem(at point: CGPoint) -> IndexPath? {
        prepareIfNeeded()
        let rect = CGRect(x: point.x, y: point.y, width: 0.01, height: 0.01)
        return collectionViewLayout.layoutAttributesForElements(in: rect)?
            .first { $0.representedElementCategory == .cell && $0.frame.contains(point) }?.indexPath
    }

    public func scrollToItem(
        at indexPath: IndexPath, at position: ScrollPosition, animated: Bool
    ) {
        guard counts.contains(indexPath) else {
            return simulation.report(
                Simulation.Issue(
                    text: "Attempted to scroll the collection view to an out-of-bounds item "
                        + "(\(indexPath.item)) when there are only "
                        + "\(numberOfItems(inSection: indexPath.section)) items in section "
                        + "\(indexPath.section).", exception: "NSInvalidArgumentException"))
        }
        guard let rect = layoutAttributesForItem(at: indexPath)?.frame else { return }
        var offset = contentOffset
        if position.contains(.left) { offset.x = rect.minX }
        if position.contains(.centeredHorizontally) { offset.x = rect.midX - bounds.width / 2 }
        if position.contains(.right) { offset.x = rect.maxX - bounds.width }
        if position.contains(.top) { offset.y = rect.minY }
        if position.contains(.centeredVertically) { offset.y = rect.midY - bounds.height / 2 }
        if position.contains(.bottom) { offset.y = rect.maxY - bounds.height }
        if position == [] { return scrollRectToVisible(rect, animated: animated) }
        setContentOffset(clamped(offset), animated: animated)
    }

    // MARK: elements

    func showItems() {
        prepareIfNeeded()
        backgroundView?.frame = bounds
        guard dataSource != nil, !bounds.isEmpty else { return }
        let visible = collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []
        let keys = Set<CollectionKey>(visible.map(\.key))
        for key in shown.keys.sorted() where !keys.contains(key) { recycle(key) }
        for attributes in visible { show(attributes) }
    }

    private func show(_ attributes: UICollectionViewLayoutAttributes) {
        let key = attributes.key
        if let view = shown[key] { return view.place(attributes) }
        let view: UICollectionReusableView?
        switch attributes.representedElementCategory {
        case .cell:
            guard counts.contains(key.path) else { return }
            view = dataSource?.collectionView(self, cellForItemAt: key.path)
        case .supplementaryView:
            view = dataSource?.collectionView(
                self, viewForSupplementaryElementOfKind: key.kind, at: key.path)
        case .decorationView:
            view = collectionViewLayout.decorations[key.kind]?.init(
                registered: key.kind, frame: attributes.frame)
        }
        guard let view else { return }
        guard !shown.values.contains(where: { $0 === view }) else {
            return simulation.report(
                Simulation.Issue(
                    text: "the data source has returned a visible view for another item; "
                        + "dequeue one for each"))
        }
        shown[key] = view
        view.place(attributes)
        if let cell = view as? UICollectionViewCell {
            cell.isSelected = selected.contains(key.path)
            itemDelegate?.collectionView(self, willDisplay: cell, forItemAt: key.path)
        } else if attributes.representedElementCategory == .supplementaryView {
            itemDelegate?.collectionView(
                self, willDisplaySupplementaryView: view, forElementKind: key.kind, at: key.path)
        }
        addSubview(view)
    }

    func recycle(_ key: CollectionKey) {
        if let view = shown.removeValue(forKey: key) { put(view, key) }
    }

    func put(_ view: UICollectionReusableView, _ key: CollectionKey) {
        view.removeFromSuperview()
        if let cell = view as? UICollectionViewCell {
            itemDelegate?.collectionView(self, didEndDisplaying: cell, forItemAt: key.path)
        }
        registrations.put(view, key.kind, view.reuseIdentifier)
    }

    // MARK: touches

    func beginTouch(_ touches: Set<UITouch>) {
        guard allowsSelection, let point = touches.first?.location(in: self),
            let path = indexPathForItem(at: point), let cell = cellForItem(at: path),
            itemDelegate?.collectionView(self, shouldHighlightItemAt: path) ?? true
        else { return }
        touched = path
        cell.isHighlighted = true
        itemDelegate?.collectionView(self, didHighlightItemAt: path)
    }

    func cancelTouch() {
        guard let path = touched else { return }
        touched = nil
        cellForItem(at: path)?.isHighlighted = false
        itemDelegate?.collectionView(self, didUnhighlightItemAt: path)
    }

    func endTouch(_ touches: Set<UITouch>) {
        guard let path = touched else { return }
        let isInside = touches.first.map { indexPathForItem(at: $0.location(in: self)) == path }
        cancelTouch()
        if isInside == true { toggle(path) }
    }

    /// Selects an item as a tap does, or deselects it if several items can be selected.
    private func toggle(_ path: IndexPath) {
        if allowsMultipleSelection, selected.contains(path) { return deselect(path) }
        guard itemDelegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
        if !allowsMultipleSelection {
            for old in selected where old != path { deselect(old, asking: false) }
        }
        if !selected.contains(path) { selected.append(path) }
        cellForItem(at: path)?.isSelected = true
        itemDelegate?.collectionView(self, didSelectItemAt: path)
    }

    private func deselect(_ path: IndexPath, asking: Bool = true) {
        if asking,
            itemDelegate?.collectionView(self, shouldDeselectItemAt: path) == false
        {
            return
        }
        deselectItem(at: path, animated: false)
        itemDelegate?.collectionView(self, didDeselectItemAt: path)
    }

    /// Simulates a tap on an item, after scrolling to it if it is not visible.
    public func simulateTap(onItemAt indexPath: IndexPath) {
        simulation.finishCycle()
        if cellForItem(at: indexPath) == nil, counts.contains(indexPath) {
            scrollToItem(at: indexPath, at: [], animated: false)
            simulation.finishCycle()
        }
        guard let cell = cellForItem(at: indexPath) else {
            return simulation.report(
                Simulation.Issue(
                    text: "simulateTap: \(self) shows no item \(indexPath.item) in section "
                        + "\(indexPath.section); the view must be in a window"))
        }
        simulation.tap(cell)
    }
}
