import CLinux
import DaemonUnderTest
import Glibc
import Testing

/// Tests of `pagerd up`, whose programs end with it.
@Suite struct UpTests {
    /// `pagerd up` with a book of one page, in a folder of its own.
    private final class Up {
        let folder: String
        let process: TestProcess

        init() throws {
            var template = Array("/tmp/pagerd-up-XXXXXX\0".utf8CString)
            try #require(mkdtemp(&template) != nil)
            folder = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
            let book = try #require(fopen("\(folder)/wall.yaml", "w"))
            fputs("pager: {id: book, pages: [{id: a}]}\n", book)
            fclose(book)
            process = try TestProcess(
                [
                    "\(TestDaemon.products)/pagerd", "up", "\(folder)/wall.yaml", "--name", "wall",
                    "--journal", "none",
                ],
                environment: [
                    "PAGERD_RUNTIME_DIR=\(folder)/run", "PAGERD_STATE_DIR=\(folder)",
                ], reading: .error)
        }

        /// Waits until the viewer accepts browsers.
        func awaitViewer() throws {
            var said: [String] = []
            while let line = try process.line() {
                if line.hasPrefix("ready http") { return }
                said.append(line)
            }
            Issue.record("pagerd up said: \(said)")
        }

        /// Returns the programs that `pagerd up` has started.
        func children() throws -> [Child] {
            let path = "/proc/\(process.pid)/task/\(process.pid)/children"
            let file = try #require(fopen(path, "r"))
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 4_096)
            let count = fread(&bytes, 1, bytes.count, file)
            let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            return text.split(separator: " ").compactMap { Int32($0) }.map { Child($0) }
        }

        deinit {
            process.kill(SIGTERM)
            process.reap()
            for name in ["command", "events", "plugins", "lock", "endpoints.json"] {
                unlink("\(folder)/run/wall/\(name)")
            }
            for name in ["wall.yaml", "wall.viewer-tokens"] { unlink("\(folder)/\(name)") }
            for name in ["run/wall", "run", ""] { rmdir("\(folder)/\(name)") }
        }
    }

    /// A program that another process has started. It is killed when the object is released, because
    /// it would keep the output of this test open.
    private final class Child {
        private let pid: pid_t
        private let descriptor: Int32
        private var hasEnded = false

        init(_ pid: pid_t) {
            self.pid = pid
            descriptor = linux_pidfd_open(pid)
        }

        /// Whether the program ends within some seconds.
        func ends() -> Bool {
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            hasEnded = poll(&polled, 1, 20_000) == 1
            return hasEnded
        }

        deinit {
            if !hasEnded { kill(pid, SIGKILL) }
            close(descriptor)
        }
    }

    @Test func `The viewer and apply --watch end with a killed pagerd up`() throws {
        let up = try Up()
        try up.awaitViewer()
        let children = try up.children()
        #expect(children.count == 2)
        up.process.kill(SIGKILL)
        up.process.reap()
        for child in children { #expect(child.ends()) }
    }

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
