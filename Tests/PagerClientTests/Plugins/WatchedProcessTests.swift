import DaemonUnderTest
import PagerClient
import PagerModel
import Testing

/// Tests of the daemon's descriptors that watch the processes of plugins.
@Suite struct WatchedProcessTests {
    @Test
    func `Plugins of one process share a descriptor that watches it until all are lost`() throws {
        var play = try PluginPlay.begin()
        let before = try #require(try play.send("server.stats")["openFiles"]?.integer)
        var plugins = try (0..<8).map { number in
            let plugin = try BarePlugin(play.daemon.plugins)
            try plugin.register("p\(number)", kinds: [])
            return plugin
        }
        let during = try play.send("server.stats")["openFiles"]?.integer
        #expect(during == before + plugins.count + 1)
        plugins = []
        for number in 0..<8 { _ = try play.event("plugin.p\(number).lost") }
        #expect(try play.send("server.stats")["openFiles"]?.integer == before)
    }
}
