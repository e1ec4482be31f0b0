import Containment
import PagerModel

/// The cost of a change of a container and of the change back.
struct Switch {
    let name: String
    let members: Int
    let time: Double
    let events: Int
    let callbacks: Int

    var row: String {
        let cells = [name, "\(members)", "\(Int(time)) ns", "\(events)", "\(callbacks)"]
        return "| \(cells.joined(separator: " | ")) |"
    }

    static let heading = """
        | switch | members | median | events | callbacks |
        |---|---|---|---|---|
        """
}

/// Measures a change and the change back. The figures are the mean of both.
///
/// - Parameter rounds: changes in one block; the result is the median of 15 blocks.
func measure<There: SceneCommand, Back: SceneCommand>(
    _ name: String, members: Int, rounds: Int, _ stage: Stage, there: There, back: Back
) throws -> Switch {
    var stage = stage
    var events = 0
    let callbacks =
        try stage.countCallbacks(of: there, events: &events)
        + stage.countCallbacks(of: back, events: &events)
    var times: [Double] = []
    for _ in 0..<15 {
        let time = try secondsOfWork {
            for _ in 0..<rounds / 2 {
                try stage.run(there)
                try stage.run(back)
            }
        }
        times.append(time / Double(rounds) * 1e9)
    }
    return Switch(
        name: name, members: members, time: times.sorted()[times.count / 2], events: events / 2,
        callbacks: callbacks / 2)
}

func pageSwitch(_ members: Int, _ rounds: Int) throws -> Switch {
    let stage = try Stage(kind: "pager", members: members) { stage in
        var set = PagerSetPages()
        set.id = id("c")
        set.pages = names(members)
        try stage.run(set)
    }
    var there = PagerNext()
    there.id = id("c")
    there.motion.animated = false
    var back = PagerPrevious()
    back.id = id("c")
    back.motion.animated = false
    return try measure(
        "pager.next", members: members, rounds: rounds, stage, there: there, back: back)
}

func tabSwitch(_ members: Int, _ rounds: Int) throws -> Switch {
    let stage = try Stage(kind: "tabBar", members: members) { stage in
        var set = TabBarSetControllers()
        set.id = id("c")
        set.controllers = names(members)
        try stage.run(set)
    }
    var there = TabBarSelect()
    there.id = id("c")
    there.controller = id("p\(members - 1)")
    there.motion.animated = false
    var back = there
    back.controller = id("p\(members / 2 - 1)")
    return try measure(
        "tabBar.select", members: members, rounds: rounds, stage, there: there, back: back)
}

/// Pushes the last controller onto a stack of all others, and pops it.
func push(_ members: Int, _ rounds: Int) throws -> Switch {
    let stage = try Stage(kind: "navigation", members: members) { stage in
        var set = NavigationSetStack()
        set.id = id("c")
        set.controllers = names(members - 1)
        try stage.run(set)
    }
    var there = NavigationPush()
    there.id = id("c")
    there.controller = id("p\(members - 1)")
    there.motion.animated = false
    var back = NavigationPop()
    back.id = id("c")
    back.motion.animated = false
    return try measure(
        "navigation.push, pop", members: members, rounds: rounds, stage, there: there, back: back)
}

func pageSet(_ style: PageStyle, _ rounds: Int) throws -> Switch {
    var there = PageSet()
    there.id = id("c")
    there.controllers = [id("p1")]
    there.motion.animated = false
    var back = there
    back.controllers = [id("p0")]
    back.direction = .reverse
    let first = back
    let stage = try Stage(kind: "page", members: 2) { stage in
        var update = ControllerUpdate()
        update.id = id("c")
        update.options = [.init("style", .string(style.rawValue))]
        try stage.run(update)
        try stage.run(first)
    }
    return try measure(
        "page.set, \(style.rawValue)", members: 2, rounds: rounds, stage, there: there,
        back: back)
}

/// Hides the primary column and shows it again.
func displayMode(_ rounds: Int) throws -> Switch {
    let stage = try Stage(kind: "split", members: 2) { stage in
        var resize = WindowResize()
        resize.id = id("w")
        resize.size = Size(width: 1024, height: 768)
        try stage.run(resize)
        var set = SplitSetColumns()
        set.id = id("c")
        set.primary = id("p0")
        set.secondary = id("p1")
        try stage.run(set)
    }
    var there = SplitSetDisplayMode()
    there.id = id("c")
    there.mode = .secondaryOnly
    var back = there
    back.mode = .automatic
    return try measure(
        "split.setDisplayMode", members: 2, rounds: rounds, stage, there: there, back: back)
}

/// Presents a controller over a tab bar with many tabs, and dismisses it.
func presentation(_ members: Int, _ rounds: Int) throws -> Switch {
    let stage = try Stage(kind: "tabBar", members: members) { stage in
        var set = TabBarSetControllers()
        set.id = id("c")
        set.controllers = names(members)
        try stage.run(set)
        try stage.create("m", "view")
    }
    var there = ModalPresent()
    there.from = id("p0")
    there.controller = id("m")
    there.style = .fullScreen
    there.motion.animated = false
    var back = ModalDismiss()
    back.id = id("p0")
    back.motion.animated = false
    return try measure(
        "modal.present, dismiss", members: members, rounds: rounds, stage, there: there,
        back: back)
}

/// Runs transition(from:to:) in a plain container, with adding and removing the children.
func fromTo(_ rounds: Int) throws -> Switch {
    let stage = try Stage(kind: "view", members: 2) { stage in
        var add = ControllerAddChild()
        add.parent = id("c")
        add.child = id("p0")
        try stage.run(add)
        var insert = ViewAddSubview()
        insert.view = id("p0")
        insert.to = id("c")
        try stage.run(insert)
    }
    var there = ControllerTransition()
    there.container = id("c")
    there.from = id("p0")
    there.to = id("p1")
    there.edges = true
    var back = there
    back.from = id("p1")
    back.to = id("p0")
    return try measure(
        "controller.transition", members: 2, rounds: rounds, stage, there: there, back: back)
}
