internal import PagerModel

/// Commands of the containers.
extension Swarm {
    mutating func pager() -> Step {
        let id = container("pager")
        let index = Int.random(in: -1...5, using: &random)
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1: return make("pager.setPages", id + [("pages", list(upTo: 5))])
        case 2: return make("pager.insert", id + [("page", anybody()), ("at", .integer(index))])
        case 3: return make("pager.remove", id + [("page", anybody())])
        case 4: return make("pager.move", id + [("page", anybody()), ("to", .integer(index))])
        case 5: return make(random.pick(["pager.pause", "pager.resume"]), id)
        case 6...7:
            return make("pager.select", id + [("index", .integer(index)), user()] + motion())
        case 8:
            return make(random.pick(["pager.next", "pager.previous"]), id + [user()] + motion())
        default:
            let direction: Value = random.pick(["left", "right", "up"])
            return make("pager.swipe", id + [("direction", direction)] + motion())
        }
    }

    mutating func tabBar() -> Step {
        let id = container("tabBar")
        if random.chance(0.3) {
            return make("tabBar.setControllers", id + [("controllers", list(upTo: 4))])
        }
        let index = Value.integer(Int.random(in: 0...4, using: &random))
        return make(
            "tabBar.select",
            id + [("index", index), user()] + motion())
    }

    /// Whether it is a person who acts.
    private mutating func user() -> (String, Value) { ("user", .bool(random.chance(0.3))) }

    mutating func navigation() -> Step {
        let id = container("navigation")
        switch Int.random(in: 0..<7, using: &random) {
        case 6:
            return make(
                "navigation.setBarHidden", id + [("hidden", .bool(random.chance(0.5)))])
        case 0:
            return make(
                "navigation.setStack", id + [("controllers", list(upTo: 4)), user()] + motion())
        case 1...2:
            return make("navigation.push", id + [("controller", anybody())] + motion())
        case 3:
            return make("navigation.popTo", id + [("controller", leaf()), user()] + motion())
        case 4: return make("navigation.popToRoot", id + [user()] + motion())
        default: return make("navigation.pop", id + [user()] + motion())
        }
    }

    mutating func page() -> Step {
        let pages: Value = random.pick([[leaf()], [leaf()], [leaf(), leaf()], list(upTo: 2)])
        return make(
            "page.set",
            container("page") + [
                ("controllers", pages),
                ("direction", random.pick(["forward", "reverse"])),
                user(),
            ] + motion())
    }

    mutating func split() -> Step {
        let id = container("split")
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            let modes: [Value] = [
                "automatic", "secondaryOnly", "oneOverSecondary", "twoBesideSecondary",
                "twoOverSecondary", "twoDisplaceSecondary",
            ]
            return make("split.setDisplayMode", id + [("mode", random.pick(modes))])
        case 1: return make("split.showDetail", id + [("controller", anybody())])
        case 2...3:
            return make(random.pick(["split.show", "split.hide"]), id + [("column", column())])
        case 4 where random.chance(0.3):
            return make("split.setColumns", id + [("primary", nil), ("secondary", nil)])
        default:
            // A stack is mostly the primary column: only then a collapse moves the others.
            let primary = random.chance(0.5) ? random.pick(["nav", "nav2"]) : anybody()
            var members = id + [("primary", primary), ("secondary", anybody())]
            if random.chance(0.5) { members.append(("supplementary", anybody())) }
            return make("split.setColumns", members)
        }
    }

    /// A person's swipe on a sheet, or another detent.
    mutating func sheet() -> Step {
        if random.chance(0.5) {
            return make(
                "modal.swipeSheet", ["id": anybody(), "direction": random.pick(["up", "down"])])
        }
        return make(
            "modal.selectDetent",
            [
                "id": anybody(), "detent": random.pick(["medium", "large", "low"]),
                "user": .bool(random.chance(0.5)), "animated": .bool(random.chance(0.5)),
            ])
    }

    /// Where a sheet rests; one of them is refused.
    mutating func detents() -> Value {
        random.pick([
            nil, ["detents": [["id": "medium"], ["id": "large"]]],
            ["detents": [["id": "large"], ["id": "low", "height": 100], ["id": "medium"]]],
            ["detents": [["id": "low", "height": 300]], "selectedDetent": "low"],
            ["detents": [["id": "medium"]], "largestUndimmedDetent": "low"],
        ])
    }

    mutating func column() -> Value { random.pick(["primary", "supplementary", "secondary"]) }
}
