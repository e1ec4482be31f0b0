import Containment
import PagerModel
import PagerWire
import Testing

@testable import PagerServer

/// Tests that the contents of a plugin's controllers are kept while it is disconnected, and
/// restored when it reconnects.
@Suite struct CoveredContentTests {
    /// Returns a text that takes six times as many bytes in JSON.
    private static func text(_ count: Int) -> Value {
        .string(String(repeating: "\u{1}", count: count))
    }

    private static func stage(contents: [Value]) throws -> TestService {
        var stage = TestService()
        try stage.attach("maps")
        for (index, content) in contents.enumerated() {
            try stage.result(
                "controller.create",
                ["id": .string("m\(index)"), "kind": "maps", "content": content])
        }
        return stage
    }

    @Test func `Contents that a placeholder covers count towards the limit of all contents`() throws
    {
        var stage = try Self.stage(contents: (0..<3).map { _ in Self.text(100_000) })
        let before = stage.service.scene.contentBytes
        #expect(before > 300_000)
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        #expect(stage.service.scene.contentBytes > before)
        #expect(stage.service.scene.coveredCount == 3)
        try stage.result("controller.destroy", ["id": "m0"])
        #expect(stage.service.scene.coveredCount == 2)
        try stage.attach("maps", pid: 8)
        #expect(stage.service.scene.coveredCount == 0)
        #expect(stage.service.scene.contentBytes == before / 3 * 2)
    }

    @Test func `Contents that a placeholder covers also count after a restart`() throws {
        var stage = try Self.stage(contents: [Self.text(1_000), .null])
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        let bytes = stage.service.scene.contentBytes
        try stage.restart()
        #expect(stage.service.scene.contentBytes == bytes)
        #expect(stage.service.scene.coveredCount == 2)
        try stage.attach("maps", pid: 8)
        #expect(stage.service.scene.coveredCount == 0)
        #expect(try stage.content(of: "m0") == Self.text(1_000))
    }

    @Test func `Many contents are restored in several transactions`() throws {
        let count = 12
        let content = Self.text(300_000)
        var stage = try Self.stage(contents: (0..<count).map { _ in content })
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        let most = Limits.uncoveredBytes + 6 * 300_000 + 10_000
        var published = stage.service.publishedBytes
        try stage.attach("maps", pid: 8)
        #expect(stage.service.publishedBytes - published < most)
        #expect((1..<count).contains(stage.service.scene.coveredCount))
        while stage.service.scene.coveredCount > 0 {
            let left = stage.service.scene.coveredCount
            published = stage.service.publishedBytes
            _ = try stage.received("maps")
            stage.service.runPluginDeadlines(at: stage.time)
            #expect(stage.service.scene.coveredCount < left)
            #expect(stage.service.publishedBytes - published < most)
        }
        for index in 0..<count { #expect(try stage.content(of: "m\(index)") == content) }
    }

    @Test func `A content that a client sets while the plugin is disconnected stays`() throws {
        var stage = try Self.stage(contents: ["old", "old"])
        stage.service.pluginIsGone("maps", "exited 1", at: stage.time)
        try stage.result("controller.update", ["id": "m1", "content": "new"])
        try stage.attach("maps", pid: 8)
        #expect(try stage.content(of: "m0") == "old")
        #expect(try stage.content(of: "m1") == "new")
        #expect(stage.service.scene.contentBytes == "old".utf8.count + "new".utf8.count + 16)
    }
}
