internal import PagerModel

/// The commands that change the daemon's views to the state that a book describes. They set the
/// properties of views, create views without controllers, and order subviews.
///
/// The properties of a view are set before other views are inserted into it, so that the inserted
/// views are not resized.
struct ViewPlan {
    private let plan: BookPlan
    /// The difference between the book and the daemon's current state. Its commands precede those
    /// of this plan. Nil if there is no current state.
    private let difference: BookDiff?
    private let indexes: TextDictionary<Int>
    private let members: TextDictionary<[Int]>
    /// A map from the id of each container to its added children: those that are neither in the
    /// container's list, such as `pages`, nor in its slots, such as the columns of a split view.
    /// The views of added children are in front of the other controllers' views.
    private let inFront: TextDictionary<[Int]>
    private let presented: Set<Int>
    private let plainIDs: TextSet
    /// The ids of the controllers in lists, such as `pages`, and in slots, such as the columns of a
    /// split view. A container inserts the views of these controllers itself.
    private let managed: TextSet
    private var steps: [BookPlan.Step] = []
    private var visited: TextSet = []
    /// Whether the daemon executes other commands before the next command of this plan. The earlier
    /// commands may resize views.
    private var hasChanges: Bool

    init(_ plan: BookPlan, over difference: BookDiff? = nil) {
        self.plan = plan
        self.difference = difference
        hasChanges = difference?.steps.isEmpty == false
        indexes = TextDictionary(
            plan.controllers.enumerated().map { ($1.id ?? "", $0) }, uniquingKeysWith: { $1 })
        members = TextDictionary(
            plan.lists.map { (plan.id($0.owner), $0.members) }, uniquingKeysWith: +)
        let children = plan.lists.filter { list in
            list.contents == nil
                && plan.vocabulary[plan.controllers[list.owner].kind].contents != nil
        }
        inFront = TextDictionary(
            children.map { (plan.id($0.owner), $0.members) }, uniquingKeysWith: +)
        presented = Set<Int>(plan.presentations.map(\.controller))
        plainIDs = TextSet(plan.plainViews.compactMap(\.id))
        managed = TextSet(
            plan.lists.filter { $0.contents != nil }
                .flatMap(\.members).map { plan.id($0) })
    }

    mutating func takeSteps() -> [BookPlan.Step] {
        defer { steps = [] }
        return steps
    }

    /// Adds the commands that set up all views, except the views of presented controllers and their
    /// descendants.
    mutating func placeUnpresented() {
        var inner = Set<Int>(plan.lists.flatMap(\.members)).union(presented)
        for id in plan.placed.keys { indexes[id].map { _ = inner.insert($0) } }
        for controller in plan.controllers.indices where !inner.contains(controller) {
            place(controller: controller)
        }
        for view in plan.viewsWithoutSuperview { place(plain: view, in: nil, below: nil) }
    }

    /// Adds the commands that set up the views of a presented controller and its descendants. Call
    /// it after the command that presents the controller.
    mutating func place(familyOf controller: Int) { place(controller: controller) }

    /// Returns the commands that destroy views of the daemon that have no controller and are not in
    /// the book. If the book describes no views without controllers, returns no commands.
    func destroyOthers() -> [BookPlan.Step] {
        guard let difference, !plan.plainViews.isEmpty else { return [] }
        return difference.running.views
            .filter { $0.controller == nil && !plainIDs.contains($0.id.text) }
            .map { view in
                BookPlan.step(
                    ViewDestroy.method, [.init("view", .string(view.id.text))], Origin())
            }
    }

    // MARK: Single views

    private mutating func place(controller: Int) {
        let id = plan.id(controller)
        guard visited.insert(id) else { return }
        let properties = plan.controllers[controller].view
        set(properties, of: id, standard: ViewAttributes())
        placeSubviews(properties.subviews, of: id)
        placeChildren(inFront[id] ?? [], of: id)
        for member in members[id] ?? [] where !isElsewhere(member) { place(controller: member) }
    }

    /// Returns whether a controller's view will be set up later, as an element of a list of
    /// subviews. True if such a list contains the view and the view has not been set up yet.
    private func isElsewhere(_ member: Int) -> Bool {
        plan.placed[plan.id(member)] != nil && !visited.contains(plan.id(member))
    }

    private mutating func place(plain index: Int, in superview: String?, below: String?) {
        let view = plan.plainViews[index]
        let id = view.id ?? ""
        var standard = ViewAttributes()
        standard.autoresizing = []
        if record(id) == nil {
            let frame = view.properties.params.filter { $0.name == "frame" }
            add(ViewCreate.method, [.init("id", .string(id))] + frame, view.properties.origin)
            var rest = view.properties
            rest.params = rest.params.filter { $0.name != "frame" }
            if let superview { insert(id, in: superview, below: below, view.properties.origin) }
            set(rest, of: id, standard: standard)
        } else {
            if let superview { insert(id, in: superview, below: below, view.properties.origin) }
            set(view.properties, of: id, standard: standard)
        }
        placeSubviews(view.properties.subviews, of: id)
    }

    private mutating func placeSubviews(_ subviews: [BookPlan.Subview]?, of owner: String) {
        guard let subviews else { return }
        let ids = subviews.map(plan.id(of:))
        let listed = TextSet(ids)
        let isInOrder = record(owner).map { record in
            record.subviews.map(\.text).filter(listed.contains) == ids
                && difference.map { !ids.contains(where: $0.removed.contains) } == true
        }
        for (index, subview) in subviews.enumerated() {
            let front = ids[(index + 1)...].first(where: managed.contains)
            let superview = isInOrder == true ? nil : owner
            switch subview {
            case .plain(let view): place(plain: view, in: superview, below: front)
            case .controller(let id):
                guard let controller = indexes[id] else { continue }
                let origin = plan.placed[id].map { Origin(path: $0) } ?? Origin()
                if let superview, !managed.contains(id) {
                    insert(id, in: superview, below: front, origin)
                }
                place(controller: controller)
            }
        }
    }

    /// Adds the commands that insert the views of added children into the view of their parent
    /// `owner`. Skips a view that the book puts into a list of subviews or into no superview.
    private mutating func placeChildren(_ children: [Int], of owner: String) {
        for child in children {
            let id = plan.id(child)
            let controller = plan.controllers[child]
            if plan.placed[id] != nil || controller.view.isDetached { continue }
            let isThere = record(id)?.superview?.text == owner && isChild(id, of: owner)
            if !isThere { insert(id, in: owner, below: nil, controller.origin) }
        }
    }

    /// Returns whether a controller is a child of `owner` both in the daemon's current state and
    /// after the planned changes.
    private func isChild(_ id: String, of owner: String) -> Bool {
        guard let difference, difference.stays(owner) else { return false }
        return !difference.removed.contains(id)
            && difference.running.children(of: owner).contains(id)
    }

    // MARK: Commands

    private mutating func insert(
        _ view: String, in superview: String, below: String?, _ origin: Origin
    ) {
        let front = below.map { [Value.Member("below", .string($0))] } ?? []
        add(
            ViewAddSubview.method,
            [.init("view", .string(view)), .init("to", .string(superview))] + front, origin)
    }

    /// Adds the command that sets those properties of a view that differ from the book. Properties
    /// that the book omits get their defaults, except the frame, which depends on the superview,
    /// and the colour, which cannot be removed. If no property differs, but the book requests the
    /// loading of a view that is not loaded, adds the command that loads it.
    private mutating func set(
        _ properties: BookPlan.ViewProperties, of id: String, standard: ViewAttributes
    ) {
        var changes = properties.params
        let record = record(id)
        if let now = record.map({ Value(fields: $0, writesNull: true) }) ?? unloaded(id) {
            let standard =
                [Value.Member("hidden", false)] + (Value(fields: standard).members ?? [])
                + [Value.Member("transform", Value(AffineTransform.identity))]
            for member in standard where changes[member.name] == nil { changes.append(member) }
            // Other commands may change the frame, and the loading of the view does.
            let mayBeResized = record.map { hasChanges && isInside($0) } ?? true
            changes.removeAll { change in
                if mayBeResized, change.name == "frame" { return false }
                return Self.isSame(change.value, now[change.name] ?? .null, change.name)
            }
        }
        if changes.isEmpty {
            guard properties.isLoaded, record == nil else { return }
            return add(
                ControllerLoadViewIfNeeded.method, [.init("id", .string(id))], properties.origin)
        }
        add(ViewSet.method, [.init("view", .string(id))] + changes, properties.origin)
    }

    /// Returns the properties of a view that is not loaded, or nil if the book's controller is new.
    private func unloaded(_ id: String) -> Value? {
        guard let difference, difference.stays(id) else { return nil }
        return difference.running[id].map { Value(fields: $0, writesNull: true) }
    }

    /// Returns whether a view of the daemon has a superview or is in a window. If so, earlier
    /// commands may change the view's frame.
    private func isInside(_ record: ViewRecord) -> Bool {
        record.superview != nil || difference?.running[record.id.text]?.window != nil
    }

    /// Returns whether two values of a view's property are equal apart from their form, such as 1
    /// and 1.0.
    private static func isSame(_ one: Value, _ other: Value, _ name: String) -> Bool {
        func read(_ value: Value) -> ViewSet? {
            var set = try? ViewSet(reading: [.init("view", "view"), .init(name, value)])
            // The record of a view with the identity transform has no member `transform`.
            if name == "transform", set?.transform == nil { set?.transform = .identity }
            return set
        }
        guard let one = read(one), let other = read(other) else { return false }
        return Value(fields: one) == Value(fields: other)
    }

    /// Returns the record of a view in the daemon's current state, or nil if the view does not
    /// exist or will be destroyed because the book does not have it.
    private func record(_ id: String) -> ViewRecord? {
        guard let difference, let record = difference.running.view(id) else { return nil }
        if record.controller != nil { return difference.stays(id) ? record : nil }
        return plainIDs.contains(id) ? record : nil
    }

    private mutating func add(_ method: String, _ params: [Value.Member], _ origin: Origin) {
        steps.append(BookPlan.step(method, params, origin))
        hasChanges = true
    }
}
