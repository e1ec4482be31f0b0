internal import PagerModel

extension BookPlan {
    typealias Step = (command: BatchedCommand, origin: Origin)

    /// Returns the commands that create everything in the book. Each command comes after those that
    /// it depends on: styles, windows, controllers, lists (inner ones first), roots of windows,
    /// presentations. Therefore a controller is complete before it appears.
    ///
    /// Every window, controller and view must already have an id; see `nameAll()`.
    func steps() -> [Step] {
        var steps: [Step] = styles.map { style in
            Self.step(TransitionDefine.method, style.params.members ?? [], style.origin)
        }
        for window in windows {
            let size = window.size.map { [Value.Member("size", $0)] } ?? []
            steps.append(
                Self.step(
                    WindowCreate.method, [.init("id", .string(window.id ?? ""))] + size,
                    window.origin))
            if let insets = window.safeAreaInsets { steps.append(window.covering(insets)) }
        }
        for controller in controllers { steps.append(step(controller)) }
        for list in lists { steps += self.steps(list) }
        for controller in controllers { steps += settings(of: controller, in: nil) }
        for window in windows {
            guard let root = window.root else { continue }
            steps.append(
                Self.step(
                    WindowSetRoot.method,
                    [
                        .init("id", .string(window.id ?? "")),
                        .init("controller", .string(id(root))),
                    ],
                    controllers[root].origin))
        }
        var views = ViewPlan(self)
        views.placeUnpresented()
        steps += views.takeSteps()
        var pages = ContextPages(self)
        for presentation in presentations {
            steps += pages.show(for: presentation)
            steps.append(step(presentation))
            views.place(familyOf: presentation.controller)
            steps += views.takeSteps()
        }
        return steps + pages.restore()
    }

    /// Returns the id of a controller.
    func id(_ controller: Int) -> String { controllers[controller].id ?? "" }

    func step(_ controller: Controller) -> Step {
        Self.step(
            ControllerCreate.method,
            [
                .init("id", .string(controller.id ?? "")), .init("kind", .string(controller.kind)),
            ] + controller.options, controller.origin)
    }

    func step(_ presentation: Presentation) -> Step {
        Self.step(
            ModalPresent.method,
            presentation.params + [
                .init("controller", .string(id(presentation.controller))),
                // A second presentation cannot begin while the first one is animated.
                .init("animated", false),
            ], presentation.origin)
    }

    static func step(
        _ method: String, _ params: [Value.Member], _ origin: Origin
    ) -> Step {
        var command = BatchedCommand()
        command.method = method
        command.params = .object(params)
        return (command, origin)
    }

    func steps(_ list: List) -> [Step] {
        steps(list, members: list.members.map(id), selection: list.selection)
    }

    /// Returns the commands for a list of the book. If the list is the contents of a container,
    /// returns one command, which sets the contents to `members` and `selection`. Otherwise returns
    /// the commands that add the children in `list`, and ignores `members` and `selection`.
    func steps(_ list: List, members: [String], selection: Selection?) -> [Step] {
        guard let contents = list.contents else {
            return list.members.flatMap { contain($0, in: list.owner) }
        }
        var origin = controllers[list.owner].origin
        for name in [contents.index, contents.selected].compactMap(\.self) {
            origin.renamed[name] = BookForm.selected
        }
        if contents.form == .list { origin.renamed[contents.members[0]] = list.name }
        return [
            Self.step(contents, members, selection, of: id(list.owner), origin)
        ]
    }

    /// Returns the command that sets the contents of a controller.
    static func step(
        _ contents: BookContents, _ members: [String], _ selection: Selection? = nil,
        of owner: String, _ origin: Origin = Origin()
    ) -> Step {
        var params = [Value.Member("id", .string(owner))]
        switch contents.form {
        case .list:
            params.append(.init(contents.members[0], .array(members.map { .string($0) })))
        case .slots:
            for (place, slot) in contents.members.enumerated() {
                let member = members.indices.contains(place) ? members[place] : nil
                params.append(.init(slot, member.map { .string($0) } ?? .null))
            }
            let further = members.dropFirst(contents.members.count)
            params += zip(contents.furtherMembers, further).map { .init($0, .string($1)) }
        }
        params += Self.params(contents, selection, among: members)
        params += contents.params.members ?? []
        return step(contents.method, params, origin)
    }

    private static func params(
        _ contents: BookContents, _ selection: Selection?, among members: [String]
    ) -> [Value.Member] {
        guard let index = contents.index else { return [] }
        switch selection {
        case nil: return []
        case .index(let place): return [.init(index, .integer(place))]
        case .id(let id):
            if let selected = contents.selected { return [.init(selected, .string(id))] }
            return members.firstIndex(of: id).map { [.init(index, .integer($0))] } ?? []
        }
    }

    /// Returns the commands that add a child to a parent as a UIKit container does: `addChild`,
    /// `addSubview`, `didMove`. Omits `addSubview` if the child's view is added later or has no
    /// superview in the book.
    func contain(_ child: Int, in owner: Int) -> [Step] {
        let origin = controllers[child].origin
        // A view in a list of subviews is added with that list. If the owner has a list or slots,
        // the views of added children are added later, in front of the other views.
        let addsView =
            placed[id(child)] == nil && !controllers[child].view.isDetached
            && vocabulary[controllers[owner].kind].contents == nil
        let (child, parent) = (Value.string(id(child)), Value.string(id(owner)))
        var steps = [
            Self.step(
                ControllerAddChild.method, [.init("parent", parent), .init("child", child)], origin)
        ]
        if addsView {
            steps.append(
                Self.step(
                    ViewAddSubview.method, [.init("view", child), .init("to", parent)], origin))
        }
        steps.append(
            Self.step(
                ControllerDidMove.method, [.init("id", child), .init("parent", parent)], origin))
        return steps
    }

    /// Returns the commands that apply a controller's settings, such as `paused`. Use them after
    /// the command that sets the controller's contents.
    ///
    /// - Parameter running: The controller's record in the daemon. Settings that are the same in
    ///   this record need no command. If nil, settings that have their default need no command.
    func settings(of controller: Controller, in running: ControllerRecord?) -> [Step] {
        let owner = Value.Member("id", .string(controller.id ?? ""))
        return vocabulary[controller.kind].settings.compactMap { setting in
            let name = setting.field.name
            let wanted = setting.complete(controller.settings[name])
            if wanted == setting.complete(running?.ofKind[name]) { return nil }
            guard let param = setting.param else {
                let method = wanted == true ? setting.method : setting.reset ?? ""
                return Self.step(method, [owner], controller.origin)
            }
            var origin = controller.origin
            origin.renamed[param] = name
            return Self.step(setting.method, [owner, .init(param, wanted)], origin)
        }
    }
}

extension BookPlan.Window {
    /// Returns the command that sets the window's safe area insets.
    func covering(_ insets: Insets) -> BookPlan.Step {
        BookPlan.step(
            WindowSetSafeAreaInsets.method,
            [.init("id", .string(id ?? "")), .init("insets", Value(insets))], origin)
    }
}
