internal import PagerModel

/// Reactions to any callback, with any command that a reaction may carry out.
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
                switch Int.random(in: 0..<10, using: &random) {
                case 0...3: containment()
                case 4...7: views()
                case 8: appearance()
                default: fromTo()
                }
            if Self.isReaction(step.method) {
                return ["method": .string(step.method), "params": step.params]
            }
        }
    }

    /// What container code does to show a child.
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
        !["view.create", "view.destroy"].contains(method)
    }
}
