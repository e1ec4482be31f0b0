/// The heights of a table's rows, headers and footers.
struct TableHeights {
    struct Section {
        var top: CGFloat
        var header: CGFloat
        var rows: [CGFloat]
        var footer: CGFloat

        var height: CGFloat { header + rows.reduce(0, +) + footer }
    }

    var sections: [Section]
    var total: CGFloat
}

extension UITableView {
    /// The delegate as that of a table.
    private var rowDelegate: (any UITableViewDelegate)? {
        (self as UIScrollView).delegate as? any UITableViewDelegate
    }

    // MARK: heights

    var measured: TableHeights {
        if let heights { return heights }
        var top = tableHeaderView?.bounds.height ?? 0
        var sections: [TableHeights.Section] = []
        for (section, count) in rows.counts.enumerated() {
            var heights: [CGFloat] = []
            for row in 0..<max(0, count) {
                let path = IndexPath(row: row, section: section)
                let height = rowDelegate?.tableView(self, heightForRowAt: path) ?? rowHeight
                heights.append(height >= 0 ? height : selfSized[path] ?? 44)
            }
            let measured = TableHeights.Section(
                top: top, header: edgeHeight(section, isHeader: true), rows: heights,
                footer: edgeHeight(section, isHeader: false))
            top += measured.height
            sections.append(measured)
        }
        let result = TableHeights(
            sections: sections, total: top + (tableFooterView?.bounds.height ?? 0))
        heights = result
        return result
    }

    /// The heights that constraints inside the visible cells determine.
    private var selfSized: [IndexPath: CGFloat] {
        cells.compactMapValues { cell in
            guard !cell.contentView.constraints.isEmpty else { return nil }
            let height = cell.contentView.fittingSize.height
            return height > 0 ? height : nil
        }
    }

    /// The height of a header or footer: the delegate's, or 28 points if there is a title or view.
    private func edgeHeight(_ section: Int, isHeader: Bool) -> CGFloat {
        let height =
            isHeader
            ? rowDelegate?.tableView(self, heightForHeaderInSection: section) ?? sectionHeaderHeight
            : rowDelegate?.tableView(self, heightForFooterInSection: section) ?? sectionFooterHeight
        if height >= 0 { return height }
        return edgeTitle(section, isHeader) != nil || edgeView(section, isHeader) != nil ? 28 : 0
    }

    private func edgeTitle(_ section: Int, _ isHeader: Bool) -> String? {
        isHeader
            ? dataSource?.tableView(self, titleForHeaderInSection: section)
            : dataSource?.tableView(self, titleForFooterInSection: section)
    }

    private func edgeView(_ section: Int, _ isHeader: Bool) -> UIView? {
        let key = [section, isHeader ? 0 : 1]
        if let view = headers[key] { return view }
        let view =
            isHeader
            ? rowDelegate?.tableView(self, viewForHeaderInSection: section)
            : rowDelegate?.tableView(self, viewForFooterInSection: section)
        if let view { headers[key] = view }
        return view
    }

    // MARK: rectangles

    public func rect(forSection section: Int) -> CGRect {
        guard measured.sections.indices.contains(section) else { return .zero }
        let found = measured.sections[section]
        return CGRect(x: 0, y: found.top, width: bounds.width, height: found.height)
    }

    public func rectForHeader(inSection section: Int) -> CGRect {
        guard measured.sections.indices.contains(section) else { return .zero }
        let found = measured.sections[section]
        return CGRect(x: 0, y: found.top, width: bounds.width, height: found.header)
    }

    public func rectForFooter(inSection section: Int) -> CGRect {
        guard measured.sections.indices.contains(section) else { return .zero }
        let found = measured.sections[section]
        return CGRect(
            x: 0, y: found.top + found.height - found.footer, width: bounds.width,
            height: found.footer)
    }

    public func rectForRow(at indexPath: IndexPath) -> CGRect {
        guard rows.contains(indexPath) else { return .zero }
        let section = measured.sections[indexPath.section]
        let above = section.rows.prefix(indexPath.row).reduce(0, +)
        return CGRect(
            x: 0, y: section.top + section.header + above, width: bounds.width,
            height: section.rows[indexPath.row])
    }

    public func indexPathForRow(at point: CGPoint) -> IndexPath? {
        indexPathsForRows(in: CGRect(x: point.x, y: point.y, width: 0, height: 0.01))?.first
    }

    public func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
        var found: [IndexPath] = []
        for (index, section) in measured.sections.enumerated()
        where section.top < rect.maxY && section.top + section.height > rect.minY {
            var top = section.top + section.header
            for (row, height) in section.rows.enumerated() {
                if top < rect.maxY, top + height > rect.minY {
                    found.append(IndexPath(row: row, section: index))
                }
                top += height
            }
        }
        return found
    }

    public func scrollToRow(
        at indexPath: IndexPath, at position: ScrollPosition, animated: Bool
    ) {
        guard rows.contains(indexPath) else {
            return simulation.report(
                Simulation.Issue(
                    text: "Attempted to scroll the table view to an out-of-bounds row "
                        + "(\(indexPath.row)) when there are only "
                        + "\(numberOfRows(inSection: indexPath.section)) rows in section "
                        + "\(indexPath.section)", exception: "NSRangeException"))
        }
        contentSize = CGSize(width: bounds.width, height: measured.total)
        let rect = rectForRow(at: indexPath)
        let y: CGFloat
        switch position {
        case .none: return scrollRectToVisible(rect, animated: animated)
        case .top: y = rect.minY
        case .middle: y = rect.midY - bounds.height / 2
        case .bottom: y = rect.maxY - bounds.height
        }
        setContentOffset(clamped(CGPoint(x: contentOffset.x, y: y)), animated: animated)
    }

    public func scrollToNearestSelectedRow(at position: ScrollPosition, animated: Bool) {
        if let path = selected.last { scrollToRow(at: path, at: position, animated: animated) }
    }

    // MARK: cells

    func layOutRows() {
        if dataSource != nil { _ = rows }
        showRows()
        // Cells that determine their own heights may move those below them.
        if !selfSized.isEmpty {
            heights = nil
            showRows()
        }
        backgroundView?.frame = bounds
    }

    private func showRows() {
        let measured = measured
        let size = CGSize(width: bounds.width, height: measured.total)
        if contentSize != size { contentSize = size }
        tableHeaderView.map {
            $0.frame = CGRect(x: 0, y: 0, width: bounds.width, height: $0.bounds.height)
        }
        tableFooterView.map {
            $0.frame = CGRect(
                x: 0, y: measured.total - $0.bounds.height, width: bounds.width,
                height: $0.bounds.height)
        }
        let visible = indexPathsForRows(in: bounds) ?? []
        for path in cells.keys.sorted() where !visible.contains(path) { recycle(path) }
        for path in visible { show(path) }
        showEdges()
    }

    private func show(_ path: IndexPath) {
        let rect = rectForRow(at: path)
        if let cell = cells[path] {
            if cell.frame != rect { cell.frame = rect }
            return
        }
        guard let cell = dataSource?.tableView(self, cellForRowAt: path) else { return }
        guard !cells.values.contains(where: { $0 === cell }) else {
            return simulation.report(
                Simulation.Issue(text: "tableView(_:cellForRowAt:) has returned a visible cell"))
        }
        cells[path] = cell
        cell.frame = rect
        cell.setEditing(isEditing, animated: false)
        if selected.contains(path) { cell.setSelected(true, animated: false) }
        rowDelegate?.tableView(self, willDisplay: cell, forRowAt: path)
        addSubview(cell)
    }

    private func showEdges() {
        for (section, height) in measured.sections.enumerated() {
            for isHeader in [true, false] {
                let rect =
                    isHeader
                    ? rectForHeader(inSection: section) : rectForFooter(inSection: section)
                guard (isHeader ? height.header : height.footer) > 0 else { continue }
                guard let view = edgeView(section, isHeader) ?? titled(section, isHeader) else {
                    continue
                }
                view.frame = rect
                guard view.superview !== self, rect.maxY > bounds.minY, rect.minY < bounds.maxY
                else { continue }
                if isHeader {
                    rowDelegate?.tableView(self, willDisplayHeaderView: view, forSection: section)
                } else {
                    rowDelegate?.tableView(self, willDisplayFooterView: view, forSection: section)
                }
                addSubview(view)
            }
        }
    }

    private func titled(_ section: Int, _ isHeader: Bool) -> UIView? {
        guard let title = edgeTitle(section, isHeader) else { return nil }
        let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
        view.textLabel?.text = title
        headers[[section, isHeader ? 0 : 1]] = view
        return view
    }

    func recycleAll() {
        for path in cells.keys.sorted() { recycle(path) }
        for header in headers.values {
            header.removeFromSuperview()
            registrations.put(
                header, "header", (header as? UITableViewHeaderFooterView)?.reuseIdentifier)
        }
        headers = [:]
    }

    func recycle(_ path: IndexPath) {
        if let cell = cells.removeValue(forKey: path) { put(cell, path) }
    }

    func put(_ cell: UITableViewCell, _ path: IndexPath) {
        cell.removeFromSuperview()
        rowDelegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
        registrations.put(cell, "", cell.reuseIdentifier)
    }

    // MARK: touches

    func beginTouch(_ touches: Set<UITouch>) {
        guard allowsSelection, let point = touches.first?.location(in: self),
            let path = indexPathForRow(at: point), let cell = cells[path],
            rowDelegate?.tableView(self, shouldHighlightRowAt: path) ?? true
        else { return }
        touched = path
        cell.setHighlighted(true, animated: false)
        rowDelegate?.tableView(self, didHighlightRowAt: path)
    }

    func cancelTouch() {
        guard let path = touched else { return }
        touched = nil
        cells[path]?.setHighlighted(false, animated: false)
        rowDelegate?.tableView(self, didUnhighlightRowAt: path)
    }

    func endTouch(_ touches: Set<UITouch>) {
        guard let path = touched else { return }
        let isInside = touches.first.map { indexPathForRow(at: $0.location(in: self)) == path }
        cancelTouch()
        if isInside == true { toggle(path) }
    }

    /// Selects a row as a tap does, or deselects it if several rows can be selected.
    private func toggle(_ path: IndexPath) {
        guard !isEditing || allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing
        else { return }
        let isMultiple = isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
        if isMultiple, selected.contains(path) { return deselect(path) }
        let chosen = rowDelegate.map { $0.tableView(self, willSelectRowAt: path) } ?? path
        guard let chosen, rows.contains(chosen) else { return }
        if !isMultiple {
            for old in selected where old != chosen { deselect(old) }
        }
        if !selected.contains(chosen) { selected.append(chosen) }
        cells[chosen]?.setSelected(true, animated: false)
        rowDelegate?.tableView(self, didSelectRowAt: chosen)
    }

    private func deselect(_ path: IndexPath) {
        let chosen = rowDelegate.map { $0.tableView(self, willDeselectRowAt: path) } ?? path
        guard let chosen else { return }
        deselectRow(at: chosen, animated: false)
        rowDelegate?.tableView(self, didDeselectRowAt: chosen)
    }

    /// Simulates a tap on a row, after scrolling to it if it is not visible.
    public func simulateTap(onRowAt indexPath: IndexPath) {
        simulation.finishCycle()
        if cells[indexPath] == nil, rows.contains(indexPath) {
            scrollToRow(at: indexPath, at: .none, animated: false)
            simulation.finishCycle()
        }
        guard let cell = cells[indexPath] else {
            return simulation.report(
                Simulation.Issue(
                    text: "simulateTap: \(self) shows no row \(indexPath.row) in section "
                        + "\(indexPath.section); the view must be in a window"))
        }
        simulation.tap(cell)
    }

    /// Simulates a swipe and a tap on a row's delete button.
    public func simulateDeletion(ofRowAt indexPath: IndexPath) {
        guard rows.contains(indexPath),
            dataSource?.tableView(self, canEditRowAt: indexPath) == true
        else {
            return simulation.report(
                Simulation.Issue(
                    text: "simulateDeletion: row \(indexPath.row) in section "
                        + "\(indexPath.section) does not exist or cannot be edited"))
        }
        dataSource?.tableView(self, commit: .delete, forRowAt: indexPath)
        simulation.finishCycle()
    }
}
