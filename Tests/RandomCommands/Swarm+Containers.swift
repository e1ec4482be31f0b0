internal import PagerModel

/// The commands of the containers.
extension Swarm {
    mutating func pager() -> Step {
        let id = container("pager")
        let index = Int.random(in: -1...5, using: &random)
        if random.chance(0.05) {
            let source = random.chance(0.2) ? Value.null : dataSource()
            return make("controller.update", id + [("wrap", false), ("dataSource", source)])
        }
        if random.chance(0.3) { return supply("pager.supply", id) }
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1: return setPages(id)
        case 2:
            return make(
                "pager.insert", id + [("page", anybody()), ("at", .integer(index))] + edit())
        case 3: return make("pager.remove", id + [("page", anybody()), user()] + edit())
        case 4: return make("pager.move", id + [("page", anybody()), ("to", .integer(index))])
        case 5 where random.chance(0.3): return make("pager.resume", id + [("rest", true)])
        case 5: return make(random.pick(["pager.pause", "pager.resume", "pager.interact"]), id)
        case 6...7:
            return make("pager.select", id + [("index", .integer(index)), user()] + motion())
        case 8:
            let steps = [
                "pager.next", "pager.previous", "pager.back", "pager.back", "pager.forward",
            ]
            return make(random.pick(steps), id + [user()] + motion())
        default:
            let direction: Value = random.pick(["left", "right", "up"])
            return make("pager.swipe", id + [("direction", direction)] + motion())
        }
    }

    private mutating func setPages(_ id: [(String, Value)]) -> Step {
        var members = id + [("pages", list(upTo: 5))]
        if random.chance(0.4) {
            members.append(("keepIndex", random.pick(["first", "same", "nearest"])))
        }
        if random.chance(0.1) { members.append(("index", random.pick([0, 2]))) }
        return make("pager.setPages", members)
    }

    /// Returns the motion of a changed list, mostly none.
    private mutating func edit() -> [(String, Value)] {
        random.chance(0.4)
            ? motion().filter { !["interactive", "interruption"].contains($0.0) } : []
    }

    /// Replies to a request that may be open. Requests are numbered from 1 and usually answered
    /// soon.
    private mutating func supply(_ method: String, _ id: [(String, Value)]) -> Step {
        let request = max(1, supplied + Int.random(in: 0...2, using: &random))
        supplied = random.chance(0.1) ? 0 : random.chance(0.3) ? request : supplied
        let page = random.chance(0.15) ? Value.null : anybody()
        return make(method, id + [("request", .integer(request)), ("page", page)])
    }

    mutating func tabBar() -> Step {
        let id = container("tabBar")
        if random.chance(0.3) {
            return make("tabBar.setControllers", id + [("controllers", list(upTo: 4))])
        }
        if random.chance(0.1) {
            return make("tabBar.remove", id + [("controller", anybody()), user()])
        }
        if random.chance(0.5) {
            let steps = [
                "tabBar.back", "tabBar.back", "tabBar.forward", "tabBar.next", "tabBar.previous",
            ]
            return make(random.pick(steps), id + [user()] + motion())
        }
        let index = Value.integer(Int.random(in: 0...4, using: &random))
        return make(
            "tabBar.select",
            id + [("index", index), user()] + motion())
    }

    /// Whether a command is an action of a person.
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
        default:
            let count: [(String, Value)] =
                random.chance(0.3) ? [("count", random.pick([1, 2, 2, 3, 9, 0]))] : []
            return make("navigation.pop", id + count + [user()] + motion())
        }
    }

    mutating func page() -> Step {
        let id = container("page")
        switch Int.random(in: 0..<10, using: &random) {
        case 0...1: return supply("page.supply", id)
        case 2...3:
            let method = random.pick(["page.next", "page.next", "page.previous"])
            return make(method, id + [user()] + motion())
        case 4:
            let direction = random.pick(["left", "left", "right", "up", "down"])
            return make("page.swipe", id + [("direction", .string(direction))] + motion())
        case 5 where random.chance(0.5): return make("controller.update", id + pageOptions())
        default: return setPage()
        }
    }

    /// Returns changed options of a page controller.
    mutating func pageOptions() -> [(String, Value)] {
        let options: [(String, Value)] = [
            ("spine", random.pick(["min", "mid", "max"])),
            ("style", random.pick(["scroll", "curl"])),
            ("navigationOrientation", random.pick(["horizontal", "vertical"])),
            ("doubleSided", random.pick([nil, true, true, false])),
            ("dataSource", random.chance(0.2) ? nil : dataSource()),
            ("interPageSpacing", random.pick([nil, nil, 10])),
        ]
        return options.filter { _ in random.chance(0.5) }
    }

    private mutating func setPage() -> Step {
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
        switch Int.random(in: 0..<7, using: &random) {
        case 6:
            let directions: [Value] = ["left", "right", "right", "up"]
            return make("split.swipe", id + [("direction", random.pick(directions))])
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
            // The primary column is mostly a stack, because only then a collapse moves the others.
            let primary = random.chance(0.5) ? random.pick(["nav", "nav2"]) : anybody()
            var members = id + [("primary", primary), ("secondary", anybody())]
            if random.chance(0.5) { members.append(("supplementary", anybody())) }
            return make("split.setColumns", members)
        }
    }

    /// Returns a person's swipe on a sheet, or a change of its detent.
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

    /// Returns the detents of a sheet, one of which is refused.
    mutating func detents() -> Value {
        random.pick([
            nil, ["detents": [["id": "medium"], ["id": "large"]]],
            ["detents": [["id": "large"], ["id": "low", "height": 100], ["id": "medium"]]],
            ["detents": [["id": "low", "height": 300]], "selectedDetent": "low"],
            [
                "detents": [["id": "large"]], "prefersGrabberVisible": true,
                "preferredCornerRadius": 12,
            ],
            ["detents": [["id": "medium"]], "largestUndimmedDetent": "low"],
        ])
    }

    mutating func column() -> Value { random.pick(["primary", "supplementary", "secondary"]) }
}
