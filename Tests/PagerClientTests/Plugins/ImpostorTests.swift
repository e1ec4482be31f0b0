import DaemonUnderTest
import PagerModel
import PagerWire
import Testing

/// A peer that takes over the routing id of a plugin.
@Suite struct ImpostorTests {
    private static func attach(_ name: String, _ daemon: TestDaemon) throws -> BarePlugin {
        let plugin = try BarePlugin(daemon.plugins, routingID: name)
        try plugin.register(name, kinds: [])
        return plugin
    }

    private static func expectRefusal(of name: String, _ daemon: TestDaemon) throws {
        let impostor = try BarePlugin(daemon.plugins, routingID: name)
        let reply = try impostor.ask("plugin.heartbeat", [:])
        #expect(reply["error"]?["data"]?["name"] == "invalidRequest", "\(reply.json)")
    }

    @Test func `A peer with the routing id of a disconnected plugin is not that plugin`() throws {
        let daemon = try TestDaemon()
        for attempt in 0..<10 {
            _ = try Self.attach("p\(attempt)", daemon)
            try Self.expectRefusal(of: "p\(attempt)", daemon)
        }
    }

    @Test func `A plugin whose routing id another peer has taken is lost`() throws {
        var play = try PluginPlay.begin()
        let plugin = try Self.attach("maps", play.daemon)
        try Self.expectRefusal(of: "maps", play.daemon)
        _ = try play.event("plugin.maps.lost")
        withExtendedLifetime(plugin) {}
    }
}
