internal import PagerModel

/// Reactions to any callback, with any command that a reaction may carry out.
extension Swarm {
    mutating func react() -> Step {
        var on: [Value.Member] = []
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let steps = (0..<Int.random(in: 1...3, using: &random)).map { _ in reaction() }
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

    private static func isReaction(_ method: String) -> Bool {
        !["view.create", "view.destroy"].contains(method)
    }
}
