import Foundation
import Testing
import UIKit

extension Fidelity {
    /// Tests with the files in `Traces`: `pagerd.trace` was recorded here with `--filter
    /// UIKitFidelity.Fidelity/Inference/Appearance`; in `variant.trace` one test has another order
    /// and one is missing.
    @Suite @MainActor struct Recorded {
        private static let reversed =
            "[4.3] [4.4] [16.1] One end finishes an appearance that was reversed"

        private func file(_ name: String) throws -> TraceFile {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            let path = folder.appendingPathComponent("Traces/\(name).trace")
            return try TraceFile(text: String(contentsOf: path, encoding: .utf8))
        }

        /// Returns the callbacks of a reversed appearance transition.
        private func trace() async -> [String] {
            let screen = Screen()
            let (parent, child) = (screen.controller("parent"), screen.controller("child"))
            parent.forwards = false
            await screen.show(parent)
            parent.addChild(child)
            child.didMove(toParent: parent)
            screen.log.forget()
            child.beginAppearanceTransition(true, animated: false)
            child.beginAppearanceTransition(false, animated: false)
            child.endAppearanceTransition()
            screen.log.mark("after one end")
            return screen.log.entries
        }

        @Test func `An equal trace has no difference`() async throws {
            let file = try file("pagerd")
            #expect(file.system == "pagerd")
            let trace = await trace()
            #expect(file.difference(from: trace, of: Self.reversed, on: "here") == nil)
        }

        @Test func `A difference names the callbacks of both traces`() async throws {
            let file = try file("variant")
            let trace = await trace()
            #expect(
                file.difference(from: trace, of: Self.reversed, on: "pagerd") == """
                    - UIKit, iOS Version 99.0 (made up)
                    + pagerd
                        child.viewWillAppear
                        child.viewWillDisappear
                      - after one end
                        child.viewDidDisappear
                      + after one end
                    """)
        }

        @Test func `A test that the file lacks is a difference with an instruction`() throws {
            let difference = try file("variant").difference(
                from: [], of: "[3.10] Hiding and covering a view sends nothing", on: "pagerd")
            #expect(
                difference == """
                    the trace of UIKit, iOS Version 99.0 (made up) has no test \
                    "[3.10] Hiding and covering a view sends nothing"; record it with these tests
                    """)
        }

        @Test func `A difference fails the test that it belongs to`() async throws {
            let file = try file("variant")
            let trace = await trace()
            withKnownIssue {
                RecordedTraces.compare(
                    trace, of: Self.reversed, with: file, at: #_sourceLocation)
            }
        }

        @Test func `Reading written lines returns the same traces, including empty ones`() throws {
            let text =
                "system: pagerd\n\n" + TraceFile.lines(of: "one", ["a(nil)", "b"]) + "\n"
                + TraceFile.lines(of: "two", [])
            #expect(try TraceFile(text: text).traces == ["one": ["a(nil)", "b"], "two": []])
        }

        @Test(arguments: [
            ("", "line 1: a trace begins with \"system: \""),
            ("system: pagerd\n\n  a.viewDidLoad", "line 3: a callback before any test"),
        ])
        func `A file that is no trace is refused with its line`(text: String, problem: String) {
            #expect(throws: TraceFile.Problem(description: problem)) { try TraceFile(text: text) }
        }
    }
}
