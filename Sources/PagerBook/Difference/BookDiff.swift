internal import PagerModel

/// The commands that change the daemon's state to the state that a book (a description of pages)
/// describes. Controllers that are in both states keep their identity. If the book contains the
/// shown page, this page stays on screen.
///
/// First the commands remove controllers from containers in which the book does not have them. Then
/// they set all lists. Finally they destroy the controllers that the book does not contain.
struct BookDiff {
    typealias Step = BookPlan.Step

    let plan: BookPlan
    let running: LiveState
    var steps: [Step] = []
    /// The controllers in each container's list or slots after the commands in `steps`.
    var contents: TextDictionary<[String]> = [:]
    /// The children that each controller has after the commands in `steps`, without the controllers
    /// in lists and slots.
    var children: TextDictionary<[String]> = [:]
    var roots: TextDictionary<String> = [:]
    /// The presented controllers that the commands in `steps` dismiss.
    var dismissed: TextSet = []
    /// The names of the options that the commands in `steps` change, by controller.
    var updated: TextDictionary<TextSet> = [:]
    /// The windows whose root the commands in `steps` set or remove.
    var rerooted: TextSet = []
    /// The windows in which the commands in `steps` present an alarm again.
    var restored: TextSet = []
    /// Whether the commands in `steps` dismiss the alarms.
    var hasLiftedAlarms = false
    /// The controllers whose views the commands in `steps` remove from their superviews.
    var removed: TextSet = []
    /// Whether the book may redefine existing transition styles, except the styles that the daemon
    /// program itself defines. This is possible only when a daemon starts.
    var redefinesStyles = false
    /// The transition styles that the book redefines, each with its position in the book.
    var redefined: [(style: TransitionStyle, origin: Origin)] = []

    /// A map from the id of each controller in the book to the controller's index.
    private let wanted: TextDictionary<Int>
    /// A map from the id of each controller that has an owner in the book to this owner.
    let wantedMembership: TextDictionary<Membership>
    /// The superviews of the views in the book's lists of subviews. The key is the id of a view or
    /// of its controller. The value is the id of the superview.
    let wantedSuperview: TextDictionary<String>
    /// The controllers that are somewhere in the book: inside another controller, as the root of a
    /// window, or as a presented controller.
    let placed: TextSet
    /// Whether a controller that the commands move or destroy may be in a container of the daemon
    /// without being in its list: the records do not name the pages that a data source has supplied
    /// and that are not shown.
    private(set) var mayBeHidden = false

    /// Where a controller is: its owner, and whether the controller is one of the owner's added
    /// children.
    struct Membership: Equatable {
        let owner: String
        /// Whether the controller is an added child of the owner. If false, the controller is in
        /// the owner's list or slots.
        var isChild = false
    }

    init(_ plan: BookPlan, _ running: LiveState) {
        self.plan = plan
        self.running = running
        wanted = TextDictionary(
            plan.controllers.enumerated().map { ($1.id ?? "", $0) }, uniquingKeysWith: { $1 })
        var memberships: TextDictionary<Membership> = [:]
        for list in plan.lists {
            let membership = Membership(owner: plan.id(list.owner), isChild: list.contents == nil)
            for member in list.members { memberships[plan.id(member)] = membership }
        }
        wantedMembership = memberships
        wantedSuperview = plan.superviews
        placed = TextSet(memberships.keys)
            .union(plan.windows.compactMap(\.root).map(plan.id))
            .union(plan.presentations.map(\.controller).map(plan.id))
        for id in running.controllers.map(\.id.text) {
            contents[id] = running.contents(of: id)
            children[id] = running.children(of: id).filter { !isLeftPassing($0, through: id) }
        }
        for window in running.windows { roots[window.id.text] = window.root?.text }
        let shown = TextSet(running.windows.compactMap { $0.root?.text })
        mayBeHidden = running.controllers.map(\.id.text).contains { id in
            running.owner(of: id) == nil && !shown.contains(id) && running.presenter(of: id) == nil
                && (placed.contains(id) || !stays(id))
        }
    }

    mutating func compute() {
        defineStyles()
        liftAlarms()
        dismiss()
        emptyAlarms()
        takeOutViews()
        makeWindows()
        make(plan.controllers.filter { running[$0.id ?? ""] == nil })
        takeApart()
        make(plan.controllers.filter { running[$0.id ?? ""] != nil && !stays($0.id ?? "") })
        update()
        setLists()
        for controller in plan.controllers {
            let id = controller.id ?? ""
            steps += plan.settings(of: controller, in: stays(id) ? running[id] : nil)
        }
        setRoots()
        var views = ViewPlan(plan, over: self)
        views.placeUnpresented()
        steps += views.takeSteps()
        present(&views)
        restoreAlarms()
        destroy()
        steps += views.destroyOthers()
        destroyEndedAlarms()
    }

    // MARK: Controllers that stay

    /// Returns whether the commands keep a controller of the daemon instead of destroying it. True
    /// if the book has a controller with the same id and kind.
    func stays(_ id: String) -> Bool {
        guard let index = wanted[id] else { return false }
        return running[id]?.kind == plan.controllers[index].kind
    }

    /// Returns whether the commands leave a child to the transition that adds it to a container or
    /// removes it, because the book puts the child nowhere.
    private func isLeftPassing(_ child: String, through container: String) -> Bool {
        running.isPassing(child, through: container) && stays(container) && stays(child)
            && !placed.contains(child)
    }

    func isWanted(_ id: String) -> Bool { wanted[id] != nil }

    mutating func add(_ method: String, _ params: [Value.Member], _ origin: Origin = Origin()) {
        steps.append(BookPlan.step(method, params, origin))
    }

    // MARK: Styles and windows

    mutating func defineStyles() {
        var defined = TextDictionary(
            running.styles.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        for style in plan.styles {
            let read = try? TransitionStyle(reading: style.params)
            if let read, let other = defined[read.name] {
                if other == read { continue }
                if redefinesStyles, !running.vocabulary.hasStyle(read.name) {
                    // A second style of the book with this name is refused when its command is
                    // executed.
                    defined[read.name] = nil
                    redefined.append((read, style.origin))
                    continue
                }
            }
            add(TransitionDefine.method, style.params.members ?? [], style.origin)
        }
    }

    private mutating func makeWindows() {
        for window in plan.windows {
            let id = window.id ?? ""
            let insets = window.safeAreaInsets ?? .zero
            guard let record = running.windows.first(where: { $0.id.text == id }) else {
                add(
                    WindowCreate.method,
                    [.init("id", .string(id))] + (window.size.map { [.init("size", $0)] } ?? []),
                    window.origin)
                if insets != .zero { steps.append(window.covering(insets)) }
                continue
            }
            let size = window.size.flatMap { try? Size(reading: $0) } ?? .standard
            if size != record.size {
                add(
                    WindowResize.method,
                    [.init("id", .string(id)), .init("size", Value(size))], window.origin)
            }
            if insets != record.safeAreaInsets ?? .zero {
                steps.append(window.covering(insets))
            }
        }
    }

    // MARK: Presentations

    /// Adds the commands that dismiss each presented controller whose presentation is not in the
    /// book, and all controllers that are presented above it.
    private mutating func dismiss() {
        for controller in running.controllers {
            let id = controller.id.text
            guard let presenter = running.presenter(of: id), !isKept(id, by: presenter) else {
                continue
            }
            dismiss(id, presentedBy: presenter)
        }
    }

    private mutating func dismiss(_ id: String, presentedBy presenter: String) {
        if dismissed.contains(id) { return }
        add(ModalDismiss.method, [.init("id", .string(presenter)), .init("animated", false)])
        noteDismissed(id)
    }

    func isKept(_ id: String, by presenter: String) -> Bool {
        guard stays(id), stays(presenter) else { return false }
        return plan.presentations.contains { presentation in
            let from = presentation.params["from"]?.string ?? ""
            return plan.id(presentation.controller) == id
                && running.familyRoot(of: from) == running.familyRoot(of: presenter)
                && isAsRunning(presentation, id)
        }
    }

    /// Returns whether the daemon presents a controller in the way that the book gives. If the book
    /// omits a style, the style in the controller's options applies.
    private func isAsRunning(_ presentation: BookPlan.Presentation, _ id: String) -> Bool {
        guard let record = running.presentations[id], let style = record.style else { return true }
        let options = plan.controllers[presentation.controller].options
        let named = presentation.params["style"] ?? options["modalPresentationStyle"]
        let wanted = named?.string.flatMap { PresentationStyle(named: $0) } ?? .automatic
        // In a compact window, another option may have replaced the style; books do not have it.
        let adaptive = running[id]?.options.adaptivePresentationStyle?.resolved
        guard wanted.resolved == style || adaptive == style else { return false }
        if style == .custom {
            let removes = presentation.params["removesPresentersView"]?.bool ?? false
            if removes != record.removesPresentersView { return false }
        }
        // The presenter may determine the transition style of a presentation in its context.
        let general = plan.vocabulary[plan.controllers[presentation.controller].kind].general
        let usual =
            style.isInContext
            ? nil : options["modalTransitionStyle"]?.string ?? general.modalTransitionStyle
        let transition = presentation.params["transition"]?.string ?? usual
        return transition == nil || transition == record.transition
    }

    /// Records the dismissal of a controller, and of all controllers that it and its descendants
    /// present.
    private mutating func noteDismissed(_ id: String) {
        dismissed.insert(id)
        for other in running.controllers {
            guard let presenter = running.presenter(of: other.id.text),
                running.familyRoot(of: presenter) == id
            else { continue }
            noteDismissed(other.id.text)
        }
    }

    private mutating func present(_ views: inout ViewPlan) {
        var pages = ContextPages(plan, over: self)
        for presentation in plan.presentations {
            let id = plan.id(presentation.controller)
            if running.presenter(of: id) == nil || dismissed.contains(id) {
                steps += pages.show(for: presentation)
                steps.append(plan.step(presentation))
            }
            views.place(familyOf: presentation.controller)
            steps += views.takeSteps()
        }
        steps += pages.restore()
    }

    // MARK: Roots and destruction

    private mutating func setRoots() {
        for window in plan.windows {
            let root = window.root.map { plan.id($0) }
            guard roots[window.id ?? ""] != root else { continue }
            setRoot(root, of: window.id ?? "", window.origin)
        }
    }

    mutating func setRoot(_ root: String?, of window: String, _ origin: Origin = Origin()) {
        add(
            WindowSetRoot.method,
            [
                .init("id", .string(window)),
                .init("controller", root.map { .string($0) } ?? .null),
            ], origin)
        rerooted.insert(window)
        guard roots[window] != nil else { return roots[window] = root }
        roots[window] = root
        // Replacing the old root also dismisses its presentations.
        for controller in running.controllers where controller.window?.text == window {
            if running.presenter(of: controller.id.text) != nil {
                dismissed.insert(controller.id.text)
            }
        }
    }

    /// Adds the commands that destroy the windows and controllers that are not in the book. Earlier
    /// commands have already removed these controllers from all controllers that stay.
    private mutating func destroy() {
        let names = TextSet(plan.windows.map { $0.id ?? "" })
        let windows = running.windows.map(\.id.text).filter { !names.contains($0) }
        for window in windows where roots[window] != nil { setRoot(nil, of: window) }
        let gone = running.controllers.filter { !isWanted($0.id.text) }
        for controller in gone { empty(controller) }
        for controller in gone { destroy(controller.id.text) }
        for window in windows {
            add(WindowDestroy.method, [.init("id", .string(window))])
        }
    }
}

/// Functions that keep alarms on screen while other commands change what is below them.
extension BookDiff {
    /// Adds the commands that dismiss the alarms, if later commands change presentations. Nothing
    /// can be presented below an alarm, and the dismissal of its presenter would end it.
    mutating func liftAlarms() {
        hasLiftedAlarms = !running.alarms.isEmpty && changesPresentations
        guard hasLiftedAlarms else { return }
        for alarm in running.alarms {
            add(
                ModalDismiss.method,
                [.init("id", .string(alarm.presenter)), .init("animated", false)])
        }
    }

    private var changesPresentations: Bool {
        let isGone = running.controllers.contains { controller in
            let id = controller.id.text
            return running.presenter(of: id).map { !isKept(id, by: $0) } == true
        }
        return isGone
            || plan.presentations.contains { running.presenter(of: plan.id($0.controller)) == nil }
    }

    /// Adds the commands that take out of alarms what a client has put into them.
    mutating func emptyAlarms() {
        let parts = TextSet(running.alarmRecords.map(\.id.text))
        for record in running.alarmRecords {
            let id = record.id.text
            let members = members(of: record)
            let own = members.filter(parts.contains)
            if own != members { set(own, of: record) }
            remove(
                record.children.map(\.text).filter {
                    !parts.contains($0) && !members.contains($0)
                }, from: id)
        }
    }

    private func members(of alarm: ControllerRecord) -> [String] {
        running.vocabulary[alarm.kind].contents?.members(of: alarm) ?? []
    }

    /// Adds the commands that destroy the alarms that earlier commands have ended.
    mutating func destroyEndedAlarms() {
        var ended: TextSet = []
        for record in running.alarmRecords {
            guard let window = record.window?.text, rerooted.contains(window),
                !restored.contains(window)
            else { continue }
            ended.formUnion([record.id.text] + members(of: record))
            if let presenter = record.presentingViewController { ended.insert(presenter.text) }
        }
        let gone = running.alarmRecords.filter { ended.contains($0.id.text) }
        for record in gone where !members(of: record).isEmpty { set([], of: record) }
        for record in gone { destroy(record.id.text) }
    }

    /// Adds the commands that present the alarms again which earlier commands have ended. An alarm
    /// stays unless the book gives its window another root.
    mutating func restoreAlarms() {
        for alarm in running.alarms where hasLiftedAlarms || rerooted.contains(alarm.window) {
            guard let root = plan.windows.first(where: { $0.id == alarm.window })?.root,
                let old = running.windows.first(where: { $0.id.text == alarm.window })?.root?.text,
                plan.id(root) == old
            else { continue }
            restored.insert(alarm.window)
            add(
                ModalPresent.method,
                [
                    .init("from", .string(top(above: old))),
                    .init("controller", .string(alarm.id)),
                    .init("style", Value(PresentationStyle.fullScreen)), .init("animated", false),
                ])
        }
    }

    /// Returns the uppermost controller that the book presents over the root of a window, or the
    /// root itself.
    private func top(above root: String) -> String {
        var top = root
        for _ in plan.presentations {
            guard let next = plan.presentations.first(where: { presenter(of: $0) == top }) else {
                break
            }
            top = plan.id(next.controller)
        }
        return top
    }

    /// Returns the controller that carries out a presentation of the book: the outermost one or,
    /// with an in-context style, the nearest one that defines a context.
    private func presenter(of presentation: BookPlan.Presentation) -> String {
        let isInContext = plan.isInContext(presentation)
        var current = presentation.params["from"]?.string ?? ""
        while let outer = wantedMembership[current]?.owner, !isInContext || !definesContext(current)
        {
            current = outer
        }
        return current
    }

    private func definesContext(_ id: String) -> Bool {
        guard let controller = plan.controllers.first(where: { $0.id == id }) else { return false }
        let option = controller.options["definesPresentationContext"]
        return option?.bool
            ?? plan.vocabulary[controller.kind].general.definesPresentationContext
    }
}

/// Functions that add the commands for removing misplaced views from their superviews, and for
/// removing the whole state of the daemon.
extension BookDiff {
    /// Adds the commands that remove views from superviews in which they are misplaced. A view is
    /// misplaced inside a view that the book puts into it. The view of a controller is also
    /// misplaced outside of its correct superview. If a list of subviews in the book contains it,
    /// this is the owner of that list. Otherwise, the view belongs inside the view of its
    /// controller's parent in the book, or of the current parent if the book gives none. If a
    /// misplaced view entered a window together with the book's controllers, the engine would
    /// refuse the command [14.1].
    mutating func takeOutViews() {
        for view in running.views where isMisplaced(view) { removeView(view.id.text) }
    }

    private func isMisplaced(_ view: ViewRecord) -> Bool {
        let isInsideOut = isInsideOut(view.id.text)
        guard let record = running[view.id.text] else { return isInsideOut }
        return isMovable(record) && (isInsideOut || !isWhereWanted(view, record))
    }

    /// Returns whether the book puts the superview of a view, or an outer view, into this view.
    private func isInsideOut(_ id: String) -> Bool {
        var visited: TextSet = []
        var current = running.view(id)?.superview?.text
        while let view = current, view != id, visited.insert(view) {
            current =
                wantedSuperview[view] ?? wantedMembership[view]?.owner
                ?? running.view(view)?.superview?.text
        }
        return current == id
    }

    /// Returns whether the commands in `steps` may put a controller's view back into the superview
    /// from which a presentation removed it, because they dismiss what the controller presents.
    func comesBack(_ id: String) -> Bool {
        guard let record = running[id], let presented = record.presentedViewController else {
            return false
        }
        return record.parent == nil && record.isViewLoaded && dismissed.contains(presented.text)
    }

    private func isWhereWanted(_ view: ViewRecord, _ record: ControllerRecord) -> Bool {
        let id = view.id.text
        let outer = isWanted(id) ? wantedMembership[id]?.owner : nil
        if isWanted(id), let wanted = wantedSuperview[id] { return view.superview?.text == wanted }
        guard let owner = outer ?? record.parent?.text else {
            // The controller has no parent. Its view is removed only if the book gives the
            // controller an owner, or does not have the controller.
            return isWanted(id) && !placed.contains(id)
        }
        return running.nearestController(around: id) == owner
    }

    /// Returns whether a client may remove the view of a controller from its superview.
    private func isMovable(_ record: ControllerRecord) -> Bool {
        let id = record.id.text
        return !running.isContents(id) && record.presentingViewController == nil
            && !running.windows.contains { $0.root?.text == id }
    }

    // MARK: The whole state

    /// Adds the commands that destroy all windows, controllers and views of the daemon.
    mutating func remove() {
        for id in running.controllers.map(\.id.text) { children[id] = running.children(of: id) }
        for controller in running.controllers where controller.options.reactions != nil {
            add(
                ControllerUpdate.method,
                [.init("id", .string(controller.id.text)), .init("on", .null)])
        }
        for view in running.views where view.superview != nil {
            let id = view.id.text
            guard let record = running[id], isMovable(record),
                running.nearestController(around: id) != record.parent?.text
            else { continue }
            removeView(id)
        }
        for id in running.controllers.map(\.id.text) {
            if let presenter = running.presenter(of: id) { dismiss(id, presentedBy: presenter) }
        }
        for window in running.windows where window.root != nil { setRoot(nil, of: window.id.text) }
        for window in running.windows {
            add(WindowDestroy.method, [.init("id", .string(window.id.text))])
        }
        for controller in running.outerFirst { empty(controller) }
        for controller in running.controllers {
            let id = controller.id.text
            removeView(id)
            add(ControllerDestroy.method, [.init("id", .string(id))])
        }
        for view in running.views where view.controller == nil {
            add(ViewDestroy.method, [.init("view", .string(view.id.text))])
        }
    }
}
