@testable import PagerBook
import PagerModel
import PagerWire

/// A generator of scenes from random commands, in which all transitions have ended.
struct RandomScene {
    private var random: RandomBook.Generator
    private let seed: UInt64
    /// Whether containers may have children in addition to their lists.
    private let childrenEverywhere: Bool

    init(seed: UInt64, childrenEverywhere: Bool = false) {
        self.seed = seed
        self.childrenEverywhere = childrenEverywhere
        random = RandomBook.Generator(state: seed &* 7_919)
    }

    private mutating func chance(_ share: Double) -> Bool {
        Double.random(in: 0..<1, using: &random) < share
    }

    private mutating func pick<T>(_ values: [T]) -> T { values.randomElement(using: &random)! }

    private mutating func number(_ values: Range<Int>) -> Value {
        .integer(Int.random(in: values, using: &random))
    }

    /// Shows a random book and changes it by random commands. Refused commands change nothing.
    mutating func stage() throws -> Stage {
        var random = RandomBook(seed: seed, childrenEverywhere: childrenEverywhere)
        var stage = try Stage(random.book().json)
        for number in 0..<Int.random(in: 5...60, using: &self.random) {
            let command = command(number, stage)
            try? stage.carryOut(command.0, command.1)
        }
        return stage
    }

    private mutating func command(_ number: Int, _ stage: Stage) -> (String, Value) {
        let controllers = stage.running.controllers.map(\.id.text)
        let views = stage.running.views.filter { $0.controller == nil }.map(\.id.text)
        let anybody = Value.string(pick(controllers + ["c0"]))
        let other = pick(controllers + ["c1"])
        let place = pick(controllers + views + ["v0"])
        let any = Value.string(pick(controllers + views + views + ["v0"]))
        switch Int.random(in: 0..<26, using: &random) {
        case 0...2: return ("view.create", ["id": .string("v\(number)"), "frame": frame()])
        case 3...6:
            return ("view.addSubview", ["view": any, "to": .string(place)])
        case 7: return ("view.removeFromSuperview", ["view": any])
        case 8...11: return ("view.set", .object([.init("view", any)] + properties()))
        case 12:
            return (
                "view.addSubview",
                ["view": any, "to": .string(place), "at": 0]
            )
        case 13:
            let parents = stage.running.controllers.filter {
                childrenEverywhere || $0.kind == "view"
            }.map(\.id.text)
            return (
                "controller.addChild",
                ["parent": .string(pick(parents + ["c0"])), "child": .string(other)]
            )
        case 14:
            return (
                "pager.select", ["id": anybody, "index": self.number(0..<4), "animated": false]
            )
        case 15: return ("pager.pause", ["id": anybody])
        case 16: return ("tabBar.select", ["id": anybody, "index": self.number(0..<4)])
        case 17:
            return (
                "split.setDisplayMode",
                ["id": anybody, "mode": .string(pick(SplitDisplayMode.allCases).rawValue)]
            )
        case 18, 19:
            var members: [Value.Member] = [
                .init("from", anybody), .init("controller", .string(other)),
                .init("animated", false),
            ]
            if chance(0.8) {
                members.append(.init("style", .string(pick(PresentationStyle.allCases).rawValue)))
            }
            if chance(0.4) { members.append(.init("removesPresentersView", true)) }
            if chance(0.4) { members.append(.init("transition", "crossDissolve")) }
            return ("modal.present", .object(members))
        case 20: return ("modal.dismiss", ["id": anybody, "animated": false])
        case 21:
            return (
                "window.resize",
                [
                    "id": "w0",
                    "size": ["width": self.number(200..<1_200), "height": self.number(200..<900)],
                ]
            )
        case 22:
            return (
                "navigation.push",
                ["id": anybody, "controller": .string(other), "animated": false]
            )
        case 23:
            // A book cannot describe a popped column of a narrow split; see DumpOfAnyStateTests.
            let id = anybody.string ?? ""
            let isNarrow = !stage.running.collapsedMembers(of: id).isEmpty
            return ("navigation.pop", ["id": isNarrow ? "ghost" : anybody, "animated": false])
        case 24: return ("controller.update", .object([.init("id", anybody)] + options()))
        default:
            return (
                "transition.define",
                ["style": .string("s\(number)"), "tracks": ["from": [], "to": []]]
            )
        }
    }

    private mutating func frame() -> Value {
        [
            "x": number(-20..<200), "y": number(0..<200), "width": number(0..<500),
            "height": number(0..<500),
        ]
    }

    private mutating func properties() -> [Value.Member] {
        var members: [Value.Member] = []
        if chance(0.5) { members.append(.init("frame", frame())) }
        if chance(0.3) { members.append(.init("hidden", .bool(chance(0.6)))) }
        if chance(0.3) { members.append(.init("alpha", .number(pick([0, 0.25, 1])))) }
        if chance(0.3) { members.append(.init("clipsToBounds", true)) }
        if members["alpha"] == 0.25 { members.append(.init("transform", ["a": 2, "ty": -5])) }
        if members["alpha"] == 1 { members.append(.init("transform", .object([]))) }
        if chance(0.3) { members.append(.init("backgroundColor", .string(pick(["red", "#fff"])))) }
        if chance(0.3) {
            members.append(
                .init(
                    "autoresizing", .array(pick([[], ["flexibleWidth"], ["flexibleLeftMargin"]]))))
        }
        return members
    }

    private mutating func options() -> [Value.Member] {
        var members: [Value.Member] = []
        let texts = [
            "", " a", "yes", "17", "0x1F", "a\nb\n\n", "\tb", "# c", "é\u{301}", "\"q\": 'x'",
        ]
        if chance(0.4) { members.append(.init("title", .string(pick(texts)))) }
        if chance(0.4) {
            members.append(
                .init("content", ["type": "text/plain", "body": .string(pick(texts))]))
        }
        if chance(0.2) {
            members.append(
                .init("modalPresentationStyle", .string(pick(["formSheet", "fullScreen"]))))
        }
        if chance(0.2) { members.append(.init("modalTransitionStyle", "crossDissolve")) }
        if chance(0.2) { members.append(.init("definesPresentationContext", true)) }
        if chance(0.2) {
            members.append(.init("preferredContentSize", ["width": 5, "height": 6.5]))
        }
        if chance(0.2) {
            members.append(
                .init(
                    "on",
                    [
                        "viewDidLoad": [
                            ["method": "controller.loadViewIfNeeded", "params": ["id": "$self"]]
                        ]
                    ]))
        }
        return members
    }
}
