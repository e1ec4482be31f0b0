import DaemonUnderTest
import PagerClient
import PagerModel
import Testing

/// Tests of the daemon's descriptors that watch the processes of plugins.
@Suite struct WatchedProcessTests {
    @Test("A process that serves one plugin after another is watched only while it serves one")
    func names() throws {
        var play = try PluginPlay.begin()
        let before = try play.send("server.stats")["openFiles"]
        for number in 0..<8 {
            let plugin = try BarePlugin(play.daemon.plugins)
            try plugin.register("p\(number)", kinds: [])
        }
        for number in 0..<8 { _ = try play.event("plugin.p\(number).lost") }
        #expect(try play.send("server.stats")["openFiles"] == before)
    }

    @Test(
        "A process that serves several plugins at once takes one descriptor besides its connections"
    )
    func atOnce() throws {
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
