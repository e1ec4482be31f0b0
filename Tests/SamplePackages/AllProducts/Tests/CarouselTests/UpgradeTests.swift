import Foundation
import PagerClient
import PagerModel
import PagerWire
import Testing

/// A client that follows pagerd while carouseld takes its place, with the same journal and at the
/// same endpoints.
@Suite struct UpgradeTests {
    /// A journal, removed with the test.
    private final class Journal {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("journal-\(UUID().uuidString.prefix(8))").path

        deinit {
            for suffix in ["", ".lock"] {
                try? FileManager.default.removeItem(atPath: path + suffix)
            }
        }
    }

    private struct Late: Error {}

    /// Sends commands.
    ///
    /// - Returns: the seq after them.
    private func send(_ commands: [(String, Value)], to daemon: Carouseld) throws -> Int {
        var requester = try Requester(daemon.command)
        var seq = 0
        for (method, params) in commands {
            seq = try requester.request(method, params.members ?? []).seq
        }
        return seq
    }

    @Test func `A mirror reads the change table of the upgraded daemon and continues`() throws {
        let journal = Journal()
        let pagerd = try Carouseld("--journal", journal.path, program: "pagerd")
        let pages: [Value] = ["a", "b", "c", "d"]
        _ = try send(
            [("window.create", ["id": "w"])]
                + pages.map { ("controller.create", ["id": $0, "kind": "view"]) },
            to: pagerd)
        var subscription = try Subscription.open(pagerd.address, timeout: 20)
        var mirror = try Mirror(&subscription)
        let digest = mirror.changes.digest
        #expect(digest == RecordChanges.builtIn.digest)
        pagerd.terminate()

        let carouseld = try Carouseld("--journal", journal.path, after: pagerd)
        var snapshots = 0
        func follow(to seq: Int) throws {
            while mirror.seq < seq {
                guard case .news(let news) = try subscription.next(timeout: 30) else {
                    throw Late()
                }
                if try mirror.take(news, from: &subscription) { snapshots += 1 }
            }
        }
        try follow(
            to: send(
                [
                    ("controller.create", ["id": "wheel", "kind": "carousel"]),
                    ("window.setRoot", ["id": "w", "controller": "wheel"]),
                ], to: carouseld))
        #expect(snapshots == 1)
        try follow(
            to: send(
                [
                    ("carousel.setPages", ["pages": .array(pages)]), ("carousel.next", [:]),
                    ("clock.advance", ["seconds": 1]),
                ], to: carouseld))
        #expect(snapshots == 1)
        var requester = try Requester(carouseld.command)
        let hello = try requester.request("server.hello", []).result
        #expect(mirror.changes.digest == hello["changes"]?.string)
        #expect(mirror.changes.digest != digest)
        let controllers = try requester.snapshot().flatMap { $0.result["controllers"]?.array ?? [] }
        #expect(controllers.first { $0["id"] == "wheel" }?["index"] == 1)
        #expect(mirror.controllers.map(\.json).sorted() == controllers.map(\.json).sorted())
    }
}
