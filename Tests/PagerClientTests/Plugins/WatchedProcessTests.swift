import DaemonUnderTest
import PagerClient
import PagerModel
import Testing

/// Tests of the daemon's descriptors that watch the processes of plugins.
@Suite struct WatchedProcessTests {
    @Test func `After all plugins of a process are lost, the daemon no longer watches the process`()
        throws
    {
        var play = try PluginPlay.begin()
        let before = try play.send("server.stats")["openFiles"]
        for number in 0..<8 {
            let plugin = try BarePlugin(play.daemon.plugins)
            try plugin.register("p\(number)", kinds: [])
        }
        for number in 0..<8 { _ = try play.event("plugin.p\(number).lost") }
        #expect(try play.send("server.stats")["openFiles"] == before)
    }

    @Test func `Several plugins in one process share one descriptor that watches the process`()
        throws
    {
        var play = try PluginPlay.begin()
        let before = try #require(try play.send("server.stats")["openFiles"]?.integer)
        let plugins = try (0..<8).map { number in
            let plugin = try BarePlugin(play.daemon.plugins)
            try plugin.register("p\(number)", kinds: [])
            return plugin
        }
        let during = try play.send("server.stats")["openFiles"]?.integer
        #expect(during == before + plugins.count + 1)
    }
}
