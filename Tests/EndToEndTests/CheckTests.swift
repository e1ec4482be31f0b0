import Glibc
import PagerWire
import Testing

@testable import pagerctl

@Suite struct CheckTests {
    private static let text = """
        given:
          - window.create: {id: w}
          - create: {id: nav, kind: navigation}
          - create: {id: A, kind: view}
          - create: {id: B, kind: view}
          - setStack: {controllers: [A]}
          - window.setRoot: {id: w, controller: nav}
        checks:
          - title: a push, animated
            when:
              - push: B
              - advance: 10
            expect:
              - A.viewWillDisappear(true)
              - B.viewWillAppear(true)
              - A.viewDidDisappear
              - B.viewDidAppear
            absent: [A.viewDidLoad]
            state: {nav: {top: B}}
          - title: a cancelled interactive push
            when:
              - navigation.push: {controller: B, interactive: true}
              - transition.cancel: {id: $T}
            state: {nav: {top: A}}
          - title: a pop to a controller outside the stack
            when: [popTo: B]
            refused: notAChild
        """

    private func run(_ text: String, _ options: String...) throws -> ControlTool.Result {
        var path = Array("/tmp/pagerctl-check-XXXXXX.yaml".utf8CString)
        let descriptor = mkstemps(&path, 5)
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(name) }
        return try ControlTool(folder: "/nowhere").start(["check"] + options + [name]).finish()
    }

    @Test func `A check that holds passes`() throws {
        let result = try run(Self.text)
        #expect(result.lines.last == "3 passed, 0 failed", "\(result)")
        #expect(result.status == 0)
    }

    @Test func `A failed check prints the difference`() throws {
        let result = try run(Self.text.replacing("A.viewDidDisappear", with: "A.viewDidAppear"))
        #expect(result.status == 2)
        #expect(result.lines.last == "2 passed, 1 failed")
        #expect(result.lines.contains("  - A.viewDidAppear"))
        #expect(result.lines.contains("  + A.viewDidDisappear(true)"))
    }

    @Test func `A callback of a subject that does not exist is reported with a suggestion`() throws
    {
        let text = """
            given:
              - window.create: {id: w}
              - create: {id: home, kind: view}
            checks:
              - when: [{window.setRoot: {id: w, controller: home}}]
                expect: [hoem.viewWillAppear]
            """
        let result = try run(text)
        #expect(result.status == 2)
        #expect(result.lines.contains("  nothing is called hoem; did you mean home?"), "\(result)")
    }

    @Test(arguments: [
        ("- {when: [], expct: []}", "did you mean expect?"),
        ("- {when: [], expect: [A.viewWillApear]}", "did you mean viewWillAppear?"),
    ])
    func `A misspelt word of a check is reported with a suggestion`(
        text: String, suggestion: String
    ) throws {
        let result = try run(text)
        #expect(result.status == 64)
        #expect(result.errors.contains(suggestion), "\(result)")
    }

    @Test func `A failed check and a failed step are reported with their places`() throws {
        let result = try run(Self.text.replacing("push: B", with: "push: C"))
        #expect(result.lines.contains { $0.hasPrefix("FAIL  a push, animated  (/tmp/pagerctl-") })
        #expect(result.lines.contains { $0.contains(".yaml:9:5)") }, "\(result)")
        #expect(result.lines.contains { $0.contains(".yaml:11:9: push: C: refused (") })
    }

    @Test func `With --trace, each step is followed by the callbacks that are compared`() throws {
        let result = try run(Self.text, "--trace")
        #expect(
            result.lines.dropFirst().prefix(7) == [
                "PASS  a push, animated", "  push: B", "    A.viewWillDisappear(true)",
                "    B.viewWillAppear(true)", "  advance: 10", "    A.viewDidDisappear(true)",
                "    B.viewDidAppear(true)",
            ], "\(result)")
        #expect(result.lines.contains("  navigation.push: {controller: B, interactive: true}"))
        #expect(result.lines.contains { $0.hasPrefix("    refused (notAChild): ") })
        #expect(result.lines.last == "3 passed, 0 failed")
    }

    @Test func `A check that expects nothing says so`() throws {
        let text = "title: a window\nwhen: [window.create: w]\n"
        #expect(
            try run(text).lines.contains(
                "PASS  a window  (it expects nothing; --trace prints the callbacks)"))
        #expect(try run(text, "--trace").lines.contains("PASS  a window"))
        #expect(try run(text + "expect: []\n").lines.contains("PASS  a window"))
    }

    @Test func `Help and completions contain the options`() throws {
        let pagerctl = ControlTool(folder: "/nowhere")
        for option in ["--trace", "--pagerd"] {
            #expect(try pagerctl("help", "check").lines.count { $0.contains(option) } >= 2)
            #expect(try pagerctl("completions", "bash").output.contains(option))
        }
    }

    @Test func `An empty list of callbacks expects no callback`() throws {
        let text = """
            given: [window.create: w, create: {id: a, kind: view}]
            title: nothing appears without a root
            when: [loadViewIfNeeded: a]
            record: [appear]
            expect: []
            """
        #expect(try run(text).status == 0)
        let failed = try run(text.replacing("loadViewIfNeeded: a", with: "setRoot: [w, a]"))
        #expect(failed.lines.contains("  + a.viewDidAppear(false)"), "\(failed)")
        #expect(failed.status == 2)
    }

    @Test func `Short steps accept null and the latest transition`() throws {
        let text = """
            given:
              - window.create: w
              - create: {id: p, kind: pager}
              - create: {id: a, kind: view}
              - create: {id: b, kind: view}
              - setPages: {pages: [a, b]}
              - setRoot: [w, p]
            title: an interactive page turn, then a window without a root
            when:
              - swipe: {direction: left, interactive: true}
              - transition.update: [$T, 0.5]
              - transition.finish: $T
              - setRoot: [w, null]
            state: {p: {index: 1, window: null}}
            """
        let result = try run(text, "--trace")
        #expect(result.status == 0, "\(result)")
        #expect(result.lines.contains("  setRoot: [w, null]"))
    }

    @Test func `A mistake in the file is reported with its place`() throws {
        let result = try run("title: x\nwhen:\n  - pussh: B\n")
        #expect(result.status == 64)
        #expect(result.errors.contains(":3:5: when[0]: there is no method pussh"), "\(result)")
    }

    @Test func `Only listed arguments of tokens are compared; layout may come anywhere`() throws {
        func tokens(_ texts: String...) throws -> [CheckToken] {
            try texts.map { try #require(CheckToken($0, .builtIn)) }
        }
        let got = try tokens(
            "A.viewWillLayoutSubviews", "A.viewWillAppear(true)", "A.viewDidLayoutSubviews",
            "A.viewDidAppear(true)")
        func equal(_ expected: [CheckToken]) -> Bool {
            CheckComparison(expected: expected, got: got).isEqual
        }
        #expect(equal(try tokens("A.viewWillAppear", "A.viewDidAppear(true)")))
        #expect(equal(try tokens("A.viewWillAppear", "A.viewDidLayoutSubviews", "A.viewDidAppear")))
        #expect(!equal(try tokens("A.viewWillAppear(false)", "A.viewDidAppear")))
        #expect(!equal(try tokens("A.viewDidAppear", "A.viewWillAppear")))
        #expect(
            !equal(try tokens("A.viewWillAppear", "A.viewDidAppear", "A.viewDidLayoutSubviews")))
    }

    @Test func `A log message with commas is one argument`() throws {
        let token = try #require(CheckToken("A.diagnostic.warning(Well, that is wrong.)", .builtIn))
        #expect(token.arguments == ["Well, that is wrong."])
        #expect(CheckToken("A.transition.began(a, b)", .builtIn)?.arguments == ["a", "b"])
    }
}
