import DaemonUnderTest
import Glibc
import Testing

/// Tests of the programs that `pagerd up` starts, which end with it.
@Suite struct UpTests {
    @Test(arguments: [
        ["pagerctl", "apply", "book.yaml", "--watch"], ["pagerview"], ["pagerd"],
    ])
    func `A program ends at once if the process that started it has ended`(words: [String]) throws {
        let folder = try #require(mkdtemp(strdup("/tmp/pagerd-up-XXXXXX")))
        defer {
            rmdir(folder)
            free(folder)
        }
        let run = String(cString: folder)
        // The test process has another id than init, so the parent is not the one that is named.
        let program = try TestProcess(
            ["\(TestDaemon.products)/\(words[0])"] + words.dropFirst(),
            environment: [
                "PAGERD_RUNTIME_DIR=\(run)", "PAGERD_STATE_DIR=\(run)", "PAGERD_PARENT=1",
            ], reading: .error)
        #expect(try program.line() == nil)
        #expect(program.ends(within: 100))
        unlink("\(run)/default.viewer-tokens")
    }
}
