import PagerModel
import PagerWire

/// An invariant that holds for a pager after any commands.
enum Invariant: String, Sendable {
    /// After every accepted jump, the index is the requested one.
    case indexEqualsTarget
    /// One `didSelect` for a jump to another page, none for a jump to the shown one.
    case didSelectOncePerChange
    case oneEndedPerBegan
    /// The last `didSettle` is that of the last jump and comes after the last `didSelect`.
    case settlesOnTarget
    /// Every `will` callback has its `did` callback and vice versa.
    case balanced
    /// At the end, the selected page has appeared and all others have disappeared.
    case idleOnlySelectedAppeared
    /// A page that a jump passes over receives no callback.
    case passedOverSilent
    case indexFollowsSelected
}

extension Run {
    mutating func check(_ invariant: Invariant) throws {
        guard let pager = subject.pager else { return }
        switch invariant {
        case .indexEqualsTarget: checkTargets()
        case .didSelectOncePerChange: checkSelections(pager)
        case .oneEndedPerBegan:
            let automaton = Automaton(allEvents)
            faults += automaton.transitionFaults
            if !automaton.open.isEmpty { faults.append("never ended: \(automaton.open.described)") }
        case .settlesOnTarget: checkSettling(pager)
        case .balanced:
            let automaton = Automaton(allEvents)
            faults += automaton.appearanceFaults
            if !automaton.unsettled.isEmpty {
                faults.append("not settled: \(automaton.unsettled.described)")
            }
        case .idleOnlySelectedAppeared: try checkAppearances(pager)
        case .passedOverSilent: try checkSilence(pager)
        case .indexFollowsSelected: try checkIndex(pager)
        }
    }

    /// The accepted jumps by index and their targets.
    private var jumps: [(step: Done, target: Int)] {
        steps.compactMap { step in
            guard step.method == "pager.select", step.refusal == nil,
                let target = step.params["index"]?.integer
            else { return nil }
            return (step, target)
        }
    }

    private mutating func checkTargets() {
        for (step, target) in jumps {
            let index = step.record?["index"] ?? .null
            if index != .integer(target) {
                faults.append("after the jump to \(target) the index is \(index.json)")
            }
        }
    }

    private mutating func checkSelections(_ pager: String) {
        var index = firstIndex
        for (step, target) in jumps {
            let said = step.events.selections(of: pager).map { event in
                [event["index"] ?? .null, event["previousIndex"] ?? .null]
            }
            let expected: [[Value]] =
                index == .integer(target) ? [] : [[.integer(target), index]]
            if said != expected {
                faults.append(
                    "jump to \(target): didSelect with \(said.map { Value.array($0).json }), "
                        + "expected \(expected.map { Value.array($0).json })")
            }
            index = .integer(target)
        }
        guard steps.allSatisfy({ ["pager.select", "clock.advance"].contains($0.method) }) else {
            return
        }
        let others = steps.filter { $0.method != "pager.select" }
            .flatMap { $0.events.selections(of: pager) }
        if !others.isEmpty { faults.append("\(others.count) didSelect outside of the jumps") }
    }

    private mutating func checkSettling(_ pager: String) {
        let settled = events.filter {
            $0["event"] == "didSettle" && $0["subject"] == .string(pager)
        }
        guard let last = settled.last else {
            faults.append("there is no didSettle")
            return
        }
        if let target = jumps.last?.target, last["index"] != .integer(target) {
            faults.append("the last didSettle is \(Token(last)), expected index \(target)")
        }
        let selected = events.selections(of: pager).last?["seq"]?.integer ?? 0
        if let seq = last["seq"]?.integer, seq < selected {
            faults.append("no didSettle after the last didSelect")
        }
    }

    private mutating func checkAppearances(_ pager: String) throws {
        let record = try record(of: pager)
        for page in record["pages"]?.array?.compactMap(\.string) ?? [] {
            let state = try self.record(of: page)["appearance"] ?? .null
            let expected: Value = record["selected"] == .string(page) ? "appeared" : "disappeared"
            if state != expected {
                faults.append("\(page) is \(state.json), expected \(expected.json)")
            }
        }
    }

    private mutating func checkSilence(_ pager: String) throws {
        let pages = try record(of: pager)["pages"]?.array?.compactMap(\.string) ?? []
        let visited = jumps.map(\.target) + [firstIndex.integer].compactMap { $0 }
        let silent = Set(pages).subtracting(
            visited.filter(pages.indices.contains).map { pages[$0] })
        let spoken = events.first { event in
            silent.contains(event["subject"]?.string ?? "")
                && ["lifecycle", "containment"].contains(event["category"]?.string)
        }
        if let spoken { faults.append("passed over, and yet \(Token(spoken))") }
    }

    private mutating func checkIndex(_ pager: String) throws {
        let record = try record(of: pager)
        let pages = record["pages"]?.array ?? []
        guard let index = record["index"]?.integer, pages.indices.contains(index),
            pages[index] == record["selected"]
        else {
            faults.append("pages, index and selected do not agree: \(record.json)")
            return
        }
    }
}

extension [Value] {
    fileprivate func selections(of pager: String) -> [Value] {
        filter {
            $0["event"] == "didSelect" && $0["category"] == "pager"
                && $0["subject"] == .string(pager)
        }
    }
}
