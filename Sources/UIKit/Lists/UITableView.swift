/// A table of rows in sections.
///
/// Cells are made in the layout at the end of the cycle, for the rows that are visible, and reused
/// when they have left the screen. Rows of the height `automaticDimension` are as high as the
/// constraints inside their cells, or 44 points. Headers scroll with their sections. Insertions and
/// deletions take effect immediately, and their completions come 0.3 s later.
open class UITableView: UIScrollView, TypedTable {
    public enum Style: Int, Sendable { case plain, grouped, insetGrouped }
    public enum ScrollPosition: Int, Sendable { case none, top, middle, bottom }
    public enum RowAnimation: Int, Sendable {
        case fade, right, left, top, bottom, none, middle
        case automatic = 100
    }
    public enum SeparatorInsetReference: Int, Sendable { case fromCellEdges, fromAutomaticInsets }

    public static let automaticDimension: CGFloat = -1
    public static let indexSearch = "{search}"

    public let style: Style
    open weak var dataSource: (any UITableViewDataSource)? {
        didSet { if dataSource !== oldValue { forgetRows() } }
    }

    // `TypedTable` gives the property its type.
    @_disfavoredOverload
    open override weak var delegate: (any UIScrollViewDelegate)? {
        get { super.delegate }
        set {
            super.delegate = newValue
            heights = nil
            setNeedsLayout()
        }
    }

    open var rowHeight = automaticDimension { didSet { forgetHeights() } }
    open var sectionHeaderHeight = automaticDimension { didSet { forgetHeights() } }
    open var sectionFooterHeight = automaticDimension { didSet { forgetHeights() } }
    // These properties are stored and have no effect in the simulation.
    open var estimatedRowHeight = automaticDimension
    open var estimatedSectionHeaderHeight = automaticDimension
    open var estimatedSectionFooterHeight = automaticDimension
    open var sectionHeaderTopPadding: CGFloat = 0
    open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine
    open var separatorColor: UIColor?
    open var separatorEffect: UIVisualEffect?
    open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
    open var separatorInsetReference = SeparatorInsetReference.fromCellEdges
    open var cellLayoutMarginsFollowReadableWidth = false
    open var insetsContentViewsToSafeArea = true
    open var sectionIndexColor: UIColor?
    open var sectionIndexBackgroundColor: UIColor?
    open var sectionIndexMinimumDisplayRowCount = 0
    open var remembersLastFocusedIndexPath = false
    open var dragInteractionEnabled = false
    open weak var dragDelegate: (any UITableViewDragDelegate)?
    open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
    open var isPrefetchingEnabled = true
    open var allowsFocus = false
    open var fillerRowHeight: CGFloat = 0
    open var selectionFollowsFocus = false

    open var allowsSelection = true
    open var allowsMultipleSelection = false
    open var allowsSelectionDuringEditing = false
    open var allowsMultipleSelectionDuringEditing = false

    open var tableHeaderView: UIView? { didSet { replace(oldValue, tableHeaderView) } }
    open var tableFooterView: UIView? { didSet { replace(oldValue, tableFooterView) } }
    open var backgroundView: UIView? {
        didSet {
            replace(oldValue, backgroundView)
            if let backgroundView { sendSubviewToBack(backgroundView) }
        }
    }

    var registrations = ListRegistrations()
    /// The rows that the data source has announced; nil until they are needed.
    var known: SectionCounts?
    /// The heights of rows, headers and footers; nil until they are needed.
    var heights: TableHeights?
    var cells: [IndexPath: UITableViewCell] = [:]
    var headers: [[Int]: UIView] = [:]
    var selected: [IndexPath] = []
    var touched: IndexPath?
    private var updates = ListUpdates()
    private var updateDepth = 0

    public init(frame: CGRect, style: Style) {
        self.style = style
        super.init(frame: frame)
        alwaysBounceVertical = true
    }

    public override convenience init(frame: CGRect) { self.init(frame: frame, style: .plain) }
    public convenience init() { self.init(frame: .zero, style: .plain) }

    public required init?(coder: NSCoder) {
        style = .plain
        super.init(coder: coder)
    }

    private func replace(_ old: UIView?, _ new: UIView?) {
        if old !== new { old?.removeFromSuperview() }
        if let new, new.superview !== self { addSubview(new) }
        forgetHeights()
    }

    private func forgetHeights() {
        heights = nil
        setNeedsLayout()
    }

    private func forgetRows() {
        known = nil
        forgetHeights()
    }

    // MARK: rows

    open var numberOfSections: Int { rows.counts.count }

    open func numberOfRows(inSection section: Int) -> Int {
        rows.counts.indices.contains(section) ? rows.counts[section] : 0
    }

    var rows: SectionCounts {
        if let known { return known }
        let counted = count()
        known = counted
        return counted
    }

    private func count() -> SectionCounts {
        guard let dataSource else { return SectionCounts(counts: []) }
        let sections = dataSource.numberOfSections(in: self)
        return SectionCounts(
            counts: (0..<max(0, sections)).map {
                dataSource.tableView(self, numberOfRowsInSection: $0)
            })
    }

    /// Forgets all rows and the selection. The next layout asks the data source for cells.
    open func reloadData() {
        recycleAll()
        selected = []
        forgetRows()
    }

    open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        for path in indexPaths where rows.contains(path) { recycle(path) }
        forgetHeights()
    }

    open func reconfigureRows(at indexPaths: [IndexPath]) {
        reloadRows(at: indexPaths, with: .none)
    }

    open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
        for path in cells.keys.sorted() where sections.contains(path.section) { recycle(path) }
        let new = count()
        if updateDepth == 0 { known = new }
        forgetHeights()
    }

    open func reloadSectionIndexTitles() {}

    open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        update { $0.inserted += indexPaths }
    }

    open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
        update { $0.deleted += indexPaths }
    }

    open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        update {
            $0.deleted.append(indexPath)
            $0.inserted.append(newIndexPath)
        }
    }

    open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
        update { $0.insertedSections.formUnion(sections) }
    }

    open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
        update { $0.deletedSections.formUnion(sections) }
    }

    open func moveSection(_ section: Int, toSection newSection: Int) {
        update {
            $0.deletedSections.insert(section)
            $0.insertedSections.insert(newSection)
        }
    }

    private func update(_ change: (inout ListUpdates) -> Void) {
        beginUpdates()
        change(&updates)
        endUpdates()
    }

    open func beginUpdates() {
        if updateDepth == 0 { _ = rows }
        updateDepth += 1
    }

    /// Ends a batch of updates. If the numbers of rows do not fit it, reports UIKit's exception as
    /// an issue and reloads the table.
    open func endUpdates() {
        guard updateDepth > 0 else { return }
        updateDepth -= 1
        guard updateDepth == 0 else { return }
        let (changes, old, new) = (updates, rows, count())
        updates = ListUpdates()
        known = new
        forgetHeights()
        if let text = changes.mismatch(from: old, to: new, noun: "rows") {
            simulation.report(
                Simulation.Issue(text: text, exception: "NSInternalInconsistencyException"))
            return reloadData()
        }
        selected = selected.compactMap(changes.moved)
        let shown = cells
        cells = [:]
        for (path, cell) in shown {
            if let target = changes.moved(path) { cells[target] = cell } else { put(cell, path) }
        }
        for header in headers.values { header.removeFromSuperview() }
        headers = [:]
    }

    open func performBatchUpdates(
        _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        beginUpdates()
        updates?()
        endUpdates()
        guard let completion else { return }
        UIView.animate(withDuration: 0.3, animations: {}, completion: completion)
    }

    // MARK: cells

    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
        registrations.set(cellClass.map { .type($0) }, "", identifier)
    }

    open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
        registrations.set(nib.map { .nib($0) }, "", identifier)
    }

    open func register(
        _ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String
    ) { registrations.set(aClass.map { .type($0) }, "header", identifier) }

    open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
        registrations.set(nib.map { .nib($0) }, "header", identifier)
    }

    open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
        if let cell = registrations.take("", identifier) as? UITableViewCell {
            cell.isSelected = false
            cell.isHighlighted = false
            cell.prepareForReuse()
            return cell
        }
        switch registrations.source("", identifier) {
        case .type(let type):
            return (type as? UITableViewCell.Type)?.init(registered: identifier)
        case .nib(let nib):
            let cell = nib.instantiate(withOwner: nil).lazy.compactMap { $0 as? UITableViewCell }
                .first
            cell?.reuseIdentifier = identifier
            return cell
        case nil: return nil
        }
    }

    /// Returns a cell. If nothing is registered for the identifier, reports UIKit's exception as an
    /// issue and returns a plain cell.
    open func dequeueReusableCell(
        withIdentifier identifier: String, for indexPath: IndexPath
    ) -> UITableViewCell {
        if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
        simulation.report(
            Simulation.Issue(
                text: "unable to dequeue a cell with identifier \(identifier) - must register a "
                    + "nib or a class for the identifier or connect a prototype cell in a "
                    + "storyboard", exception: "NSInternalInconsistencyException"))
        return UITableViewCell(style: .default, reuseIdentifier: identifier)
    }

    open func dequeueReusableHeaderFooterView(
        withIdentifier identifier: String
    ) -> UITableViewHeaderFooterView? {
        if let view = registrations.take("header", identifier) as? UITableViewHeaderFooterView {
            view.prepareForReuse()
            return view
        }
        switch registrations.source("header", identifier) {
        case .type(let type):
            return (type as? UITableViewHeaderFooterView.Type)?.init(registered: identifier)
        case .nib(let nib):
            return nib.instantiate(withOwner: nil).lazy
                .compactMap { $0 as? UITableViewHeaderFooterView }.first
        case nil: return nil
        }
    }

    open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { cells[indexPath] }
    open func indexPath(for cell: UITableViewCell) -> IndexPath? {
        cells.first { $0.value === cell }?.key
    }
    open var indexPathsForVisibleRows: [IndexPath]? { cells.keys.sorted() }
    open var visibleCells: [UITableViewCell] { cells.keys.sorted().compactMap { cells[$0] } }
    open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        headers[[section, 0]] as? UITableViewHeaderFooterView
    }
    open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
        headers[[section, 1]] as? UITableViewHeaderFooterView
    }

    // MARK: selection

    open var indexPathForSelectedRow: IndexPath? { selected.last }
    open var indexPathsForSelectedRows: [IndexPath]? { selected.isEmpty ? nil : selected }

    /// Selects a row, without the delegate's methods, as UIKit does.
    open func selectRow(
        at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
    ) {
        guard let indexPath else {
            for path in selected { deselectRow(at: path, animated: animated) }
            return
        }
        guard allowsSelection, rows.contains(indexPath) else { return }
        if !allowsMultipleSelection {
            for path in selected where path != indexPath {
                deselectRow(at: path, animated: animated)
            }
        }
        if !selected.contains(indexPath) { selected.append(indexPath) }
        cells[indexPath]?.setSelected(true, animated: animated)
        if scrollPosition != .none {
            scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
        }
    }

    open func deselectRow(at indexPath: IndexPath, animated: Bool) {
        selected.removeAll { $0 == indexPath }
        cells[indexPath]?.setSelected(false, animated: animated)
    }

    private var storedIsEditing = false
    open var isEditing: Bool {
        get { storedIsEditing }
        set { setEditing(newValue, animated: false) }
    }

    open func setEditing(_ editing: Bool, animated: Bool) {
        storedIsEditing = editing
        for cell in cells.values { cell.setEditing(editing, animated: animated) }
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        layOutRows()
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
}

/// A table, for the type of `delegate`: Swift cannot narrow the type of an overridden property, as
/// UIKit does.
@preconcurrency @MainActor
public protocol TypedTable: UITableView {}

extension TypedTable {
    public weak var delegate: (any UITableViewDelegate)? {
        get { (self as UIScrollView).delegate as? any UITableViewDelegate }
        set { (self as UIScrollView).delegate = newValue }
    }
}
