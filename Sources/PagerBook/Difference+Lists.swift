internal import PagerModel

/// What is taken out of where it is, and what is put where it belongs.
extension Difference {
    /// Takes out of its place whatever will be somewhere else, outer places first.
    mutating func takeApart() {
        for window in running.windows {
            guard let root = window.root?.text, !mayWait(root, asRootOf: window.id.text) else {
                continue
            }
            setRoot(nil, of: window.id.text)
        }
        for controller in running.outerFirst { takeMembers(outOf: controller) }
        for controller in running.controllers
        where isWanted(controller.id.text) && !stays(controller.id.text) {
            destroy(controller.id.text)
        }
    }

    private func mayWait(_ root: String, asRootOf window: String) -> Bool {
        if isWanted(root) {
            let place = outline.windows.first { $0.id == window }?.root
            return stays(root) && place.map(outline.id) == root
        }
        return !holdsWanted(root)
    }

    private mutating func takeMembers(outOf controller: ControllerRecord) {
        let id = controller.id.text
        let members = lists[id] ?? []
        for child in controller.children.map(\.text)
        where !members.contains(child) && wantedOwner[child] != id {
            remove(child)
        }
        if isWanted(id), !stays(id) { return empty(controller) }
        let waiting = members.filter { mayWait($0, in: id) }
        if waiting == members { return }
        // A page controller on screen always shows something.
        if controller.kind == "page", let list = outline.list(of: id) {
            return setList(list, of: id)
        }
        set(waiting, of: controller)
    }

    /// Whether a member can stay until the list is set: it stays in it, or it goes altogether.
    private func mayWait(_ member: String, in owner: String) -> Bool {
        if isWanted(member) {
            return stays(member) && stays(owner)
                && (wantedOwner[member] == owner || isCollapsed(member, onto: owner))
        }
        return !holdsWanted(member)
    }

    /// Whether a secondary column lies on its primary's stack, as long as their split is narrow.
    private func isCollapsed(_ member: String, onto owner: String) -> Bool {
        guard running.collapsedColumn(on: owner) == member, let split = wantedOwner[member] else {
            return false
        }
        return stays(split) && wantedOwner[owner] == split
            && running[split]?.ofKind["secondary"]?.string == member
    }

    /// Whether anything that the book names is in a controller that it does not name.
    private func holdsWanted(_ id: String) -> Bool {
        (lists[id] ?? []).contains { isWanted($0) || holdsWanted($0) }
    }

    mutating func empty(_ controller: ControllerRecord) {
        if !(lists[controller.id.text] ?? []).isEmpty { set([], of: controller) }
    }

    /// The view of what nothing contains may still lie somewhere, put there by hand.
    mutating func destroy(_ id: String) {
        if let record = running[id], record.parent == nil, running.owner(of: id) == nil,
            record.presentingViewController == nil,
            !running.windows.contains(where: { $0.root?.text == id })
        {
            removeView(id)
        }
        add(ControllerDestroy.method, [.init("id", .string(id))])
    }

    /// A child of a plain view, or one that a client has added to a container by hand.
    private mutating func remove(_ child: String) {
        let id = Value.Member("id", .string(child))
        add(ControllerWillMove.method, [id, .init("parent", .null)])
        removeView(child)
        add(ControllerRemoveFromParent.method, [id])
    }

    private mutating func removeView(_ id: String) {
        removed.insert(id)
        guard running[id]?.superview != nil else { return }
        add(ViewRemoveFromSuperview.method, [.init("view", .string(id))])
    }

    mutating func make(_ controllers: [Outline.Controller]) {
        steps += controllers.map(outline.step)
    }

    /// Changes the options of what stays.
    mutating func update() {
        for controller in outline.controllers {
            let id = controller.id ?? ""
            guard stays(id), let record = running[id] else { continue }
            let changes = self.changes(of: record, to: controller)
            if changes.isEmpty { continue }
            add(
                ControllerUpdate.method, [.init("id", .string(id))] + changes, controller.origin)
        }
    }

    /// The options that differ; those that the book does not give go back to their defaults.
    private func changes(
        of record: ControllerRecord, to controller: Outline.Controller
    ) -> [Value.Member] {
        let shape = Shape(controller.kind)
        let present = record.completeOptions
        let complete = (try? shape.complete(controller.options)) ?? []
        let others = controller.options.filter { complete[$0.name] == nil }
        return (complete + others).filter { $0.value != present[$0.name] ?? .null }
    }

    mutating func setLists() {
        var listed: Set<String> = []
        for list in outline.lists {
            let owner = outline.id(list.owner)
            listed.insert(owner)
            setList(list, of: owner)
        }
        for controller in outline.controllers {
            let id = controller.id ?? ""
            guard !listed.contains(id), stays(id), let record = running[id] else { continue }
            let kept = (lists[id] ?? []).filter { isCollapsed($0, onto: id) }
            if kept != lists[id] { set(kept, of: record) }
        }
    }

    private mutating func setList(_ list: Outline.List, of owner: String) {
        var members = list.members.map { outline.id($0) }
        let now = stays(owner) ? lists[owner] ?? [] : []
        if let last = now.last, isCollapsed(last, onto: owner) { members.append(last) }
        if now == members { return }
        guard stays(owner), let record = running[owner] else {
            return steps += outline.steps(list)
        }
        if !Shape(record.kind).isContainer { return setChildren(list, of: record, now) }
        // A shown page that stays is shown; else the book says which.
        let selected = record.ofKind["selected"]?.string ?? ""
        let selection = members.contains(selected) ? [] : list.selection
        steps += outline.steps(list, members: members, selection: selection)
        lists[owner] = members
    }

    /// Children that come later, or stand in another order, go to the end one after the other.
    private mutating func setChildren(
        _ list: Outline.List, of record: ControllerRecord, _ now: [String]
    ) {
        let members = list.members.map { outline.id($0) }
        var same = 0
        let staying = now.filter { wantedOwner[$0] == record.id.text }
        while same < min(staying.count, members.count), staying[same] == members[same] { same += 1 }
        for child in now where !members.prefix(same).contains(child) { remove(child) }
        for member in list.members.dropFirst(same) {
            steps += outline.contain(member, in: .string(record.id.text))
        }
    }

    /// Sets a list before the book's own: with nobody in it who has to go elsewhere.
    private mutating func set(_ members: [String], of record: ControllerRecord) {
        let id = record.id.text
        // A split has two columns or none.
        let members = record.kind == "split" && members.count < 2 ? [] : members
        if !Shape(record.kind).isContainer {
            for child in lists[id] ?? [] where !members.contains(child) { remove(child) }
        } else {
            steps += Outline.steps(
                members: members.map { .string($0) }, selection: [], kind: record.kind, owner: id,
                Origin(), "controllers")
        }
        lists[id] = members
    }
}
