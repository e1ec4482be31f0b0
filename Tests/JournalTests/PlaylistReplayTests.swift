import PagerModel
import PagerWire
import RandomCommands
import Testing

@testable import PagerServer

/// Tests that limits of playlists apply to new commands, and not to those in a journal.
@Suite struct PlaylistReplayTests {
    private static func playlist(_ entries: Int) -> Value {
        ["playlist": .array((0..<entries).map { ["page": .string("c\($0)")] })]
    }

    private static func pager(_ id: String, _ entries: Int) -> Value {
        ["id": .string(id), "kind": "pager", "content": playlist(entries)]
    }

    private static func limits(_ entries: Int) -> ServiceLimits {
        var limits = ServiceLimits()
        limits.playlistEntries = entries
        return limits
    }

    private static func service(_ entries: Int) -> RecordedService {
        var service = RecordedService(clock: .manual, limits: limits(entries))
        for page in ["c0", "c8"] {
            service.send("controller.create", ["id": .string(page), "kind": "view"])
        }
        return service
    }

    private static func pages(_ service: inout RecordedService, _ id: String) throws -> Value? {
        let reply = service.send("controller.get", ["id": .string(id)])
        return try JSONParser.parse(reply)["result"]?["pages"]
    }

    @Test func `A journal with a longer playlist is restored, and the playlist has its pages`()
        throws
    {
        var larger = Self.service(10)
        larger.send("controller.create", Self.pager("book", 9))
        var restored = try RecordedService(
            larger.journal, clock: .manual, limits: Self.limits(5))
        #expect(restored.service.point == larger.service.point)
        restored.followSchedules(unixTime: 0)
        #expect(try Self.pages(&restored, "book") == ["c0", "c8"])
        let refused = restored.send(
            "controller.update", ["id": "book", "content": Self.playlist(8)])
        #expect(
            try JSONParser.parse(refused)["error"]?["data"]?["path"] == "content.playlist")
    }

    @Test(arguments: [5, 100])
    func `A replay refuses the same commands of a batch, whatever its own limit is`(
        entries: Int
    ) throws {
        var smaller = Self.service(5)
        let commands = (0..<8).map { number -> Value in
            [
                "method": "controller.create",
                "params": Self.pager("book\(number)", number % 3 == 1 ? 9 : 2),
            ]
        }
        let reply = try JSONParser.parse(
            smaller.send("batch", ["commands": .array(commands)], client: "c"))
        let results = reply["result"]?["results"]?.array ?? []
        let paths = results.map { $0["error"]?["data"]?["path"]?.string }
        let path = "params.content.playlist"
        #expect(paths == [nil, path, nil, nil, path, nil, nil, path])
        smaller.followSchedules(unixTime: 0)
        var restored = try RecordedService(
            smaller.journal, clock: .manual, limits: Self.limits(entries))
        #expect(restored.service.point == smaller.service.point)
        #expect(restored.picture() == smaller.picture())
    }
}
