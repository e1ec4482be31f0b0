import PagerJournal
import PagerModel
import PagerWire
import Testing

@testable import PagerServer

/// Tests of the register of screens.
@Suite struct ScreenTests {
    private var service = TestService()

    private mutating func report(
        _ viewer: String, _ names: [String], at seconds: Double = 0
    ) throws -> Value {
        let screens = names.map { Value.object([.init("name", .string($0)), .init("page", "a")]) }
        let message = service.message(
            "screen.report", ["viewer": .string(viewer), "screens": .array(screens)])
        return try JSONParser.parse(
            service.exchange(message, at: Instant.zero.advanced(by: seconds)))
    }

    private mutating func screens(at seconds: Double = 0) throws -> [Value] {
        let message = service.message("screen.list")
        let reply = try JSONParser.parse(
            service.exchange(message, at: Instant.zero.advanced(by: seconds)))
        return try #require(reply["result"]?["screens"]?.array, "\(reply.json)")
    }

    private mutating func names(at seconds: Double = 0) throws -> [String] {
        try screens(at: seconds).compactMap { $0["name"]?.string }
    }

    @Test mutating func `Screens are listed viewer by viewer, with the time since they were seen`()
        throws
    {
        _ = try report("hall:8080", ["left", "right"])
        _ = try report("phone:8080", ["phone"], at: 2)
        let screens = try screens(at: 5)
        #expect(screens.map { $0["name"] } == ["left", "right", "phone"])
        #expect(screens.map { $0["viewer"] } == ["hall:8080", "hall:8080", "phone:8080"])
        #expect(screens.map { $0["lastSeen"] } == [5, 5, 3])
        #expect(screens[0]["page"] == "a" && screens[0]["right"] == "watch")
    }

    @Test mutating func `A report replaces the one before it, and an empty one removes it`() throws
    {
        _ = try report("hall:8080", ["left", "right"])
        _ = try report("hall:8080", ["right"])
        #expect(try names() == ["right"])
        _ = try report("hall:8080", [])
        #expect(try names() == [])
    }

    @Test mutating func `A viewer that reports no more is forgotten`() throws {
        _ = try report("hall:8080", ["left"])
        #expect(try names(at: Limits.screenSeconds) == ["left"])
        #expect(try names(at: Limits.screenSeconds + 1) == [])
    }

    @Test mutating func `Too many viewers or bytes are refused, and the reports stay`() throws {
        for number in 0..<Limits.screenViewers { _ = try report("v\(number)", ["s\(number)"]) }
        #expect(try report("another", ["x"])["error"]?["data"]?["name"] == "limitExceeded")
        let long = String(repeating: "x", count: Limits.screenBytes)
        #expect(try report("v0", [long])["error"]?["data"]?["name"] == "limitExceeded")
        let name = String(repeating: "v", count: Limits.clientBytes + 1)
        #expect(try report(name, ["x"])["error"]?["data"]?["name"] == "limitExceeded")
        #expect(try names() == (0..<Limits.screenViewers).map { "s\($0)" })
        #expect(try report("v0", ["replaced"])["error"] == nil)
    }

    @Test mutating func `A report changes no state, publishes nothing and is in no journal`() throws
    {
        service.service.pendingRecords.isKept = true
        let before = service.point
        _ = try report("hall:8080", ["left"])
        #expect(service.point == before)
        #expect(try service.published() == [])
        #expect(service.service.pendingRecords.isEmpty)
    }
}
