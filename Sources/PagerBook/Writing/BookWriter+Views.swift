internal import PagerModel

/// Functions that write the parts of a book that describe views.
extension BookWriter {
    /// Returns the settings of a controller, such as `paused` of a pager, that differ from their
    /// defaults.
    func settings(of record: ControllerRecord) -> [Value.Member] {
        running.vocabulary[record.kind].settings.compactMap { setting in
            let value = setting.complete(record.ofKind[setting.field.name])
            return value == setting.complete(nil) ? nil : .init(setting.field.name, value)
        }
    }

    /// Returns the member `view` that a book needs for a controller. It contains only the
    /// properties of the controller's view that differ from their defaults. Returns an empty array
    /// if all properties have their defaults.
    func view(of record: ControllerRecord) -> [Value.Member] {
        var members: [Value.Member] = []
        if let view = running.view(record.id.text) {
            if hasFrameOfItsOwn(record, view), canBeSet(view.frame) {
                members.append(.init("frame", Value(view.frame)))
            }
            members += properties(of: view, standard: ViewAttributes())
        }
        if isDetached(record) { members.append(.init("superview", .null)) }
        if isLoadedAlone(record), !members.contains(where: { $0.name != "superview" }) {
            members.append(.init("loaded", true))
        }
        return members.isEmpty ? [] : [.init("view", .object(members))]
    }

    /// Returns whether a client has added the controller as a child, and the controller's view has
    /// no superview in the book. False if a presentation removed the view.
    private func isDetached(_ record: ControllerRecord) -> Bool {
        children.contains(record.id.text) && (record.superview == nil || isMisplaced(record))
            && !isTakenOut(record)
    }

    /// Returns whether the book leaves a controller's view out of the view that contains it, because
    /// a new daemon refuses it there.
    private func isMisplaced(_ record: ControllerRecord) -> Bool {
        let id = record.id.text
        if refusals.views.contains(id) { return true }
        if running.owner(of: id).map(refusals.lists.contains) == true { return true }
        guard refusals.hasStrays, let parent = record.parent?.text, !running.isContents(id) else {
            return false
        }
        return running.nearestController(around: id) != parent
    }

    /// Returns whether the view of a controller is loaded although nothing in the book would load
    /// it: the view has no superview and no subviews in the book, and the controller is neither
    /// presented nor in a container's list or slot. False if a presentation removed the view.
    private func isLoadedAlone(_ record: ControllerRecord) -> Bool {
        guard let view = running.view(record.id.text) else { return false }
        let isEmpty =
            running.isContainer(record.id.text)
            ? subviewsToList(of: record).isEmpty : view.subviews.isEmpty
        return view.superview == nil && isEmpty && !running.isContents(record.id.text)
            && !isTakenOut(record) && running.presenter(of: record.id.text) == nil
            && !running.windows.contains { $0.root == record.id }
    }

    /// Returns whether a presentation has removed the view of its presenting controller from the
    /// view tree.
    private func isTakenOut(_ record: ControllerRecord) -> Bool {
        running.presentations.values.contains {
            $0.presenter == record.id && $0.removesPresentersView
        }
    }

    /// Returns whether a book must contain the frame of a controller's view. False if the view gets
    /// the same frame when the book omits it.
    private func hasFrameOfItsOwn(_ record: ControllerRecord, _ view: ViewRecord) -> Bool {
        guard running.isContents(record.id.text),
            let owner = running.owner(of: record.id.text).flatMap({ running[$0] })
        else { return view.frame != standardFrame(record, view) }
        // A container sets the frames of the views in its list or slots when it shows them.
        if record.window == nil { return false }
        guard let contents = running.vocabulary[owner.kind].contents else { return false }
        switch contents.frames {
        case .computed: return false
        case .written: return true
        case .fill: return !isFilled(owner, by: view)
        }
    }

    /// Returns whether a command accepts a frame. Autoresizing can make a frame larger.
    private func canBeSet(_ frame: Frame) -> Bool {
        [frame.x, frame.y, frame.width, frame.height].allSatisfy { abs($0) <= Limits.points }
    }

    /// Returns whether a view fills its container's view, so that a book need not contain the
    /// frame.
    private func isFilled(_ owner: ControllerRecord, by view: ViewRecord) -> Bool {
        guard view.appearance.autoresizing == .flexibleSize else { return false }
        // If an option has insets, the frame is uncertain.
        let isInset = running.vocabulary[owner.kind].insets.contains { name in
            owner.ofKind[name].flatMap { try? Insets(reading: $0) } != Insets(top: 0)
        }
        return !isInset && view.frame == Frame(owner.frame.size)
    }

    /// Returns the frame that a controller's view gets if the book contains no frame for it. Nil if
    /// this frame is uncertain.
    private func standardFrame(_ record: ControllerRecord, _ view: ViewRecord) -> Frame? {
        guard view.appearance.autoresizing == .flexibleSize else { return nil }
        if let window = running.windows.first(where: { $0.root == record.id }) {
            return isTakenOut(record) ? nil : Frame(window.size)
        }
        // The view of a child gets the size of its parent's view, unless it is added later. It is
        // added later if it is in a list of subviews, or if the parent has a list or slots.
        guard let superview = view.superview, !placed.contains(record.id.text),
            !running.isContainer(superview.text)
        else {
            // A view is loaded with the size of its controller's window, or else with that of the
            // first window [12.7].
            guard let size = running.windows.first?.size else { return Frame(.standard) }
            return running.windows.allSatisfy { $0.size == size } ? Frame(size) : nil
        }
        return record.parent == superview
            ? running[superview.text].map { Frame($0.frame.size) } : nil
    }

    // MARK: Subviews

    /// Returns the book's member `subviews` for a controller's view. Empty if the book needs no
    /// list of subviews; see `subviewsToList(of:)`.
    func subviews(of record: ControllerRecord) -> [Value.Member] {
        guard let view = running.view(record.id.text), !subviewsToList(of: record).isEmpty else {
            return []
        }
        return [.init("subviews", subviews(of: view))]
    }

    /// Returns the subviews that the book must list for a controller. Empty if the controller's
    /// view gets the same subviews without a list. Without a list, the subviews are the views of
    /// the container's shown members, such as pages, followed by the views of the added children.
    func subviewsToList(of record: ControllerRecord) -> [ViewRecord] {
        guard let view = running.view(record.id.text) else { return [] }
        let views = placed(in: view)
        let names = views.map(\.id.text)
        let shown = names.filter { running.isContents($0) }
        let children = children(of: record.id.text).filter { running[$0]?.superview == record.id }
        return names == shown + children ? [] : views
    }

    private func subviews(of view: ViewRecord) -> Value {
        .array(
            placed(in: view).map { subview in
                subview.controller == nil ? plainView(subview) : .string(subview.id.text)
            })
    }

    /// Returns the subviews that a book can list for a view. If a container inserts a subview
    /// itself, such as the view of a page, the list only records the position of this subview among
    /// the others. Therefore such a subview is included only if it is in the container's own view,
    /// and the container's view is in a window.
    private func placed(in view: ViewRecord) -> [ViewRecord] {
        view.subviews.compactMap { running.view($0.text) }.filter { subview in
            if let record = running[subview.id.text], isMisplaced(record) { return false }
            return !running.isContents(subview.id.text)
                || (running.owner(of: subview.id.text) == view.id.text && view.window != nil)
        }
    }

    /// Returns the book's description of a view without a controller, including the view's
    /// subviews.
    func plainView(_ view: ViewRecord) -> Value {
        var standard = ViewAttributes()
        standard.autoresizing = []
        var members: [Value.Member] = [.init("id", .string(view.id.text))]
        if view.frame != Frame(.zero), canBeSet(view.frame) {
            members.append(.init("frame", Value(view.frame)))
        }
        members += properties(of: view, standard: standard)
        if !view.subviews.isEmpty { members.append(.init("subviews", subviews(of: view))) }
        return .object(members)
    }

    private func properties(of view: ViewRecord, standard: ViewAttributes) -> [Value.Member] {
        let standard = Value(fields: standard).members ?? []
        let hidden = view.hidden ? [Value.Member("hidden", true)] : []
        return hidden
            + (Value(fields: view.appearance).members ?? []).filter {
                $0.value != standard[$0.name]
            }
    }
}
