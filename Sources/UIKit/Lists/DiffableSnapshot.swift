/// The sections of a list and their items, by identifiers.
public struct NSDiffableDataSourceSnapshot<
    SectionIdentifierType: Hashable, ItemIdentifierType: Hashable
> {
    public private(set) var sectionIdentifiers: [SectionIdentifierType] = []
    private var items: [SectionIdentifierType: [ItemIdentifierType]] = [:]
    public private(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
    public private(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []
    public private(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []

    public init() {}

    public var numberOfSections: Int { sectionIdentifiers.count }
    public var numberOfItems: Int { itemIdentifiers.count }
    public var itemIdentifiers: [ItemIdentifierType] {
        sectionIdentifiers.flatMap { items[$0] ?? [] }
    }

    public func numberOfItems(inSection section: SectionIdentifierType) -> Int {
        items[section]?.count ?? 0
    }

    public func itemIdentifiers(
        inSection section: SectionIdentifierType
    ) -> [ItemIdentifierType] { items[section] ?? [] }

    public func sectionIdentifier(
        containingItem item: ItemIdentifierType
    ) -> SectionIdentifierType? {
        sectionIdentifiers.first { items[$0]?.contains(item) ?? false }
    }

    public func indexOfItem(_ item: ItemIdentifierType) -> Int? {
        itemIdentifiers.firstIndex(of: item)
    }

    public func indexOfSection(_ section: SectionIdentifierType) -> Int? {
        sectionIdentifiers.firstIndex(of: section)
    }

    // MARK: items

    /// Appends items to a section, or else to the last one.
    public mutating func appendItems(
        _ identifiers: [ItemIdentifierType], toSection section: SectionIdentifierType? = nil
    ) {
        guard let section = section ?? sectionIdentifiers.last else { return }
        deleteItems(identifiers)
        items[section, default: []] += identifiers
    }

    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], beforeItem item: ItemIdentifierType
    ) { insert(identifiers, at: item, offset: 0) }

    public mutating func insertItems(
        _ identifiers: [ItemIdentifierType], afterItem item: ItemIdentifierType
    ) { insert(identifiers, at: item, offset: 1) }

    private mutating func insert(
        _ identifiers: [ItemIdentifierType], at item: ItemIdentifierType, offset: Int
    ) {
        deleteItems(identifiers.filter { $0 != item })
        guard let section = sectionIdentifier(containingItem: item),
            let index = items[section]?.firstIndex(of: item)
        else { return }
        items[section]?.insert(contentsOf: identifiers, at: index + offset)
    }

    public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
        let gone = Set<ItemIdentifierType>(identifiers)
        for section in sectionIdentifiers { items[section]?.removeAll { gone.contains($0) } }
    }

    public mutating func deleteAllItems() {
        sectionIdentifiers = []
        items = [:]
    }

    public mutating func moveItem(
        _ identifier: ItemIdentifierType, beforeItem item: ItemIdentifierType
    ) { insertItems([identifier], beforeItem: item) }

    public mutating func moveItem(
        _ identifier: ItemIdentifierType, afterItem item: ItemIdentifierType
    ) { insertItems([identifier], afterItem: item) }

    public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
        reloadedItemIdentifiers += identifiers
    }

    public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
        reconfiguredItemIdentifiers += identifiers
    }

    // MARK: sections

    public mutating func appendSections(_ identifiers: [SectionIdentifierType]) {
        for section in identifiers {
            sectionIdentifiers.append(section)
            items[section] = []
        }
    }

    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], beforeSection section: SectionIdentifierType
    ) { insert(identifiers, at: section, offset: 0) }

    public mutating func insertSections(
        _ identifiers: [SectionIdentifierType], afterSection section: SectionIdentifierType
    ) { insert(identifiers, at: section, offset: 1) }

    private mutating func insert(
        _ identifiers: [SectionIdentifierType], at section: SectionIdentifierType, offset: Int
    ) {
        guard let index = indexOfSection(section) else { return }
        sectionIdentifiers.insert(contentsOf: identifiers, at: index + offset)
        for new in identifiers where items[new] == nil { items[new] = [] }
    }

    public mutating func deleteSections(_ identifiers: [SectionIdentifierType]) {
        sectionIdentifiers.removeAll { identifiers.contains($0) }
        for section in identifiers { items[section] = nil }
    }

    public mutating func moveSection(
        _ identifier: SectionIdentifierType, beforeSection section: SectionIdentifierType
    ) {
        sectionIdentifiers.removeAll { $0 == identifier }
        insertSections([identifier], beforeSection: section)
    }

    public mutating func moveSection(
        _ identifier: SectionIdentifierType, afterSection section: SectionIdentifierType
    ) {
        sectionIdentifiers.removeAll { $0 == identifier }
        insertSections([identifier], afterSection: section)
    }

    public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
        reloadedSectionIdentifiers += identifiers
    }

    // MARK: index paths

    func section(at index: Int) -> SectionIdentifierType? {
        sectionIdentifiers.indices.contains(index) ? sectionIdentifiers[index] : nil
    }

    func item(at path: IndexPath) -> ItemIdentifierType? {
        guard let section = section(at: path.section) else { return nil }
        let all = items[section] ?? []
        return all.indices.contains(path.item) ? all[path.item] : nil
    }

    func path(of item: ItemIdentifierType) -> IndexPath? {
        for (index, section) in sectionIdentifiers.enumerated() {
            if let found = items[section]?.firstIndex(of: item) {
                return IndexPath(item: found, section: index)
            }
        }
        return nil
    }

    /// Returns the insertions and deletions that lead to another snapshot.
    func updates(to next: Self) -> ListUpdates {
        var updates = ListUpdates()
        for change in next.sectionIdentifiers.difference(from: sectionIdentifiers) {
            switch change {
            case .remove(let index, _, _): updates.deletedSections.insert(index)
            case .insert(let index, _, _): updates.insertedSections.insert(index)
            }
        }
        for (index, section) in sectionIdentifiers.enumerated() {
            guard !updates.deletedSections.contains(index),
                let target = next.indexOfSection(section)
            else { continue }
            for change in next.itemIdentifiers(inSection: section).difference(
                from: itemIdentifiers(inSection: section))
            {
                switch change {
                case .remove(let item, _, _):
                    updates.deleted.append(IndexPath(item: item, section: index))
                case .insert(let item, _, _):
                    updates.inserted.append(IndexPath(item: item, section: target))
                }
            }
        }
        return updates
    }

    /// The items to load again: those named, and those of the named sections.
    var reloaded: [ItemIdentifierType] {
        reloadedItemIdentifiers + reconfiguredItemIdentifiers
            + reloadedSectionIdentifiers.flatMap { itemIdentifiers(inSection: $0) }
    }

    /// A copy without the marks of what must be reloaded.
    var applied: Self {
        var copy = self
        copy.reloadedItemIdentifiers = []
        copy.reconfiguredItemIdentifiers = []
        copy.reloadedSectionIdentifiers = []
        return copy
    }
}

/// The items of one section.
public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType: Hashable> {
    public private(set) var items: [ItemIdentifierType] = []

    public init() {}

    /// Appends items. A parent has no effect: all items are shown.
    public mutating func append(
        _ added: [ItemIdentifierType], to parent: ItemIdentifierType? = nil
    ) { items += added }
    public mutating func delete(_ gone: [ItemIdentifierType]) {
        items.removeAll { gone.contains($0) }
    }
    public mutating func expand(_ items: [ItemIdentifierType]) {}
    public mutating func collapse(_ items: [ItemIdentifierType]) {}
    public var rootItems: [ItemIdentifierType] { items }
    public var visibleItems: [ItemIdentifierType] { items }
    public func contains(_ item: ItemIdentifierType) -> Bool { items.contains(item) }
}
