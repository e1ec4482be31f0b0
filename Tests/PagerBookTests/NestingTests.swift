@testable import PagerBook
import PagerDump
import PagerModel
import RandomCommands
import Testing

/// Tests that traversals of a daemon's records terminate. Records that have two parents, contain
/// themselves or are nested too deeply are refused before any traversal.
@Suite struct NestingTests {
    /// Records of a daemon in a short form.
    private struct Records {
        var windows: [WindowRecord] = []
        var controllers: [ControllerRecord] = []
        var views: [ViewRecord] = []

        mutating func add(
            _ id: String, _ kind: String = Kinds.plain, parent: String? = nil,
            children: [String] = [], presentedBy presenter: String? = nil,
            _ ofKind: [Value.Member] = []
        ) {
            var record = ControllerRecord()
            record.id = Identifier(unchecked: id)
            record.kind = kind
            record.parent = parent.map { Identifier(unchecked: $0) }
            record.children = children.map { Identifier(unchecked: $0) }
            record.presentingViewController = presenter.map { Identifier(unchecked: $0) }
            record.ofKind = ofKind
            controllers.append(record)
        }

        mutating func add(view id: String, subviews: [String], in superview: String? = nil) {
            var record = ViewRecord()
            record.id = Identifier(unchecked: id)
            record.superview = superview.map { Identifier(unchecked: $0) }
            record.subviews = subviews.map { Identifier(unchecked: $0) }
            views.append(record)
        }

        mutating func add(window id: String, root: String) {
            var record = WindowRecord()
            record.id = Identifier(unchecked: id)
            record.root = Identifier(unchecked: root)
            windows.append(record)
        }

        func running() throws(CommandError) -> LiveState {
            try LiveState(windows: windows, controllers: controllers, styles: [], views: views)
        }

        /// The reason why these records are refused, or an empty text.
        var problem: String {
            do {
                _ = try running()
                return ""
            } catch {
                return "\(error.path ?? ""): \(error.message)"
            }
        }
    }

    private static let ending = "; the daemon is broken, or is not pagerd"

    private func problem(_ make: (inout Records) -> Void) -> String {
        var records = Records()
        make(&records)
        return records.problem
    }

    @Test func `Two records with the same id are refused`() {
        #expect(
            problem {
                $0.add("a")
                $0.add("a")
            } == "controllers[1]: there are two records of the controller a" + Self.ending)
        #expect(
            problem {
                $0.add(window: "w", root: "a")
                $0.add(window: "w", root: "b")
            } == "windows[1]: there are two records of the window w" + Self.ending)
        #expect(
            problem {
                $0.add(view: "v", subviews: [])
                $0.add(view: "v", subviews: [])
            } == "views[1]: there are two records of the view v" + Self.ending)
    }

    @Test func `A controller in two places is refused`() {
        #expect(
            problem {
                $0.add("a", "pager", [.init("pages", ["c"])])
                $0.add("b", "navigation", [.init("controllers", ["c"])])
                $0.add("c")
            } == "controllers[2]: the controller c has two places, in a and in b" + Self.ending)
        #expect(
            problem {
                $0.add("a", children: ["b", "b"]); $0.add("b")
            }
                == "controllers[1]: the controller b has two places, in a and in a" + Self.ending)
        #expect(
            problem {
                $0.add(window: "w", root: "a")
                $0.add(window: "x", root: "a")
                $0.add("a")
            } == "controllers[0]: the controller a has two places, as root of w and as root of x"
                + Self.ending)
        #expect(
            problem {
                $0.add("a", children: ["b"])
                $0.add("b", presentedBy: "a")
            } == "controllers[1]: the controller b has two places, in a and presented by a"
                + Self.ending)
        #expect(
            problem {
                $0.add(view: "v", subviews: ["x"])
                $0.add(view: "w", subviews: ["x"])
                $0.add(view: "x", subviews: [], in: "v")
            } == "views[2]: the view x has two places, in v and in w" + Self.ending)
    }

    @Test func `A record that contains itself is refused`() {
        #expect(
            problem { $0.add("p", "pager", [.init("pages", ["p"])]) }
                == "controllers[0]: the controller p contains itself" + Self.ending)
        #expect(
            problem {
                $0.add("a", parent: "c", children: ["b"])
                $0.add("b", parent: "a", children: ["c"])
                $0.add("c", parent: "b", children: ["a"])
            } == "controllers[0]: the controller a contains itself, through b, c" + Self.ending)
        #expect(
            problem {
                $0.add("a", presentedBy: "b")
                $0.add("b", presentedBy: "a")
            } == "controllers[0]: the controller a is its own parent or presenter, through b"
                + Self.ending)
        #expect(
            problem { $0.add("a", parent: "a") }
                == "controllers[0]: the controller a is its own parent or presenter" + Self.ending)
        #expect(
            problem {
                $0.add(view: "v", subviews: ["w"], in: "w")
                $0.add(view: "w", subviews: ["v"], in: "v")
            } == "views[0]: the view v contains itself, through w" + Self.ending)
    }

    @Test func `A narrow split may have its secondary column on the stack of its primary one`() {
        func add(_ records: inout Records, _ ofDetail: [Value.Member], _ kind: String) {
            records.add("s", "split", [.init("primary", "n"), .init("secondary", "d")])
            records.add("n", "navigation", [.init("controllers", ["l", "d"])])
            records.add("l")
            records.add("d", kind, ofDetail)
        }
        #expect(problem { add(&$0, [], "view") } == "")
        #expect(
            problem { add(&$0, [.init("controllers", ["n"])], "navigation") }
                == "controllers[1]: the controller n contains itself, through d" + Self.ending)
    }

    private static let deep = Limits.depth

    /// Returns the problem of a chain of records `n0`, `n1`, ...
    private func problem(
        ofChain length: Int,
        _ add: (inout Records, _ id: String, _ outer: String?, _ inner: [String])
            -> Void
    ) -> String {
        problem { records in
            for index in 0..<length {
                add(
                    &records, "n\(index)", index == 0 ? nil : "n\(index - 1)",
                    index == length - 1 ? [] : ["n\(index + 1)"])
            }
        }
    }

    @Test func `Records may be nested as deeply as a daemon allows, and no deeper`() {
        let chains: [(inout Records, String, String?, [String]) -> Void] = [
            { $0.add($1, parent: $2, children: $3) },
            { $0.add($1, "pager", [.init("pages", .array($3.map { .string($0) }))]) },
            { (records, id, outer, _) in records.add(id, presentedBy: outer) },
            { $0.add(view: $1, subviews: $3, in: $2) },
        ]
        for (number, chain) in chains.enumerated() {
            #expect(problem(ofChain: Self.deep, chain) == "", "chain \(number)")
            let told = problem(ofChain: Self.deep + 1, chain)
            #expect(
                told.hasSuffix("n\(Self.deep) is more than \(Self.deep) levels deep" + Self.ending),
                "chain \(number): \(told)")
        }
    }

    /// Returns records whose lists, parents and presenters are random choices from a few ids.
    private func randomRecords(_ random: inout SeededGenerator) -> Records {
        var records = Records()
        let ids = (0..<Int.random(in: 1...6, using: &random)).map { "n\($0)" }
        func some(_ chance: Double) -> [String] { ids.filter { _ in random.chance(chance) } }
        func one(_ chance: Double) -> String? {
            random.chance(chance) ? random.pick(ids) : nil
        }
        for id in ids {
            let density = random.pick([0.02, 0.1, 0.2])
            let list = Value.array(some(density).map { .string($0) })
            func slot() -> Value { one(density).map { .string($0) } ?? .null }
            let (kind, ofKind): (String, [Value.Member]) = random.pick([
                ("view", []), ("pager", [.init("pages", list)]),
                ("navigation", [.init("controllers", list)]),
                ("split", [.init("primary", slot()), .init("secondary", slot())]),
            ])
            records.add(
                id, kind, parent: one(density), children: some(density), presentedBy: one(density),
                ofKind)
            records.add(view: "v" + id, subviews: some(density).map { "v" + $0 }, in: one(0.5))
        }
        if let root = one(0.5) { records.add(window: "w", root: root) }
        return records
    }

    @Test func `Any records of a daemon are refused, or dumped and compared completely`() throws {
        let book = try makeBook("root: {id: other}")
        let seed = RandomTest.seed
        var random = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<2_000 {
            let records = randomRecords(&random)
            guard let running = try? records.running() else { continue }
            accepted += 1
            let lines = running.dump.split(separator: "\n")
            for record in records.controllers {
                let places = lines.filter { $0.hasSuffix("id: \(record.id)") }.count
                #expect(places == 1, "\(record.id) is written \(places) times, seed \(seed)")
            }
            _ = try book.changes(to: running)
        }
        #expect(accepted > 100 && accepted < 1_900, "\(accepted) accepted, seed \(seed)")
    }
}
