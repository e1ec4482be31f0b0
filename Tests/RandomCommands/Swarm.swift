internal import PagerModel

/// Creates random commands over a small set of names, so that they often affect the same objects.
///
/// Each run weights the families of commands differently (swarm testing): some runs are mostly
/// navigation, some never use animation, some use everything at once.
package struct Swarm: StepSource {
    var random: SeededGenerator
    /// The approximate number of requests for pages that have been answered.
    var supplied = 0
    private let weights: [(family: Family, weight: Int)]
    private let forwards: Bool
    private let animated: Double
    private let interactive: Double
    private let reactions: Reactions
    private let favourites: [String]
    private let spoiled: Double
    private let unnamed: Double
    private var spoiler: Spoiler

    /// The running interactive transitions, if the runner sets them. Without them, commands about
    /// transitions rarely find one.
    package var held: [String] = []

    package enum Family: CaseIterable, Sendable {
        case create, destroy, window, containment, appearance, views, fromTo, pager, tabBar
        case navigation, page, split, modal, clock, handle
    }

    /// The number of controllers with an `on`. With `many`, commands that callbacks cause change
    /// the objects of the command that caused them.
    package enum Reactions: Sendable { case none, few, many }

    package static let plain = ["a", "b", "c", "d", "e", "f", "g", "h"]
    /// The controllers that define a presentation context from the start.
    private static let definers = ["c", "d"]
    /// The controllers that a pager with `autoAdvance` leaves sooner.
    private static let dwelling = ["b", "e"]
    package static let containers = ["pg", "tab", "nav", "nav2", "pvc", "spl"]
    static let windows = ["w", "x"]
    static let kinds = [
        "pg": "pager", "tab": "tabBar", "nav": "navigation", "nav2": "navigation", "pvc": "page",
        "spl": "split",
    ]

    /// The names that commands use: the given ones, automatic ones that records without an id may
    /// have, and one that does not exist.
    package static let names =
        plain + containers + windows + ["v", "u", "ghost"]
        + ["c", "v", "w"].flatMap { prefix in (1...6).map { "\(prefix)\($0)" } }

    /// The usual share of slightly wrong commands.
    package static let usuallySpoiled = 0.08

    /// Creates a swarm.
    ///
    /// - Parameters:
    ///   - families: the families of commands to use.
    ///   - forwards: whether every controller forwards appearance callbacks automatically.
    ///   - reactions: the number of controllers with an `on`.
    ///   - spoiled: the share of commands that are made slightly wrong (`Spoiler`).
    ///   - unnamed: the share of new records without an id, whose number keeps growing.
    package init(
        seed: UInt64, families: [Family] = Family.allCases, forwards: Bool = false,
        reactions: Reactions = .few, spoiled: Double = 0, unnamed: Double = 0.5
    ) {
        var random = SeededGenerator(seed: seed)
        self.forwards = forwards
        self.reactions = reactions
        self.spoiled = spoiled
        self.unnamed = unnamed
        spoiler = Spoiler(seed: seed)
        weights = families.map { ($0, random.pick([0, 1, 1, 3, 8])) }
        animated = random.pick([0, 0.3, 0.7, 1])
        interactive = random.pick([0, 0.1, 0.5])
        if reactions == .many {
            let plain = Self.plain.shuffled(using: &random)
            favourites = plain.prefix(4) + [random.pick(Self.containers)]
        } else {
            favourites = []
        }
        self.random = random
    }

    /// The initial steps of every run.
    package static let prologue: [Step] =
        [
            Step(
                method: "transition.define",
                params: [
                    "style": "zoom", "tracks": ["from": [], "to": []], "duration": 0.6,
                    "curve": "linear",
                ])
        ] + windows.map { Step(method: "window.create", params: ["id": .string($0)]) }
        + plain.map {
            Step(
                method: "controller.create",
                params: [
                    "id": .string($0), "kind": "view",
                    "definesPresentationContext": .bool(definers.contains($0)),
                    "dwellTime": .number(dwelling.contains($0) ? 0.7 : 0),
                ])
        }
        + containers.map {
            Step(
                method: "controller.create",
                params: ["id": .string($0), "kind": .string(kinds[$0] ?? "view")])
        }

    package func prologue() -> [Step] { Self.prologue }

    package mutating func next() -> Step {
        let step = sound()
        // Simulations of the engine alone advance the time themselves and cannot refuse it.
        guard spoiled > 0, step.method != "clock.advance", random.chance(spoiled) else {
            return step
        }
        var wrong = spoiler.spoil(step)
        wrong.isSpoiled = true
        return wrong
    }

    private mutating func sound() -> Step {
        if reactions == .many, random.chance(0.2) { return react() }
        let handles = weights.contains { $0.family == .handle && $0.weight > 0 }
        if handles, !held.isEmpty, random.chance(0.3) { return handle() }
        let total = weights.reduce(0) { $0 + $1.weight }
        guard total > 0 else { return clock() }
        var place = Int.random(in: 0..<total, using: &random)
        for (family, weight) in weights {
            if place < weight { return step(family) }
            place -= weight
        }
        return clock()
    }

    private mutating func step(_ family: Family) -> Step {
        switch family {
        case .create: create()
        case .destroy: make("controller.destroy", ["id": anybody()])
        case .window: window()
        case .containment: containment()
        case .appearance: appearance()
        case .views: views()
        case .fromTo: fromTo()
        case .pager: pager()
        case .tabBar: tabBar()
        case .navigation: navigation()
        case .page: page()
        case .split: split()
        case .modal: modal()
        case .clock: clock()
        case .handle: handle()
        }
    }

    // MARK: parts

    /// Makes a command. If several members have the same name, keeps the first one.
    func make(_ method: String, _ members: [(String, Value)]) -> Step {
        var names: Set<String> = []
        let params = members.filter { names.insert($0.0).inserted }
        return Step(method: method, params: .object(params.map { Value.Member($0.0, $0.1) }))
    }

    func make(_ method: String, _ members: KeyValuePairs<String, Value>) -> Step {
        make(method, members.map { ($0.key, $0.value) })
    }

    mutating func leaf() -> Value {
        if let name = favourite() { return .string(name) }
        return .string(random.pick(Self.plain))
    }

    /// Returns mostly one of the few names that the reactions use, or nil in runs without many
    /// reactions.
    private mutating func favourite() -> String? {
        guard !favourites.isEmpty, random.chance(0.8) else { return nil }
        return random.pick(favourites)
    }

    /// Returns a name. It may not exist, or be an automatic one.
    mutating func anybody() -> Value {
        if random.chance(0.03) { return "ghost" }
        if let name = favourite() { return .string(name) }
        return random.chance(0.08)
            ? automatic("c") : .string(random.pick(Self.plain + Self.containers))
    }

    /// Returns an automatic name, while there are few of them.
    private mutating func automatic(_ prefix: String) -> Value {
        .string("\(prefix)\(Int.random(in: 1...6, using: &random))")
    }

    /// Returns the id of a new record, which is left out in a share of them.
    private mutating func id(_ name: Value) -> [(String, Value)] {
        random.chance(1 - unnamed) ? [("id", name)] : []
    }

    /// Returns the container of a command. It is left out in every third one, which then means the
    /// only container of its kind.
    mutating func container(_ kind: String) -> [(String, Value)] {
        if random.chance(0.3) { return [] }
        let id =
            random.chance(0.03)
            ? anybody() : .string(random.pick(Self.containers.filter { Self.kinds[$0] == kind }))
        return [("id", id)]
    }

    mutating func list(upTo count: Int) -> Value {
        .array((0..<Int.random(in: 0...count, using: &random)).map { _ in anybody() })
    }

    mutating func motion() -> [(String, Value)] {
        var members: [(String, Value)] = []
        if random.chance(0.85) { members.append(("animated", .bool(random.chance(animated)))) }
        if random.chance(interactive) { members.append(("interactive", true)) }
        if random.chance(0.2) {
            members.append(("interruption", random.pick(["reject", "replace", "queue"])))
        }
        if random.chance(0.15) {
            members.append(("duration", random.pick([0, 0.2, 0.2, 2, 2, 40, -1])))
        }
        return members + look()
    }

    /// Returns the curve and the style of a command, mostly none.
    private mutating func look() -> [(String, Value)] {
        var members: [(String, Value)] = []
        if random.chance(0.1) {
            members.append(("curve", random.pick(["easeIn", "easeOut", "linear"])))
        }
        if random.chance(0.15) {
            let styles = ["zoom", "zoom", "flipFromLeft", "curlDown", "none", "ghost"]
            members.append(("transition", .string(random.pick(styles))))
        }
        return members
    }

    private mutating func insets() -> Value {
        random.pick([
            ["top": 47, "bottom": 34], ["left": 47, "right": 47, "bottom": 21], ["top": 20.5],
            .object([]),
        ])
    }

    /// Returns the end value of a view that moves with a transition.
    private mutating func goal() -> [(String, Value)] {
        var members: [(String, Value)] = [("view", anybody())]
        if random.chance(0.5) { members.append(("frame", frame())) }
        if random.chance(0.5) { members.append(("alpha", random.pick([0, 0.5, 0.5, 1, 1, 2]))) }
        if random.chance(0.3) { members.append(("backgroundColor", random.pick(["red", "#fff"]))) }
        if random.chance(0.4) { members.append(("transform", transform())) }
        return members
    }

    /// Returns the animations that run with a transition from its beginning.
    private mutating func animations() -> Value {
        let count = Int.random(in: 0...3, using: &random)
        return .array(
            (0..<count).map { _ in .object(goal().map { Value.Member($0.0, $0.1) }) })
    }

    private mutating func transform() -> Value {
        random.pick([
            .object([]), ["a": 2, "d": 0.5], ["a": 0, "b": 1, "c": -1, "d": 0, "tx": 20.5],
            ["tx": 10, "ty": -10], ["a": 1, "d": 1],
        ])
    }

    /// Returns the duration of a resize, mostly none.
    private mutating func resizing() -> [(String, Value)] {
        guard random.chance(0.5) else { return [] }
        let members: [(String, Value)] = [("animated", .bool(random.chance(0.8)))]
        return members
            + (random.chance(0.6) ? [("duration", random.pick([0, 0.1, 0.5, 2, 2, -1]))] : [])
    }

    /// Returns view properties that do not affect other views.
    private mutating func looks() -> (String, Value) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: ("alpha", random.pick([0, 0.5, 1, 1.5]))
        case 1: ("backgroundColor", random.pick(["red", "#fff"]))
        case 2: ("clipsToBounds", .bool(random.chance(0.5)))
        default: ("transform", transform())
        }
    }

    private mutating func frame() -> Value {
        let sides: [Double] = (0..<4).map { _ in random.pick([0, 10, 200, 390]) }
        return [
            "x": .number(sides[0]), "y": .number(sides[1]), "width": .number(sides[2]),
            "height": .number(sides[3]),
        ]
    }
}

extension Swarm {
    private mutating func create() -> Step {
        if random.chance(0.3) { return update() }
        let name = random.pick(Self.plain + Self.containers)
        var members = id(.string(name)) + [("kind", .string(Self.kinds[name] ?? "view"))]
        if !forwards, random.chance(0.2) { members.append(("forwardsAppearance", false)) }
        if random.chance(0.2) { members.append(("definesPresentationContext", true)) }
        if Self.kinds[name] == "pager" {
            members.append(("offscreenLimit", .integer(random.pick([0, 0, 1, 2]))))
            members.append(("wrap", .bool(random.chance(0.5))))
            if random.chance(0.3) { members += autoAdvance() }
            if random.chance(0.3) { members.append(("swipeEnabled", swipeEnabled())) }
            if random.chance(0.3) { members.append(("dataSource", dataSource())) }
            if random.chance(0.3) { members.append(("bounces", false)) }
            if random.chance(0.4) { members += pagesSideBySide() }
        }
        if ["pager", "tabBar"].contains(Self.kinds[name]), random.chance(0.5) {
            members.append(("backBehavior", backBehavior()))
        }
        if Self.kinds[name] == "navigation", random.chance(0.3) {
            members.append(("interactivePopEnabled", .bool(random.chance(0.5))))
        }
        if random.chance(0.2) { members += manners() }
        if random.chance(0.2) {
            members.append(("preferredContentSize", ["width": 300, "height": 200]))
        }
        switch Self.kinds[name] {
        case "pager" where random.chance(0.5): members += turns().filter { $0.0 != "wrap" }
        case "tabBar", "navigation": members += changes()
        case "split": members += columns().filter { $0.0 != "topColumn" }
        default: break
        }
        if random.chance(0.2) { members.append(("sheet", detents())) }
        if random.chance(0.2) { members.append(("hidesBottomBarWhenPushed", true)) }
        if random.chance(0.2) { members.append(("additionalSafeAreaInsets", insets())) }
        if Self.kinds[name] == "split", random.chance(0.5) {
            members.append(("topColumn", column()))
            members.append(("separateSecondary", random.pick(["top", "column"])))
        }
        if Self.kinds[name] == "page" {
            members += pageOptions()
        }
        if reactions != .none, random.chance(0.2) { members.append(("on", fewReactions())) }
        return make("controller.create", members)
    }

    private mutating func fewReactions() -> Value {
        let callback = random.pick(["viewDidLoad", "viewWillAppear", "viewDidDisappear"])
        let step: Value = random.pick([
            ["method": "controller.addChild", "params": ["parent": "$self", "child": leaf()]],
            ["method": "view.addSubview", "params": ["view": leaf(), "to": "$self"]],
            ["method": "controller.loadViewIfNeeded", "params": ["id": anybody()]],
        ])
        return .object([Value.Member(callback, [step])])
    }

    private mutating func window() -> Step {
        let given = Value.string(random.pick(Self.windows))
        let id = random.chance(0.1) ? automatic("w") : given
        switch Int.random(in: 0..<11, using: &random) {
        case 10: return make("window.setSafeAreaInsets", ["id": id, "insets": insets()])
        case 0: return make("window.destroy", ["id": id])
        case 1: return make("window.create", self.id(given))
        case 2...3:
            let size: Value = random.pick([
                ["width": 390, "height": 844], ["width": 844, "height": 390],
                ["width": 1024, "height": 768], ["width": 0, "height": 0],
            ])
            return make("window.resize", [("id", id), ("size", size)] + resizing())
        default:
            return make(
                "window.setRoot",
                ["id": id, "controller": random.chance(0.15) ? nil : anybody()])
        }
    }

    mutating func containment() -> Step {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: make("controller.removeFromParent", ["id": anybody()])
        case 1:
            make(
                "controller.willMove",
                ["id": anybody(), "parent": random.chance(0.5) ? nil : anybody()])
        case 2:
            make(
                "controller.didMove",
                ["id": anybody(), "parent": random.chance(0.5) ? nil : anybody()])
        default: make("controller.addChild", ["parent": anybody(), "child": anybody()])
        }
    }

    mutating func appearance() -> Step {
        random.chance(0.5)
            ? make("controller.endAppearanceTransition", ["id": anybody()])
            : make(
                "controller.beginAppearanceTransition",
                [
                    "id": anybody(), "appearing": .bool(random.chance(0.5)),
                    "animated": .bool(random.chance(0.5)),
                ])
    }

    mutating func views() -> Step {
        let given: Value = .string(random.pick(["v", "u"]))
        let plain = random.chance(0.2) ? automatic("v") : given
        let view = random.chance(0.2) ? plain : anybody()
        switch Int.random(in: 0..<11, using: &random) {
        case 10: return make("view.set", [("view", view), looks()])
        case 0: return make("view.create", id(given) + [("frame", frame())])
        case 1: return make("view.destroy", ["view": plain])
        case 2...3: return make("view.removeFromSuperview", ["view": view])
        case 4: return make("view.set", ["view": view, "frame": frame()])
        case 5: return make("view.set", ["view": view, "hidden": .bool(random.chance(0.5))])
        default:
            return make(
                "view.addSubview",
                ["view": view, "to": random.chance(0.2) ? plain : anybody()])
        }
    }

    mutating func fromTo() -> Step {
        var members: [(String, Value)] = [
            ("container", anybody()), ("from", leaf()), ("to", leaf()),
            ("duration", random.pick([0, 0.4])), ("edges", .bool(random.chance(0.6))),
        ]
        if random.chance(0.2) { members.append(("options", ["showHideTransitionViews"])) }
        if random.chance(interactive) { members.append(("interactive", true)) }
        if random.chance(0.3) {
            members.append(("interruption", random.pick(["replace", "queue"])))
        }
        if random.chance(0.3) { members.append(("animations", animations())) }
        return make("controller.transition", members + look())
    }

    mutating func modal() -> Step {
        if random.chance(0.2) { return sheet() }
        if random.chance(0.5) {
            return make(
                "modal.dismiss",
                [("id", anybody()), ("user", .bool(random.chance(0.3)))] + motion())
        }
        let style: Value = random.pick([
            "fullScreen", "currentContext", "overFullScreen", "overCurrentContext", "pageSheet",
            "custom", "automatic", "formSheet", "popover",
        ])
        return make(
            "modal.present",
            [("from", anybody()), ("controller", anybody()), ("style", style)] + motion())
    }

    private mutating func clock() -> Step {
        make("clock.advance", ["seconds": random.pick([0, 0.1, 0.3, 0.5, 1.1, 31])])
    }

    private mutating func handle() -> Step {
        let id: Value =
            held.isEmpty || random.chance(0.1)
            ? .string("t\(Int.random(in: 1...40, using: &random))") : .string(random.pick(held))
        switch Int.random(in: 0..<4, using: &random) {
        case 3: return make("transition.animateAlongside", [("id", id)] + goal())
        case 0: return make("transition.update", ["id": id, "progress": 0.5])
        case 1: return make("transition.finish", ["id": id])
        default: return make("transition.cancel", ["id": id])
        }
    }
}
