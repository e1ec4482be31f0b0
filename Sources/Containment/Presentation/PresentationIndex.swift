package import PagerModel

/// The running presentations, and the indexes with which searches find presented controllers and
/// removed views without visiting all controllers and views.
struct PresentationIndex: Sendable {
    private var presentations: [Handle: Presentation] = [:]
    /// The number of presentations with the style `currentContext` or `overCurrentContext`.
    private var contextCount = 0
    /// Maps each presenter whose view a presentation has removed to the superview to which the view
    /// returns.
    private var displaced: [Handle: Displacement] = [:]
    /// The reverse of `displaced`: maps each superview to the presenters whose views return to it.
    private var absent: [Handle: Set<Handle>] = [:]
    /// For each controller, contains the controller that it presents, and each child that presents
    /// a controller or has a descendant that presents one. See `presentedAbove(_:)`.
    private var leads: [Handle: Set<Handle>] = [:]

    // MARK: Presentations

    @inline(__always)
    var isEmpty: Bool { presentations.isEmpty }

    /// Whether a controller is presented with the style `currentContext` or `overCurrentContext`.
    @inline(__always)
    var hasContexts: Bool { contextCount > 0 }

    subscript(presented: Handle) -> Presentation? { presentations[presented] }

    mutating func add(_ presented: Handle, _ presentation: Presentation) {
        presentations[presented] = presentation
        if presentation.style.isInContext { contextCount += 1 }
    }

    mutating func remove(_ presented: Handle) {
        let old = presentations.removeValue(forKey: presented)
        if old?.style.isInContext == true { contextCount -= 1 }
    }

    // MARK: Removed views

    @inline(__always)
    var hasDisplaced: Bool { !displaced.isEmpty }

    /// The presenters whose views presentations have removed.
    var displacedPresenters: some Sequence<Handle> { displaced.keys }

    /// The superview to which a presenter's view returns, or `.none` if it has none. Nil if no
    /// presentation has removed the view.
    @inline(__always)
    func returnSuperview(of presenter: Handle) -> Handle? {
        displaced.isEmpty ? nil : displaced[presenter]?.superview
    }

    /// The presenters whose views return to a superview.
    func presenters(absentFrom superview: Handle) -> Set<Handle>? { absent[superview] }

    /// Records the superview to which a presenter's view will return. See `Scene.displace`.
    mutating func displace(_ presenter: Handle, to superview: Handle?) {
        if let old = displaced[presenter]?.superview, absent[old] != nil {
            absent[old]?.remove(presenter)
            if absent[old]?.isEmpty == true { absent[old] = nil }
        }
        displaced[presenter] = superview.map { Displacement(superview: $0) }
        if let superview = superview?.some { absent[superview, default: []].insert(presenter) }
    }

    // MARK: Paths to presented controllers

    func leads(from controller: Handle) -> Set<Handle>? { leads[controller] }

    func hasLead(from controller: Handle, to next: Handle) -> Bool {
        leads[controller]?.contains(next) == true
    }

    /// Returns false if the index already contains the lead.
    mutating func addLead(from controller: Handle, to next: Handle) -> Bool {
        leads[controller, default: []].insert(next).inserted
    }

    /// Returns whether the controller has no more leads, and had one.
    mutating func removeLead(from controller: Handle, to next: Handle) -> Bool {
        leads[controller]?.remove(next)
        guard leads[controller]?.isEmpty == true else { return false }
        leads[controller] = nil
        return true
    }

    // MARK: Archives

    mutating func visit(_ archive: inout Archive) {
        archive.visit(&presentations, by: Handle.isInOrder, new: Presentation()) { $0.visit(&$1) }
        archive.visit(&displaced, by: Handle.isInOrder, new: Displacement()) { $0.visit(&$1) }
        guard archive.isReading else { return }
        contextCount = presentations.values.count { $0.style.isInContext }
    }

    /// Computes `absent` and removes all leads. The caller adds a lead to each presented
    /// controller.
    ///
    /// - Returns: The presented controllers.
    mutating func rebuild() -> [Handle] {
        absent = [:]
        for (presenter, displacement) in displaced where !displacement.superview.isNone {
            absent[displacement.superview, default: []].insert(presenter)
        }
        leads = [:]
        return Array(presentations.keys)
    }

    /// Returns whether both indexes have the same paths from a controller, and the same presenters
    /// whose views return to its view.
    func agrees(with other: PresentationIndex, at handle: Handle) -> Bool {
        leads[handle] == other.leads[handle] && absent[handle] == other.absent[handle]
    }
}

extension Scene {
    @inline(__always)
    var hasContexts: Bool { state.presentations.hasContexts }

    func presentation(of presented: Handle) -> Presentation? { state.presentations[presented] }

    /// Returns whether a controller is presented with the style `currentContext` or
    /// `overCurrentContext`.
    @inline(__always)
    func isInContext(_ presented: Handle) -> Bool {
        state.presentations[presented]?.style.isInContext == true
    }

    /// Returns whether a controller is presented as a sheet.
    func isSheet(_ presented: Handle) -> Bool {
        state.presentations[presented]?.style.isSheet == true
    }

    /// Returns whether a presentation has removed a presenter's view.
    @inline(__always)
    func isDisplaced(_ presenter: Handle) -> Bool {
        state.presentations.returnSuperview(of: presenter) != nil
    }

    /// Returns the superview to which a presenter's view returns, or `.none` if it has none. Nil if
    /// no presentation has removed the view.
    @inline(__always)
    func returnSuperview(of presenter: Handle) -> Handle? {
        state.presentations.returnSuperview(of: presenter)
    }

    /// Returns the presenters whose views a presentation has removed from `view`. Each of these
    /// views returns to `view` when its presentation ends.
    func absent(from view: Handle) -> [Handle] {
        guard let absent = state.presentations.presenters(absentFrom: view) else { return [] }
        return absent.sorted { self[$0].serial < self[$1].serial }
    }

    /// Returns what a controller presents, and its children that present or whose descendants do.
    func leads(from controller: Handle) -> Set<Handle> {
        state.presentations.leads(from: controller) ?? []
    }
}

/// The search for presented controllers.
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
            state.presentations.hasLead(from: controller, to: presented)
        {
            found.append(presented)
            addPresented(above: presented, to: &found)
        }
        for child in leadingChildren(of: controller) { addPresented(above: child, to: &found) }
    }

    /// Returns the children that present a controller, directly or through a descendant, in the
    /// order of the children. O(1), or O(number of children) if the result has several elements.
    func leadingChildren(of controller: Handle) -> [Handle] {
        guard let leads = state.presentations.leads(from: controller) else { return [] }
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
        !self[controller].presenter.isNone || state.presentations.leads(from: controller) != nil
    }

    /// Returns the parent of a controller, or its presenter if it has no parent.
    private func underneath(_ controller: Handle) -> Handle {
        self[controller].parent.some ?? self[controller].presenter
    }

    mutating func lead(to controller: Handle) {
        var current = controller
        while let next = underneath(current).some {
            guard state.presentations.addLead(from: next, to: current) else { return }
            current = next
        }
    }

    private mutating func forgetLead(to controller: Handle, from next: Handle) {
        var (current, next) = (controller, next)
        while !next.isNone {
            guard state.presentations.removeLead(from: next, to: current) else { return }
            if leadsOn(next) { return }
            (current, next) = (next, underneath(next))
        }
    }
}
