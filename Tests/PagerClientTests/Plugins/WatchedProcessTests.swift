import DaemonUnderTest
import PagerClient
import PagerModel
import Testing

/// Tests of the daemon's descriptors that watch the processes of plugins.
@Suite struct WatchedProcessTests {
    @Test func `A process that serves several plugins in turn is watched while it serves`() throws {
        var play = try PluginPlay.begin()
        let before = try play.send("server.stats")["openFiles"]
        for number in 0..<8 {
            let plugin = try BarePlugin(play.daemon.plugins)
            try plugin.register("p\(number)", kinds: [])
        }
        for number in 0..<8 { _ = try play.event("plugin.p\(number).lost") }
        #expect(try play.send("server.stats")["openFiles"] == before)
    }

    @Test func `A process with several plugins takes one descriptor and its connections`() throws {
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
