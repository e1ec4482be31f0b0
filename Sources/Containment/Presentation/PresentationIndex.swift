package import PagerModel

/// An index of each controller's children that present a controller, directly or through a
/// descendant. With this index, a search for presented controllers does not visit all children.
extension Scene {
    /// Returns all controllers that are presented by a controller or its descendants, directly or
    /// through other presentations. The lowest presented controller comes first.
    ///
    /// O(number of returned controllers times depth), plus O(number of children) for each visited
    /// controller for which `leadingChildren(of:)` returns several children.
    func presentedAbove(_ controller: Handle) -> [Handle] {
        var found: [Handle] = []
        addPresented(above: controller, to: &found)
        return found
    }

    /// Returns the controller that the presenter presents, and all controllers above it, the lowest
    /// first: those that a dismissal by this presenter dismisses [10.10].
    func presented(by presenter: Handle) -> [Handle] {
        guard let lowest = self[presenter].presented.some else { return [] }
        return [lowest] + presentedAbove(lowest)
    }

    /// Returns the controller whose view a dismissal by this presenter animates, or nil if it
    /// presents nothing.
    package func topmostPresented(above presenter: Handle) -> Handle? {
        presented(by: presenter).last
    }

    private func addPresented(above controller: Handle, to found: inout [Handle]) {
        if let presented = self[controller].presented.some,
            state.leads[controller]?.contains(presented) == true
        {
            found.append(presented)
            addPresented(above: presented, to: &found)
        }
        for child in leadingChildren(of: controller) { addPresented(above: child, to: &found) }
    }

    /// Returns the children that present a controller, directly or through a descendant, in the
    /// order of the children. O(1), or O(number of children) if the result has several elements.
    func leadingChildren(of controller: Handle) -> [Handle] {
        guard let leads = state.leads[controller] else { return [] }
        let leading = leads.filter { self[$0].parent == controller }
        guard leading.count > 1 else { return Array(leading) }
        let children = self[controller].children.all
        note(visits: children.count)
        return children.filter(leading.contains)
    }

    /// Calls `change`, which changes a controller's parent or presenter. Then updates the index
    /// `leads`, which is used to find presented controllers. O(depth).
    mutating func changeLeads(of controller: Handle, _ change: (inout Scene) -> Void) {
        let (didLead, old) = (leadsOn(controller), underneath(controller))
        change(&self)
        let (leads, new) = (leadsOn(controller), underneath(controller))
        guard didLead != leads || old != new else { return }
        if didLead { forgetLead(to: controller, from: old) }
        if leads { lead(to: controller) }
    }

    /// Returns whether the controller is itself presented, or whether it or one of its descendants
    /// presents another controller.
    private func leadsOn(_ controller: Handle) -> Bool {
        !self[controller].presenter.isNone || state.leads[controller] != nil
    }

    /// Returns the parent of a controller, or its presenter if it has no parent.
    private func underneath(_ controller: Handle) -> Handle {
        self[controller].parent.some ?? self[controller].presenter
    }

    mutating func lead(to controller: Handle) {
        var current = controller
        while let next = underneath(current).some {
            guard state.leads[next, default: []].insert(current).inserted else { return }
            current = next
        }
    }

    private mutating func forgetLead(to controller: Handle, from next: Handle) {
        var (current, next) = (controller, next)
        while !next.isNone {
            state.leads[next]?.remove(current)
            guard state.leads[next]?.isEmpty == true else { return }
            state.leads[next] = nil
            if leadsOn(next) { return }
            (current, next) = (next, underneath(next))
        }
    }
}
