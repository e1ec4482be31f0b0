internal import PagerModel

extension Outline {
    typealias Step = (command: BatchedCommand, origin: Origin)

    /// The commands in an order in which each finds what it needs: styles, windows, controllers,
    /// lists from the inside out, roots, presentations. So nothing appears before it is whole.
    ///
    /// Everything must have an id.
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
        for presentation in presentations {
            steps.append(step(presentation))
            views.place(familyOf: presentation.controller)
            steps += views.takeSteps()
        }
        return steps
    }

    /// The id of a controller.
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
                // A second presentation could not begin while the first one runs.
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

    /// The commands for a list whose members or selection may be others than the book's.
    func steps(_ list: List, members: [String], selection: [Value.Member]) -> [Step] {
        let owner = controllers[list.owner]
        guard Shape(owner.kind).isContainer else {
            return list.members.flatMap { contain($0, in: .string(id(list.owner))) }
        }
        return Self.steps(
            members: members.map { .string($0) }, selection: selection, kind: owner.kind,
            owner: id(list.owner), owner.origin, list.name)
    }

    /// Gives a container its members.
    static func steps(
        members: [Value], selection: [Value.Member], kind: String, owner: String,
        _ origin: Origin, _ listName: String
    ) -> [Step] {
        let owner = Value.Member("id", .string(owner))
        var origin = origin
        origin.renamed["index"] = "selected"
        let list = Value.array(members)
        switch kind {
        case "pager":
            return [step(PagerSetPages.method, [owner, .init("pages", list)] + selection, origin)]
        case "tabBar":
            return [
                step(
                    TabBarSetControllers.method, [owner, .init("controllers", list)] + selection,
                    origin)
            ]
        case "navigation":
            origin.renamed["controllers"] = listName
            return [
                step(NavigationSetStack.method, [owner, .init("controllers", list)], origin)
            ]
        case "page":
            return [
                step(
                    PageSet.method,
                    [owner, .init("controllers", list), .init("direction", "forward")],
                    origin)
            ]
        case "split":
            return [
                step(
                    SplitSetColumns.method,
                    [
                        owner, .init("primary", members.first ?? .null),
                        .init("secondary", members.last ?? .null),
                    ], origin)
            ]
        default: preconditionFailure("\(kind) has no list")
        }
    }

    /// What a container's author writes in UIKit: addChild, addSubview, didMove.
    func contain(_ child: Int, in parent: Value) -> [Step] {
        let origin = controllers[child].origin
        // The view of one that a list of subviews names is added with that list.
        let addsView = placed[id(child)] == nil && !controllers[child].view.isDetached
        let child = Value.string(id(child))
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

    /// The commands for what is set after a list: of what runs, where the controller stays.
    func settings(of controller: Controller, in running: ControllerRecord?) -> [Step] {
        let owner = Value.Member("id", .string(controller.id ?? ""))
        var steps: [Step] = []
        if controller.kind == "pager" {
            let wanted = controller.settings["paused"] == true
            if wanted != (running?.ofKind["paused"] == true) {
                steps.append(
                    Self.step(
                        wanted ? PagerPause.method : PagerResume.method, [owner],
                        controller.origin))
            }
        }
        if controller.kind == "split" {
            let standard = Value.string(SplitDisplayMode.automatic.rawValue)
            let wanted = controller.settings["displayMode"] ?? standard
            if wanted != running?.ofKind["displayMode"] ?? standard {
                var origin = controller.origin
                origin.renamed["mode"] = "displayMode"
                steps.append(
                    Self.step(SplitSetDisplayMode.method, [owner, .init("mode", wanted)], origin))
            }
        }
        return steps
    }
}
