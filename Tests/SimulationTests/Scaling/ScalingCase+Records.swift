import PagerModel

extension ScalingCase {
    static let controllers: [ScalingCase] = [
        ScalingCase("controller.create", "beside many others", .none, with: ["kind": "pager"]) {
            _ = try $0.family($1)
        },
        ScalingCase(
            "controller.update", "of a parent of many", .none, with: ["id": "p", "title": "a"]
        ) { _ = try $0.family($1) },
        ScalingCase("controller.update", "of a pager of many, to keep neighbours") { stage, size in
            _ = try stage.list("pager", 2 * size)
            try stage.show("l")
            stage.count("controller.update", ["id": "l", "offscreenLimit": .integer(size)])
        },
        ScalingCase("controller.destroy", "of many views") { stage, size in
            try stage.create("p")
            for view in try stage.views(size) {
                try stage.run("view.addSubview", ["view": .string(view), "to": "p"])
            }
            stage.count("controller.destroy", ["id": "p"])
        },
        ScalingCase("controller.destroy", "all, in the order of creation") { stage, size in
            for name in try stage.controllers(size) {
                stage.count("controller.destroy", ["id": .string(name)])
            }
        },
        ScalingCase("controller.get", "of a parent of many", with: ["id": "p"]) {
            _ = try $0.family($1)
        },
        ScalingCase("controller.get", "at the end of a chain", size: 80) { stage, size in
            let chain = try stage.chain(size)
            stage.count("controller.get", ["id": .string(chain[size - 1])])
        },
        ScalingCase("controller.list", "a wide family", with: [:]) { _ = try $0.family($1) },
        ScalingCase("controller.list", "a chain", size: 80, with: [:]) { _ = try $0.chain($1) },
        ScalingCase("controller.tree", "a wide family", with: [:]) { _ = try $0.family($1) },
        ScalingCase("controller.tree", "a chain", size: 80) { stage, size in
            let chain = try stage.chain(size)
            stage.count("controller.tree", ["root": .string(chain[0])])
        },
        ScalingCase("controller.call", "with many reactions") { stage, size in
            _ = try stage.controllers(size)
            let steps = (0..<size).map { number -> Value in
                [
                    "method": "view.set",
                    "params": ["view": .string("c\(number)"), "hidden": true],
                ]
            }
            try stage.create("p", "view", ["on": ["viewWillAppear": .array(steps)]])
            stage.count("controller.call", ["id": "p", "callback": "viewWillAppear"])
        },
    ]

    static let views: [ScalingCase] = [
        ScalingCase("view.create", "beside many others", .none, with: ["id": "v"]) {
            _ = try $0.views($1)
        },
        ScalingCase("view.destroy", "of many subviews", with: ["view": "v"]) {
            try $0.wideView($1)
        },
        ScalingCase("view.addSubview", "at the end") { stage, size in
            try stage.run("view.create", ["id": "v"])
            for view in try stage.views(size, "s") {
                stage.count("view.addSubview", ["view": .string(view), "to": "v"])
            }
        },
        ScalingCase("view.addSubview", "at the front") { stage, size in
            try stage.run("view.create", ["id": "v"])
            for view in try stage.views(size, "s") {
                stage.count("view.addSubview", ["view": .string(view), "to": "v", "at": 0])
            }
        },
        ScalingCase("view.addSubview", "above one in the middle", .none) { stage, size in
            try stage.wideView(size)
            let middle = Value.string("s\(size / 2)")
            for number in 0..<20 {
                stage.count(
                    "view.addSubview",
                    ["view": .string("s\(number)"), "to": "v", "above": middle])
            }
        },
        ScalingCase("view.addSubview", "each of many to the front", size: 1_000) { stage, size in
            try stage.wideView(size)
            for number in (0..<size).reversed() {
                stage.count(
                    "view.addSubview", ["view": .string("s\(number)"), "to": "v", "at": 0])
            }
        },
        ScalingCase("view.addSubview", "above another one, of many", size: 1_000) { stage, size in
            try stage.wideView(size)
            for number in 0..<size {
                stage.count(
                    "view.addSubview",
                    [
                        "view": .string("s\(number * 7 % size)"), "to": "v",
                        "above": .string("s\((number * 7 + size / 2) % size)"),
                    ])
            }
        },
        ScalingCase("view.addSubview", "many that present in contexts come back", size: 500) {
            stage, size in
            try stage.contexts(size, "overCurrentContext", in: "q")
            stage.count("view.removeFromSuperview", ["view": "p"])
            stage.count("view.addSubview", ["view": "p", "to": "q"])
        },
        ScalingCase("view.addSubview", "a wide view that moves") { stage, size in
            try stage.wideView(size)
            try stage.create("a")
            try stage.create("b")
            for number in 0..<20 {
                stage.count(
                    "view.addSubview", ["view": "v", "to": number % 2 == 0 ? "a" : "b"])
            }
        },
        ScalingCase("view.addSubview", "to the end of a chain", size: 80) { stage, size in
            let views = try stage.views(size)
            for (above, below) in zip(views, views.dropFirst()) {
                try stage.run(
                    "view.addSubview", ["view": .string(below), "to": .string(above)])
            }
            try stage.run("view.create", ["id": "a"])
            stage.count("view.addSubview", ["view": "a", "to": .string(views[size - 1])])
        },
        ScalingCase("view.removeFromSuperview", "all, the first one first") { stage, size in
            try stage.wideView(size)
            for number in 0..<size {
                stage.count("view.removeFromSuperview", ["view": .string("s\(number)")])
            }
        },
        ScalingCase("view.removeFromSuperview", "every third one") { stage, size in
            try stage.wideView(size)
            for start in 0..<3 {
                for number in stride(from: start, to: size, by: 3) {
                    stage.count("view.removeFromSuperview", ["view": .string("s\(number)")])
                }
            }
        },
        ScalingCase(
            "view.set", "a frame of many subviews",
            with: ["view": "v", "frame": ["x": 0, "y": 0, "width": 300, "height": 300]]
        ) { try $0.wideView($1) },
        ScalingCase(
            "view.set", "a frame beside many presentations", .none,
            with: ["view": "s0", "frame": ["x": 0, "y": 0, "width": 300, "height": 300]]
        ) { try $0.presentations($1) },
        ScalingCase("view.set", "a transform of many subviews", .none) { stage, size in
            try stage.wideView(size)
            stage.count("view.set", ["view": "v", "transform": ["a": 2]])
        },
        ScalingCase("view.get", "of many subviews", with: ["view": "v"]) { try $0.wideView($1) },
    ]
}

extension ScalingStage {
    /// Creates the view `v` with the subviews `s0`, `s1` and so on.
    mutating func wideView(_ count: Int) throws {
        try run("view.create", ["id": "v"])
        for view in try views(count, "s") {
            try run("view.addSubview", ["view": .string(view), "to": "v"])
        }
    }
}
