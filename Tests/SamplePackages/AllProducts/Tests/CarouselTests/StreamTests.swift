import Carousel
import Foundation
import PagerClient
import PagerModel
import PagerWire
import Testing

/// The stream of events with which the mirrors of all languages are tested.
@Suite struct StreamTests {
    private static let name = "Tests/Fixtures/mirror/recorded-carousel.json"

    private func recorded() throws -> Value {
        let root = URL(filePath: #filePath).pathComponents.dropLast(6).joined(separator: "/")
        return try JSONParser.parse(
            Array(Data(contentsOf: URL(filePath: "\(root)/\(Self.name)"))))
    }

    @Test func `The daemon publishes the recorded events and snapshots`() throws {
        let stream = try recorded()
        let carouseld = try Carouseld()
        var daemon = try Requester(carouseld.command)
        try send(stream["before"], to: &daemon)
        let snapshot = try daemon.request("state.snapshot", [.init("limit", 10_000)]).result
        try send(stream["commands"], to: &daemon)
        let events = try daemon.replay(since: #require(snapshot["seq"]?.integer)).map(\.value)
        let expected = try daemon.request("state.snapshot", [.init("limit", 10_000)]).result
        let described = try daemon.request("server.describe", []).result["events"]?.array ?? []

        let hint: Comment = "record \(Self.name) again: docs/dev/TESTING.md says how"
        #expect(snapshot["seq"] == stream["snapshot"]?["seq"], hint)
        for list in ["windows", "controllers", "views", "transitions"] {
            #expect(snapshot[list] == stream["snapshot"]?[list], hint)
            if list == "transitions" { continue }
            #expect(expected[list] == stream["expected"]?[list], hint)
        }
        // A mirror has transitions as events tell them, without the progress on the clock.
        let transitions = Mirror(snapshot: [expected]).transitions
        #expect(transitions == stream["expected"]?["transitions"]?.array, hint)
        #expect(events.map(Self.withoutCause) == stream["events"]?.array, hint)
        let table = described.filter { $0["changes"]?.array?.isEmpty == false }.map { event in
            Value.object(
                ["category", "event", "changes"].map { .init($0, event[$0] ?? .null) })
        }
        #expect(table == stream["changes"]?.array, hint)
    }

    @Test func `The recorded stream contains each event of the carousel at least twice`() throws {
        let events = try #require(recorded()["events"]?.array)
        for declared in CarouselKind.events {
            let published = events.filter {
                $0["category"] == "carousel"
                    && $0["event"]?.string == declared.name.description
            }
            #expect(published.count > 1, "\(declared.name)")
        }
    }

    private func send(_ commands: Value?, to daemon: inout Requester) throws {
        for command in try #require(commands?.array) {
            let parts = try #require(command.array)
            _ = try daemon.request(
                #require(parts[0].string), #require(parts[1].members))
        }
    }

    /// The cause names the request, whose id is another one each time.
    private static func withoutCause(_ event: Value) -> Value {
        .object((event.members ?? []).filter { $0.name != "cause" })
    }
}
