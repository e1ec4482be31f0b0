import PagerModel

extension ScalingCase {
    static let windows: [ScalingCase] = [
        ScalingCase("window.create", "beside many windows", .none) { stage, size in
            for number in 0..<size { try stage.run("window.create", ["id": .string("w\(number)")]) }
            stage.count("window.create", ["id": "w"])
        },
        ScalingCase("window.destroy", "of many children") { stage, size in
            _ = try stage.family(size)
            try stage.show("p")
            stage.count("window.destroy", ["id": "w"])
        },
        ScalingCase("window.get", "beside many windows", .none, with: ["id": "w0"]) {
            try $0.presentations($1)
        },
        ScalingCase("window.list", "many windows", with: [:]) { try $0.presentations($1) },
        ScalingCase("window.setRoot", "a parent of many children") { stage, size in
            _ = try stage.family(size)
            try stage.run("window.create", ["id": "w"])
            stage.count("window.setRoot", ["id": "w", "controller": "p"])
            stage.count("window.setRoot", ["id": "w", "controller": .null])
        },
        ScalingCase("window.setRoot", "a parent of many views") { stage, size in
            try stage.create("p")
            for view in try stage.views(size) {
                try stage.run("view.addSubview", ["view": .string(view), "to": "p"])
            }
            try stage.run("window.create", ["id": "w"])
            stage.count("window.setRoot", ["id": "w", "controller": "p"])
            stage.count("window.setRoot", ["id": "w", "controller": .null])
        },
        ScalingCase(
            "window.setRoot", "a root of many that present in contexts", size: 500,
            with: ["id": "w", "controller": .null]
        ) { try $0.contexts($1, "overCurrentContext") },
        ScalingCase("window.setRoot", "another root beside many presentations", .none) {
            stage, size in
            try stage.presentations(size)
            try stage.create("p")
            stage.count("window.setRoot", ["id": "w0", "controller": "p"])
        },
        ScalingCase(
            "window.setRoot", "a root whose children present in their context",
            with: ["id": "w", "controller": .null]
        ) { try $0.contexts($1) },
        ScalingCase("window.setRoot", "a chain with a turn at its end") { stage, size in
            let chain = try stage.chain(size)
            try stage.create("l", "pager")
            try stage.run(
                "pager.setPages", ["id": "l", "pages": ScalingStage.names(stage.controllers(2))])
            try stage.add("l", to: chain[size - 1])
            try stage.show(chain[0])
            try stage.run("pager.next", ["id": "l", "interactive": true])
            stage.count("window.setRoot", ["id": "w", "controller": .null])
        },
        ScalingCase("window.resize", "of many children") { stage, size in
            _ = try stage.family(size)
            try stage.show("p")
            stage.count("window.resize", ["id": "w", "size": ["width": 900, "height": 400]])
        },
        ScalingCase("window.resize", "of children that present in their context") { stage, size in
            try stage.contexts(size)
            stage.count("window.resize", ["id": "w", "size": ["width": 900, "height": 400]])
        },
        ScalingCase("window.resize", "beside children that were never shown", .none) {
            stage, size in
            try stage.create("root")
            try stage.create("child")
            try stage.add("child", to: "root", withView: false)
            for child in try stage.controllers(size) {
                try stage.add(child, to: "child", withView: false)
            }
            try stage.show("root")
            stage.count("window.resize", ["id": "w", "size": ["width": 300, "height": 800]])
        },
        ScalingCase("window.resize", "that takes time beside many presentations", .none) {
            stage, size in
            try stage.presentations(size)
            for width in [900, 800] {
                stage.count(
                    "window.resize",
                    [
                        "id": "w0", "size": ["width": .integer(width), "height": 400],
                        "animated": true,
                    ])
            }
        },
        ScalingCase("window.setSafeAreaInsets", "of many children", .none) { stage, size in
            _ = try stage.family(size)
            try stage.show("p")
            stage.count("window.setSafeAreaInsets", ["id": "w", "insets": ["top": 47]])
        },
        ScalingCase("window.resize", "beside many presentations", .none) { stage, size in
            try stage.presentations(size)
            stage.count("window.resize", ["id": "w0", "size": ["width": 900, "height": 400]])
        },
    ]

    static let children: [ScalingCase] = [
        ScalingCase("controller.addChild", "one parent") { stage, size in
            try stage.create("p")
            for child in try stage.controllers(size) {
                stage.count("controller.addChild", ["parent": "p", "child": .string(child)])
            }
        },
        ScalingCase("controller.addChild", "a chain from below", size: 80) { stage, size in
            for number in 0..<size { try stage.create("k\(number)") }
            for number in 1..<size {
                stage.count(
                    "controller.addChild",
                    ["parent": .string("k\(number)"), "child": .string("k\(number - 1)")])
            }
        },
        ScalingCase("controller.addChild", "a wide tree that moves", .none) { stage, size in
            _ = try stage.family(size)
            try stage.create("a")
            try stage.create("b")
            for number in 0..<20 {
                stage.count(
                    "controller.addChild", ["parent": number % 2 == 0 ? "a" : "b", "child": "p"])
            }
        },
        ScalingCase("controller.addChild", "a deep tree that moves", .none, size: 80) {
            stage, size in
            let chain = try stage.chain(size)
            try stage.create("a")
            for number in 0..<20 {
                stage.count(
                    "controller.addChild",
                    ["parent": number % 2 == 0 ? "a" : "b", "child": .string(chain[0])])
            }
            try stage.create("b")
        },
        ScalingCase("controller.addChild", "to the end of a chain", size: 80) { stage, size in
            let chain = try stage.chain(size)
            try stage.create("a")
            stage.count(
                "controller.addChild", ["parent": .string(chain[size - 1]), "child": "a"])
        },
        ScalingCase("controller.removeFromParent", "all, the first one first") { stage, size in
            for child in try stage.family(size) {
                stage.count("controller.removeFromParent", ["id": .string(child)])
            }
        },
        ScalingCase("controller.removeFromParent", "all, the last one first") { stage, size in
            for child in try stage.family(size).reversed() {
                stage.count("controller.removeFromParent", ["id": .string(child)])
            }
        },
        ScalingCase("controller.removeFromParent", "every third one") { stage, size in
            let children = try stage.family(size)
            for start in 0..<3 {
                for index in stride(from: start, to: size, by: 3) {
                    stage.count("controller.removeFromParent", ["id": .string(children[index])])
                }
            }
        },
        ScalingCase("controller.willMove", "in a wide family", .none) { stage, size in
            let children = try stage.family(size)
            stage.count(
                "controller.willMove", ["id": .string(children[size / 2]), "parent": "p"])
        },
        ScalingCase("controller.didMove", "in a wide family", .none) { stage, size in
            let children = try stage.family(size)
            stage.count("controller.didMove", ["id": .string(children[size / 2]), "parent": "p"])
        },
        ScalingCase(
            "controller.beginAppearanceTransition", "of many children",
            with: ["id": "p", "appearing": true, "animated": false]
        ) { _ = try $0.family($1) },
        ScalingCase("controller.beginAppearanceTransition", "of a chain", size: 80) { stage, size in
            let chain = try stage.chain(size)
            stage.count(
                "controller.beginAppearanceTransition",
                ["id": .string(chain[0]), "appearing": true, "animated": false])
        },
        ScalingCase("controller.endAppearanceTransition", "of many children") { stage, size in
            _ = try stage.family(size)
            try stage.run(
                "controller.beginAppearanceTransition",
                ["id": "p", "appearing": true, "animated": false])
            stage.count("controller.endAppearanceTransition", ["id": "p"])
        },
        ScalingCase("controller.loadViewIfNeeded", "in a wide family", .none) { stage, size in
            let children = try stage.family(size)
            stage.count("controller.loadViewIfNeeded", ["id": .string(children[size / 2])])
        },
        ScalingCase("controller.transition", "between two of many children", .none) {
            stage, size in
            try stage.create("p")
            let children = try stage.controllers(size)
            for child in children { try stage.add(child, to: "p", withView: child == "c0") }
            try stage.show("p")
            stage.count(
                "controller.transition",
                [
                    "container": "p", "from": "c0", "to": .string(children[size - 1]),
                    "duration": 0,
                ])
        },
        ScalingCase("controller.transition", "with end values of many views", size: 8) {
            stage, size in
            try stage.create("p")
            for child in ["a", "b"] {
                try stage.create(child)
                try stage.add(child, to: "p", withView: child == "a")
            }
            try stage.show("p")
            var animations: [Value] = []
            for number in 0..<size {
                try stage.run("view.create", ["id": .string("g\(number)")])
                animations.append(["view": .string("g\(number)"), "alpha": 0.5])
            }
            stage.count(
                "controller.transition",
                [
                    "container": "p", "from": "a", "to": "b", "duration": 0,
                    "animations": .array(animations),
                ])
        },
        ScalingCase("controller.transition", "with edges, in a deep place", size: 80) {
            stage, size in
            let chain = try stage.chain(size)
            try stage.create("a")
            try stage.create("b")
            try stage.add("a", to: chain[size - 1])
            stage.count(
                "controller.transition",
                [
                    "container": .string(chain[size - 1]), "from": "a", "to": "b", "duration": 0,
                    "edges": true,
                ])
        },
    ]
}

extension ScalingStage {
    /// Creates a root in the window `w` with children, each of which presents in its own context.
    /// For `currentContext`, the child's view is removed.
    ///
    /// - Parameter root: the parent of that root, or nil for none.
    mutating func contexts(
        _ count: Int, _ style: Value = "currentContext", in root: String? = nil
    ) throws {
        try create("p")
        if let root {
            try create(root)
            try add("p", to: root)
        }
        let children = (0..<count).map { "x\($0)" }
        for child in children {
            try create(child, "view", ["definesPresentationContext": true])
            try add(child, to: "p")
        }
        try show(root ?? "p")
        for child in children {
            try create("\(child)y")
            try run(
                "modal.present",
                [
                    "from": .string(child), "controller": .string("\(child)y"),
                    "style": style, "animated": false,
                ])
        }
    }
}
