import DaemonUnderTest
import Foundation
import Testing

/// What people type who know tmux, i3, playerctl or kubectl, and what happens.
@Suite struct GuessedCallTests {
    /// What a call must do: its exit status, and a part of its output or error.
    struct Call: CustomTestStringConvertible {
        let words: String
        let status: Int32
        let says: String

        init(_ words: String, _ status: Int32, _ says: String) {
            self.words = words
            self.status = status
            self.says = says
        }

        var testDescription: String { words }
    }

    private static let working = [
        Call("ls", 0, "test  running"), Call("pages", 0, "2      menu   menu   false"),
        Call("current", 0, "main shows home"), Call("next", 0, "floor (2 of 3"),
        Call("prev", 0, "nothing moved"), Call("previous", 0, "nothing moved"),
        Call("goto menu", 0, "menu (3 of 3"), Call("show menu", 0, "menu (3 of 3"),
        Call("select menu", 0, "menu (3 of 3"),
        Call("select floor --no-animated", 0, "floor (2 of 3"), Call("first", 0, "nothing moved"),
        Call("last", 0, "menu (3 of 3"), Call("last --wait", 0, "selected  menu"),
        Call("windows", 0, "main"), Call("clients -j", 0, "[]"), Call("play", 0, "ok"),
        Call("pause", 0, "ok"), Call("play-pause", 0, "ok"), Call("toggle", 0, "ok"),
        Call("subscribe -h", 0, "Prints events"), Call("-t test next", 0, "floor"),
        Call("-n test next", 0, "floor"), Call("kill-server", 0, "ok"), Call("stop", 0, "ok"),
        Call("version", 0, "wire contract"), Call("--version", 0, "wire contract"),
        Call("reload", 0, "nothing to change"), Call("list --json", 0, "\"running\""),
        Call("status -j", 0, "\"home\""), Call("status --json", 0, "\"home\""),
        Call("help", 0, "WORDS OF OTHER PROGRAMS"), Call("--help next", 0, "Selects the next"),
        Call("help goto", 0, "goto means pager.select"),
    ]

    private static let explained = [
        Call("list-sessions", 64, "did you mean list?"), Call("list-pages", 64, "mean pages?"),
        Call("get pages", 2, "pagerctl pages lists the pages"),
        Call("get pods", 2, "pagerctl pages lists the pages"),
        Call("get page", 2, "pagerctl pages lists the pages"),
        Call("get page menu", 64, "an id needs no kind: pagerctl controller.get menu"),
        Call("describe pager book", 64, "an id needs no kind: pagerctl get book"),
        Call("describe book", 2, "pagerctl get ID prints a controller"),
        Call("go 2", 64, "did you mean goto?"), Call("select-page menu", 64, "mean select?"),
        Call("select menu --no-animate", 64, "did you mean --no-animated?"),
        Call("msg -j windows", 64, "did you mean windows?"),
        Call("dispatch next", 64, "did you mean next?"),
        Call("focus next", 64, "did you mean next?"), Call("event-stream", 64, "mean events?"),
        Call("events -n 0", 64, "--count needs a number above 0"),
        Call("subscribe --all -n 1", 64, "[TOPIC...] [-n N|--count N]"),
        Call("status -f {{title}}", 64, "did you mean --format?"),
        Call("status --format {{title}}", 64, "a member is in single ones: {title}"),
        Call("apply -f slides", 64, "there is no option -f\n"),
        Call("wait --for=didSettle", 64, "wait EVENT|TOPIC"),
        Call("wait didSettle --timeout 5", 5, "didSettle did not come within 5 s"),
        Call("wait didSettle --timeout=1s", 64, "--timeout: must be between"),
        Call("select", 64, "usage: pagerctl pager.select [INDEX|PAGE]"),
        Call("select 1 --page menu", 64, "give exactly one of index and page\n"),
        Call("select last", 2, "did you mean pagerctl last?"),
        Call("select -1", 2, "pagerctl last selects the last page"),
        Call("top", 64, "watch needs a terminal"), Call("enxt", 64, "did you mean next?"),
        Call("get home --format {nosuch}", 64, "there is id, kind"),
        Call("next --format {nosuch}", 64, "there is transition"),
        Call("status --format {id} --json", 64, "cannot be used together"),
        Call("window list", 64, "did you mean window.list?"),
        Call("plugins", 64, "did you mean plugin.list?"),
        Call("list pages", 64, "did you mean pages?"),
        Call("list windows", 64, "did you mean windows?"),
        Call("select 02", 2, "no controller is called 02"),
        Call("batch next", 64, "pagerctl batch -"),
        Call("wait lifecycle.viewDidAppear", 64, "lifecycle.SUBJECT.viewDidAppear"),
        Call("subscribe viewDidAppear", 64, "the name of an event"),
        Call("subscribe --timeout 5", 5, "the time of --timeout has passed"),
        Call("apply book --format {id}", 64, "--format does not apply to apply"),
    ]

    /// Nothing here does what these words mean elsewhere.
    private static let unknown = [
        "switch-to menu", "action focus-next", "monitors", "metadata", "logs", "send-keys Right",
        "display-message -p #{title}", "info", "edit book", "delete page menu", "config",
        "kill-window", "say hello", "jump 2", "nop", "quit",
    ].map { Call($0, 64, "there is no subcommand \"\($0.split(separator: " ")[0])\"\n") }

    @Test func `A refused format executes nothing`() throws {
        let daemon = try TestDaemon()
        let pagerctl = ControlTool(daemon)
        let result = try pagerctl("create", "view", "--id", "a", "--format", "{nosuch}")
        #expect(result.status == 64)
        #expect(try pagerctl("get", "a").status == 2)
    }

    @Test(arguments: working + explained + unknown)
    func `A guessed call works, or says what to type instead`(call: Call) throws {
        let folder = try Folder()
        for page in ["home", "floor", "menu"] {
            try folder.write("\(page).md", "# \(page)\n")
        }
        try folder.write(
            "book.yaml", "pager: {id: book, pages: [home.md, floor.md, menu.md]}\n")
        let daemon = try TestDaemon(["--book", "\(folder.path)/book.yaml"])
        let words = call.words.split(separator: " ").map(String.init)
        let result = try ControlTool(daemon).start(["--human"] + words).finish()
        #expect(result.status == call.status, "\(result)")
        #expect("\(result.output)\(result.errors)".contains(call.says), "\(result)")
    }
}
