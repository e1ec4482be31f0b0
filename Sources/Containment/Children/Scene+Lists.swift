package import PagerModel

/// The list of members of a container: its pages, its tabs, or the controllers of its stack. A
/// controller is in at most one such list.
extension Scene {
    /// Checks that controllers may become the members of a container.
    ///
    /// - Throws: `limitExceeded` for too many members, `duplicateController`, `controllerInUse`,
    ///   `wouldCreateCycle` and the errors of `checkAddChild`.
    package func checkMembers(
        _ members: [Handle], of container: Handle, at path: String
    ) throws(CommandError) {
        guard members.count <= Limits.members else {
            throw CommandError(
                .limitExceeded,
                "a container can have at most \(Limits.members) members, got \(members.count)",
                path: path)
        }
        var seen = Set<Handle>(minimumCapacity: members.count)
        let above = members.count > 1 ? Above(container, in: self) : nil
        for (index, member) in members.enumerated() {
            guard seen.insert(member).inserted else {
                throw CommandError(
                    .duplicateController, "\(shown(member)) is in the list twice",
                    path: "\(path)[\(index)]")
            }
            try checkMember(member, of: container, at: "\(path)[\(index)]", above)
        }
    }

    /// Checks that a controller may become a member of a container's list. O(depth).
    package func checkMember(
        _ member: Handle, of container: Handle, at path: String
    ) throws(CommandError) {
        try checkMember(member, of: container, at: path, nil)
    }

    private func checkMember(
        _ member: Handle, of container: Handle, at path: @autoclosure () -> String, _ above: Above?
    ) throws(CommandError) {
        guard self[member].container != container else { return }
        let path = path()
        if self[member].parent != container { try checkUnused(member, at: path) }
        try checkAddChild(member, to: container, at: path, above)
    }

    /// Adds a controller to a container's list of members and to the container's children.
    ///
    /// - Returns: True if the controller was not a child yet. The container must then call
    ///   `didMove`. False if the controller was a child already, for example because a client had
    ///   added it.
    @discardableResult
    package mutating func take(_ member: Handle, into container: Handle) -> Bool {
        let isNew = self[member].parent != container
        reserve([member], for: container)
        addManagedChild(member, to: container)
        return isNew
    }

    /// Adds each controller that is not in any container's list to the list of `container`. From
    /// then on, reactions can neither add these controllers to a different container nor move the
    /// container into one of them. A command calls this function directly after its checks, before
    /// it sends callbacks.
    package mutating func reserve(_ members: [Handle], for container: Handle) {
        for member in members where self[member].container.isNone {
            addMember(member, to: container)
        }
    }

    /// Adds a controller to the container's list. Call this directly after a check of the
    /// controller: if callbacks are sent in between, reactions to them could make the check
    /// obsolete.
    package mutating func addMember(_ member: Handle, to container: Handle) {
        relocate(member) { $0[member].container = container }
    }

    /// Removes a controller from the container's list.
    package mutating func removeMember(_ member: Handle, from container: Handle) {
        guard self[member].container == container else { return }
        relocate(member) { $0[member].container = .none }
    }

    /// Returns the index of a member in a list, or nil if the list does not contain it.
    ///
    /// O(1) if the recorded index is current, otherwise O(distance from the recorded index).
    package func firstIndex(of member: Handle, in list: [Handle]) -> Int? {
        let hint = Int(self[member].memberIndex)
        if hint < list.count, list[hint] == member { return hint }
        guard let found = list.position(of: member, near: hint) else {
            note(visits: list.count)
            return nil
        }
        note(visits: abs(found - hint))
        return found
    }

    /// Finds the index of a member in a list, records it for later searches, and returns it.
    /// Returns nil if the list does not contain the member.
    package mutating func noteIndex(of member: Handle, in list: [Handle]) -> Int? {
        guard let index = firstIndex(of: member, in: list) else { return nil }
        note(index: index, of: member)
        return index
    }

    /// Records the index of a member in its list. `firstIndex(of:in:)` starts its search at this
    /// index.
    package mutating func note(index: Int, of member: Handle) {
        self[member].memberIndex = UInt32(index)
    }

    /// Records the index of each member in the list. `firstIndex(of:in:)` starts its search at the
    /// recorded index. O(members).
    package mutating func note(indexes list: [Handle]) {
        for (index, member) in list.enumerated() { self[member].memberIndex = UInt32(index) }
    }

    /// Returns the option `hidesBottomBarWhenPushed` of a controller.
    package func hidesBottomBarWhenPushed(_ controller: Handle) -> Bool {
        self[optionsOf: controller].hidesBottomBarWhenPushed
    }

    package func container(of member: Handle) -> Handle { self[member].container }

    /// Returns the first member of a controller's list, or nil if the list is empty.
    func member(of controller: Handle) -> Handle? {
        self[kindOf: controller].kind.members(of: controller, in: self).first
    }
}

extension Scene {
    /// Returns whether the controller was added as a child by the container's own code, such as
    /// that of a pager. False for a child that a client added.
    package func isManaged(_ controller: Handle) -> Bool {
        self[controller].flags.contains(.managed)
    }
}

extension Scene {
    package func kindName(of controller: Handle) -> String {
        self[kindOf: controller].name
    }
}

extension Scene {
    /// Returns the index of the member that a command specifies by its index or by its name, or nil
    /// if the list does not contain the named controller.
    ///
    /// - Throws: `indexOutOfRange`, `controllerNotFound`, and `invalidParams` unless exactly one of
    ///   index and name is given.
    package func index(
        _ index: Int?, or name: Identifier?, at path: String, in list: [Handle],
        called noun: String
    ) throws(CommandError) -> Int? {
        switch (index, name) {
        case (let index?, nil):
            guard list.indices.contains(index) else {
                throw CommandError(
                    .indexOutOfRange,
                    list.isEmpty
                        ? "there are no \(noun)"
                        : "the index must be between 0 and \(list.count - 1), got \(index)",
                    path: "index")
            }
            return index
        case (nil, let name?):
            return firstIndex(of: try controller(name, at: path), in: list)
        default:
            throw CommandError(
                .invalidParams, "give exactly one of index and \(path)", path: "index")
        }
    }
}
