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
        for controller in controllers {
            steps.append(
                Self.step(
                    ControllerCreate.method,
                    [
                        .init("id", .string(controller.id ?? "")),
                        .init("kind", .string(controller.kind)),
                    ]
                        + controller.options, controller.origin))
        }
        for list in lists { steps += self.steps(list) }
        for window in windows {
            guard let root = window.root else { continue }
            steps.append(
                Self.step(
                    WindowSetRoot.method,
                    [.init("id", .string(window.id ?? "")), .init("controller", id(root))],
                    controllers[root].origin))
        }
        for presentation in presentations {
            steps.append(
                Self.step(
                    ModalPresent.method,
                    presentation.params + [
                        .init("controller", id(presentation.controller)),
                        // A second presentation could not begin while the first one runs.
                        .init("animated", false),
                    ], presentation.origin))
        }
        return steps
    }

    private static func step(
        _ method: String, _ params: [Value.Member], _ origin: Origin
    ) -> Step {
        var command = BatchedCommand()
        command.method = method
        command.params = .object(params)
        return (command, origin)
    }

    private func id(_ controller: Int) -> Value { .string(controllers[controller].id ?? "") }

    private func steps(_ list: List) -> [Step] {
        let owner = Value.Member("id", id(list.owner))
        let members = Value.array(list.members.map(id))
        var origin = controllers[list.owner].origin
        origin.renamed["index"] = "selected"
        switch controllers[list.owner].kind {
        case "pager":
            return [
                Self.step(
                    PagerSetPages.method, [owner, .init("pages", members)] + list.selection, origin)
            ]
        case "tabBar":
            return [
                Self.step(
                    TabBarSetControllers.method,
                    [owner, .init("controllers", members)] + list.selection, origin)
            ]
        case "navigation":
            origin.renamed["controllers"] = list.name
            return [
                Self.step(
                    NavigationSetStack.method, [owner, .init("controllers", members)], origin)
            ]
        case "page":
            return [
                Self.step(
                    PageSet.method,
                    [owner, .init("controllers", members), .init("direction", "forward")], origin)
            ]
        case "split":
            return [
                Self.step(
                    SplitSetColumns.method,
                    [
                        owner, .init("primary", id(list.members[0])),
                        .init("secondary", id(list.members[1])),
                    ], origin)
            ]
        default:
            return list.members.flatMap { contain($0, in: id(list.owner)) }
        }
    }

    /// What a container's author writes in UIKit: addChild, addSubview, didMove.
    private func contain(_ child: Int, in parent: Value) -> [Step] {
        let origin = controllers[child].origin
        return [
            Self.step(
                ControllerAddChild.method,
                [.init("parent", parent), .init("child", id(child))], origin),
            Self.step(
                ViewAddSubview.method, [.init("view", id(child)), .init("to", parent)], origin),
            Self.step(
                ControllerDidMove.method, [.init("id", id(child)), .init("parent", parent)],
                origin),
        ]
    }
}
