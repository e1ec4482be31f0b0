import Foundation
@testable import PagerBook
import PagerDump
import PagerModel
import PagerWire
import RandomCommands
import Testing

/// Tests that a dump restores the same scene in a fresh daemon.
@Suite struct DumpTests {
    /// Returns the state without the parts that a book does not contain, such as earlier
    /// selections.
    private func comparable(_ stage: Stage) -> [String: Value] {
        let running = stage.running
        var picture: [String: Value] = [:]
        for record in running.windows { picture[record.id.text] = Value(fields: record) }
        for view in running.views where view.controller == nil {
            picture[view.id.text] = Value(fields: view)
        }
        for record in running.controllers {
            let omitted = omitted(record, running)
            picture[record.id.text] = .object(
                (Value(fields: record).members ?? []).filter { !omitted.contains($0.name) })
            guard let view = running.view(record.id.text), !omitted.contains("superview") else {
                continue
            }
            let hasList = !omitted.contains("children")
            picture["view of " + view.id.text] = .object(
                (Value(fields: view).members ?? []).filter { hasList || $0.name != "subviews" })
        }
        for presentation in running.presentations.values {
            picture["presentation of " + presentation.id.text] = Value(fields: presentation)
        }
        return picture
    }

    /// Returns the members that a dump omits: the state between two callbacks, and leftovers of
    /// containers outside of any window.
    private func omitted(_ record: ControllerRecord, _ running: LiveState) -> [String] {
        var names = ["isMovingToParent", "isMovingFromParent"]
        if record.window == nil { names += ["appearance", "collapsed", "subviews"] }
        if record.window == nil, record.kind != "view" { names.append("children") }
        if isLeftOver(record, running) {
            names += ["isViewLoaded", "frame", "superview", "parent"]
            names += ["navigationController", "tabBarController", "splitViewController"]
        }
        return names
    }

    /// Whether a controller is in no window, and was or will be shown by a container.
    private func isLeftOver(_ record: ControllerRecord, _ running: LiveState) -> Bool {
        var id: String? = record.id.text
        while let child = id, record.window == nil {
            id =
                running.owner(of: child)
                ?? (running[child]?.superview ?? running.view(child)?.superview)?.text
            if let kind = id.flatMap({ running[$0]?.kind }), kind != "view" { return true }
        }
        return false
    }

    /// Returns a dump without its comments, which list the state that cannot be restored.
    private func text(of stage: Stage) -> [Substring] {
        stage.running.dump.split(separator: "\n").filter { !$0.hasPrefix("#") }
    }

    private func differences(_ one: Stage, _ other: Stage) -> [String] {
        let (one, other) = (comparable(one), comparable(other))
        return Set(one.keys).union(other.keys).sorted().flatMap { name -> [String] in
            guard let left = one[name], let right = other[name] else {
                return ["\(name): \(one[name] == nil ? "is new" : "is lost")"]
            }
            return (left.members ?? []).filter { right[$0.name] != $0.value }.map {
                "\(name).\($0.name): \($0.value.json), then \((right[$0.name] ?? .null).json)"
            }
        }
    }

    @Test(arguments: RandomTest.seeds(100))
    func `A dump restores the scene in a fresh daemon`(seed: UInt64) throws {
        var random = RandomScene(seed: seed)
        try check(try random.stage(), seed)
    }

    @Test(arguments: RandomTest.seeds(100))
    func `A dump contains the children that clients have added to containers`(seed: UInt64) throws {
        var random = RandomScene(seed: seed, childrenEverywhere: true)
        // A container adds its shown page to its children, before or after a client's child, and
        // the page stays a child later.
        try check(
            try random.stage(), seed,
            besides: [
                "children", "subviews", "presentingViewController", "presentedViewController",
            ])
    }

    private func check(_ stage: Stage, _ seed: UInt64, besides names: [String] = []) throws {
        let dump = stage.running.dump
        let book: Book
        do {
            book = try makeBook(dump)
        } catch {
            Issue.record("seed \(seed): \(error)\n\(dump)")
            return
        }
        var fresh = Stage()
        do {
            try fresh.carryOut(book.commands)
        } catch {
            Issue.record("seed \(seed): \(book.describe(error))\n\(dump)")
            return
        }
        let found = differences(stage, fresh).filter { difference in
            !names.contains { difference.contains(".\($0): ") }
        }
        #expect(found.isEmpty, "seed \(seed)\n\(found.joined(separator: "\n"))\n\(dump)")
        let again = text(of: fresh)
        let first = zip(text(of: stage), again).first { $0 != $1 }
        #expect(
            text(of: stage) == again, "seed \(seed): \(first?.0 ?? "") is then \(first?.1 ?? "")")
        let rest = try book.changes(to: stage.running)
        #expect(
            rest.commands.isEmpty,
            "seed \(seed): \(rest.commands.map { "\($0.method) \($0.params.json)" })")
    }
}
