internal import PagerModel

/// Functions that add the commands for removing controllers from containers, and for changing lists
/// and options.
extension BookDiff {
    /// Adds the commands that remove each controller from its container, parent or window if the
    /// book does not have the controller there. A controller that can stay there until a later
    /// command sets the list is not removed. Outer controllers are handled before inner ones.
    ///
    /// Also adds the commands that destroy each controller that has a different kind in the book.
    mutating func takeApart() {
        for record in running.controllers where losesDataSource(record) {
            add(
                ControllerUpdate.method,
                [.init("id", .string(record.id.text)), .init("dataSource", .null)])
        }
        for window in running.windows {
            guard let root = window.root?.text else { continue }
            if canStayUntilListIsSet(root, asRootOf: window.id.text), !hasEmptied(window) {
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

    private func canStayUntilListIsSet(_ root: String, asRootOf window: String) -> Bool {
        if isWanted(root) {
            let wanted = plan.windows.first { $0.id == window }?.root
            return stays(root) && wanted.map(plan.id) == root
        }
        return !holdsWanted(root)
    }

    private mutating func takeMembers(outOf controller: ControllerRecord) {
        let id = controller.id.text
        let members = contents[id] ?? []
        let list = Membership(owner: id)
        if isWanted(id), !stays(id) { return empty(controller) }
        let child = Membership(owner: id, isChild: true)
        remove((children[id] ?? []).filter { !canStayUntilListIsSet($0, in: child) }, from: id)
        let columns = running.collapsedMembers(of: id).filter { !isCollapsed($0, onto: id) }
        let waiting = members.filter {
            canStayUntilListIsSet($0, in: list) && !columns.contains($0)
        }
        if waiting == members { return }
        guard changesAtOnce(controller) else { return set(waiting, of: controller) }
        if let list = plan.contents(of: id), isFree(list, for: id) {
            // How many members are allowed may depend on the options.
            update(plan.controllers[list.owner]) { $0 != "dataSource" }
            setContents(list, of: id)
        } else {
            set([], of: controller)
        }
    }

    /// Returns whether the commands take away a container's data source for a while, so that the
    /// container releases all pages that it does not show.
    private func losesDataSource(_ container: ControllerRecord) -> Bool {
        mayBeHidden && container.ofKind["dataSource"].map { $0 != .null } == true
    }

    private func changesAtOnce(_ controller: ControllerRecord) -> Bool {
        running.vocabulary[controller.kind].contents?.changesAtOnce == true
    }

    /// Returns whether a window contains a container whose list must be emptied before a command
    /// can set the list to its members in the book. A client can empty such a container only while
    /// the container is not in a window.
    private func hasEmptied(_ window: WindowRecord) -> Bool {
        running.controllers.contains { controller in
            let id = controller.id.text
            guard controller.window == window.id, changesAtOnce(controller),
                !(contents[id] ?? []).isEmpty, stays(id)
            else { return false }
            return plan.contents(of: id).map { !isFree($0, for: id) } ?? true
        }
    }

    /// Returns whether one command can set a container's list to the members that the list has in
    /// the book. This requires that all these members exist in the daemon. A member that is not yet
    /// in the container's list must have no parent, container or presenter, and must not be the
    /// root of a window.
    private func isFree(_ list: BookPlan.List, for owner: String) -> Bool {
        list.members.map { plan.id($0) }.allSatisfy { member in
            guard stays(member), let record = running[member] else { return false }
            if running.contents(of: owner).contains(member) { return true }
            return record.parent == nil && running.owner(of: member) == nil
                && record.presentingViewController == nil
                && !running.windows.contains { $0.root?.text == member }
        }
    }

    /// Returns whether a controller can stay in the container `membership.owner` until a later command
    /// sets the container's list. If false, a command must remove the controller first.
    ///
    /// A controller that is in the book can stay if the daemon keeps both the controller and the
    /// container. In addition, the book must have the controller in the same list, or a collapsed
    /// split must have put the controller onto the container's stack. A controller that is not in
    /// the book can stay if it contains no controller of the book.
    private func canStayUntilListIsSet(_ member: String, in membership: Membership) -> Bool {
        if isWanted(member) {
            return stays(member) && stays(membership.owner)
                && (wantedMembership[member] == membership
                    || isCollapsed(member, onto: membership.owner))
        }
        return !holdsWanted(member)
    }

    /// Returns whether a controller is on the stack of `owner` only because a split (a container
    /// with columns) has collapsed. A collapsed split puts its other columns onto the stack of its
    /// primary column. In the book, both controllers are columns of the split.
    private func isCollapsed(_ member: String, onto owner: String) -> Bool {
        guard running.collapsedMembers(of: owner).contains(member),
            let outer = wantedMembership[member]
        else { return false }
        return stays(outer.owner) && wantedMembership[owner] == outer
            && running.contents(of: outer.owner).contains(member)
    }

    /// Returns whether any controller inside a controller of the daemon, at any depth, is in the
    /// book.
    private func holdsWanted(_ id: String) -> Bool {
        var seen: TextSet = []
        var waiting = [id]
        while let outer = waiting.popLast() {
            for inner in (contents[outer] ?? []) + (children[outer] ?? [])
            where seen.insert(inner) {
                if isWanted(inner) { return true }
                waiting.append(inner)
            }
        }
        return false
    }

    mutating func empty(_ controller: ControllerRecord) {
        let id = controller.id.text
        remove(children[id] ?? [], from: id)
        if !(contents[id] ?? []).isEmpty { set([], of: controller) }
    }

    /// Adds the command that destroys a controller. If the controller has no parent, is not
    /// presented and is not the root of a window, first adds the command that removes its view,
    /// because a client may have added this view to any other view.
    mutating func destroy(_ id: String) {
        if let record = running[id], record.parent == nil, running.owner(of: id) == nil,
            record.presentingViewController == nil,
            !running.windows.contains(where: { $0.root?.text == id })
        {
            removeView(id)
        }
        add(ControllerDestroy.method, [.init("id", .string(id))])
    }

    /// Adds the commands that remove children of `owner` that a client has added. `gone` contains
    /// the ids of these children.
    mutating func remove(_ gone: [String], from owner: String) {
        for child in gone {
            let id = Value.Member("id", .string(child))
            add(ControllerWillMove.method, [id, .init("parent", .null)])
            removeView(child)
            add(ControllerRemoveFromParent.method, [id])
        }
        let all = TextSet(gone)
        children[owner]?.removeAll { all.contains($0) }
    }

    mutating func removeView(_ id: String) {
        guard running.view(id)?.superview != nil || comesBack(id), removed.insert(id) else {
            return
        }
        add(ViewRemoveFromSuperview.method, [.init("view", .string(id))])
    }

    mutating func make(_ controllers: [BookPlan.Controller]) {
        steps += controllers.map(plan.step)
    }

    /// Adds the commands that change the options of the controllers that are both in the daemon and
    /// in the book.
    mutating func update() {
        for controller in plan.controllers { update(controller) { _ in true } }
    }

    /// Adds the command that changes those options of a controller whose names fulfil a condition
    /// and that no earlier command has changed.
    private mutating func update(
        _ controller: BookPlan.Controller, where isMeant: (String) -> Bool
    ) {
        let id = controller.id ?? ""
        guard stays(id), let record = running[id] else { return }
        let changes = changes(of: record, to: controller).filter { change in
            isMeant(change.name) && updated[id]?.contains(change.name) != true
        }
        if changes.isEmpty { return }
        updated[id] = (updated[id] ?? []).union(changes.map(\.name))
        add(ControllerUpdate.method, [.init("id", .string(id))] + changes, controller.origin)
    }

    /// Returns the options in the book that differ from the current options of the daemon's
    /// controller. An option that the book omits gets its default.
    private func changes(
        of record: ControllerRecord, to controller: BookPlan.Controller
    ) -> [Value.Member] {
        let shape = running.vocabulary[controller.kind]
        var present = running.completeOptions(of: record)
        if losesDataSource(record) { present.removeAll { $0.name == "dataSource" } }
        let complete = (try? shape.complete(controller.options)) ?? []
        let others = controller.options.filter { complete[$0.name] == nil }
        return (complete + others).filter { $0.value != present[$0.name] ?? .null }
    }

    mutating func setLists() {
        var given: TextSet = []
        for list in plan.lists {
            let owner = plan.id(list.owner)
            if list.contents == nil {
                setChildren(list, of: owner)
            } else {
                given.insert(owner)
                setContents(list, of: owner)
            }
        }
        for controller in plan.controllers {
            let id = controller.id ?? ""
            guard stays(id), let record = running[id] else { continue }
            let child = Membership(owner: id, isChild: true)
            remove((children[id] ?? []).filter { wantedMembership[$0] != child }, from: id)
            if given.contains(id) { continue }
            let kept = (contents[id] ?? []).filter { isCollapsed($0, onto: id) }
            if kept != contents[id] { set(kept, of: record) }
        }
    }

    private mutating func setContents(_ list: BookPlan.List, of owner: String) {
        guard stays(owner) else { return steps += plan.steps(list) }
        var members = list.members.map { plan.id($0) }
        let now = contents[owner] ?? []
        // Columns of a collapsed split stay where they are, and otherwise go to the top.
        let columns = now.filter { isCollapsed($0, onto: owner) }
        if now.filter({ !columns.contains($0) }) == members { return }
        members += columns
        // If the selected controller stays, it remains selected; otherwise the book's selection
        // applies.
        let kept = keptSelection(of: owner, among: members)
        let selection = kept == nil ? list.selection : nil
        steps += plan.steps(list, members: members, selection: selection)
        contents[owner] = members
    }

    /// Returns the controller that a container of the daemon has selected, if the container stays
    /// and `members` contains the controller.
    func keptSelection(of owner: String, among members: [String]) -> String? {
        guard stays(owner), let record = running[owner] else { return nil }
        let selected = selected(in: record)
        return members.contains(selected) ? selected : nil
    }

    /// Returns the id of the controller that a container has selected, or an empty text if there is
    /// none.
    private func selected(in record: ControllerRecord) -> String {
        let members = running.contents(of: record.id.text)
        guard let index = running.vocabulary[record.kind].contents?.index,
            let selected = record.ofKind[index]?.integer, members.indices.contains(selected)
        else { return "" }
        return members[selected]
    }

    /// Adds the commands that make the added children of `owner` the same as in the book. Children
    /// before the first difference stay. The commands remove all later children, and then add those
    /// of the book one by one.
    private mutating func setChildren(_ list: BookPlan.List, of owner: String) {
        guard stays(owner) else { return steps += plan.steps(list) }
        let members = list.members.map { plan.id($0) }
        let now = children[owner] ?? []
        if now == members { return }
        var same = 0
        let child = Membership(owner: owner, isChild: true)
        let staying = now.filter { wantedMembership[$0] == child }
        while same < min(staying.count, members.count), staying[same] == members[same] { same += 1 }
        let first = TextSet(members.prefix(same))
        remove(now.filter { !first.contains($0) }, from: owner)
        for member in list.members.dropFirst(same) {
            steps += plan.contain(member, in: list.owner)
        }
        children[owner] = members
    }

    /// Adds the command that sets a container's list or slots to `members`. The command empties all
    /// slots if `members` leaves a required slot empty or moves a controller to a different slot.
    mutating func set(_ members: [String], of record: ControllerRecord) {
        guard let form = running.vocabulary[record.kind].contents else { return }
        // Either all slots are filled or none, and a controller that stays does not change its
        // slot.
        let filled = (contents[record.id.text] ?? []).prefix(form.members.count)
        let isPart =
            form.form == .slots
            && (members.count < form.members.count || !members.starts(with: filled))
        let members = isPart ? [] : members
        steps.append(BookPlan.step(form, members, of: record.id.text))
        contents[record.id.text] = members
    }
}
