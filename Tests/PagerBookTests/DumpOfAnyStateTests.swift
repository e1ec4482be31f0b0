import Foundation
@testable import PagerBook
import PagerDump
import PagerModel
import PagerWire
import RandomCommands
import Testing

/// Tests that a dump of any state either restores it in a fresh daemon, or names what it loses.
@Suite struct DumpOfAnyStateTests {
    private static let books = [
        """
        window: {id: w, size: {width: 390, height: 844}}
        root:
          kind: split
          id: spl
          primary: {kind: navigation, id: nav, stack: [{id: a}, {id: c, definesPresentationContext: true}]}
          secondary: {id: b}
        controllers: [{id: d, definesPresentationContext: true}, {id: e}, {id: f}, {id: g}, {id: h}]
        """,
        """
        window: {id: w, size: {width: 390, height: 844}}
        root:
          kind: tabBar
          id: tab
          backBehavior: history
          controllers:
            - {id: c, definesPresentationContext: true, children: [{id: d, definesPresentationContext: true}]}
            - {kind: pager, id: pg, autoAdvance: 5, autoAdvanceOnInteraction: stop, pages: [{id: a, definesPresentationContext: true}, {id: b}]}
            - {kind: navigation, id: nav, stack: [{id: e}]}
        controllers: [{id: f}, {id: g}, {id: h}]
        """,
    ]

    /// Returns a state after random commands, and without running transitions.
    private func stage(_ seed: UInt64, _ random: inout SeededGenerator) throws -> Stage {
        var stage = Stage()
        if random.chance(0.7) {
            try stage.carryOut(try makeBook(random.pick(Self.books)).commands)
        } else {
            for step in Swarm.prologue { stage.carryOut(step) }
        }
        var swarm = Swarm(seed: seed, reactions: .none)
        let isTurning = random.chance(0.7)
        for _ in 0..<random.pick([3, 10, 30, 100]) {
            if random.chance(0.03) {
                Self.showAlarm(&stage, &random)
            } else {
                stage.carryOut(
                    isTurning && random.chance(0.6) ? turn(stage, &random) : swarm.next())
            }
        }
        stage.endTransitions()
        return stage
    }

    /// Returns a command that presents something in a context, or that hides or shows a page.
    private func turn(_ stage: Stage, _ random: inout SeededGenerator) -> Step {
        let records = stage.running.controllers
        func one(_ isFit: (ControllerRecord) -> Bool) -> Value {
            .string(random.pick(records.filter(isFit).map(\.id.text) + ["ghost"]))
        }
        func some(_ kind: String) -> Value { one { $0.kind == kind } }
        let spare = one { $0.parent == nil && $0.window == nil }
        let (method, params): (String, Value) =
            switch random.pick(Array(0..<10)) {
            case 0...3:
                (
                    "modal.present",
                    [
                        "from": one { $0.window != nil }, "controller": spare,
                        "style": random.pick([
                            "currentContext", "currentContext", "overCurrentContext", "fullScreen",
                            "pageSheet",
                        ]), "animated": false,
                    ]
                )
            case 4: ("tabBar.select", ["id": some("tabBar"), "index": random.pick([0, 1, 2])])
            case 5:
                (
                    "pager.select",
                    [
                        "id": some("pager"), "index": random.pick([0, 1]), "animated": false,
                        "user": .bool(random.chance(0.5)),
                    ]
                )
            case 6, 7:
                (
                    "navigation.push",
                    ["id": some("navigation"), "controller": spare, "animated": false]
                )
            case 8: ("navigation.pop", ["id": some("navigation"), "animated": false])
            default:
                (
                    "split.show",
                    ["id": some("split"), "column": random.pick(["primary", "secondary"])]
                )
            }
        return Step(method: method, params: params)
    }

    // MARK: Alarms

    /// Shows an alarm above everything in a window, as `pagerctl alarm` does.
    private static func showAlarm(_ stage: inout Stage, _ random: inout SeededGenerator) {
        let running = stage.running
        guard let window = running.windows.randomElement(using: &random) else { return }
        let alarm = Value.string("alarm-\(window.id)")
        let mark: Value = ["alarm": true]
        var top = window.root?.text ?? "alarm-root"
        if window.root == nil {
            stage.carryOut(
                Step(
                    method: "controller.create",
                    params: ["id": "alarm-root", "kind": "view", "content": mark]))
            stage.carryOut(
                Step(
                    method: "window.setRoot",
                    params: ["id": .string(window.id.text), "controller": "alarm-root"]))
        }
        while let next = running.controllers.first(where: {
            running.presenter(of: $0.id.text) == top
        }) {
            top = next.id.text
        }
        stage.carryOut(
            Step(
                method: "controller.create",
                params: ["id": alarm, "kind": "view", "content": mark]))
        stage.carryOut(
            Step(
                method: "modal.present",
                params: [
                    "from": .string(top), "controller": alarm, "style": "fullScreen",
                    "animated": false, "interruption": "replace",
                ]))
    }

    @Test(arguments: RandomTest.seeds(150))
    func `A dump of any state starts a daemon, and restores the state or names what it loses`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let stage = try stage(seed, &random)
        let dump = stage.running.dump
        let comments = dump.split(separator: "\n").prefix { $0.hasPrefix("#") }.map(String.init)
        if dump.hasPrefix("# no daemon starts with this book: ") {
            Issue.record("seed \(seed)\n\(dump)")
            return
        }
        let named = Self.names(in: comments)
        func isNamed(_ id: String) -> Bool {
            let outer = stage.running.owner(of: id) ?? stage.running.presenter(of: id)
            return named.contains(id) || outer.map(isNamed) == true
        }
        var fresh = Stage()
        do {
            let book = try makeBook(dump)
            try fresh.carryOut(book.commands)
            for command in try book.changes(to: stage.running).commands {
                let id = ["controller", "view", "id"].compactMap { command.params[$0]?.string }[0]
                #expect(named.contains(id), "seed \(seed): \(command)\n\(dump)")
            }
        } catch {
            Issue.record("seed \(seed): \(error)\n\(dump)")
            return
        }
        for difference in differences(stage, fresh) where !isNamed(difference.id) {
            Issue.record(
                "seed \(seed): \(difference.id).\(difference.member) is \(difference.was), then \(difference.is)\n\(dump)"
            )
        }
    }

    /// Returns the ids that comments are about: the words before the values.
    private static func names(in comments: [String]) -> TextSet {
        TextSet(
            comments.flatMap { comment in
                let text = comment.replacing("# not in this book: ", with: "")
                return text.prefix { $0 != ":" }
                    .split { !($0.isLetter || $0.isNumber || $0 == "-") }.map(String.init)
            })
    }

    /// Returns the members of records that differ in a new daemon.
    private func differences(
        _ one: Stage, _ other: Stage
    ) -> [(id: String, member: String, was: String, is: String)] {
        let hasAlarm = one.running.controllers.contains { $0.options.content?["alarm"] == true }
        let (one, other) = (one.running.withoutAlarms, other.running)
        let members = [
            "kind", "window", "selected", "paused", "autoAdvanceHeld", "controllers", "primary",
            "secondary", "supplementary", "displayMode", "back", "forward", "hidden", "alpha",
            "title", "on", "sheet", "additionalSafeAreaInsets", "dwellTime",
        ]
        return one.controllers.flatMap {
            record -> [(id: String, member: String, was: String, is: String)] in
            let id = record.id.text
            let (left, right) = (Value(fields: record), other[id].map { Value(fields: $0) })
            // A split collapses, or collapses again, when it is shown.
            let collapses =
                record.window == nil
                && [one, other].contains { !$0.collapsedMembers(of: id).isEmpty }
            let (presenter, next) = (one.presenter(of: id), other.presenter(of: id))
            if presenter != next {
                return [(id, "presenter", presenter ?? "null", next ?? "null")]
            }
            // What an alarm covers is in no window.
            let compared = members.filter {
                (!collapses || $0 != "controllers") && (!hasAlarm || $0 != "window")
            }
            return compared.compactMap { name in
                let (was, now) = (left[name] ?? .null, right?[name] ?? .null)
                return was == now ? nil : (id, name, was.json, now.json)
            }
        }
    }
}
