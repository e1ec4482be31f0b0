import PagerModel

/// Commands that move pages of a plugin, from one state without transitions to another.
struct KillScenario {
    enum Step {
        case send(String, Value)
        /// Advances the clock by half of a transition's duration.
        case half
        /// Waits until all transitions have ended.
        case rest
    }

    let name: String
    let steps: [Step]

    /// The commands that create the scene: a tab bar with a pager of two plugin pages and a plain
    /// page, a stack whose members belong to the plugin, and a sheet of the plugin.
    static let scene: [(String, Value)] =
        ["a", "b", "root", "detail", "sheet", "guest"].map {
            ("controller.create", ["id": .string($0), "kind": "paper"])
        } + [
            ("controller.create", ["id": "c", "kind": "view"]),
            ("controller.create", ["id": "book", "kind": "pager", "duration": 0.02]),
            ("controller.create", ["id": "stack", "kind": "navigation"]),
            ("controller.create", ["id": "tabs", "kind": "tabBar"]),
            ("pager.setPages", ["id": "book", "pages": ["a", "b", "c"]]),
            ("navigation.setStack", ["id": "stack", "controllers": ["root"]]),
            ("tabBar.setControllers", ["id": "tabs", "controllers": ["book", "stack"]]),
            ("window.create", ["id": "main"]),
            ("window.setRoot", ["id": "main", "controller": "tabs"]),
        ]

    /// The commands that return the scene to the initial state of each scenario.
    static let again: [(String, Value)] = [
        ("pager.setPages", ["id": "book", "pages": ["a", "b", "c"], "index": 0]),
        ("navigation.setStack", ["id": "stack", "controllers": ["root"], "animated": false]),
        ("tabBar.select", ["id": "tabs", "index": 0, "animated": false]),
    ]

    static let all = [
        KillScenario(
            name: "a page turn", steps: [.send("pager.next", ["id": "book"]), .half, .rest]),
        KillScenario(
            name: "a page turn back",
            steps: [
                .send("pager.select", ["id": "book", "index": 2, "animated": false]),
                .send("pager.previous", ["id": "book"]), .half, .rest,
            ]),
        KillScenario(
            name: "two swipes, one after the other",
            steps: [
                .send("pager.next", ["id": "book", "interruption": "queue"]), .half,
                .send("pager.next", ["id": "book", "interruption": "queue"]), .rest,
            ]),
        KillScenario(
            name: "a page turn that replaces another one",
            steps: [
                .send("pager.next", ["id": "book"]), .half,
                .send("pager.select", ["id": "book", "index": 2, "interruption": "replace"]),
                .rest,
            ]),
        KillScenario(
            name: "an interactive page turn",
            steps: [
                .send("pager.next", ["id": "book", "interactive": true]),
                .send("transition.update", ["id": "$T", "progress": 0.4]),
                .send("transition.finish", ["id": "$T"]), .rest,
            ]),
        KillScenario(
            name: "a cancelled interactive page turn",
            steps: [
                .send("pager.next", ["id": "book", "interactive": true]),
                .send("transition.update", ["id": "$T", "progress": 0.4]),
                .send("transition.cancel", ["id": "$T"]), .rest,
            ]),
        KillScenario(
            name: "another tab",
            steps: [
                .send("tabBar.select", ["id": "tabs", "index": 1, "user": true]), .rest,
                .send("tabBar.select", ["id": "tabs", "index": 0]), .rest,
            ]),
        KillScenario(
            name: "a push and a pop",
            steps: [
                .send("tabBar.select", ["id": "tabs", "index": 1, "animated": false]),
                .send("navigation.push", ["id": "stack", "controller": "detail"]), .half, .rest,
                .send("navigation.pop", ["id": "stack"]), .half, .rest,
            ]),
        KillScenario(
            name: "a cancelled interactive pop",
            steps: [
                .send("tabBar.select", ["id": "tabs", "index": 1, "animated": false]),
                .send(
                    "navigation.push",
                    ["id": "stack", "controller": "detail", "animated": false]),
                .send("navigation.pop", ["id": "stack", "interactive": true]),
                .send("transition.update", ["id": "$T", "progress": 0.5]),
                .send("transition.cancel", ["id": "$T"]), .rest,
            ]),
        KillScenario(
            name: "a sheet",
            steps: [
                .send("modal.present", ["from": "tabs", "controller": "sheet"]), .half, .rest,
                .send("modal.dismiss", ["id": "sheet"]), .half, .rest,
            ]),
        KillScenario(
            name: "a page comes and goes",
            steps: [
                .send("pager.insert", ["id": "book", "page": "guest", "at": 1]),
                .send("pager.next", ["id": "book"]), .half,
                .send("pager.remove", ["id": "book", "page": "guest"]), .rest,
            ]),
    ]
}
