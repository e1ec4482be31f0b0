package import PagerModel

/// A writer that describes the daemon's current state as a book.
struct BookWriter {
    let running: LiveState
    /// The ids that the book's lists of subviews contain.
    private(set) var placed: TextSet = []
    /// The ids of all children that clients have added.
    private(set) var children: TextSet = []
    /// The ids in the lists and slots that the book contains.
    private let contents: TextSet
    /// The controllers that the book presents, in order.
    private let presented: [String]
    let refusals: BookRefusals

    init(running: LiveState, leavingOut refusals: BookRefusals = BookRefusals()) {
        self.running = running
        self.refusals = refusals
        presented = PresentationOrder(running, leavingOut: refusals).presented
        contents = TextSet(
            running.controllers.map(\.id.text).filter { !refusals.lists.contains($0) }
                .flatMap(running.ownContents))
        for record in running.controllers {
            children.formUnion(children(of: record.id.text))
            placed.formUnion(subviewsToList(of: record).map(\.id.text))
        }
        for view in running.views where view.controller == nil {
            placed.formUnion(view.subviews.map(\.text))
        }
    }

    /// Returns the book with its members in the usual order.
    func book() -> Value {
        var members: [Value.Member] = []
        let styles = running.styles.filter { !running.vocabulary.hasStyle($0.name) }
        if !styles.isEmpty {
            members.append(.init("styles", .array(styles.map { Value($0) })))
        }
        let windows = running.windows.map(window)
        if windows.count == 1, let only = windows.first?.members {
            let isRoot = { (name: String) in name == "root" || name == Kinds.ofFolders }
            members.append(.init("window", .object(only.filter { !isRoot($0.name) })))
            members += only.filter { isRoot($0.name) }
        } else {
            members.append(.init("windows", .array(windows)))
        }
        let others = TextSet(presented).union(running.windows.compactMap(\.root?.text))
        let spare = running.controllers.filter { isUnowned($0) && !others.contains($0.id.text) }
        if !spare.isEmpty {
            members.append(.init("controllers", .array(spare.map { .object(object(of: $0)) })))
        }
        let loose = running.views.filter { $0.controller == nil && $0.superview == nil }
        if !loose.isEmpty { members.append(.init("views", .array(loose.map(plainView)))) }
        let presented = presentations()
        if !presented.isEmpty { members.append(.init("present", .array(presented))) }
        return .object(members)
    }

    private func window(_ record: WindowRecord) -> Value {
        var members: [Value.Member] = [
            .init("id", .string(record.id.text)), .init("size", Value(record.size)),
        ]
        if let insets = record.safeAreaInsets {
            members.append(.init("safeAreaInsets", Value(insets)))
        }
        if let root = record.root.flatMap({ running[$0.text] }) {
            let isNamed = root.kind == Kinds.ofFolders
            let object = object(of: root).filter { !isNamed || $0.name != "kind" }
            members.append(.init(isNamed ? root.kind : "root", .object(object)))
        }
        return .object(members)
    }

    /// Returns false for a controller in a container's list (such as `pages`) or slot (such as
    /// `primary`), and for a child that `children(of:)` returns. Returns true for all others.
    private func isUnowned(_ record: ControllerRecord) -> Bool {
        !contents.contains(record.id.text) && !children.contains(record.id.text)
    }

    /// Returns an object for each presented controller, for the book's member `present`. A new
    /// daemon can carry out the presentations in this order.
    private func presentations() -> [Value] {
        presented.compactMap { running[$0] }.map { record in
            .object(
                [
                    .init("from", .string(running.presenter(of: record.id.text) ?? "")),
                    .init("controller", .object(object(of: record))),
                ] + way(of: record))
        }
    }

    /// Returns members such as `style` and `transition` that describe how a controller is
    /// presented. Omits `style` and `transition` if they are the same as in the controller's
    /// options.
    private func way(of record: ControllerRecord) -> [Value.Member] {
        guard let presentation = running.presentations[record.id.text],
            let style = presentation.style
        else { return [] }
        var members: [Value.Member] = []
        if style != record.options.modalPresentationStyle.resolved {
            members.append(.init("style", .string(style.rawValue)))
        }
        if let transition = presentation.transition,
            transition != record.options.modalTransitionStyle
        {
            members.append(.init("transition", .string(transition)))
        }
        if style == .custom, presentation.removesPresentersView {
            members.append(.init("removesPresentersView", true))
        }
        return members
    }

    // MARK: Controllers

    private func object(of record: ControllerRecord) -> [Value.Member] {
        var members: [Value.Member] = [.init("id", .string(record.id.text))]
        if record.kind != Kinds.plain { members.append(.init("kind", .string(record.kind))) }
        return members + options(of: record) + selection(of: record) + settings(of: record)
            + view(of: record) + lists(of: record) + subviews(of: record)
    }

    /// Returns those options of a controller that differ from their defaults. A book has another
    /// default for the page changes of a container that advances by itself.
    private func options(of record: ControllerRecord) -> [Value.Member] {
        let standard = (try? running.vocabulary[record.kind].complete([])) ?? []
        let options = running.completeOptions(of: record)
        let turn = options[BookReader.advance]?.double != nil ? turnOfWall(options) : nil
        return options.filter { member in
            if let turn, member.name == PageTiming.duration { return member.value.double != turn }
            return standard.contains { $0.name == member.name && $0.value != member.value }
        }
    }

    /// Returns the duration that a book without one sets, or a number that is no duration if the
    /// book defines the style of the page change.
    private func turnOfWall(_ options: [Value.Member]) -> Double {
        let names = ["forward", "backward"].compactMap { options["transition"]?[$0]?.string }
        return names.allSatisfy(running.vocabulary.hasStyle) ? BookReader.turnOfWalls : -1
    }

    private func selection(of record: ControllerRecord) -> [Value.Member] {
        let members = running.contents(of: record.id.text)
        guard !refusals.lists.contains(record.id.text),
            let name = running.vocabulary[record.kind].contents?.index,
            let index = record.ofKind[name]?.integer, index > 0, members.indices.contains(index)
        else { return [] }
        return [.init(BookForm.selected, .string(members[index]))]
    }

    private func lists(of record: ControllerRecord) -> [Value.Member] {
        let children = objects(children(of: record.id.text))
        return contents(of: record)
            + (children.isEmpty ? [] : [.init(BookForm.children, .array(children))])
    }

    private func contents(of record: ControllerRecord) -> [Value.Member] {
        guard let contents = running.vocabulary[record.kind].contents,
            !refusals.lists.contains(record.id.text)
        else { return [] }
        let members = objects(running.ownContents(of: record.id.text))
        if members.isEmpty { return [] }
        switch contents.form {
        case .list: return [.init(contents.keys[0], .array(members))]
        case .slots: return zip(contents.keys, members).map { .init($0, $1) }
        }
    }

    private func objects(_ ids: [String]) -> [Value] {
        ids.compactMap { running[$0] }.map { .object(object(of: $0)) }
    }

    /// Returns the children that clients have added to a container. If the container has a list
    /// (such as `pages`) or slots (such as `primary`), leaves out the children that a transition
    /// adds or removes.
    func children(of id: String) -> [String] {
        running.children(of: id).filter { !running.isPassing($0, through: id) }
    }
}

/// The parts of the state that no book can describe, and that a new daemon's records do not show.
extension BookWriter {
    var omissions: [String] {
        running.controllers.flatMap { record in
            hostedKind(record) + filesNamed(by: record) + reactions(record)
        }
    }

    private func reactions(_ record: ControllerRecord) -> [String] {
        guard record.options.reactions?.callbacks.isEmpty == false else { return [] }
        return ["the past effects of the reactions of \(record.id); the reactions run again"]
    }

    private func hostedKind(_ record: ControllerRecord) -> [String] {
        if running.vocabulary.isKnown(record.kind) { return [] }
        return ["the plugin of the kind \(record.kind) of \(record.id); start it first"]
    }

    private func filesNamed(by record: ControllerRecord) -> [String] {
        guard let url = record.options.content?["url"]?.string, !WebAddress.isWeb(url) else {
            return []
        }
        return ["the file \(quoted(url)) of \(record.id); keep the book in the folder that has it"]
    }
}

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

extension LiveState {
    /// Returns the state as a book in YAML.
    package func book(leavingOut refusals: BookRefusals) -> String {
        YAMLWriter.text(of: BookWriter(running: self, leavingOut: refusals).book())
    }

    /// A sentence for each part of the state that no book can describe, and that a new daemon's
    /// records do not show.
    package var losses: [String] { omissions + BookWriter(running: self).omissions }
}

/// The presented controllers in an order in which a new daemon can present them.
///
/// A presentation can remove the view of its presenter and everything inside, so the presentations
/// inside come first. A controller that something outside of all windows presents is left out.
struct PresentationOrder {
    /// The controllers that the book presents, in order.
    private(set) var presented: [String] = []
    private let refusals: BookRefusals
    /// A map from the topmost ancestor of presenters to the controllers that they present. Those
    /// of inner presenters come first.
    private let presentedByFamily: TextDictionary<[String]>

    init(_ running: LiveState, leavingOut refusals: BookRefusals) {
        self.refusals = refusals
        var inner: [(path: [String], id: String)] = []
        for record in running.controllers {
            let id = record.id.text
            guard let presenter = running.presenter(of: id) else { continue }
            inner.append((Self.path(presenter, running), id))
        }
        let sorted = inner.enumerated().sorted {
            ($1.element.path.count, $0.offset) < ($0.element.path.count, $1.offset)
        }
        var families: TextDictionary<[String]> = [:]
        for (path, id) in sorted.map(\.element) {
            families[path[path.count - 1], default: []].append(id)
        }
        presentedByFamily = families
        for window in running.windows {
            if let root = window.root?.text { add(presentedIn: root) }
        }
    }

    /// Returns a controller and everything that contains it, from the inside to the outside.
    private static func path(_ id: String, _ running: LiveState) -> [String] {
        var path = [id]
        while let outer = running.owner(of: path[path.count - 1]) { path.append(outer) }
        return path
    }

    /// Adds the controllers that a controller without a parent, or its descendants, present, each
    /// followed by those that are presented above.
    private mutating func add(presentedIn root: String) {
        for id in presentedByFamily[root] ?? [] where !refusals.presentations.contains(id) {
            presented.append(id)
            add(presentedIn: id)
        }
    }
}

/// What a new daemon has refused of a book, so that the next version of this book leaves it out.
package struct BookRefusals: Sendable {
    /// The controllers that a new daemon cannot present.
    private(set) var presentations: TextSet = []
    /// The containers with a list or slots that a new daemon cannot set.
    private(set) var lists: TextSet = []
    /// The views that a new daemon cannot insert.
    private(set) var views: TextSet = []
    /// Whether no view of a child may be outside of its parent's view.
    private(set) var hasStrays = false

    package init() {}

    /// Adds a presentation. Returns false if it is already there.
    package mutating func insert(presentationOf id: String) -> Bool { presentations.insert(id) }

    /// Adds the part of a book that a refused command is about. Returns false if no part of the
    /// book can be left out.
    package mutating func insert(
        _ error: CommandError, of command: BatchedCommand, _ running: LiveState
    ) -> Bool {
        // The refused command is then any that brings such a view into a window.
        if error.name == .hierarchyInconsistency, !hasStrays {
            hasStrays = true
            return true
        }
        let name = { (member: String) in command.params[member]?.string ?? "" }
        switch command.method {
        case ModalPresent.method: return presentations.insert(name("controller"))
        case ViewAddSubview.method: return views.insert(name("view"))
        default:
            let kind = running[name("id")]?.kind ?? ""
            guard running.vocabulary[kind].contents?.method == command.method else { return false }
            return lists.insert(name("id"))
        }
    }
}
