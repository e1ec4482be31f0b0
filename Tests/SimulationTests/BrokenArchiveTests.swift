import Containers
import Containment
import Foundation
import PagerModel
import RandomCommands
import Testing

/// Tests that invalid archives, and those of another program, are refused without a crash.
@Suite struct BrokenArchiveTests {
    /// Returns a scene with running transitions, queued commands and presentations.
    private static func busy(seed: UInt64) -> Scene {
        var swarm = Swarm(seed: seed)
        var twins = Twins(stride: .max)
        for step in Swarm.prologue + (0..<150).map({ _ in swarm.next() }) {
            _ = twins.carryOut(step)
        }
        return twins.original
    }

    @Test func `Changed bytes are refused or read, and never end the program`() {
        let seeds = RandomTest.seeds(8)
        let mutations = RandomTest.number("PAGERD_MUTATIONS") ?? 400
        var refused = 0
        var read = 0
        print("changed bytes, first seed \(seeds[0])")
        for seed in seeds {
            let bytes = Self.busy(seed: seed).archived()
            var random = Mutation(seed: seed)
            for _ in 0..<mutations {
                guard let scene = try? Scene(archived: random.changed([bytes])) else {
                    refused += 1
                    continue
                }
                // Whatever the bytes contain, checking and encoding the scene must not crash.
                _ = scene.violations()
                #expect(!scene.archived().isEmpty)
                read += 1
            }
        }
        #expect(refused > 0)
        #expect(read > 0)
    }

    @Test func `Every truncated archive is refused and leaves the scene unchanged`() throws {
        var swarm = Swarm(seed: 3)
        var twins = Twins(stride: .max)
        for step in Swarm.prologue + (0..<30).map({ _ in swarm.next() }) {
            _ = twins.carryOut(step)
        }
        let bytes = twins.original.archived()
        for count in 0..<bytes.count {
            var scene = twins.copy
            let problem = try #require(
                throws: ArchiveProblem.self, "\(count) of \(bytes.count) bytes are taken for all"
            ) { try Archive.reading(bytes.span.extracting(..<count)) { scene.visit(&$0) } }
            #expect(problem.offset <= count)
            guard count % 100 == 0 else { continue }
            #expect(Simulation.picture(scene) == Simulation.picture(twins.copy))
        }
    }

    @Test func `Bytes after the end are refused`() {
        let bytes = Scene().archived()
        #expect(throws: ArchiveProblem(offset: bytes.count, text: "2 bytes are left over")) {
            try Scene(archived: bytes + [0, 0], into: Scene())
        }
    }

    @Test func `The error for an archive with an unknown kind contains the kind's name`() {
        let bytes = Scene(kinds: Containers.kinds).archived()
        let problem = #expect(throws: ArchiveProblem.self) {
            try Scene(archived: bytes, into: Scene(kinds: [Pager(), TabBar()]))
        }
        #expect(problem?.text == "the kind \"navigation\" is unknown")
    }

    @Test func `The error for an archive with other options of a kind contains the kind's name`() {
        struct Other: ContainerKind {
            struct State: ContainerState {
                var options = PageOptions()
                mutating func visit(_ archive: inout Archive) { archive.fields(&options) }
            }
            enum Declaration: KindDeclaration {
                typealias Options = PageOptions
                static let name: StaticString = "pager"
            }
        }
        let problem = #expect(throws: ArchiveProblem.self) {
            try Scene(archived: Scene(kinds: [Pager()]).archived(), into: Scene(kinds: [Other()]))
        }
        let beginning =
            "the kind pager has other fields in this version: {style: one of scroll, curl, spine: "
        #expect(problem?.text.hasPrefix(beginning) == true, "\(problem?.text ?? "")")
    }

    @Test func `An archive of another iOS release is refused`() {
        let problem = #expect(throws: ArchiveProblem.self) {
            try Scene(archived: Scene(release: .iOS13).archived(), into: Scene())
        }
        #expect(problem?.text == "the release of iOS is 13, not 18")
    }

    /// A pager kind without commands.
    private struct MutePager: ContainerKind {
        enum Declaration: KindDeclaration {
            typealias Options = PagerOptions
            static let name: StaticString = "pager"
        }
        typealias State = Pager.State
    }

    @Test func `The error for a queued command whose method was removed contains the method`()
        throws
    {
        var scene = Scene(kinds: Containers.kinds)
        for step in Self.waiting {
            try scene.apply(step)
            scene.drain { _ in }
        }
        let problem = #expect(throws: ArchiveProblem.self) {
            try Scene(
                archived: scene.archived(),
                into: Scene(kinds: [MutePager()] + Containers.kinds.dropFirst()))
        }
        #expect(problem?.text == "a queued command has the unknown method \"pager.next\"")
    }

    /// Steps that start one page turn and queue another.
    private static let waiting: [Step] = [
        Step(method: "window.create", params: ["id": "w"]),
        Step(method: "controller.create", params: ["id": "pg", "kind": "pager"]),
        Step(method: "controller.create", params: ["id": "a", "kind": "view"]),
        Step(method: "controller.create", params: ["id": "b", "kind": "view"]),
        Step(method: "controller.create", params: ["id": "c", "kind": "view"]),
        Step(method: "pager.setPages", params: ["id": "pg", "pages": ["a", "b", "c"]]),
        Step(method: "window.setRoot", params: ["id": "w", "controller": "pg"]),
        Step(method: "pager.next", params: ["id": "pg"]),
        Step(method: "pager.next", params: ["id": "pg", "interruption": "queue"]),
    ]
}

/// Tests of the kinds and styles of the program, and of those added while it ran.
@Suite struct ArchivedKindTests {
    @Test func `Kinds of plugins are restored in order`() throws {
        var scene = Scene(kinds: Containers.kinds)
        for name in ["clock", "disks"] { try scene.addHostedKind(named: name) }
        try scene.apply(Step(method: "controller.create", params: ["id": "a", "kind": "disks"]))
        scene.drain { _ in }
        let read = try Scene(archived: scene.archived())
        #expect(read.kind(named: "clock") == scene.kind(named: "clock"))
        #expect(read.hostedKind(of: try read.controller(Identifier("a"))) == 7)
        #expect(read.archived() == scene.archived())
    }

    @Test func `Kinds are found by name if the program has them in another order`() throws {
        var scene = Scene(kinds: Containers.kinds)
        try scene.apply(Step(method: "controller.create", params: ["id": "a", "kind": "tabBar"]))
        scene.drain { _ in }
        let read = try Scene(
            archived: scene.archived(),
            into: Scene(kinds: Containers.kinds.reversed()))
        #expect(Simulation.picture(read) == Simulation.picture(scene))
        #expect(read.violations() == [])
    }

    @Test func `A plugin's kind that the program itself has now is refused`() throws {
        var scene = Scene()
        try scene.addHostedKind(named: "pager")
        let problem = #expect(throws: ArchiveProblem.self) {
            try Scene(archived: scene.archived(), into: Scene(kinds: [Pager()]))
        }
        #expect(problem?.text == "a plugin hosted the kind pager, which is built in now")
    }

    @Test func `Restored styles keep their indexes, and the program's own definitions apply`()
        throws
    {
        let old = TransitionStyle("glide", 0.5, from: [], to: [])
        let new = TransitionStyle("glide", 0.7, from: [], to: [])
        var scene = Scene(styles: [old])
        try scene.define(TransitionStyle("client", 1, from: [], to: []))
        let read = try Scene(
            archived: scene.archived(),
            into: Scene(styles: [TransitionStyle("wipe", 1, from: [], to: []), new]))
        for name in ["none", "glide", "client"] {
            #expect(read.style(named: name) == scene.style(named: name))
        }
        #expect(read.style(at: try #require(read.style(named: "glide"))).duration == 0.7)
        #expect(read.style(named: "wipe") == TransitionStyle.builtIn.count + 2)
    }
}
