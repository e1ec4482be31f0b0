import PagerModel

/// Attempts with large commands that wait, and with batches that do much work.
extension LimitAttempt {
    static let batches: [LimitAttempt] = [
        LimitAttempt("queuedCommandBytes") { stranger in
            let names = (0..<Limits.children).map { longName($0) }
            try stranger.batches(names.compactMap(\.string).map { create($0) })
            var reply = Value.null
            // A container can have one waiting command of this size.
            let size = names.count * (Limits.identifierBytes + 3)
            for number in 0...Limits.queuedCommandBytes / size {
                let nav = Value.string("nav\(number)")
                let window = Value.string("w\(number)")
                try stranger.ask("controller.create", ["id": nav, "kind": "navigation"])
                try stranger.batches([create("root\(number)"), create("top\(number)")])
                try stranger.ask("window.create", ["id": window])
                try stranger.ask("window.setRoot", ["id": window, "controller": nav])
                try stranger.ask(
                    "navigation.setStack",
                    ["id": nav, "controllers": [.string("root\(number)")]])
                try stranger.ask(
                    "navigation.push", ["id": nav, "controller": .string("top\(number)")])
                reply = try stranger.ask(
                    "navigation.setStack",
                    ["id": nav, "controllers": .array(names), "interruption": "queue"])
            }
            return reply
        },
        LimitAttempt("batchBytes") { stranger in
            let names = (0..<500).map { longName($0) }
            try stranger.batches(names.compactMap(\.string).map { create($0) })
            try stranger.ask("pager.setPages", ["id": "book", "pages": .array(names)])
            let moves = (0..<Limits.batchCommands).map { number -> Value in
                [
                    "method": "pager.move",
                    "params": ["id": "book", "page": names[0], "to": .integer(number % 2)],
                ]
            }
            return try stranger.ask("batch", ["atomic": true, "commands": .array(moves)])
        },
        LimitAttempt("batchVisits") { stranger in
            try stranger.ask("view.create", ["id": "tree"])
            try stranger.batches(
                (0..<1_000).flatMap { number -> [Value] in
                    let view = Value.string("v\(number)")
                    return [
                        ["method": "view.create", "params": ["id": view]],
                        ["method": "view.addSubview", "params": ["view": view, "to": "tree"]],
                    ]
                })
            let moves = (0..<1_000).map { number -> Value in
                [
                    "method": "view.addSubview",
                    "params": ["view": "tree", "to": number % 2 == 0 ? "a" : "b"],
                ]
            }
            return try stranger.ask("batch", ["atomic": true, "commands": .array(moves)])
        },
    ]

    /// Returns a name of the largest length.
    private static func longName(_ number: Int) -> Value {
        let name = "c\(number)"
        return .string(name + String(repeating: "_", count: Limits.identifierBytes - name.count))
    }
}
