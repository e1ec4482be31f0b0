internal import PagerModel

/// Reactions to any callback, with any command that a reaction may run.
extension Swarm {
    mutating func react() -> Step {
        var on: [Value.Member] = []
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let steps =
                random.chance(0.3)
                ? installation()
                : (0..<Int.random(in: 1...3, using: &random)).map { _ in reaction() }
            on.append(.init(random.pick(Callback.allCases).rawValue, .array(steps)))
        }
        return make("controller.update", ["id": anybody(), "on": .object(on)])
    }

    private mutating func reaction() -> Value {
        while true {
            let step =
                switch Int.random(in: 0..<16, using: &random) {
                case 0...3: containment()
                case 4...7: views()
                case 8: appearance()
                case 9: fromTo()
                case 10: pager()
                case 11: tabBar()
                case 12: navigation()
                case 13: page()
                case 14: split()
                default: modal()
                }
            if !Self.isReaction(step.method) { continue }
            var members: [Value.Member] = [
                .init("method", .string(step.method)), .init("params", step.params),
            ]
            if random.chance(0.2) { members.append(.init("when", condition())) }
            return .object(members)
        }
    }

    /// Returns a condition, which is refused if the callback has no such field.
    private mutating func condition() -> Value {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: ["parent": random.chance(0.5) ? .null : anybody()]
        case 1: ["animated": .bool(random.chance(0.5))]
        case 2: ["isMovingToParent": "$animated"]
        default: [:]
        }
    }

    /// Returns the commands with which container code shows a child.
    private mutating func installation() -> [Value] {
        let (parent, child) = (random.chance(0.3) ? "$self" : anybody(), anybody())
        return [
            [
                "method": "controller.addChild", "params": ["parent": parent, "child": child],
            ],
            ["method": "view.addSubview", "params": ["view": child, "to": parent]],
            ["method": "controller.didMove", "params": ["id": child, "parent": parent]],
        ]
    }

    private static func isReaction(_ method: String) -> Bool {
        !["view.create", "view.destroy", "modal.get", "pager.swipe"].contains(method)
    }
}
