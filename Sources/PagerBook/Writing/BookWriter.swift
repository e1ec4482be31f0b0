internal import PagerModel

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

    /// Returns those options of a controller that differ from their defaults.
    private func options(of record: ControllerRecord) -> [Value.Member] {
        let standard = (try? running.vocabulary[record.kind].complete([])) ?? []
        return running.completeOptions(of: record).filter { member in
            standard.contains { $0.name == member.name && $0.value != member.value }
        }
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
