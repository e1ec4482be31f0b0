import CLinux
import DaemonUnderTest
import Foundation
import Glibc
import PagerClient
import PagerModel
import Testing

/// Tests of `pagerctl watch` in a real terminal, run by tmux.
@Suite(.enabled(if: isOnThePath("tmux"), "needs tmux")) struct WatchTests {
    private func book(_ daemon: TestDaemon) throws {
        try daemon.showBook(["a", "b", "c"], in: "w", [.init("duration", 0)])
        var requester = try daemon.requester()
        _ = try requester.request(
            "controller.update", [.init("id", "a"), .init("title", "Page \u{1B}[31m")])
    }

    @Test func `The tree and headline follow the daemon, and arrow keys change the page`() throws {
        let daemon = try TestDaemon()
        try book(daemon)
        let pane = try Pane(daemon, columns: 120, rows: 24)
        try pane.await("w shows a")
        #expect(pane.text.contains("├─ ● a view appeared \"Page ·[31m\""))
        pane.press("Right")
        try pane.await("w shows b")
        try pane.await("pager.book.didSettle  page=b")
        var requester = try daemon.requester()
        _ = try requester.request("pager.select", [.init("id", "book"), .init("page", "c")])
        try pane.await("w shows c")
        #expect(pane.text.contains("└─ ● c view appeared"))
    }

    @Test func `The tree has each column of a split once, also while it is collapsed`() throws {
        let daemon = try TestDaemon()
        var requester = try daemon.requester()
        for (id, kind) in [
            ("list", "navigation"), ("menu", "view"), ("detail", "view"), ("split", "split"),
        ] {
            _ = try requester.request(
                "controller.create", [.init("id", .string(id)), .init("kind", .string(kind))])
        }
        _ = try requester.request(
            "window.create", [.init("id", "w"), .init("size", ["width": 1000, "height": 600])])
        _ = try requester.request(
            "split.setColumns",
            [
                .init("id", "split"), .init("primary", "list"), .init("supplementary", "menu"),
                .init("secondary", "detail"),
            ])
        _ = try requester.request(
            "window.setRoot", [.init("id", "w"), .init("controller", "split")])
        let pane = try Pane(daemon, columns: 120, rows: 24)
        try pane.await { $0.contains("├─ ● menu view") && $0.contains("└─ ● detail view") }
        _ = try requester.request(
            "split.setColumns",
            [.init("id", "split"), .init("primary", "list"), .init("secondary", "detail")])
        _ = try requester.request(
            "window.resize", [.init("id", "w"), .init("size", ["width": 320, "height": 480])])
        try pane.await { $0.contains("   └─ ● detail view") }
        #expect(pane.text.components(separatedBy: "detail view").count == 2, "\(pane.text)")
    }

    @Test func `Enter shows the item under the cursor; f filters the events by category`() throws {
        let daemon = try TestDaemon()
        try book(daemon)
        let pane = try Pane(daemon, columns: 120, rows: 24)
        try pane.await("w shows a")
        for key in ["Down", "Down", "Down", "Enter"] { pane.press(key) }
        try pane.await("w shows b")
        pane.press("f")
        try pane.await("[lifecycle]")
        #expect(!pane.text.contains("pager.book.didSelect"))
    }

    @Test func `Without a terminal, watch fails with a message and prints nothing else`() throws {
        let daemon = try TestDaemon()
        let result = try ControlTool(daemon)("watch")
        #expect(result.status == 64)
        #expect(result.errors.contains("watch needs a terminal"), "\(result)")
        #expect(result.output.isEmpty, "\(result)")
    }

    @Test func `watch fits any terminal size, and restores the terminal when it ends`() throws {
        let daemon = try TestDaemon()
        try book(daemon)
        let pane = try Pane(daemon, columns: 120, rows: 24)
        try pane.await("w shows a")
        pane.resize(50, 9)
        try pane.await { $0.split(separator: "\n").last?.contains("←→ turn") == true }
        pane.resize(20, 3)
        // Three lines, each with a line break. An ellipsis marks what is cut off.
        try pane.await { $0.count { $0.isNewline } == 3 && $0.contains("…\n") }
        pane.resize(100, 20)
        try pane.await("●")
        pane.press("q")
        try pane.await("ended with 0")
        #expect(!pane.text.contains("w shows"))
        #expect(pane.format("#{alternate_on} #{cursor_flag} #{wrap_flag}") == "0 1 1")
    }

    @Test func `watch waits when the daemon has ended, and shows the next daemon`() throws {
        let daemon = try TestDaemon()
        try book(daemon)
        let pane = try Pane(daemon, columns: 120, rows: 24)
        try pane.await("w shows a")
        daemon.terminate()
        try pane.await("the daemon has ended")
        let next = try TestDaemon(after: daemon)
        try pane.await("no windows")
        next.terminate()
    }
}

/// A terminal of a given size that runs pagerctl watch. Its output is also piped to the test, which
/// can wait for the next change.
private final class Pane {
    private let server = "pagerd-\(UUID().uuidString)"
    private let fifo: String
    private let output: Int32
    private let patience = 60.0

    init(_ daemon: TestDaemon, columns: Int, rows: Int) throws {
        fifo = "\(daemon.folder)/\(server).out"
        guard mkfifo(fifo, 0o600) == 0 else { throw Problem(description: "mkfifo") }
        output = open(fifo, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        let tool = "\(TestDaemon.products)/pagerctl watch; echo ended with $?; cat"
        tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
            "LC_ALL=C.UTF-8 PAGERD_NAME=test PAGERD_RUNTIME_DIR=\(daemon.folder) "
                + "sh -c '\(tool)'", ";", "pipe-pane", "cat > \(fifo)")
    }

    deinit {
        tmux("kill-server")
        close(output)
        unlink(fifo)
    }

    struct Problem: Error, CustomStringConvertible { let description: String }

    /// The text on the screen.
    var text: String { tmux("capture-pane", "-p") }

    func press(_ key: String) { tmux("send-keys", key) }

    func resize(_ columns: Int, _ rows: Int) {
        tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    func format(_ text: String) -> String {
        tmux("display-message", "-p", text).trimmingCharacters(in: .newlines)
    }

    func await(_ part: String) throws { try self.await { $0.contains(part) } }

    /// Waits for output until the screen fulfils a condition.
    func await(_ isThere: (String) -> Bool) throws {
        let end = Date().addingTimeInterval(patience)
        while !isThere(text) {
            var item = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard Date() < end else { throw Problem(description: "it shows\n\(text)") }
            poll(&item, 1, 1_000)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while read(output, &buffer, buffer.count) > 0 {}
        }
    }

    /// Runs tmux and returns its output. The server that the first call starts inherits no end of
    /// the pipe.
    @discardableResult
    private func tmux(_ arguments: String...) -> String {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return "no pipe" }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // A test thread blocks signals; processes in the terminal must receive those that end them.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let argv = (["tmux", "-u", "-L", server] + arguments).map { strdup($0) } + [nil]
        defer { for text in argv { free(text) } }
        var pid: pid_t = 0
        let result = posix_spawnp(&pid, "tmux", &actions, &attributes, argv, environ)
        close(ends[1])
        let text = ControlTool.readAll(ends[0])
        guard result == 0 else { return "no tmux: \(result)" }
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        return text
    }
}

private func isOnThePath(_ program: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
}
