internal import PagerModel

/// The options of controllers and containers.
extension Swarm {
    /// Returns options that the kind of a container declares, or those of any controller.
    private mutating func updateOfKind() -> Step {
        let id = random.pick(Self.containers)
        let members =
            switch Self.kinds[id] {
            case "pager": turns()
            case "tabBar", "navigation": changes()
            case "page": pageOptions()
            default: columns()
            }
        if random.chance(0.5) { return make("controller.update", [("id", .string(id))] + members) }
        return make("controller.update", [("id", anybody())] + manners())
    }

    /// Returns about half of the options.
    private mutating func some(of options: [(String, Value)]) -> [(String, Value)] {
        options.filter { _ in random.chance(0.4) }
    }

    /// Returns what the user may not do with a controller, and how it is presented.
    mutating func manners() -> [(String, Value)] {
        some(of: [
            ("canLeave", random.pick([true, false, nil])),
            ("leaveReason", random.pick(["x", nil])),
            ("disabled", random.pick([true, false, nil])), ("pinned", random.pick([true, false])),
            ("badge", random.pick(["3", "", nil])),
            ("usesPreferredContentSize", random.pick([true, true, nil])),
            ("adaptivePresentationStyle", random.pick(["fullScreen", "overFullScreen", "custom"])),
        ])
    }

    /// Returns options of a pager for its turns.
    mutating func turns() -> [(String, Value)] {
        let track: Value = [
            "property": "scale",
            "keyframes": [["at": 0, "value": 0.5], ["at": 1, "value": random.pick([1, 0.5])]],
        ]
        return some(of: [
            ("duration", random.pick([0, 0.3, 1, 2])),
            ("transition", ["forward": style(), "backward": style()]),
            ("rewind", random.pick([true, "always", false] as [Value])),
            ("shortestWay", random.pick([true, false, nil])),
            ("wrap", .bool(random.chance(0.5))),
            ("direction", random.pick(["horizontal", "vertical"])),
            ("bottomToTop", random.pick([true, false, nil])),
            ("inset", random.pick([["top": 20, "left": 10], .object([])])),
            ("transformer", random.pick([[track], nil])),
        ])
    }

    /// Returns options of a stack or a tab bar for its changes.
    mutating func changes() -> [(String, Value)] {
        some(of: [
            (
                "transition",
                random.pick([["forward": style()], ["forward": style(), "backward": style()], nil])
            ), ("duration", random.pick([0, 0.2, 2, -1, nil])),
            ("curve", random.pick(["easeIn", "linear", nil])),
            ("animated", random.pick([true, false, nil])),
        ])
    }

    private mutating func style() -> Value {
        random.pick(["zoom", "flipFromLeft", "curlDown", "push", "none", "ghost"])
    }

    /// Returns options of a split for its columns.
    mutating func columns() -> [(String, Value)] {
        some(of: [
            ("preferredPrimaryColumnWidth", random.pick([100, 400, 0, nil])),
            ("preferredSupplementaryColumnWidth", random.pick([200, 300.5, nil])),
            ("primaryEdge", random.pick(["leading", "trailing", nil])),
            ("presentsWithGesture", random.pick([true, false, nil])),
            ("drawer", random.pick([true, false, nil])), ("topColumn", column()),
        ])
    }

    mutating func dataSource() -> Value {
        let keep = random.pick([1, 1, 2, 3])
        return [
            "readAhead": .integer(Int.random(in: 0...keep, using: &random)), "keep": .integer(keep),
            "timeout": random.pick([0.5, 10, 60]),
        ]
    }

    /// Returns options for several visible pages, or parts of them.
    mutating func pagesSideBySide() -> [(String, Value)] {
        var members: [(String, Value)] = [("pagesPerView", random.pick([1, 2, 3, 3, 1.5, 2.25]))]
        if random.chance(0.4) { members.append(("spacing", random.pick([0, 8, 10.5]))) }
        if random.chance(0.4) { members.append(("peek", random.pick([0, 20, 400]))) }
        if random.chance(0.4) {
            let alignments: [Value] = ["start", "center", "end", "centerTrimmed"]
            members.append(("alignment", random.pick(alignments)))
        }
        if random.chance(0.4) { members.append(("step", random.pick([1, 2, 3]))) }
        if random.chance(0.2) { members.append(("direction", "vertical")) }
        if random.chance(0.2) { members.append(("rightToLeft", true)) }
        return members
    }

    mutating func swipeEnabled() -> Value {
        random.pick([true, false, "forward", "backward"])
    }

    /// Returns options for automatic page changes, and for their interruption by a person.
    mutating func autoAdvance() -> [(String, Value)] {
        var members: [(String, Value)] = [
            ("autoAdvance", random.pick([2, 2, 0.3, nil])),
            (
                "autoAdvanceOnInteraction", random.pick(["continue", "pause", "pause", "stop"])
            ), ("resumeAfter", random.pick([0, 0.4, 2])),
        ]
        if random.chance(0.5) {
            members.append(("rewind", random.pick([true, true, "always", false] as [Value])))
        }
        if random.chance(0.5) { members.append(("reverse", .bool(random.chance(0.5)))) }
        if random.chance(0.3) {
            members.append(("dwellTimeIncludesTransition", .bool(random.chance(0.7))))
        }
        return members
    }

    mutating func backBehavior() -> Value {
        .string(random.pick(BackBehavior.allCases + [.history, .history]).rawValue)
    }

    /// Returns changed options for gestures and for back navigation. An option that the kind does
    /// not have is refused.
    mutating func update() -> Step {
        if random.chance(0.4) { return updateOfKind() }
        if random.chance(0.2) {
            return make("controller.update", ["id": "spl", "topColumn": column()])
        }
        if random.chance(0.3) { return make("controller.update", [("id", "pg")] + autoAdvance()) }
        if random.chance(0.3) {
            return make("controller.update", [("id", "pg")] + pagesSideBySide())
        }
        if random.chance(0.5) {
            let name = Value.string(random.pick(["pg", "pg", "tab", "tab", "nav"]))
            return make("controller.update", ["id": name, "backBehavior": backBehavior()])
        }
        if random.chance(0.3) {
            return make("controller.update", ["id": anybody(), "sheet": detents()])
        }
        let name = Value.string(random.pick(["pg", "pg", "nav", "nav2", "a"]))
        if random.chance(0.3) {
            return make(
                "controller.update",
                ["id": name, "dataSource": random.chance(0.3) ? .null : dataSource()])
        }
        return random.chance(0.5)
            ? make("controller.update", ["id": name, "swipeEnabled": swipeEnabled()])
            : make(
                "controller.update",
                ["id": name, "interactivePopEnabled": .bool(random.chance(0.5))])
    }
}
