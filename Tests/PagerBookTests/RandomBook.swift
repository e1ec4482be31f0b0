import PagerModel

/// A generator of books with few names, so that two books have much in common.
struct RandomBook {
    private var random: Generator
    private var names: [String]
    private let windowNames: [String]
    /// Whether containers may have children in addition to their lists.
    private let childrenEverywhere: Bool

    struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            var mixed = state
            mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
            return mixed ^ (mixed >> 33)
        }
    }

    init(
        seed: UInt64, childrenEverywhere: Bool = false,
        names: [String] = (0..<14).map { "c\($0)" }, windows: [String] = ["w0", "w1"]
    ) {
        self.childrenEverywhere = childrenEverywhere
        self.names = names
        windowNames = windows
        random = Generator(state: seed)
        self.names.shuffle(using: &random)
    }

    private mutating func chance(_ share: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < share
    }

    mutating func book() -> Value {
        var windows: [Value] = []
        for name in windowNames where name == windowNames[0] || chance(0.4) {
            var members: [Value.Member] = [.init("id", .string(name))]
            if chance(0.5) { members.append(.init("size", ["width": 844, "height": 390])) }
            if chance(0.9), let root = controller(depth: 0) { members.append(.init("root", root)) }
            windows.append(.object(members))
        }
        var members: [Value.Member] = [.init("windows", .array(windows))]
        var spare: [Value] = []
        while chance(0.3), let controller = controller(depth: 2) { spare.append(controller) }
        if !spare.isEmpty { members.append(.init("controllers", .array(spare))) }
        if chance(0.3), let from = windows[0]["root"]?["id"], let one = controller(depth: 1) {
            members.append(.init("present", [["from": from, "controller": one]]))
        }
        return .object(members)
    }

    private mutating func controller(depth: Int, inStack: Bool = false) -> Value? {
        guard let name = names.popLast() else { return nil }
        var kinds = ["pager", "tabBar", "page", "view", "view", "view"]
        if !inStack { kinds += ["navigation", "split"] }
        let kind = depth > 2 ? "view" : kinds.randomElement(using: &random) ?? "view"
        var members: [Value.Member] = [.init("id", .string(name))]
        if kind != "view" { members.append(.init("kind", .string(kind))) }
        if chance(0.4) {
            members.append(.init("title", .string("t\(Int.random(in: 0..<3, using: &random))")))
        }
        if kind == "pager", chance(0.4) { members.append(.init("wrap", true)) }
        switch kind {
        case "pager": members += list("pages", atMost: 4, depth)
        case "tabBar": members += list("controllers", atMost: 4, depth)
        case "navigation": members += list("stack", atMost: 3, depth)
        case "page": members += list("controllers", atMost: 1, depth)
        case "split":
            let columns = list("", atMost: 3, depth).first?.value.array ?? []
            if columns.count >= 2 {
                members += [.init("primary", columns[0]), .init("secondary", columns[1])]
            }
            if columns.count == 3 { members.append(.init("supplementary", columns[2])) }
        default: if chance(0.3) { members += list("children", atMost: 2, depth) }
        }
        if kind != "view", childrenEverywhere, chance(0.4) {
            members += list("children", atMost: 2, depth)
        }
        return .object(members)
    }

    private mutating func list(_ name: String, atMost most: Int, _ depth: Int) -> [Value.Member] {
        var items: [Value] = []
        for _ in 0..<Int.random(in: 0...most, using: &random) {
            if let item = controller(depth: depth + 1, inStack: name == "stack") {
                items.append(item)
            }
        }
        return items.isEmpty ? [] : [.init(name, .array(items))]
    }
}
