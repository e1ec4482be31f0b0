import PagerModel

extension ScalingCase {
    static let transitions: [ScalingCase] = [
        ScalingCase(
            "transition.update", "beside many", .none, with: ["id": "t1", "progress": 0.5]
        ) { try $0.turns($1) },
        ScalingCase("transition.finish", "beside many", .none, with: ["id": "t1"]) {
            try $0.turns($1)
        },
        ScalingCase("transition.cancel", "beside many", .none, with: ["id": "t1"]) {
            try $0.turns($1)
        },
        ScalingCase("transition.animateAlongside", "beside many", .none) { stage, size in
            try stage.turns(size)
            stage.count("transition.animateAlongside", ["id": "t1", "view": "g1", "alpha": 0.5])
        },
        ScalingCase("transition.get", "beside many", .none, with: ["id": "t1"]) {
            try $0.turns($1)
        },
        ScalingCase("transition.list", "many", with: [:]) { try $0.turns($1) },
        ScalingCase("transition.define", "among many controllers", .none) { stage, size in
            _ = try stage.controllers(size)
            stage.count("transition.define", ScalingStage.style)
            stage.count("controller.get", ["id": "c0"])
        },
        ScalingCase("transition.styles", "among many controllers", .none) { stage, size in
            _ = try stage.controllers(size)
            stage.count("transition.styles", [:])
            stage.count("controller.get", ["id": "c0"])
        },
    ]

    static let presentations: [ScalingCase] = [
        ScalingCase("modal.present", "by a parent of many", .none) { stage, size in
            _ = try stage.family(size)
            try stage.create("a")
            // The window contains only the parent's view at first, and the children appear with it.
            try stage.run("window.create", ["id": "w"])
            try stage.create("r")
            try stage.run("window.setRoot", ["id": "w", "controller": "r"])
            stage.count("modal.present", ["from": "r", "controller": "a", "animated": false])
        },
        ScalingCase("modal.present", "beside many presentations", .none) { stage, size in
            try stage.presentations(size)
            try stage.create("a")
            stage.count("modal.present", ["from": "s0", "controller": "a", "animated": false])
        },
        ScalingCase("modal.present", "a chain", size: 40) { stage, size in
            try stage.create("k0")
            try stage.show("k0")
            for number in 1...size {
                try stage.create("k\(number)")
                try stage.run(
                    "modal.present",
                    [
                        "from": .string("k\(number - 1)"), "controller": .string("k\(number)"),
                        "animated": false,
                    ])
            }
            try stage.create("a")
            stage.count(
                "modal.present",
                ["from": .string("k\(size)"), "controller": "a", "animated": false])
        },
        ScalingCase("modal.get", "beside many presentations", .none, with: ["id": "s0"]) {
            try $0.presentations($1)
        },
        ScalingCase("modal.dismiss", "beside many presentations", .none) { stage, size in
            try stage.presentations(size)
            stage.count("modal.dismiss", ["id": "r0", "animated": false])
        },
        ScalingCase("modal.selectDetent", "beside many presentations", .none) { stage, size in
            try stage.presentations(size)
            let detents: Value = ["detents": [["id": "medium"], ["id": "large"]]]
            try stage.run("controller.update", ["id": "s0", "sheet": detents])
            stage.count("modal.selectDetent", ["id": "s0", "detent": "large", "animated": false])
        },
        ScalingCase("modal.swipeSheet", "beside many presentations", .none) { stage, size in
            try stage.presentations(size)
            stage.count("modal.swipeSheet", ["id": "s0", "direction": "down", "animated": false])
        },
        ScalingCase("modal.dismiss", "a chain", size: 40) { stage, size in
            try stage.create("k0")
            try stage.show("k0")
            for number in 1...size {
                try stage.create("k\(number)")
                try stage.run(
                    "modal.present",
                    [
                        "from": .string("k\(number - 1)"), "controller": .string("k\(number)"),
                        "animated": false,
                    ])
            }
            stage.count("modal.dismiss", ["id": "k0", "animated": false])
        },
        ScalingCase("modal.dismiss", "what many children present in their context") {
            stage, size in
            try stage.create("k0")
            try stage.show("k0", in: "w1")
            try stage.contexts(size)
            for number in 0..<size {
                stage.count("modal.dismiss", ["id": .string("x\(number)"), "animated": false])
            }
        },
    ]
}
