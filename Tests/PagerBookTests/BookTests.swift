import PagerBook
import PagerModel
import Testing

/// Tests of books in files: their commands and their mistakes.
@Suite struct BookTests {
    /// Reads a book from a file in the folder with the test files.
    private func read(_ text: String, _ name: String = "book.yaml") throws -> Book {
        let folder = try Scratch()
        defer { folder.remove() }
        try folder.write(name, text)
        try folder.write("welcome.md", "intro\n# Hello *there* ##\n")
        try folder.write("soup.png", [0x89, 0x50, 0])
        folder.makeFolder("sub")
        try folder.write("sub/a.txt", "deep")
        folder.link("out.txt", to: "/etc/hostname")
        return try Book.read(path: folder / name)
    }

    /// Returns the error message without the folder's name.
    private func mistake(_ text: String) -> String? {
        guard let description = problem({ try read(text) }) else { return nil }
        return description.split(separator: "/", maxSplits: 2).last.map(String.init)
    }

    private func lines(_ book: Book) -> [String] {
        book.commands.map { command in
            let params = (command.params.members ?? []).map { "\($0.name)=\(plain($0.value))" }
            return "\(command.method) \(params.joined(separator: " "))"
        }
    }

    @Test func `A pager's pages may be file names, web addresses or objects`() throws {
        let book = try read(
            """
            window: {id: main, size: {width: 1920, height: 1080}}
            pager:
              id: book
              autoAdvance: 10
              selected: menu
              pages:
                - welcome.md
                - {id: menu, title: Lunch, content: {type: text/plain, body: Soup}}
                - {title: "Tägliche Nachrichten!", url: "https://example.org/"}
                - https://example.org/a.png?x=1
                - {file: sub/../sub/a.txt, title: Deep}
                - {url: soup.png}
            """)
        #expect(
            lines(book) == [
                "window.create id=main size={width:1920,height:1080}",
                "controller.create id=book kind=pager autoAdvance=10 duration=0.4",
                "controller.create id=welcome kind=view title=Hello *there* "
                    + "content={type:text/markdown,body:intro\n# Hello *there* ##\n}",
                "controller.create id=menu kind=view title=Lunch "
                    + "content={type:text/plain,body:Soup}",
                "controller.create id=Tagliche-Nachrichten kind=view title=Tägliche Nachrichten! "
                    + "content={type:text/html,url:https://example.org/}",
                "controller.create id=example-org kind=view "
                    + "content={type:image/png,url:https://example.org/a.png?x=1}",
                "controller.create id=a kind=view title=Deep content={type:text/plain,body:deep}",
                "controller.create id=soup kind=view content={type:image/png,url:soup.png}",
                "pager.setPages id=book "
                    + "pages=[welcome,menu,Tagliche-Nachrichten,example-org,a,soup] selected=menu",
                "window.setRoot id=main controller=book",
            ])
    }

    @Test func `A book can contain windows, all container kinds, presentations and styles`() throws
    {
        let book = try read(
            """
            styles:
              - {style: wipe, duration: 0.5, curve: linear, tracks: {from: [], to: []}}
            windows:
              - id: left
                root:
                  kind: tabBar
                  id: tabs
                  selected: 1
                  controllers:
                    - {kind: navigation, id: nav, stack: [{id: a}, {id: b}]}
                    - {kind: split, id: split, primary: {id: p}, secondary: {id: s}}
              - size: {width: 100, height: 200}
                root: {children: [{id: inner}], id: outer}
              - id: empty
            controllers:
              - {kind: page, id: spread, spine: mid, controllers: [{}, {title: page}]}
              - {kind: carousel, speed: 3}
            present:
              - {from: tabs, controller: {id: sheet}, style: formSheet, transition: wipe}
            """)
        #expect(
            lines(book) == [
                "transition.define style=wipe duration=0.5 curve=linear tracks={from:[],to:[]}",
                "window.create id=left", "window.create id=main size={width:100,height:200}",
                "window.create id=empty",
                "controller.create id=tabs kind=tabBar", "controller.create id=nav kind=navigation",
                "controller.create id=a kind=view", "controller.create id=b kind=view",
                "controller.create id=split kind=split", "controller.create id=p kind=view",
                "controller.create id=s kind=view", "controller.create id=outer kind=view",
                "controller.create id=inner kind=view",
                "controller.create id=spread kind=page spine=mid",
                "controller.create id=page kind=view",
                "controller.create id=page-2 kind=view title=page",
                "controller.create id=carousel kind=carousel speed=3",
                "controller.create id=sheet kind=view",
                "navigation.setStack id=nav controllers=[a,b]",
                "split.setColumns id=split primary=p secondary=s",
                "tabBar.setControllers id=tabs controllers=[nav,split] index=1",
                "controller.addChild parent=outer child=inner",
                "view.addSubview view=inner to=outer",
                "controller.didMove id=inner parent=outer",
                "page.set id=spread controllers=[page,page-2] direction=forward",
                "window.setRoot id=left controller=tabs", "window.setRoot id=main controller=outer",
                "modal.present from=tabs style=formSheet transition=wipe controller=sheet "
                    + "animated=false",
            ])
    }

    @Test func `A split may have a third column between the two`() throws {
        let book = try read(
            "root: {kind: split, id: s, primary: {id: p}, supplementary: {id: m}, "
                + "secondary: {id: d}}")
        #expect(
            lines(book).contains("split.setColumns id=s primary=p secondary=d supplementary=m"))
    }

    @Test func `A book can be a JSON file, and an error in it has a place`() throws {
        let book = try read(#"{"pager": {"pages": ["welcome.md"]}}"#, "book.json")
        #expect(book.commands.count == 5)
        #expect(
            problem { try read("{\"pager\":\n {\"pages\": 3}}", "book.json") }?
                .hasSuffix("book.json:2:3: expected a list of controllers, found a number") == true)
    }

    /// Books, each with the error message for its mistake.
    static let mistakes: [(String, String)] = [
        (
            "[]",
            "book.yaml:1:1: a book is an object with pager, root or windows, not an array; to show "
                + "files, name the folder that they are in"
        ),
        ("{}", "book.yaml:1:1: this book shows nothing; add a pager, a root or windows"),
        ("pagr: {}", "book.yaml:1:1: a book has no \"pagr\"; did you mean pager?"),
        (
            "pager: {}\nsomething: 1",
            "book.yaml:2:1: a book has no \"something\"; there are: window, "
                + "windows, root, pager, controllers, views, present, styles"
        ),
        ("pager: {}\nroot: {}", "book.yaml:1:1: a window has one root; there is also root"),
        (
            "root: {}\nwindows: []",
            "book.yaml:1:1: root is not allowed beside windows; move it "
                + "into one of them"
        ),
        (
            "pager:\n  id: my book",
            "book.yaml:2:3: id: must be 1 to 64 characters of A-Z a-z 0-9 _ "
                + "and -, got \"my book\""
        ),
        (
            "pager:\n  id: 7",
            "book.yaml:2:3: id: expected an id, found a number; put it in "
                + "quotes"
        ),
        (
            "pager:\n  autoAdvanec: 1",
            "book.yaml:2:3: a pager has no \"autoAdvanec\"; did you mean "
                + "autoAdvance?"
        ),
        (
            "pager:\n  autoAdvance: soon",
            "book.yaml:2:3: autoAdvance: expected a number, found a "
                + "string"
        ),
        (
            "pager:\n  inset: {top: 1, lefft: 2}",
            "book.yaml:2:19: there is no parameter lefft "
                + "here"
        ),
        (
            "root:\n  pages: []",
            "book.yaml:2:3: a view has no \"pages\", but a pager has; write kind: "
                + "pager"
        ),
        (
            "root: {kind: navigation, stack: [], controllers: []}",
            "book.yaml:1:37: stack and "
                + "controllers are the same list; write one of them"
        ),
        (
            "root: {kind: split, primary: {}}",
            "book.yaml:1:21: a split has two columns: primary and "
                + "secondary"
        ),
        (
            "root: {kind: split, supplementary: {}}",
            "book.yaml:1:21: a split has two columns: primary and secondary"
        ),
        (
            "pager: {kind: page}",
            "book.yaml:1:9: under pager the kind must be pager; write root: for "
                + "another kind"
        ),
        ("pager: {selected: 0}", "book.yaml:1:9: there is nothing to select: pages is empty"),
        (
            "pager: 3",
            "book.yaml:1:1: a controller is a file's name, a web address or an object, "
                + "not a number"
        ),
        (
            "pager:\n  pages:\n    - {id: a}\n    - {id: a}",
            "book.yaml:4:8: the id a is already used in line "
                + "3; windows, controllers and views need different ids"
        ),
        (
            "window: {size: {width: 3}}\nroot: {}",
            "book.yaml:1:10: the parameter height is "
                + "missing; it must be a number"
        ),
        (
            "root: {url: welcome.md, content: 3}",
            "book.yaml:1:8: a page has only one content; write one "
                + "of content, file and url"
        ),
        (
            "root: {on: {viewDidLod: []}}",
            "book.yaml:1:13: viewDidLod: \"viewDidLod\" is not a "
                + "callback"
        ),
        (
            "root: {id: a}\npresent:\n  - {from: b, controller: {}}",
            "book.yaml:3:6: this book has no controller \"b\""
        ),
        (
            "root: {id: a}\npresent:\n  - {from: a, controller: {}}\n  - {from: a, controller: {}}",
            "book.yaml:4:6: a already presents a controller; present this one from that controller"
        ),
        (
            "root: {id: a}\npresent: [{from: a}]",
            "book.yaml:2:11: a presentation needs from, the id of "
                + "the presenter, and controller, the controller to present"
        ),
        (
            "styles:\n  - {style: wipe}\nroot: {}",
            "book.yaml:2:5: the parameter tracks is "
                + "missing"
        ),
    ]

    @Test(arguments: mistakes)
    func `A mistake in a book is reported with its place and cause`(
        _ text: String, _ beginning: String
    ) {
        let found = mistake(text)
        #expect(found?.hasPrefix(beginning) == true, "\(found ?? "nothing is wrong")")
    }

    /// Paths, each with a part of the error message.
    static let paths: [(String, String)] = [
        ("none.md", "there is no file \"none.md\" in /tmp/"),
        ("welcome.md/x", "there is no file"), ("\"a\\0b\"", "there is no file"),
        ("../x.md", "\"../x.md\" leads outside the book's folder; move or copy the file into"),
        ("sub/../../x", "leads outside"), ("/etc/hostname", "leads outside"),
        ("out.txt", "leads outside"), ("sub", "\"sub\": this is a folder, not a file"),
        (".", "this is a folder"), ("file:///etc/passwd", "must begin with http:// or https://"),
    ]

    @Test(arguments: paths)
    func `An invalid path of a page is refused with its place`(_ path: String, _ part: String) {
        for (page, column) in [
            ("- \(path)", 7), ("- {file: \(path)}", 8), ("- {content: {url: \(path)}}", 18),
        ] {
            let found = mistake("pager:\n  pages:\n    \(page)") ?? "nothing is wrong"
            #expect(found.hasPrefix("book.yaml:3:\(column): "), "\(found)")
            let isReference = column == 18 && part.contains("folder, not")
            #expect(
                found.contains(isReference ? "not a regular file" : part) || path == "sub",
                "\(found)")
        }
    }

    @Test func `An error of the daemon is reported with its place in the book`() throws {
        let book = try read(
            """
            pager:
              id: book
              transition: {forward: wipe}
              pages:
                - welcome.md
                - {id: menu,
                   modalTransitionStyle: none}
            root:
            """.replacing("root:", with: ""))
        func text(_ path: String?, _ details: [Value.Member] = []) -> String? {
            let refusal = CommandError(.invalidArgument, "no", path: path, details: details)
            return book.describe(refusal).split(separator: "/").last.map(String.init)
        }
        #expect(text("commands[1].params.transition.forward") == "book.yaml:3:16: forward: no")
        #expect(text("commands[1].transition.forward") == "book.yaml:3:16: forward: no")
        #expect(text("commands[1].params.kind") == "book.yaml:1:1: kind: no")
        #expect(text("commands[2].params.content") == "book.yaml:5:7: content: no")
        #expect(
            text("commands[3].params.modalTransitionStyle")
                == "book.yaml:7:8: modalTransitionStyle: no")
        #expect(text("commands[4].params.pages[1]") == "book.yaml:6:7: no")
        #expect(text("commands[4].method") == "book.yaml:1:1: no")
        #expect(text(nil, [.init("index", 3)]) == "book.yaml:6:7: no")
        #expect(text(nil) == "book.yaml: no")
        #expect(text("commands[99].params") == "book.yaml: no")
    }

    @Test func `An error in a navigation stack has the place of the controller`() throws {
        let book = try read("root: {kind: navigation, stack: [{id: a},\n  {kind: tabBar, id: b}]}")
        let index = try #require(book.commands.firstIndex { $0.method == "navigation.setStack" })
        let refusal = CommandError(
            .unsupported, "no", path: "commands[\(index)].params.controllers[1]")
        #expect(book.describe(refusal).hasSuffix("book.yaml:2:3: no"))
    }
}
