import Containment
import PagerModel
import PagerWire
import Testing

@testable import PagerServer

/// Reaches each limit and checks the documented effect.
@Suite struct LimitTests {
    private func declared(_ name: String) throws -> ErrorName {
        let limit = try #require(Limits.all.first { $0.name == name })
        guard case .refused(let error) = limit.over else {
            throw CommandError(.invalidArgument, "\(name) refuses nothing")
        }
        return error
    }

    @Test func `hello lists each limit with a sentence about it`() throws {
        var service = TestService()
        let told = try service.result("server.hello")["limits"]
        #expect(told?.members?.map(\.name) == Limits.all.map(\.name))
        for limit in Limits.all {
            #expect(told?[limit.name]?.double == limit.value)
            #expect(limit.bounds.count > 10)
        }
        #expect(Set(Limits.all.map(\.name)).count == Limits.all.count)
    }

    @Test func `hello tells how many connections a daemon with few open files accepts`() throws {
        var service = TestService()
        service.service.limits.connections = 73
        let told = try service.result("server.hello")["limits"]
        #expect(told?["connections"]?.integer == 73)
    }

    @Test func `The contents of all controllers share a limit in bytes`() throws {
        var service = TestService()
        let content = Value.string(String(repeating: "x", count: Limits.contentBytes - 64))
        let count = Limits.allContentBytes / Limits.contentBytes
        func create(_ number: Int) throws -> Value {
            try service.call(
                "controller.create",
                ["id": .string("c\(number)"), "kind": "view", "content": content])
        }
        for number in 0..<count { #expect(try create(number)["result"] != nil) }
        let refused = try create(count)["error"]?["data"]?["name"]?.string
        #expect(refused == (try declared("allContentBytes")).rawValue)
        // A smaller content frees space, and so does destroying a controller.
        try service.result("controller.update", ["id": "c0", "content": "short"])
        #expect(try create(count)["result"] != nil)
        try service.result("controller.destroy", ["id": "c1"])
        #expect(try create(count + 1)["result"] != nil)
        #expect(try create(count + 2)["error"]?["data"]?["name"]?.string == refused)
    }

    @Test func `The contents of a plugin's controllers leave half of the space to others`() throws {
        var stage = TestService()
        try stage.attach("maps")
        let content = Value.string(String(repeating: "x", count: Limits.contentBytes - 1_024))
        func ask(_ number: Int, _ kind: Value) throws -> String? {
            let reply = try stage.call(
                "controller.create",
                ["id": .string("c\(number)"), "kind": kind, "content": content])
            return reply["error"]?["data"]?["name"]?.string
        }
        let half = Limits.hostedContentBytes / Limits.contentBytes
        for number in 0..<half { #expect(try ask(number, "maps") == nil) }
        let refused = try declared("hostedContentBytes").rawValue
        #expect(try ask(half, "maps") == refused)
        // Contents that a placeholder replaces still count, also after a restart.
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        #expect(try ask(half, "maps") == refused)
        try stage.restart()
        #expect(try ask(half, "maps") == refused)
        // A destroyed controller frees space.
        try stage.result("controller.destroy", ["id": "c0"])
        #expect(try ask(0, "maps") == nil)
        #expect(try ask(half, "maps") == refused)
        for number in half..<2 * half { #expect(try ask(number, "view") == nil) }
        #expect(try ask(2 * half, "view") == refused)
    }

    @Test func `A scene has a maximum number of controllers, windows and views`() throws {
        var scene = Scene(nodes: 2)
        _ = try scene.apply(WindowCreate(), at: .zero)
        var create = ControllerCreate()
        create.kind = "view"
        _ = try scene.apply(create, at: .zero)
        let before = scene.revision
        #expect(
            throws: CommandError(
                .limitExceeded,
                "there are already 2 controllers, views and windows, which is the maximum")
        ) {
            _ = try scene.apply(create, at: .zero)
        }
        #expect(scene.revision == before)
    }

    /// No smaller advance of the clock would get past the deadline.
    @Test func `A single deadline runs even if its events exceed the limit of a batch`() throws {
        var stage = TestService()
        try stage.show(["a", "b", "c"], kind: "view")
        try stage.result("controller.update", ["id": "book", "autoAdvance": 1, "duration": 0])
        stage.service.limits.batchEvents = 2
        let before = stage.service.point
        try stage.result("clock.advance", ["seconds": 1])
        #expect(stage.service.point.seq > before.seq + 2)
    }

    @Test func `Queued commands share a limit in bytes over all containers`() throws {
        var stage = TestService()
        try stage.result("window.create", ["id": "w"])
        for id in ["a", "b", "c"] {
            try stage.result("controller.create", ["id": .string(id), "kind": "view"])
        }
        try stage.result("controller.create", ["id": "nav", "kind": "navigation"])
        try stage.result("window.setRoot", ["id": "w", "controller": "nav"])
        try stage.result("navigation.setStack", ["id": "nav", "controllers": ["a"]])
        try stage.result("navigation.push", ["id": "nav", "controller": "b"])
        let set: Value = [
            "id": "nav", "controllers": ["a", "b", "c"], "interruption": "queue",
        ]
        try stage.result("navigation.setStack", set)
        let one = stage.service.scene.queuedBytes.now
        #expect(one > 0)
        stage.service.scene.queuedBytes.most = 2 * one
        try stage.result("navigation.setStack", set)
        let before = stage.service.point
        let reply = try stage.call("navigation.setStack", set)
        #expect(
            reply["error"]?["data"]?["name"]?.string
                == (try declared("queuedCommandBytes")).rawValue)
        #expect(stage.service.point == before)
        // The count is restored after a restart, and commands that have run no longer count.
        try stage.restart(with: Pile())
        #expect(stage.service.scene.queuedBytes.now == 2 * one)
        try stage.result("clock.advance", ["seconds": 10])
        #expect(stage.service.scene.queuedBytes.now == 0)
    }

    /// A kind that the program has after the restart.
    private struct Pile: ContainerKind {
        typealias State = PlainKind.State
        enum Declaration: KindDeclaration {
            static let name: StaticString = "pile"
        }
    }

    // MARK: what is queued

    @Test func `A subscriber's queued events are limited in number, bytes and slots`() {
        var mark = AdaptiveHighWaterMark()
        #expect(mark.events == Limits.queuedEvents)
        mark.follow(averageBytes: 1 << 20, subscribers: 1)
        #expect(mark.events == Limits.queuedEventBytes >> 20)
        #expect(mark.isDue)
        var crowded = AdaptiveHighWaterMark()
        crowded.follow(averageBytes: nil, subscribers: 1_000)
        #expect(
            crowded.events * 1_000 * AdaptiveHighWaterMark.placeBytes <= Limits.queuedPlacesBytes)
        #expect(
            crowded.events * 1_100 * AdaptiveHighWaterMark.placeBytes > Limits.queuedPlacesBytes / 2
        )
        // The high-water mark rises again when they are gone.
        crowded.follow(averageBytes: nil, subscribers: 1)
        #expect(crowded.events == Limits.queuedEvents)
    }

    @Test func `The average size of messages follows the latest ones`() {
        var sizes = RecentSizes()
        #expect(sizes.average == nil)
        for _ in 0..<100_000 { sizes.note(100) }
        #expect(sizes.average == 100)
        for _ in 0..<Limits.retainedBytes >> 20 { sizes.note(1 << 20) }
        #expect(sizes.average == 1 << 20)
        // The average falls again when the messages are small.
        for _ in 0..<Limits.retainedBytes / 1_024 { sizes.note(1_024) }
        #expect(sizes.average == 1_024)
    }

    @Test func `A command that had no effect or was dropped is no longer queued`() throws {
        var stage = TestService()
        func select(_ page: Value, _ interruption: Value = "replace") throws {
            try stage.result(
                "pager.select", ["id": "book", "page": page, "interruption": interruption],
                client: "c")
        }
        try stage.show(["a", "b", "c"], kind: "view")
        try select("b")
        try select("a", "queue")
        try select("a", "queue")
        #expect(stage.service.recorder.waiting.count == 2)
        #expect(try stage.result("server.stats")["queuedCommands"] == 2)
        // The second command finds its page already shown.
        try stage.result("clock.advance", ["seconds": 10])
        #expect(stage.service.recorder.waiting.isEmpty)
        #expect(try stage.result("server.stats")["queuedCommands"] == 0)
        try select("b")
        try select("a", "queue")
        try select("c")
        #expect(stage.service.recorder.waiting.isEmpty)
    }
}
