import PagerJournal
import PagerModel
import PagerWire
import Testing

@testable import PagerServer

/// Tests of the register of screens.
@Suite struct ScreenTests {
    private var service = TestService()

    private mutating func report(
        _ viewer: String, _ names: [String], at seconds: Double = 0, uid: UInt32? = nil
    ) throws -> Value {
        let screens = names.map { Value.object([.init("name", .string($0)), .init("page", "a")]) }
        let message = service.message(
            "screen.report", ["viewer": .string(viewer), "screens": .array(screens)])
        return try JSONParser.parse(
            service.exchange(message, uid: uid, at: Instant.zero.advanced(by: seconds)))
    }

    private mutating func screens(at seconds: Double = 0) throws -> [Value] {
        let message = service.message("screen.list")
        let reply = try JSONParser.parse(
            service.exchange(message, at: Instant.zero.advanced(by: seconds)))
        return try #require(reply["result"]?["screens"]?.array, "\(reply.json)")
    }

    private mutating func names(at seconds: Double = 0) throws -> [String] {
        try screens(at: seconds).filter { $0["offline"] != true }.compactMap { $0["name"]?.string }
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

    @Test mutating func `A viewer's report belongs to its user, whoever else uses its name`() throws
    {
        _ = try report("hall:8080", ["true"], uid: 1000)
        _ = try report("hall:8080", ["false"], uid: 1001)
        #expect(try names() == ["true", "false"])
        #expect(try screens().map { $0["reporter"] } == ["uid 1000", "uid 1001"])
        _ = try report("hall:8080", [], uid: 1001)
        #expect(try names() == ["true"])
    }

    @Test(arguments: [1, 32, Limits.screenViewers - 1])
    mutating func `A user that takes all places gives them up for others`(others: Int) throws {
        for number in 0..<Limits.screenViewers {
            _ = try report("v\(number)", ["s"], uid: 1001)
        }
        for uid in 0..<UInt32(others) {
            #expect(try report("hall:8080", ["wall\(uid)"], uid: 2000 + uid)["error"] == nil)
        }
        #expect(try names().filter { $0 != "s" }.count == others)
        let more = try report("more", ["more"], uid: 1001)
        #expect(more["error"]?["data"]?["name"] == "limitExceeded")
        #expect(try names().filter { $0 != "s" }.count == others)
    }

    @Test mutating func `A user that fills all bytes gives way to others`() throws {
        let long = String(repeating: "x", count: Limits.screenBytes / 2)
        _ = try report("a", [long], uid: 1001)
        _ = try report("b", [String(repeating: "x", count: Limits.screenBytes / 3)], uid: 1001)
        let half = String(repeating: "y", count: Limits.screenBytes / 4)
        #expect(try report("hall:8080", [half], uid: 1000)["error"] == nil)
        #expect(try names().contains(half))
        #expect(try report("a", [long], uid: 1001)["error"] != nil)
        #expect(try names().contains(half))
    }

    @Test mutating func `A viewer that has missed a report gives way first`() throws {
        _ = try report("gone", ["gone"], uid: 1000)
        for number in 1..<Limits.screenViewers {
            _ = try report("v\(number)", ["s"], at: 20, uid: 1001)
        }
        #expect(try report("new", ["new"], at: 21, uid: 1001)["error"] == nil)
        #expect(try !names(at: 21).contains("gone"))
        #expect(try names(at: 21).count == Limits.screenViewers)
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

    private mutating func offline(at seconds: Double = 0) throws -> [String] {
        try screens(at: seconds).filter { $0["offline"] == true }.compactMap { $0["name"]?.string }
    }

    private mutating func forget(_ name: Value = .null) throws -> Value? {
        let message = service.message("screen.forget", ["name": name])
        return try JSONParser.parse(service.exchange(message))["result"]?["removed"]
    }

    @Test mutating func `A screen with a name that is gone is offline until it is back`() throws {
        _ = try report("hall:8080", ["left", "right", ""])
        _ = try report("hall:8080", ["right"], at: 3)
        let gone = try screens(at: 10)
        #expect(gone.map { $0["name"] } == ["right", "left"])
        #expect(gone.map { $0["offline"] } == [false, true])
        #expect(gone[1]["lastSeen"] == 10)
        // It is the same screen behind another viewer.
        _ = try report("hall:9090", ["left"], at: 11)
        #expect(try offline(at: 12) == [])
        #expect(try names(at: 12) == ["right", "left"])
    }

    @Test mutating func `The screens of a viewer that reports no more are offline`() throws {
        _ = try report("hall:8080", ["left"])
        #expect(try offline(at: Limits.screenSeconds + 1) == ["left"])
    }

    @Test mutating func `A name that another browser still has is not offline`() throws {
        _ = try report("hall:8080", ["left", "left"])
        _ = try report("hall:8080", ["left"])
        _ = try report("attic:8080", ["left"])
        _ = try report("hall:8080", [])
        #expect(try offline() == [])
    }

    @Test mutating func `An offline screen is forgotten by its name, or with all others`() throws {
        _ = try report("hall:8080", ["a", "b", "c"])
        _ = try report("hall:8080", [])
        #expect(try forget("x") == 0)
        #expect(try forget("b") == 1)
        #expect(try offline() == ["a", "c"])
        #expect(try forget() == 2)
        #expect(try offline() == [])
    }

    @Test mutating func `Many offline screens of one user do not replace those of another`() throws
    {
        _ = try report("hall:8080", ["mine"], uid: 1000)
        _ = try report("hall:8080", [], uid: 1000)
        for number in 0...Limits.offlineScreens {
            _ = try report("flood:1", ["f\(number)"], uid: 1001)
        }
        _ = try report("flood:1", [], uid: 1001)
        let listed = try offline()
        #expect(listed.count == Limits.offlineScreens)
        #expect(listed.first == "mine" && listed.last == "f\(Limits.offlineScreens)")
    }
}
