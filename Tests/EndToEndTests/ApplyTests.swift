import DaemonUnderTest
import Foundation
import PagerClient
import PagerModel
import Testing

/// Tests of books that are applied to a running daemon.
@Suite struct ApplyTests {
    @Test func `apply creates the state of the book; a second apply changes nothing`() throws {
        let daemon = try TestDaemon()
        let tool = ControlTool(daemon)
        let folder = try Folder()
        try folder.write("1.md", "# One\n")
        try folder.write("2.md", "# Two\n")
        let first = try tool("apply", folder.path, "--human")
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output == "applied 6 commands\n")
        _ = try tool("next")
        #expect(try tool("apply", folder.path, "--human").output == "nothing to change\n")
        try folder.write("3.md", "# Three\n")
        try folder.remove("1.md")
        #expect(try tool("apply", folder.path).output == "{\"commands\":3}\n")
        let pager = try daemon.get("book")
        #expect(pager["pages"] == ["2", "3"])
        #expect(pager["selected"] == "2")
    }

    @Test func `An error is reported with its line, and nothing has changed`() throws {
        let daemon = try TestDaemon()
        let tool = ControlTool(daemon)
        let folder = try Folder()
        try folder.write("book.yaml", "pager:\n  id: book\n  pages: [{id: a}]\n")
        #expect(try tool("apply", "\(folder.path)/book.yaml").status == 0)
        try folder.write(
            "book.yaml",
            "pager:\n  id: book\n  pages:\n    - {id: a, title: T}\n"
                + "    - {id: b, modalTransitionStyle: nosuch}\n")
        let result = try tool("apply", "\(folder.path)/book.yaml")
        #expect(result.status != 0)
        #expect(result.errors.contains("book.yaml:5:15: "), "\(result.errors)")
        #expect(try daemon.get("a")["title"] == .null)
        try folder.write("book.yaml", "pager:\n  pages: 7\n")
        let mistake = try tool("apply", "\(folder.path)/book.yaml")
        #expect(mistake.errors.contains("book.yaml:2:3: "), "\(mistake.errors)")
    }

    @Test func `All broken pages of a book are named at once`() throws {
        let daemon = try TestDaemon()
        defer { withExtendedLifetime(daemon) {} }
        let tool = ControlTool(daemon)
        let folder = try Folder()
        try folder.write(
            "book.yaml",
            "pager:\n  id: book\n  pages:\n    - {id: a, nosuch: 1}\n    - {id: b}\n"
                + "    - {id: c, nosuch: 2}\n")
        let result = try tool("apply", "\(folder.path)/book.yaml")
        #expect(result.status == 1)
        #expect(result.errors.contains("book.yaml:4:"), "\(result.errors)")
        #expect(result.errors.contains("book.yaml:6:"), "\(result.errors)")
    }

    @Test
    func `A number that is an index and another page's id is refused with both forms`() throws {
        let daemon = try TestDaemon()
        let tool = ControlTool(daemon)
        let folder = try Folder()
        for number in 1...20 { try folder.write("\(number).md", "# Page \(number)\n") }
        #expect(try tool("apply", folder.path).status == 0)
        let refused = try tool("select", "17", "--no-animated")
        #expect(refused.status == 64)
        #expect(
            refused.errors.contains(
                "17 means two things here: --page 17 is the page with this id, at index 16; "
                    + "--index 17 is the page 18, as indexes begin with 0"), "\(refused.errors)")
        #expect(try daemon.get("book")["selected"] == "1")
        #expect(try tool("select", "--page", "17", "--no-animated").status == 0)
        #expect(try daemon.get("book")["selected"] == "17")
        #expect(try tool("select", "--index", "17", "--no-animated").status == 0)
        #expect(try daemon.get("book")["selected"] == "18")
        // A number that is not an id is an index, and a word that is not a number is an id.
        #expect(try tool("select", "0", "--no-animated").status == 0)
        #expect(try daemon.get("book")["selected"] == "1")
        #expect(try tool("select", "20", "--id", "book").errors.contains("--index 20 is no page"))
        #expect(try tool("select", "3", "--id", "nosuch").errors.contains("nosuch"))
    }

    @Test func `A dump restores views and presentations, and names what it lacks`() throws {
        let (daemon, fresh) = (try TestDaemon(), try TestDaemon())
        let (tool, other) = (ControlTool(daemon), ControlTool(fresh))
        let folder = try Folder()
        try folder.write(
            "book.yaml",
            """
            root: {id: home, children: [{id: map}]}
            controllers: [{id: alarm}, {id: book, kind: pager, pages: [{id: a}, {id: b}]}]
            """)
        #expect(try tool("apply", "\(folder.path)/book.yaml").status == 0)
        for line in [
            ["view.create", "--id", "banner", "--frame", "10,20,100x40"],
            ["view.set", "banner", "--alpha", "0.5", "--backgroundColor", "navy"],
            ["view.addSubview", "banner", "home", "--at", "0"],
            ["view.set", "map", "--frame", "0,80,200x300", "--hidden"],
            ["modal.present", "home", "alarm", "--style", "formSheet", "--no-animated"],
            ["pager.pause", "--id", "book"],
        ] {
            let result = try tool.start(line).finish()
            #expect(result.status == 0, "\(line): \(result.errors)")
        }
        let dump = try tool("dump").output
        #expect(!dump.contains("not in this book"), "\(dump)")
        try folder.write("dump.yaml", dump)
        let applied = try other("apply", "\(folder.path)/dump.yaml")
        #expect(applied.status == 0, "\(applied.errors)")
        for id in ["home", "map", "alarm", "book"] {
            let (one, two) = (try tool("get", id).output, try other("get", id).output)
            #expect(Self.record(one) == Self.record(two), "\(id)")
        }
        for view in ["banner", "home", "map"] {
            let (one, two) = (try tool("view.get", view).output, try other("view.get", view).output)
            #expect(Self.record(one) == Self.record(two), "\(view)")
        }
        #expect(Self.record(try other("modal.get", "alarm").output).contains("formSheet"))
        #expect(try other("dump").output == dump)
        // A book cannot describe this running state.
        #expect(try tool("modal.dismiss", "alarm").status == 0)
        let running = try tool("dump").output
        #expect(running.hasPrefix("# not in this book: the running transition t"), "\(running)")
    }

    /// Returns a reply without its event and revision counters.
    private static func record(_ line: String) -> String {
        line.replacingOccurrences(
            of: "\"(seq|revision)\":[0-9]+", with: "", options: .regularExpression)
    }

    @Test func `--watch applies each change, and continues after a mistake`() throws {
        let daemon = try TestDaemon()
        let folder = try Folder()
        try folder.write("book.yaml", "pager:\n  id: book\n  pages: [{id: a}]\n")
        let running = try ControlTool(daemon).start(
            ["apply", "\(folder.path)/book.yaml", "--watch", "--human"])
        #expect(running.nextApplied() == "applied 5 commands")
        try folder.write("book.yaml", "pager:\n  id: book\n  pages: [{id: a}, {id: b}]\n")
        #expect(running.nextApplied() == "applied 2 commands")
        try folder.write("book.yaml", "pager: [\n")
        #expect(running.readLine(running.errors).contains("book.yaml:"))
        try folder.write("book.yaml", "pager:\n  id: book\n  pages: [{id: b}]\n")
        #expect(running.nextApplied() == "applied 2 commands")
        kill(running.pid, SIGTERM)
        #expect(running.finish().status == 1_000 + SIGTERM)
    }

    @Test func `--watch applies a book that was saved while the daemon was away`() throws {
        let daemon = try KilledDaemon()
        daemon.kill()
        let folder = try Folder()
        try folder.write("book.yaml", "pager:\n  id: book\n  pages: [{id: a}]\n")
        let running = try ControlTool(daemon.daemon).start(
            ["apply", "\(folder.path)/book.yaml", "--watch", "--human"])
        #expect(running.readLine(running.errors).contains("no daemon"))
        try daemon.restart()
        #expect(running.nextApplied() == "applied 5 commands")
        kill(running.pid, SIGTERM)
        #expect(running.finish().status == 1_000 + SIGTERM)
    }

    @Test func `apply waits for the end of a transition that moves what it changes`() throws {
        let folder = try Folder()
        let (start, end) = ("root: {id: nav, kind: navigation, stack: [", "]}\n")
        try folder.write("book.yaml", start + "{id: a}, {id: b}, {id: c}" + end)
        let daemon = try TestDaemon(["--book", "\(folder.path)/book.yaml"])
        let tool = ControlTool(daemon)
        #expect(try tool("pop", "nav", "--count", "2", "--duration", "1").status == 0)
        try folder.write("book.yaml", start + "{id: a, title: New}" + end)
        let result = try tool("apply", "\(folder.path)/book.yaml")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try daemon.get("a")["title"] == "New")
    }

    @Test func `apply presents again what is being dismissed`() throws {
        let folder = try Folder()
        try folder.write(
            "book.yaml", "root: {id: a}\npresent: [{from: a, controller: {id: b}}]\n")
        let daemon = try TestDaemon(["--book", "\(folder.path)/book.yaml"])
        let tool = ControlTool(daemon)
        #expect(try tool("modal.dismiss", "a", "--duration", "1").status == 0)
        let result = try tool("apply", "\(folder.path)/book.yaml")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try daemon.get("b")["presentingViewController"] == "a")
        #expect(try daemon.get("b")["isBeingDismissed"] == false)
    }

    @Test func `--watch applies a book with pages in another folder once at its start`() throws {
        let daemon = try TestDaemon()
        let (folder, slides) = (try Folder(), try Folder())
        try slides.write("a.md", "# One\n")
        try folder.write("book.yaml", "pager:\n  id: book\n  pages: [\(slides.path)/a.md]\n")
        let running = try ControlTool(daemon).start(
            [
                "apply", "\(folder.path)/book.yaml", "--allow", slides.path, "--watch", "--human",
            ])
        #expect(running.nextApplied().hasPrefix("applied"))
        #expect(try daemon.get("a")["title"] == "One")
        try slides.write("a.md", "# Two\n")
        #expect(running.nextApplied() == "applied 1 command")
        kill(running.pid, SIGTERM)
        #expect(running.finish().status == 1_000 + SIGTERM)
    }

    /// A way in which a book goes, and the way in which it comes back with the page b.
    enum Absence: String, CaseIterable {
        case folderRenamed, folderDeleted, parentRenamed, fileRenamed, fileDeleted
        case folderOfPagesRenamed
    }

    @Test(arguments: Absence.allCases)
    func `--watch reports once that the book is gone, and applies it when it is back`(
        absence: Absence
    ) throws {
        let daemon = try TestDaemon()
        let folder = try Folder()
        let files = FileManager.default
        let (outer, away) = ("\(folder.path)/outer", "\(folder.path)/away")
        let inner = "\(outer)/pages"
        let isOfPages = absence == .folderOfPagesRenamed
        let (book, file) = (isOfPages ? inner : "\(inner)/book.yaml", "\(inner)/book.yaml")
        func write(_ ids: [String], at base: String) throws {
            try files.createDirectory(atPath: base, withIntermediateDirectories: true)
            if isOfPages {
                for id in ids where !files.fileExists(atPath: "\(base)/\(id).txt") {
                    try id.write(toFile: "\(base)/\(id).txt", atomically: true, encoding: .utf8)
                }
            } else {
                let pages = ids.map { "{id: \($0)}" }.joined(separator: ", ")
                try "pager: {id: book, pages: [\(pages)]}\n".write(
                    toFile: "\(base)/book.yaml", atomically: true, encoding: .utf8)
            }
        }
        try write(["a"], at: inner)
        let running = try ControlTool(daemon).start(["apply", book, "--watch", "--human"])
        #expect(running.nextApplied() == "applied 5 commands")
        let gone =
            switch absence {
            case .folderRenamed, .folderDeleted, .folderOfPagesRenamed: inner
            case .parentRenamed: outer
            case .fileRenamed, .fileDeleted: file
            }
        let deletes = absence == .folderDeleted || absence == .fileDeleted
        if deletes {
            try files.removeItem(atPath: gone)
        } else {
            try files.moveItem(atPath: gone, toPath: away)
        }
        #expect(running.readLine(running.errors).contains("\(book): the book is gone"))
        // Changes nearby do not count.
        try folder.write("near", "")
        if deletes {
            try write(["a", "b"], at: inner)
        } else {
            let moved =
                switch absence {
                case .parentRenamed: "\(away)/pages"
                case .fileRenamed: folder.path
                default: away
                }
            try write(["a", "b"], at: moved)
            if absence == .fileRenamed {
                try files.removeItem(atPath: away)
                try files.moveItem(atPath: "\(folder.path)/book.yaml", toPath: away)
            }
            try files.moveItem(atPath: away, toPath: gone)
        }
        #expect(running.nextApplied() == "applied 2 commands")
        #expect(try daemon.get("book")["pages"] == ["a", "b"])
        // The watch continues in the new folder.
        try write(["a", "b", "c"], at: inner)
        #expect(running.nextApplied() == "applied 2 commands")
        kill(running.pid, SIGTERM)
        let result = running.finish()
        #expect(result.status == 1_000 + SIGTERM)
        #expect(result.errors == "", "it reports the book once")
    }

    @Test(arguments: [true, false])
    func `--watch applies the book when a link on its path leads to another one`(
        isFolder: Bool
    ) throws {
        let daemon = try TestDaemon()
        let folder = try Folder()
        let files = FileManager.default
        for (name, ids) in [("one", "{id: a}"), ("two", "{id: a}, {id: b}")] {
            try files.createDirectory(
                atPath: "\(folder.path)/\(name)", withIntermediateDirectories: true)
            try folder.write("\(name)/book.yaml", "pager: {id: book, pages: [\(ids)]}\n")
        }
        try files.createDirectory(
            atPath: "\(folder.path)/links", withIntermediateDirectories: true)
        func link(to name: String) {
            let target = isFolder ? "../\(name)" : "../\(name)/book.yaml"
            symlink(target, "\(folder.path)/links/next")
            rename("\(folder.path)/links/next", "\(folder.path)/links/current")
        }
        link(to: "one")
        let running = try ControlTool(daemon).start(
            [
                "apply", "\(folder.path)/links/current\(isFolder ? "/book.yaml" : "")", "--watch",
                "--human", "--allow", folder.path,
            ])
        #expect(running.nextApplied() == "applied 5 commands")
        link(to: "two")
        #expect(running.nextApplied() == "applied 2 commands")
        try folder.write("two/book.yaml", "pager: {id: book, pages: [{id: b}]}\n")
        #expect(running.nextApplied() == "applied 2 commands")
        kill(running.pid, SIGTERM)
        #expect(running.finish().errors == "")
    }

    @Test func `status and doctor report a book's errors until it is applied correctly`() throws {
        let folder = try Folder()
        let book = "\(folder.path)/book.yaml"
        try folder.write("book.yaml", "pager:\n  id: book\n  pages: [{id: a}, missing.md]\n")
        let daemon = try TestDaemon(["--clock", "manual", "--book", book])
        let tool = ControlTool(daemon)
        #expect(daemon.warnings.contains { $0.contains("book.yaml:3:20: there is no file") })
        let status = try tool("status", "--human")
        #expect(status.status == 0)
        #expect(status.output.hasPrefix("main shows a"))
        #expect(status.errors.hasPrefix("pagerctl: \(book):3:20: there is no file"))
        let doctor = try tool("doctor", "--human")
        #expect(doctor.status == 1)
        #expect(doctor.output.contains("has a mistake in its book: \(book):3:20: "))
        #expect(doctor.output.contains("pagerctl --name test apply \(book)"))
        // apply refuses the whole book, and changes neither the state nor the report.
        #expect(try tool("apply", book).status == 1)
        #expect(try daemon.get("missing")["content"]?["problem"] != nil)
        try folder.write("missing.md", "# Found\n")
        #expect(try tool("apply", book).status == 0)
        #expect(try tool("status").errors.isEmpty)
        #expect(try tool("doctor", "--human").output.contains("ok       test shows \(book)"))
        let running = try tool.start(["apply", book, "--watch", "--human"])
        #expect(running.readLine(running.output) == "nothing to change")
        try folder.write("book.yaml", "pager: [\n")
        #expect(running.readLine(running.errors).contains("book.yaml:"))
        try folder.write("book.yaml", "pager: {id: book, pages: [\n")
        // The report precedes the next line of the watch.
        #expect(running.readLine(running.errors).contains("book.yaml:"))
        #expect(try tool("status").errors.contains("the latest version of the book is not shown: "))
        kill(running.pid, SIGTERM)
        #expect(running.finish().status == 1_000 + SIGTERM)
    }

    @Test func `If a page is selected that is not due, the error says why it is missing`() throws {
        let folder = try Folder()
        try folder.write(
            "book.yaml",
            "pager: {id: book, pages: [{id: a}, {id: b, schedule: {dates: \"2001-01-01\"}}]}\n")
        let daemon = try TestDaemon(["--clock", "manual", "--book", "\(folder.path)/book.yaml"])
        let tool = ControlTool(daemon)
        let refused = try tool("select", "b")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("book does not contain b now: either its schedule"))
        #expect(try tool("create", "view", "--id", "c").status == 0)
        #expect(try tool("select", "c").errors.contains("schedule") == false)
    }

    @Test func `--allow permits paths into another folder, in apply and in pagerd`() throws {
        let (folder, other) = (try Folder(), try Folder())
        try other.write("note.txt", "from outside")
        try other.write("more.txt", "more")
        let book = "\(folder.path)/book.yaml"
        try folder.write("book.yaml", "pager:\n  id: book\n  pages: [\(other.path)/note.txt]\n")
        let daemon = try TestDaemon()
        let tool = ControlTool(daemon)
        let refused = try tool("apply", book)
        #expect(refused.status == 1)
        #expect(refused.errors.contains("book.yaml:3:11: "), "\(refused.errors)")
        #expect(refused.errors.contains("permit its folder with --allow FOLDER"))
        #expect(try tool("apply", book, "--allow", other.path, "--human").status == 0)
        #expect(try daemon.get("note")["content"]?["body"] == "from outside")
        #expect(try tool("apply", book, "--allow").status == 64)
        // The daemon's error is located in the version of the book that was sent.
        try folder.write(
            "book.yaml",
            "pager:\n  id: book\n  pages:\n    - \(other.path)/note.txt\n"
                + "    - {id: b, modalTransitionStyle: nosuch}\n")
        let wrong = try tool("apply", book, "--allow=\(other.path)")
        #expect(wrong.errors.contains("book.yaml:5:15: "), "\(wrong.errors)")
        try folder.write(
            "book.yaml",
            "pager:\n  id: book\n  pages: [\(other.path)/note.txt, \(other.path)/more.txt]\n")
        let start = ["--clock", "manual", "--book", book]
        #expect(throws: TestDaemon.Problem.self) { try TestDaemon(start) }
        let allowed = try TestDaemon(start + ["--allow", folder.path, "--allow", other.path])
        #expect(try allowed.get("more")["content"]?["body"] == "more")
        try folder.write("pagerd.yaml", "allow: [\(folder.path), \(other.path)]\n")
        let configured = try TestDaemon(start + ["--config", "\(folder.path)/pagerd.yaml"])
        #expect(try configured.get("note")["content"]?["body"] == "from outside")
        #expect(throws: TestDaemon.Problem.self) {
            try TestDaemon(["--clock", "manual", "--allow", other.path])
        }
    }

    @Test func `--dry-run prints the batch and sends nothing`() throws {
        let daemon = try TestDaemon()
        let tool = ControlTool(daemon)
        let folder = try Folder()
        try folder.write("1.md", "One")
        let result = try tool("apply", folder.path, "--dry-run")
        #expect(result.output.hasPrefix("{\"commands\":[{\"method\":\"window.create\""))
        #expect(try tool("list", "--json").output.contains("book") == false)
    }
}

extension TestDaemon {
    fileprivate func get(_ id: String) throws -> Value {
        var requester = try requester()
        return try requester.request("controller.get", [.init("id", .string(id))]).result
    }
}
