import Containment
import PagerModel
import PagerWire
import RandomCommands
import Testing

@testable import PagerServer

/// Tests the largest size of one command's events, which docs/explanation/RELIABILITY.md computes
/// from the number of controllers, views and windows.
@Suite struct CommandBoundTests {
    /// Returns the bound in bytes.
    ///
    /// - Parameters:
    ///   - nodes: the number of controllers, views and windows.
    ///   - message: the bytes of the request.
    ///   - style: the bytes of the tracks of the largest style, as JSON.
    ///   - further: the number of queued commands that run with it.
    private func bound(nodes: Int, message: Int, style: Int, further: Int = 0) -> Int {
        (1 + further) * nodes * (32 * EventMeasure.eventBytes + 2 * style) + 6 * message
    }

    /// Returns a service with a window of `depth` nested pagers, each with its page next to the
    /// inner pager and both visible, and with as many views in the last page.
    private func made(depth: Int) throws -> TestService {
        var service = TestService()
        try service.result("window.create", ["id": "w"])
        for level in (0..<depth).reversed() {
            let pages: [Value] =
                [.string("leaf\(level)")]
                + (level + 1 < depth ? [.string("pager\(level + 1)")] : [])
            try service.result(
                "controller.create", ["id": .string("leaf\(level)"), "kind": "view"])
            try service.result(
                "controller.create",
                ["id": .string("pager\(level)"), "kind": "pager", "offscreenLimit": 2])
            try service.result(
                "pager.setPages",
                [
                    "id": .string("pager\(level)"), "pages": .array(pages),
                    "selected": pages[pages.count - 1],
                ])
        }
        _ = try service.published()
        return service
    }

    private func nodes(_ service: TestService) -> Int {
        let counts = service.service.scene.count()
        return counts.controllers + counts.views + counts.windows
    }

    @Test(arguments: [1, 40, 100])
    func `The events of commands that affect all controllers stay within the size bound`(depth: Int)
        throws
    {
        var service = try made(depth: depth)
        try service.result("controller.create", ["id": "other", "kind": "view"])
        for (method, params) in [
            ("window.setRoot", ["id": "w", "controller": "pager0"]),
            ("window.resize", ["id": "w", "size": ["width": 900, "height": 300]]),
            ("window.setRoot", ["id": "w", "controller": "other"]),
            ("window.setRoot", ["id": "w", "controller": "pager0"]),
        ] as [(String, Value)] {
            let before = service.service.publishedBytes
            try service.result(method, params)
            let bytes = service.service.publishedBytes - before
            #expect(bytes <= bound(nodes: nodes(service), message: 200, style: 400))
            let events = try service.published().count
            #expect(depth == 1 || events >= depth, "\(method) does not touch everything")
        }
    }

    @Test func `The events of queued commands that all run at once stay within the size bound`()
        throws
    {
        var service = TestService()
        let members = (0..<300).map { Value.string("member-\($0)") }
        try service.result("window.create", ["id": "w"])
        for member in members {
            try service.result("controller.create", ["id": member, "kind": "view"])
        }
        try service.result("controller.create", ["id": "nav", "kind": "navigation"])
        try service.result("window.setRoot", ["id": "w", "controller": "nav"])
        try service.result(
            "navigation.setStack", ["id": "nav", "controllers": .array(Array(members.dropLast()))])
        try service.result("navigation.push", ["id": "nav", "controller": members[299]])
        var waiting = 0
        for number in 0..<Limits.queuedCommands {
            let stack = number % 2 == 0 ? Array(members.dropLast(2)) : Array(members.dropLast())
            waiting = 6 * Value.array(stack).json.utf8.count
            try service.result(
                "navigation.setStack",
                ["id": "nav", "controllers": .array(stack), "interruption": "queue"])
        }
        _ = try service.published()
        let before = service.service.publishedBytes
        try service.result("clock.advance", ["seconds": 1])
        let bytes = service.service.publishedBytes - before
        let lists = try service.published().filter { $0["event"] == "stackChanged" }
        #expect(lists.count >= Limits.queuedCommands)
        #expect(
            bytes
                <= bound(
                    nodes: nodes(service), message: waiting, style: 400,
                    further: Limits.queuedCommands))
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `The events of random commands without reactions stay within the size bound`(seed: UInt64)
        throws
    {
        var swarm = Swarm(seed: seed, reactions: .none)
        var service = TestService()
        for step in Swarm.prologue + (0..<300).map({ _ in swarm.next() }) {
            let before = service.service.publishedBytes
            let message = service.message(step.method, step.params)
            _ = try service.reply(message)
            let bytes = service.service.publishedBytes - before
            let deadlines = max(1, service.service.outbox.count)
            service.service.outbox = []
            #expect(
                bytes
                    <= deadlines
                    * bound(
                        nodes: nodes(service) + 1, message: message.count, style: 400,
                        further: Limits.queuedCommands),
                "seed \(seed): \(step.method) \(step.params.json)")
        }
    }
}
