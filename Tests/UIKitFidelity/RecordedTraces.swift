import Foundation
import Testing

/// The handling of a test's trace.
///
/// - `UIKIT_FIDELITY_TRACE` names a file to which the traces are written.
/// - `UIKIT_FIDELITY_COMPARE` names a recorded file; each trace is compared with that file instead
///   of the test's expectation.
@MainActor
enum RecordedTraces {
    private static let environment = ProcessInfo.processInfo.environment
    private static var output: FileHandle?
    private static let recorded = environment["UIKIT_FIDELITY_COMPARE"].map { path in
        Result { try TraceFile(text: String(contentsOfFile: path, encoding: .utf8)) }
    }

    static func check(_ trace: [String], _ expected: [String], at place: SourceLocation) {
        let test = Test.current?.displayName ?? "?"
        if let path = environment["UIKIT_FIDELITY_TRACE"] { write(trace, of: test, to: path) }
        switch recorded {
        case nil: #expect(trace == expected, sourceLocation: place)
        case .success(let file): compare(trace, of: test, with: file, at: place)
        case .failure(let problem): Issue.record(problem, sourceLocation: place)
        }
    }

    static func compare(
        _ trace: [String], of test: String, with file: TraceFile, at place: SourceLocation
    ) {
        guard let difference = file.difference(from: trace, of: test, on: Screen.system) else {
            return
        }
        Issue.record("\(difference)", sourceLocation: place)
    }

    /// Appends a trace. The first trace of a run empties the file.
    private static func write(_ trace: [String], of test: String, to path: String) {
        do {
            if output == nil {
                try Data("system: \(Screen.system)\n".utf8).write(to: URL(fileURLWithPath: path))
                output = FileHandle(forWritingAtPath: path)
                try output?.seekToEnd()
            }
            try output?.write(contentsOf: Data("\n\(TraceFile.lines(of: test, trace))".utf8))
        } catch {
            Issue.record(error, "UIKIT_FIDELITY_TRACE=\(path): cannot be written")
        }
    }
}
