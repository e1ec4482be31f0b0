import Glibc
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
          - title: an interactive push, taken back
            when:
              - navigation.push: {controller: B, interactive: true}
              - transition.cancel: {id: $T}
            state: {nav: {top: A}}
          - title: nobody is there
            when: [popTo: B]
            refused: notAChild
        """

    private func run(_ text: String) throws -> ControlTool.Result {
        var path = Array("/tmp/pagerctl-check-XXXXXX.yaml".utf8CString)
        let descriptor = mkstemps(&path, 5)
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
        let name = String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(name) }
        return try ControlTool(folder: "/nowhere")("check", name)
    }

    @Test("Checks that hold")
    func pass() throws {
        let result = try run(Self.text)
        #expect(result.lines.last == "3 passed, 0 failed", "\(result)")
        #expect(result.status == 0)
    }

    @Test("A difference is shown")
    func fail() throws {
        let result = try run(Self.text.replacing("A.viewDidDisappear", with: "A.viewDidAppear"))
        #expect(result.status == 2)
        #expect(result.lines.last == "2 passed, 1 failed")
        #expect(result.lines.contains("  - A.viewDidAppear"))
        #expect(result.lines.contains("  + A.viewDidDisappear(true)"))
    }

    @Test("A mistake in the file is told with its place")
    func mistake() throws {
        let result = try run("title: x\nwhen:\n  - pussh: B\n")
        #expect(result.status == 64)
        #expect(result.errors.contains(":3:5: when[0]: there is no method pussh"), "\(result)")
    }

    @Test("Arguments of tokens count as far as they are written; layout may come anywhere")
    func comparison() throws {
        func tokens(_ texts: String...) throws -> [CheckToken] {
            try texts.map { try #require(CheckToken($0)) }
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
}
