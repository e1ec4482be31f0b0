import DaemonUnderTest
import Foundation
import PagerClient
import PagerModel
import PagerWire
import Testing

/// Kills a plugin process at every point of a transition and checks that no transition remains
/// incomplete.
@Suite struct KillTests {
    /// The number of kills, half of them with each clock; `PAGERD_KILLS=1000` sets it.
    private static let kills = getenv("PAGERD_KILLS").flatMap { Int(String(cString: $0)) } ?? 40

    @Test(arguments: [true, false])
    func `The callbacks stay balanced if a plugin is killed at any event`(manual: Bool) throws {
        var stage = try KillStage.begin(manual: manual)
        var points: [(scenario: KillScenario, n: Int, moment: KillStage.Moment)] = []
        for scenario in KillScenario.all {
            for n in 1...(try stage.count(scenario)) {
                for moment in KillStage.Moment.allCases { points.append((scenario, n, moment)) }
            }
        }
        let count = Self.kills / 2
        // The two clocks start at opposite ends, so that a thousand kills reach every point.
        if !manual { points.reverse() }
        // A few kills are spread over all points; many repeat them.
        let stride = max(1, points.count / count)
        for number in 0..<count {
            let (scenario, n, moment) = points[number * stride % points.count]
            do {
                try stage.run(scenario, killingAt: n, moment)
            } catch {
                Issue.record("kill \(number), \(scenario.name), event \(n), \(moment): \(error)")
                return
            }
        }
        #expect(stage.faults.isEmpty)
        guard Self.kills >= 1_000 else { return }
        let clock = manual ? "manual" : "real"
        print(
            "\(count) kills of \(points.count) points, \(clock) clock, "
                + "\(stage.events.count) events")
    }

    /// The daemon restarts the plugin itself, and the plugin's pages continue.
    @Test func `The daemon restarts a killed plugin, and all callbacks stay balanced`() throws {
        let file = "/tmp/pagerd-kill-\(getpid()).json"
        let program = "\(TestDaemon.products)/PluginUnderTest"
        let configuration: Value = [
            "plugins": [
                "paper": [
                    "command": [
                        "/bin/sh", "-c",
                        .string("exec \(program) \"$PAGERD_PLUGINS\" paper paper > /dev/null"),
                    ], "kinds": ["paper"], "backOff": ["first": 0.001, "most": 0.01],
                ]
            ]
        ]
        try configuration.json.write(toFile: file, atomically: true, encoding: .utf8)
        defer { unlink(file) }
        var play = try PluginPlay.begin(["--config", file])
        // The event may have been published before the subscription.
        if try play.state(of: "paper") != "attached" {
            _ = try play.event("plugin.paper.attached")
        }
        try play.show()
        try play.send("controller.update", ["id": "book", "duration": 0.02])
        let moments = [
            "pager.book.willSelect", "lifecycle.b.viewWillAppear", "lifecycle.a.viewWillDisappear",
            "transition.book.began", "lifecycle.a.viewDidDisappear", "lifecycle.b.viewDidAppear",
            "transition.book.ended", "pager.book.didSettle",
        ]
        for number in 0..<max(moments.count, Self.kills / 10) {
            let moment = moments[number % moments.count]
            let plugin = try play.send("plugin.list")["plugins"]?.array?.first
            let pid = try #require(plugin?["pid"]?.integer)
            try play.send("pager.select", ["id": "book", "index": 1])
            _ = try play.event(moment)
            kill(pid_t(pid), SIGKILL)
            #expect(try play.event("plugin.paper.lost")["reason"] == "killed by signal 9")
            let restored = try play.event("plugin.paper.restored")
            #expect(restored["kinds"] == ["paper"])
            try play.rest()
            #expect(play.balance.faults.isEmpty && play.balance.unsettled.isEmpty, "\(moment)")
            try play.send("pager.select", ["id": "book", "index": 0])
            try play.rest()
            #expect(try play.record("book")["index"] == 0)
        }
    }
}
