internal import PagerModel

/// What a book says of views.
extension BookWriter {
    /// What is set after the list, where it is not as by default.
    func settings(of record: ControllerRecord) -> [Value.Member] {
        switch record.kind {
        case "pager" where record.ofKind["paused"] == true: [.init("paused", true)]
        case "split":
            [record.ofKind["displayMode"]].compactMap { $0 }
                .filter { $0.string != SplitDisplayMode.automatic.rawValue }
                .map { .init("displayMode", $0) }
        default: []
        }
    }

    /// The properties of a controller's view that do not follow from where it is.
    func view(of record: ControllerRecord) -> [Value.Member] {
        var members: [Value.Member] = []
        if let view = running.view(record.id.text) {
            if hasFrameOfItsOwn(record, view) { members.append(.init("frame", Value(view.frame))) }
            members += properties(of: view, standard: ViewAttributes())
        }
        if isDetached(record) { members.append(.init("superview", .null)) }
        if isLoadedAlone(record), !members.contains(where: { $0.name != "superview" }) {
            members.append(.init("loaded", true))
        }
        return members.isEmpty ? [] : [.init("view", .object(members))]
    }

    /// Whether a child of a plain controller has a view that is in no other.
    private func isDetached(_ record: ControllerRecord) -> Bool {
        guard let parent = record.parent.flatMap({ running[$0.text] }), record.superview == nil
        else {
            return false
        }
        return !Shape(parent.kind).isContainer && !isTakenOut(record)
    }

    /// Whether a view is loaded that nothing shows and nothing is in.
    private func isLoadedAlone(_ record: ControllerRecord) -> Bool {
        guard let view = running.view(record.id.text) else { return false }
        let isEmpty =
            Shape(record.kind).isContainer
            ? subviewsToList(of: record).isEmpty : view.subviews.isEmpty
        return view.superview == nil && isEmpty && !isManaged(record.id.text)
            && !isTakenOut(record) && running.presenter(of: record.id.text) == nil
    }

    /// Whether a presentation has taken the view of a controller out of where it was.
    func isTakenOut(_ record: ControllerRecord) -> Bool {
        running.presentations.values.contains {
            $0.presenter == record.id && $0.removesPresentersView
        }
    }

    /// Whether the frame is another than the one that the view's place gives it.
    private func hasFrameOfItsOwn(_ record: ControllerRecord, _ view: ViewRecord) -> Bool {
        let owner = running.owner(of: record.id.text).flatMap { running[$0] }
        let isManaged = isManaged(record.id.text)
        // A container gives its members their frames when it shows them.
        if isManaged, record.window == nil { return false }
        return view.frame != standardFrame(record, view, managedBy: isManaged ? owner : nil)
    }

    /// The frame that a view gets by being where it is; nil where that is not certain.
    private func standardFrame(
        _ record: ControllerRecord, _ view: ViewRecord, managedBy owner: ControllerRecord?
    ) -> Frame? {
        guard view.appearance.autoresizing == .flexibleSize else { return nil }
        if let window = running.windows.first(where: { $0.root == record.id }) {
            return isTakenOut(record) ? nil : Frame(window.size)
        }
        if let owner {
            let size = owner.frame.size
            guard let member = owner.ofKind["inset"], let inset = try? Insets(reading: member),
                inset != Insets(top: 0)
            else { return ["split", "page"].contains(owner.kind) ? nil : Frame(size) }
            return nil
        }
        // A child follows its parent's size from the beginning; one that a list of subviews names
        // comes later.
        guard let superview = view.superview, !placed.contains(record.id.text) else {
            // A view loads at the size of its window, else of the first one [12.7].
            guard let size = running.windows.first?.size else { return Frame(.standard) }
            return running.windows.allSatisfy { $0.size == size } ? Frame(size) : nil
        }
        return record.parent == superview
            ? running[superview.text].map { Frame($0.frame.size) } : nil
    }

    // MARK: subviews

    /// The subviews of a controller's view, where they do not follow from its children.
    func subviews(of record: ControllerRecord) -> [Value.Member] {
        guard let view = running.view(record.id.text), !subviewsToList(of: record).isEmpty else {
            return []
        }
        return [.init("subviews", subviews(of: view))]
    }

    /// None where they follow from the children.
    func subviewsToList(of record: ControllerRecord) -> [ViewRecord] {
        guard let view = running.view(record.id.text) else { return [] }
        let views = placed(in: view)
        let names = views.map(\.id.text)
        let members = record.members.filter { running[$0]?.superview == record.id }
        let isContainer = Shape(record.kind).isContainer
        return names == (isContainer ? names.filter(members.contains) : members) ? [] : views
    }

    private func subviews(of view: ViewRecord) -> Value {
        .array(
            placed(in: view).map { subview in
                subview.controller == nil ? plainView(subview) : .string(subview.id.text)
            })
    }

    /// The subviews that a book can place: those of members only where their container shows them,
    /// for the order.
    private func placed(in view: ViewRecord) -> [ViewRecord] {
        view.subviews.compactMap { running.view($0.text) }.filter { subview in
            !isManaged(subview.id.text)
                || (running.owner(of: subview.id.text) == view.id.text && view.window != nil)
        }
    }

    /// Whether a container has a controller in its list, and so places its view.
    private func isManaged(_ id: String) -> Bool {
        guard let owner = running.owner(of: id).flatMap({ running[$0] }) else { return false }
        return Shape(owner.kind).isContainer && owner.members.contains(id)
    }

    /// A plain view with all that is in it.
    func plainView(_ view: ViewRecord) -> Value {
        var standard = ViewAttributes()
        standard.autoresizing = []
        var members: [Value.Member] = [.init("id", .string(view.id.text))]
        if view.frame != Frame(.zero) { members.append(.init("frame", Value(view.frame))) }
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

    // MARK: what a book cannot say

    var omissions: [String] {
        running.controllers.flatMap { record -> [String] in
            let causes: [[String]] = [
                foreignKind(record), foreignChildren(record), filesNamed(by: record),
                openAppearance(record), openMove(record), strayView(record), reactions(record),
            ]
            return causes.flatMap { $0 }
        }
    }

    private func openMove(_ record: ControllerRecord) -> [String] {
        guard record.isMovingToParent || record.isMovingFromParent else { return [] }
        return ["\(record.id) is moving \(record.isMovingToParent ? "to" : "from") its parent"]
    }

    private func strayView(_ record: ControllerRecord) -> [String] {
        guard let superview = record.superview, isManaged(record.id.text),
            running.owner(of: record.id.text) != superview.text
        else { return [] }
        return ["the view of \(record.id) lies in \(superview), outside of its container"]
    }

    private func reactions(_ record: ControllerRecord) -> [String] {
        guard record.options.reactions?.callbacks.isEmpty == false else { return [] }
        return ["what reactions of \(record.id) have done; they run again"]
    }

    private func foreignKind(_ record: ControllerRecord) -> [String] {
        guard Kinds.named(record.kind) == nil else { return [] }
        return ["the plugin of the kind \(record.kind) of \(record.id); start it first"]
    }

    private func foreignChildren(_ record: ControllerRecord) -> [String] {
        guard Shape(record.kind).isContainer else { return [] }
        let members = Set(record.members)
        return record.children.map(\.text).filter { !members.contains($0) }
            .filter { running.collapsedColumn(on: record.id.text) != $0 }
            .map { "\($0) is a child that a client added to the \(record.kind) \(record.id)" }
    }

    private func filesNamed(by record: ControllerRecord) -> [String] {
        guard let url = record.options.content?["url"]?.string, !WebAddress.isWeb(url) else {
            return []
        }
        return ["the file \(quoted(url)) of \(record.id); keep the book in the folder that has it"]
    }

    private func openAppearance(_ record: ControllerRecord) -> [String] {
        switch record.appearance {
        case .appearing, .disappearing: ["\(record.id) is \(record.appearance.rawValue)"]
        case .appeared where record.window == nil: ["\(record.id) is appeared, in no window"]
        case .appeared, .disappeared: []
        }
    }
}
