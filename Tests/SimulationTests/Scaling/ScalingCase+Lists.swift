import PagerModel

extension ScalingCase {
    static let pagers: [ScalingCase] = [
        ScalingCase("pager.setPages", "reversed") { stage, size in
            let pages = try stage.list("pager", size)
            try stage.show("l")
            stage.count(
                "pager.setPages", ["id": "l", "pages": ScalingStage.names(pages.reversed())])
        },
        ScalingCase("pager.setPages", "none, where all were near") { stage, size in
            _ = try stage.list("pager", size, ["offscreenLimit": .integer(size), "wrap": true])
            try stage.show("l")
            stage.count("pager.setPages", ["id": "l", "pages": []])
        },
        ScalingCase("pager.setPages", "in a deep place", size: 80) { stage, size in
            let chain = try stage.chain(100)
            let pages = try stage.controllers(size)
            try stage.create("l", "pager")
            try stage.add("l", to: chain[99])
            stage.count("pager.setPages", ["id": "l", "pages": ScalingStage.names(pages)])
        },
        ScalingCase("pager.setPages", "a few, in a place as deep as can be", size: 80) {
            stage, size in
            let chain = try stage.chain(size)
            let pages = try stage.controllers(20)
            try stage.create("l", "pager")
            try stage.add("l", to: chain[size - 1])
            stage.count("pager.setPages", ["id": "l", "pages": ScalingStage.names(pages)])
        },
        ScalingCase("pager.insert", "at the front") { stage, size in
            _ = try stage.list("pager", size)
            try stage.create("a")
            stage.count("pager.insert", ["id": "l", "page": "a", "at": 0])
        },
        ScalingCase("pager.supply", "before many pages") { stage, size in
            _ = try stage.list("pager", size, ["dataSource": ["keep": 1_000]])
            try stage.create("a")
            stage.count("pager.supply", ["id": "l", "request": 1, "page": "a"])
        },
        ScalingCase("pager.remove", "of reversed pages") { stage, size in
            let pages = try stage.list("pager", size)
            try stage.run(
                "pager.setPages", ["id": "l", "pages": ScalingStage.names(pages.reversed())])
            for page in pages.prefix(5) {
                stage.count("pager.remove", ["id": "l", "page": .string(page)])
            }
        },
        ScalingCase("pager.move", "a few to the front") { stage, size in
            for page in try stage.list("pager", size).suffix(5) {
                stage.count("pager.move", ["id": "l", "page": .string(page), "to": 0])
            }
        },
        ScalingCase("pager.select", "each by its name, in reversed pages") { stage, size in
            let pages = try stage.list("pager", size)
            try stage.run(
                "pager.setPages", ["id": "l", "pages": ScalingStage.names(pages.reversed())])
            for page in pages { stage.count("pager.select", ["id": "l", "page": .string(page)]) }
        },
        ScalingCase("pager.next", "with many neighbours that go round") { stage, size in
            _ = try stage.list("pager", 2 * size, ["offscreenLimit": .integer(size), "wrap": true])
            try stage.show("l")
            stage.count("pager.next", ["id": "l", "animated": false])
        },
        ScalingCase("pager.next", "of many pages", .none) { stage, size in
            _ = try stage.list("pager", size, ["offscreenLimit": 2, "wrap": true])
            try stage.show("l")
            for _ in 0..<20 { stage.count("pager.next", ["id": "l", "animated": false]) }
        },
        ScalingCase("pager.next", "without an id, after many other pagers", .none) { stage, size in
            let others = (0..<size).map { "o\($0)" }
            for other in others { try stage.create(other, "pager") }
            _ = try stage.list("pager", 3)
            try stage.show("l")
            for other in others { try stage.run("controller.destroy", ["id": .string(other)]) }
            stage.count("pager.next", ["animated": false])
        },
        ScalingCase("pager.next", "beside many turns", .none) { stage, size in
            try stage.turns(size)
            _ = try stage.list("pager", 3)
            try stage.show("l")
            stage.count("pager.next", ["id": "l", "animated": true])
        },
        ScalingCase("pager.previous", "with many neighbours that go round") { stage, size in
            _ = try stage.list("pager", 2 * size, ["offscreenLimit": .integer(size), "wrap": true])
            try stage.show("l")
            stage.count("pager.previous", ["id": "l", "animated": false])
        },
        ScalingCase("pager.swipe", "with many neighbours that go round") { stage, size in
            _ = try stage.list("pager", 2 * size, ["offscreenLimit": .integer(size), "wrap": true])
            try stage.show("l")
            stage.count("pager.swipe", ["id": "l", "direction": "left", "animated": false])
        },
        ScalingCase("pager.back", "of many pages, twice", .none) {
            stage, size in
            try stage.travel("pager", size, "back")
        },
        ScalingCase("pager.forward", "of many pages, twice", .none) {
            stage, size in
            try stage.travel("pager", size, "forward")
        },
        ScalingCase("pager.pause", "of many pages", .none, with: ["id": "l"]) {
            _ = try $0.list("pager", $1)
        },
        ScalingCase("pager.interact", "of many pages", .none, with: ["id": "l"]) {
            _ = try $0.list("pager", $1)
        },
        ScalingCase("pager.resume", "of many pages", .none) { stage, size in
            _ = try stage.list("pager", size)
            try stage.run("pager.pause", ["id": "l"])
            stage.count("pager.resume", ["id": "l"])
        },
    ]

    static let lists: [ScalingCase] = [
        ScalingCase("tabBar.setControllers", "reversed") { stage, size in
            let tabs = try stage.list("tabBar", size)
            try stage.show("l")
            stage.count(
                "tabBar.setControllers",
                ["id": "l", "controllers": ScalingStage.names(tabs.reversed())])
        },
        ScalingCase("tabBar.setControllers", "all others") { stage, size in
            _ = try stage.list("tabBar", size)
            try stage.show("l")
            let others = try stage.controllers(size)
            stage.count(
                "tabBar.setControllers", ["id": "l", "controllers": ScalingStage.names(others)])
        },
        ScalingCase("tabBar.setControllers", "the later half") { stage, size in
            let tabs = try stage.list("tabBar", size)
            let rest = Array(tabs.dropFirst(size / 2))
            stage.count(
                "tabBar.setControllers", ["id": "l", "controllers": ScalingStage.names(rest)])
        },
        ScalingCase("tabBar.select", "each by its name, in reversed tabs") { stage, size in
            let tabs = try stage.list("tabBar", size)
            try stage.run(
                "tabBar.setControllers",
                ["id": "l", "controllers": ScalingStage.names(tabs.reversed())])
            try stage.show("l")
            for tab in tabs {
                stage.count(
                    "tabBar.select",
                    ["id": "l", "controller": .string(tab), "animated": false])
            }
        },
        ScalingCase("tabBar.back", "of many tabs, twice", .none) {
            stage, size in
            try stage.travel("tabBar", size, "back")
        },
        ScalingCase("tabBar.forward", "of many tabs, twice", .none) {
            stage, size in
            try stage.travel("tabBar", size, "forward")
        },
        ScalingCase("tabBar.next", "in many tabs", .none) { stage, size in
            _ = try stage.list("tabBar", size)
            try stage.show("l")
            stage.count("tabBar.next", ["id": "l"])
        },
        ScalingCase("tabBar.previous", "in many tabs", .none) { stage, size in
            _ = try stage.list("tabBar", size)
            try stage.show("l")
            try stage.run("tabBar.select", ["id": "l", "index": 2])
            stage.count("tabBar.previous", ["id": "l"])
        },
        ScalingCase("tabBar.remove", "the first of many tabs") { stage, size in
            let tabs = try stage.list("tabBar", size)
            try stage.show("l")
            stage.count("tabBar.remove", ["id": "l", "controller": .string(tabs[0])])
        },
        ScalingCase("split.swipe", "beside a deep stack", .none) { stage, size in
            _ = try stage.list("navigation", size)
            try stage.create("a")
            try stage.create("sp", "split")
            try stage.run("split.setColumns", ["id": "sp", "primary": "l", "secondary": "a"])
            try stage.run("split.setDisplayMode", ["id": "sp", "mode": "secondaryOnly"])
            stage.count("split.swipe", ["id": "sp", "direction": "right"])
        },
        ScalingCase("navigation.setStack", "reversed") { stage, size in
            let stack = try stage.list("navigation", size)
            try stage.show("l")
            stage.count(
                "navigation.setStack",
                [
                    "id": "l", "controllers": ScalingStage.names(stack.reversed()),
                    "animated": false,
                ])
        },
        ScalingCase("navigation.setStack", "all others, cancelled") { stage, size in
            _ = try stage.list("navigation", size)
            try stage.show("l")
            let others = try stage.controllers(size)
            stage.count(
                "navigation.setStack",
                [
                    "id": "l", "controllers": ScalingStage.names(others), "interactive": true,
                ])
            stage.count("transition.cancel", ["id": "t1"])
        },
        ScalingCase("navigation.push", "onto a deep stack", .none) { stage, size in
            _ = try stage.list("navigation", size)
            try stage.show("l")
            try stage.create("a")
            stage.count("navigation.push", ["id": "l", "controller": "a", "animated": false])
        },
        ScalingCase("navigation.pop", "off a deep stack", .none) { stage, size in
            _ = try stage.list("navigation", size)
            try stage.show("l")
            stage.count("navigation.pop", ["id": "l", "animated": false])
        },
        ScalingCase("navigation.pop", "all, unseen") { stage, size in
            _ = try stage.list("navigation", size)
            for _ in 1..<size { stage.count("navigation.pop", ["id": "l", "animated": false]) }
        },
        ScalingCase("navigation.popTo", "the second of a deep stack") { stage, size in
            let stack = try stage.list("navigation", size)
            try stage.show("l")
            stage.count(
                "navigation.popTo",
                ["id": "l", "controller": .string(stack[1]), "animated": false])
        },
        ScalingCase("navigation.popToRoot", "of a deep stack") { stage, size in
            _ = try stage.list("navigation", size)
            try stage.show("l")
            stage.count("navigation.popToRoot", ["id": "l", "animated": false])
        },
        ScalingCase(
            "navigation.setBarHidden", "of a deep stack", .none, with: ["id": "l", "hidden": true]
        ) { _ = try $0.list("navigation", $1) },
        ScalingCase("page.set", "beside many presentations", .none) { stage, size in
            try stage.presentations(size)
            try stage.create("l", "page")
            try stage.create("a")
            stage.count(
                "page.set",
                ["id": "l", "controllers": ["a"], "direction": "forward", "animated": false])
        },
        ScalingCase("page.next", "beside many presentations", .none) { stage, size in
            try stage.pages(beside: size)
            try stage.run("page.supply", ["id": "l", "request": 2, "page": "b"])
            stage.count("page.next", ["id": "l", "animated": false])
        },
        ScalingCase("page.previous", "beside many presentations", .none) { stage, size in
            try stage.pages(beside: size)
            try stage.run("page.supply", ["id": "l", "request": 1, "page": "b"])
            stage.count("page.previous", ["id": "l", "animated": false])
        },
        ScalingCase("page.swipe", "beside many presentations", .none) { stage, size in
            try stage.pages(beside: size)
            try stage.run("page.supply", ["id": "l", "request": 2, "page": "b"])
            stage.count("page.swipe", ["id": "l", "direction": "left", "animated": false])
        },
        ScalingCase("page.supply", "beside many presentations", .none) { stage, size in
            try stage.pages(beside: size)
            stage.count("page.supply", ["id": "l", "request": 1, "page": "b"])
        },
        ScalingCase("split.setColumns", "with a deep stack as the primary") { stage, size in
            _ = try stage.list("navigation", size)
            try stage.create("a")
            try stage.create("sp", "split")
            stage.count(
                "split.setColumns", ["id": "sp", "primary": "l", "secondary": "a"])
        },
        ScalingCase("split.showDetail", "beside a deep stack") { stage, size in
            _ = try stage.list("navigation", size)
            try stage.create("a")
            try stage.create("b")
            try stage.create("sp", "split")
            try stage.run("split.setColumns", ["id": "sp", "primary": "l", "secondary": "a"])
            try stage.show("sp")
            stage.count("split.showDetail", ["id": "sp", "controller": "b"])
        },
        ScalingCase("split.setDisplayMode", "beside a deep stack", .none) { stage, size in
            _ = try stage.list("navigation", size)
            try stage.create("a")
            try stage.create("sp", "split")
            try stage.run("split.setColumns", ["id": "sp", "primary": "l", "secondary": "a"])
            stage.count("split.setDisplayMode", ["id": "sp", "mode": "secondaryOnly"])
        },
        ScalingCase("split.hide", "off a deep stack") { stage, size in
            _ = try stage.list("navigation", size)
            try stage.create("a")
            try stage.create("sp", "split")
            try stage.run("split.setColumns", ["id": "sp", "primary": "l", "secondary": "a"])
            try stage.show("sp")
            stage.count("split.hide", ["id": "sp", "column": "secondary"])
        },
        ScalingCase("split.show", "onto a deep stack") { stage, size in
            _ = try stage.list("navigation", size)
            try stage.create("a")
            try stage.create("sp", "split")
            try stage.run("split.setColumns", ["id": "sp", "primary": "l", "secondary": "a"])
            try stage.show("sp")
            try stage.run("split.hide", ["id": "sp", "column": "secondary"])
            stage.count("split.show", ["id": "sp", "column": "secondary"])
        },
    ]
}
