import Containers
import Containment
import PagerModel
import RandomCommands
import Testing

/// A pager with a data source that is a function in this test. Its pages are numbered.
private struct EndlessPager {
    var scene = Scene(kinds: Containers.kinds)

    init(keep: Int, readAhead: Int) throws {
        let source = PageSource {
            $0.readAhead = readAhead
            $0.keep = keep
            $0.timeout = 60
        }
        try scene.apply(WindowCreate { $0.id = "w" }, at: .zero)
        var create = ControllerCreate {
            $0.id = "book"
            $0.kind = "pager"
        }
        create.options = [
            .init("dataSource", Value(source)), .init("duration", 0),
        ]
        try scene.apply(create, at: .zero)
        try scene.apply(
            ControllerCreate {
                $0.id = "p0"
                $0.kind = "view"
            }, at: .zero)
        try scene.apply(
            PagerSetPages {
                $0.id = "book"
                $0.pages = ["p0"]
            }, at: .zero)
        try scene.apply(
            WindowSetRoot {
                $0.id = "w"
                $0.controller = "book"
            }, at: .zero)
    }

    /// The record that clients see.
    var record: Value {
        get throws { Value(try ControllerGet { $0.id = "book" }.reply(in: scene)) }
    }

    private func members(_ name: String) throws -> [Value] { try record[name]?.array ?? [] }

    var requests: [Value] { get throws { try members("requests") } }

    var pages: [String] { get throws { try members("pages").compactMap(\.string) } }

    var selected: String? { get throws { try record["selected"]?.string } }

    /// Replies to open requests: destroys released pages and creates needed ones.
    mutating func answer() throws {
        while let request = try requests.first {
            guard let number = request["request"]?.integer,
                let beside = request["beside"]?.string.flatMap({ Int($0.dropFirst()) })
            else { return }
            let page = request["side"] == "after" ? beside + 1 : beside - 1
            var answer = PageAnswer {
                $0.request = number
                $0.page = nil
            }
            if page >= 0 {
                let id = Identifier(unchecked: "p\(page)")
                try scene.apply(
                    ControllerCreate {
                        $0.id = id
                        $0.kind = "view"
                    }, at: scene.now)
                answer.page = id
            }
            try scene.apply(
                PagerSupply {
                    $0.id = "book"
                    $0.answer = answer
                }, at: scene.now)
        }
    }

    mutating func turn(_ isForward: Bool) throws {
        let before = Set<String>(try pages)
        if isForward {
            try scene.apply(PagerNext { $0.id = "book" }, at: scene.now)
        } else {
            try scene.apply(PagerPrevious { $0.id = "book" }, at: scene.now)
        }
        try answer()
        scene.drain { _ in }
        for page in before.subtracting(try pages) {
            try scene.apply(
                ControllerDestroy { $0.id = Identifier(unchecked: page) }, at: scene.now)
        }
    }
}

@Suite struct PagesOnDemandTests {
    @Test func `A pager with a data source keeps only the pages within its option keep`() throws {
        var pager = try EndlessPager(keep: 2, readAhead: 1)
        try pager.answer()
        for turn in 1...2_000 {
            try pager.turn(true)
            try #require(try pager.selected == "p\(turn)")
            try #require(try pager.pages.count <= 5)
        }
        #expect(try pager.pages == ["p1998", "p1999", "p2000", "p2001"])
        // The window, the pager and its pages.
        #expect(pager.scene.count().controllers == 1 + 4)
        #expect(pager.scene.deadlineCount <= 66)
    }

    @Test func `A pager that goes back requests the released pages again`() throws {
        var pager = try EndlessPager(keep: 1, readAhead: 0)
        for turn in 1...20 {
            try pager.turn(true)
            try #require(try pager.selected == "p\(turn)")
        }
        for turn in (0..<20).reversed() {
            try pager.turn(false)
            try #require(try pager.selected == "p\(turn)")
        }
        try pager.turn(false)
        #expect(try pager.selected == "p0")
    }

    @Test func `A scene is archived with its open requests and a queued page turn`() throws {
        var pager = try EndlessPager(keep: 1, readAhead: 0)
        try pager.scene.apply(PagerNext { $0.id = "book" }, at: pager.scene.now)
        pager.scene.drain { _ in }
        let bytes = pager.scene.archived()
        pager.scene = try Scene(archived: bytes)
        #expect(try pager.requests.count == 1)
        try pager.answer()
        #expect(try pager.selected == "p1")
    }
}
