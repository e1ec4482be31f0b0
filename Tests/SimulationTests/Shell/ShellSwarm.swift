import PagerModel
import RandomCommands

/// Random steps for a shell: commands of all types, and all faults of its environment.
struct ShellSwarm: StepSource {
    private var random: SeededGenerator
    private var swarm: Swarm
    private var declared: DeclaredCommands
    private var spoiler: Spoiler
    /// The running interactive transitions; see `Swarm.held`.
    var held: [String] {
        get { swarm.held }
        set { swarm.held = newValue }
    }

    /// The rate of faults in this run.
    private let rate: Double

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed ^ 0x5eed)
        swarm = Swarm(
            seed: seed, reactions: seed % 3 == 1 ? .many : .few, spoiled: Swarm.usuallySpoiled)
        declared = DeclaredCommands(seed: seed)
        spoiler = Spoiler(seed: seed)
        rate = random.pick([0.02, 0.1, 0.3])
    }

    /// Returns the initial steps of every run.
    mutating func prologue() -> [Step] {
        let world = Step(
            method: "world",
            params: [
                "clock": random.pick(["manual", "real"]),
                "retain": .integer(random.pick([40, 400, 100_000])),
                "growth": .integer(random.pick([4_000, 20_000, 1 << 20])),
                "sync": .bool(random.chance(0.3)),
            ])
        return [world, register("maps"), register("notes")]
            + Swarm.prologue.map { hosted($0) }
    }

    mutating func next() -> Step {
        if random.chance(rate) { return fault() }
        if random.chance(0.04) { return batch() }
        if random.chance(0.02) { return askingBatch() }
        if random.chance(0.02) { return register(random.pick(["maps", "notes"])) }
        return random.chance(0.04) ? ofAnyMethod() : hosted(swarm.next())
    }

    /// Returns a command of any method, some with a past revision or with the id of the last one.
    private mutating func ofAnyMethod() -> Step {
        let step = declared.next()
        let kinds: [Value] = [["ifRevision": 1], ["reusesID": true], [:], [:]]
        let wrong = random.chance(0.3) ? spoiler.spoil(step) : step
        return make(
            "request",
            ["method": .string(wrong.method), "params": wrong.params, "more": random.pick(kinds)])
    }

    /// Assigns some plain controllers to a plugin.
    private mutating func hosted(_ step: Step) -> Step {
        guard step.method == "controller.create", step.params["kind"] == "view",
            random.chance(0.4), let members = step.params.members
        else { return step }
        let kind: Value = random.pick(["maps", "notes"])
        return Step(
            method: step.method,
            params: .object(members.map { .init($0.name, $0.name == "kind" ? kind : $0.value) }))
    }

    private mutating func batch() -> Step {
        let commands = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            let step = random.chance(0.2) ? asking() : hosted(swarm.next())
            return ["method": .string(step.method), "params": step.params] as Value
        }
        return Step(
            method: "batch",
            params: ["commands": .array(commands), "atomic": .bool(random.chance(0.5))])
    }

    /// Returns a batch that shows a page of each plugin and selects the other one.
    private mutating func askingBatch() -> Step {
        let select = asking()
        let commands: [Value] = [
            ["method": "controller.create", "params": ["id": "page1", "kind": "maps"]],
            ["method": "controller.create", "params": ["id": "page2", "kind": "notes"]],
            ["method": "pager.setPages", "params": ["id": "pg", "pages": ["page1", "page2"]]],
            ["method": "window.setRoot", "params": ["id": "w", "controller": "pg"]],
            ["method": .string(select.method), "params": select.params],
            ["method": "controller.update", "params": ["id": "pg", "title": "asked"]],
        ]
        return make(
            "batch", ["commands": .array(commands), "atomic": .bool(random.chance(0.2))])
    }

    /// Returns a user's command that may need a plugin's decision.
    private mutating func asking() -> Step {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: make("tabBar.select", ["id": "tab", "index": number(0...2), "user": true])
        case 1: make("modal.dismiss", ["id": .string(random.pick(Swarm.plain)), "user": true])
        default:
            make(
                random.pick(["pager.next", "pager.previous"]),
                ["id": "pg", "user": true, "animated": .bool(random.chance(0.3))])
        }
    }

    /// Returns the plugins in the next daemon's configuration. It may assign a kind to another
    /// plugin than before.
    private mutating func configured() -> Value {
        random.pick([
            [], [], [["name": "maps", "kinds": ["maps"]]], [["name": "notes", "kinds": ["maps"]]],
            [["name": "maps", "kinds": ["notes"]], ["name": "notes", "kinds": ["maps"]]],
        ])
    }

    private mutating func fault() -> Step {
        let name = random.pick(["maps", "notes"])
        switch Int.random(in: 0..<30, using: &random) {
        case 0...3: return make("wait", ["seconds": random.pick([0.05, 0.15, 0.5, 3])])
        case 4: return make("wait", ["seconds": random.pick([60, 300])])
        case 5...6: return make("again", [:])
        case 7: return make("disk.full", ["turns": number(1...12)])
        case 8...9:
            return make(
                "disk.break",
                [
                    "bytes": number(0...200), "sync": .bool(random.chance(0.5)),
                    "kill": .bool(random.chance(0.5)),
                ])
        case 10: return make("daemon.end", ["plugins": configured()])
        case 11...12:
            return make(
                "daemon.kill",
                [
                    "zeros": number(0...300), "seconds": random.pick([0, 1, 100]),
                    "plugins": configured(),
                ])
        case 13...15: return make("observer.deaf", ["events": number(1...60)])
        case 16...18: return register(name)
        case 19:
            return make(
                "plugin.die",
                ["name": .string(name), "how": random.pick(["process", "connection", "program"])])
        case 28...29:
            return make(
                "plugin.fail", ["name": .string(name), "isFound": .bool(random.chance(0.5))])
        case 20:
            return make("plugin.hang", ["name": .string(name), "hangs": .bool(random.chance(0.6))])
        case 21...24:
            return make(
                "plugin.answer",
                [
                    "name": .string(name),
                    "to": random.pick(["oldest", "newest", "newest", "nobody"]),
                    "answer": random.pick([true, true, false, nil, 7, "a", ["type": "text/plain"]]),
                ])
        case 25:
            let step = declared.next()
            return make(
                "plugin.ask",
                [
                    "name": .string(name), "method": .string(step.method), "params": step.params,
                ])
        default:
            let id = Value.string(random.pick(Swarm.plain))
            return make(
                "plugin.ask",
                [
                    "name": .string(name),
                    "method": random.pick([
                        "controller.update", "controller.destroy", "server.ping", "nothing",
                    ]),
                    "params": ["id": id],
                ])
        }
    }

    private mutating func register(_ name: String) -> Step {
        let deadline = Value.number(random.pick([0.1, 0.5, 20]))
        let standard = Value.bool(random.chance(0.5))
        let decisions: [Value] = random.pick([
            [], ["shouldSelect", "contentFor"],
            [
                ["question": "shouldSelect", "deadline": deadline, "default": standard],
                ["question": "shouldDismiss", "default": false],
                ["question": "shouldPop", "deadline": deadline, "default": standard], "pageAfter",
                "pageBefore",
                ["question": "contentFor", "deadline": deadline],
            ],
            // Refused if the configuration does not grant `decide`.
            [
                ["question": "shouldSelect", "of": ["pg", "tab"], "default": false],
                ["question": "pageAfter", "of": ["pg"], "deadline": deadline],
            ],
        ])
        return make(
            "plugin.register",
            [
                "name": .string(name), "since": .bool(random.chance(0.5)),
                "decisions": .array(decisions),
            ])
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Value {
        .integer(Int.random(in: range, using: &random))
    }

    private func make(_ method: String, _ params: Value) -> Step {
        Step(method: method, params: params)
    }
}
