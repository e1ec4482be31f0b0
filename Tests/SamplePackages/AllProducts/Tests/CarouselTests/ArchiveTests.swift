import Carousel
import Containers
import Containment
import PagerModel
import Testing

/// Tests that the state of a kind from another package is archived with the scene and restored.
@Suite struct ArchiveTests {
    @Test func `A page turn continues after the scene is restored from its archive`() throws {
        var stage = try Stage.onScreen()
        try stage.run("controller.update", ["id": "wheel", "shown": 2])
        try stage.run("carousel.next")
        try stage.run("carousel.next", ["interruption": "queue"])
        var read = stage
        try read.writeAndRead()
        #expect(try read.record("wheel", "index") == 1)
        let events = stage.wait(2)
        #expect(events.contains("wheel didSelect index=2"))
        #expect(read.wait(2) == events)
        #expect(try read.children(of: "wheel") == ["c", "d"])
        #expect(try read.run("carousel.previous") == stage.run("carousel.previous"))
        #expect(read.scene.violations() == [])
    }

    @Test func `A closed gate stays closed after the scene is restored`() throws {
        var stage = try Stage.onScreen()
        try stage.run("controller.create", ["id": "gate", "kind": "gate", "closed": true])
        try stage.run("carousel.setPages", ["pages": ["a", "b", "c", "gate"]])
        try stage.writeAndRead()
        let refusal = #expect(throws: CommandError.self) {
            try stage.run("carousel.next", ["user": true])
        }
        #expect(refusal?.name == .vetoed)
    }

    @Test func `A program without the carousel refuses the archive and names the kind`() throws {
        var stage = try Stage()
        let problem = #expect(throws: ArchiveProblem.self) {
            try stage.writeAndRead(into: Scene(kinds: Containers.kinds))
        }
        #expect(problem?.text == "the kind \"carousel\" is unknown")
    }
}
