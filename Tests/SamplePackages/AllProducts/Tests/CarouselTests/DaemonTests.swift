import Foundation
import PagerClient
import PagerModel
import PagerWire
import Testing

/// Tests of pagerd with the carousel, over its sockets.
@Suite struct DaemonTests {
    private func send(
        _ method: String, _ params: Value = [:], to daemon: inout Requester
    ) throws -> Value {
        try daemon.request(method, params.members ?? []).result
    }

    @Test func `The daemon describes the added kind, style and methods`() throws {
        let carouseld = try Carouseld()
        var daemon = try Requester(carouseld.command)
        let hello = try send("server.hello", to: &daemon)
        #expect(hello["kinds"]?.array?.contains("carousel") == true)
        #expect(hello["transitions"]?.array?.contains("glide") == true)
        let contract = try send("server.describe", to: &daemon)
        let methods = contract["methods"]?.array?.compactMap { $0["method"]?.string } ?? []
        #expect(methods.contains("carousel.next") && methods.contains("pager.next"))
        let kind = contract["kinds"]?.array?.first { $0["kind"] == "carousel" }
        let options = kind?["options"]?.array?.compactMap { $0["name"]?.string }
        #expect(options == ["shown", "style", "duration"])
    }

    @Test func `A check can use the commands and events of the added kind`() throws {
        let folder = try Carouseld.programs()
        let check = Process()
        check.executableURL = folder.appendingPathComponent("pagerctl")
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        check.arguments = [
            "check", "--pagerd", folder.appendingPathComponent("carouseld").path,
            package.appendingPathComponent("turns.yaml").path,
        ]
        let pipe = Pipe()
        check.standardOutput = pipe
        try check.run()
        let said = String(
            decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        check.waitUntilExit()
        #expect(check.terminationStatus == 0, "\(said)")
        #expect(said.hasSuffix("2 passed, 0 failed\n"))
    }

    /// Runs pagerctl. Returns its output and status.
    private func pagerctl(
        _ arguments: String..., at daemon: Carouseld
    ) throws -> (text: String, status: Int32) {
        try daemon.pagerctl(arguments)
    }

    @Test func `The command line accepts the commands and topics of the added kind`() throws {
        let carouseld = try Carouseld()
        for page in ["a", "b", "c"] {
            _ = try pagerctl("create", "view", "--id", page, at: carouseld)
        }
        _ = try pagerctl("create", "carousel", "--id", "wheel", "--shown", "2", at: carouseld)
        let set = try pagerctl("carousel.setPages", "a", "b", "c", "--trace", at: carouseld)
        #expect(set.status == 0 && set.text.contains("\"category\":\"carousel\""), "\(set.text)")
        let bounced = try pagerctl("carousel.previous", "wheel", "--trace", at: carouseld)
        #expect(bounced.text.contains("\"event\":\"bounced\",\"edge\":\"first\""))
        let help = try pagerctl("carousel.next", "--help", at: carouseld)
        #expect(help.text.hasPrefix("Turns by one page; clamped at the end.\n"))
        let kind = try pagerctl("help", "carousel", at: carouseld)
        #expect(kind.text.contains("pages side by side (default 3)"))
        let flags = try pagerctl("completions", "added", "carousel.next", at: carouseld)
        #expect(flags.text.hasPrefix("--id\n--user\n"))
        for (verb, words) in [
            ("controller.create", "carousel\ngate\n"), ("subscribe", "carousel.\n"),
        ] {
            let added = try pagerctl("completions", "added", verb, at: carouseld)
            #expect(added.text == words)
        }
        for (word, status) in [("carousel.next", Int32(0)), ("carousel.none", 64)] {
            #expect(try pagerctl(word, "--help", at: carouseld).status == status)
        }
        for topic in ["carusel.", "carousel.wheel.didSettel"] {
            let refused = try pagerctl("subscribe", topic, at: carouseld)
            #expect(refused.status == 64 && refused.text.contains("did you mean"))
        }
        let waited = try pagerctl(
            "wait", "carousel.wheel.bounced", "--since", "0", "--timeout", "5", at: carouseld)
        #expect(waited.status == 0 && waited.text.contains("\"bounced\""), "\(waited.text)")
    }

    @Test func `A mirror without the carousel's code has the record of a carousel`() throws {
        let carouseld = try Carouseld()
        var daemon = try Requester(carouseld.command)
        for page in ["a", "b", "c", "d"] {
            _ = try send("controller.create", ["id": .string(page), "kind": "view"], to: &daemon)
        }
        _ = try send("controller.create", ["id": "wheel", "kind": "carousel"], to: &daemon)
        _ = try send("carousel.setPages", ["pages": ["a", "b", "c", "d"]], to: &daemon)
        _ = try send("window.create", ["id": "w"], to: &daemon)
        _ = try send("window.setRoot", ["id": "w", "controller": "wheel"], to: &daemon)
        let turn = try send("carousel.next", to: &daemon)
        #expect(turn["transition"] == "t1")
        _ = try send("clock.advance", ["seconds": 1], to: &daemon)
        let description = try send("server.describe", to: &daemon)
        var mirror = Mirror(changes: try RecordChanges(describedBy: description))
        let replay = try send("events.replay", ["since": 0], to: &daemon)
        for event in try #require(replay["events"]?.array) { mirror.apply(event) }
        let mine = try #require(mirror.controller("wheel")?.members)
        let theirs = try #require(
            send("controller.get", ["id": "wheel"], to: &daemon).members)
        let told = theirs.filter { !["seq", "revision"].contains($0.name) }
        #expect(told.contains(.init("index", 1)) && told.contains(.init("shown", 3)))
        for member in told {
            #expect(mine.contains(member), "\(member.name)")
        }
    }
}
