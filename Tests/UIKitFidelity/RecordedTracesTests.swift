import Testing
import UIKit

extension Fidelity {
    /// Tests of how traces are written and compared.
    @Suite @MainActor struct Recorded {
        private static let test = "One end finishes an appearance that was reversed"
        private static let trace = [
            "child.viewWillAppear", "child.viewWillDisappear", "child.viewDidDisappear",
            "after one end",
        ]

        private func file(_ trace: [String]) throws -> TraceFile {
            try TraceFile(
                text: "system: UIKit, iOS 99.0\n\n" + TraceFile.lines(of: Self.test, trace))
        }

        @Test func `An equal trace has no difference`() throws {
            let file = try file(Self.trace)
            #expect(file.difference(from: Self.trace, of: Self.test, on: "here") == nil)
        }

        @Test func `A difference names the callbacks of both traces, and fails its test`() throws {
            var other = Self.trace
            other.swapAt(2, 3)
            let file = try file(other)
            #expect(
                file.difference(from: Self.trace, of: Self.test, on: "pagerd") == """
                    - UIKit, iOS 99.0
                    + pagerd
                        child.viewWillAppear
                        child.viewWillDisappear
                      - after one end
                        child.viewDidDisappear
                      + after one end
                    """)
            withKnownIssue {
                RecordedTraces.compare(
                    Self.trace, of: Self.test, with: file, at: #_sourceLocation)
            }
        }

        @Test func `A test that the file lacks is a difference with an instruction`() throws {
            #expect(
                try file(Self.trace).difference(from: [], of: "another", on: "pagerd") == """
                    the trace of UIKit, iOS 99.0 has no test "another"; record it with these tests
                    """)
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
