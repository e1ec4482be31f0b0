import Containment
import ContainmentTesting
import Foundation
import Misuse
import PagerModel
import Testing

/// Tests of invalid handles that a kind of another package uses: each is refused, changes nothing,
/// and touches no memory outside the scene. `make test-full` runs this under AddressSanitizer too.
@Suite struct HandleMisuseTests {
    /// A scene with a misuser on screen, and handles that are wrong there.
    struct Stage {
        var scene = Scene.standard(adding: Plugins(kinds: [Misuser()]))
        var good = Handle.none
        /// Handles of a destroyed controller, of one whose slot has been reused, and of another
        /// scene.
        var bad: [(name: String, handle: Handle)] = []

        init() throws {
            try scene.make("m", kind: "misuser")
            try scene.make("old", kind: "misuser")
            good = try scene.controller("m")
            let reused = try scene.controller("old")
            try destroy("old")
            try scene.make("new", kind: "misuser")
            #expect(try scene.controller("new").slot == reused.slot)
            try scene.make("last", kind: "misuser")
            let gone = try scene.controller("last")
            try destroy("last")
            bad = [
                ("gone", gone), ("reused", reused), ("of another scene", try Self.foreign()),
                ("forged", try Self.forged()),
            ]
        }

        mutating func destroy(_ id: Identifier) throws {
            try scene.run(ControllerDestroy { $0.id = id })
            scene.drain { _ in }
        }

        /// Returns a handle from a scene with more records than this one.
        private static func foreign() throws -> Handle {
            var other = Scene(kinds: [Misuser()])
            for _ in 0..<1_000 {
                try other.apply(ControllerCreate { $0.kind = "misuser" }, at: .zero)
            }
            return try other.controller("c1000")
        }

        /// Returns a handle decoded from bytes, which no scene has created.
        private static func forged() throws -> Handle {
            var handle = Handle.none
            let bytes: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F, 9, 0, 0, 0]
            try Archive.reading(bytes.span) { handle.visit(&$0) }
            return handle
        }

        var bytes: [UInt8] {
            var copy = scene
            copy.drain { _ in }
            return Archive.writing { copy.visit(&$0) }
        }

        mutating func events() -> [String] {
            scene.drain { scene in
                scene.log.events.map { record in
                    let name = "\(scene.events[record].name)"
                    let misuse = scene.read(DiagnosticEvents.Misuse.self, from: record)
                    return misuse.map { "\(name): \($0.message)" } ?? name
                }
            }
        }
    }

    @Test(arguments: Use.all.indices)
    func `A bad handle is refused, and nothing changes`(number: Int) throws {
        var stage = try Stage()
        let use = Use.all[number]
        for (name, handle) in stage.bad {
            let before = stage.bytes
            let refusal = #expect(throws: CommandError.self, "\(use.name), \(name)") {
                try use.body(&stage.scene, handle, stage.good)
            }
            #expect(refusal?.name == .controllerNotFound, "\(use.name), \(name)")
            #expect(stage.bytes == before, "\(use.name), \(name)")
            #expect(stage.events() == [], "\(use.name), \(name)")
        }
    }

    @Test(arguments: Use.all.indices)
    func `In a callback a bad handle becomes a diagnostic`(number: Int) throws {
        for place in try Stage().bad.indices {
            var stage = try Stage()
            let (name, handle) = stage.bad[place]
            try stage.scene.update(Misuser.self, of: stage.good) {
                $0.use = number
                $0.kept = handle
            }
            try stage.scene.show("m")
            let hint = Comment(rawValue: "\(Use.all[number].name), \(name)")
            let events = stage.events()
            #expect(events.filter { $0.hasPrefix("misuse: the kind misuser") }.count == 1, hint)
            #expect(events.contains("viewDidAppear"), hint)
            #expect(stage.scene.violations() == [], hint)
        }
    }

    @Test(arguments: Use.all.indices)
    func `In a commit a bad handle becomes a diagnostic`(number: Int) throws {
        let use = Use.all[number]
        for place in try Stage().bad.indices {
            var stage = try Stage()
            let (name, handle) = stage.bad[place]
            let good = stage.good
            let result: Void? = stage.scene.attempt(for: good) { (scene) throws(CommandError) in
                try use.body(&scene, handle, good)
            }
            #expect(result == nil, "\(use.name), \(name)")
            let events = stage.events()
            #expect(events.count == 1, "\(use.name), \(name)")
            #expect(
                events.first?.hasPrefix("misuse: the kind misuser") == true,
                "\(use.name), \(name)")
            let before = stage.bytes
            stage.scene.attempt(for: handle) { (scene) throws(CommandError) in
                try use.body(&scene, handle, good)
            }
            #expect(stage.events() == [], "\(use.name), \(name)")
            #expect(stage.bytes == before, "\(use.name), \(name)")
        }
    }

    @Test(arguments: Use.all.indices)
    func `A change of a copy leaves the original scene unchanged`(number: Int) throws {
        let stage = try Stage()
        let before = stage.bytes
        var copy = stage.scene
        let other = try copy.controller("new")
        try? Use.all[number].body(&copy, other, stage.good)
        #expect(stage.bytes == before, "\(Use.all[number].name)")
    }

    @Test func `A command that runs on a copy leaves the original scene unchanged`() throws {
        let stage = try Stage()
        let before = stage.bytes
        var copy = stage.scene
        _ = try ControllerCreate {
            $0.id = "x"
            $0.kind = "view"
        }.run(in: &copy)
        #expect(copy.isAlive(try copy.controller("x")))
        #expect(stage.bytes == before)
        #expect(throws: CommandError.self) { try stage.scene.controller("x") }
    }

    @Test func `The name of an invalid handle is empty, and encoders continue`() throws {
        var stage = try Stage()
        for (_, handle) in stage.bad {
            #expect(stage.scene.isAlive(handle) == false)
            let name = stage.scene.name(of: handle)
            #expect(name == "" || name == "last")
            try stage.scene.emit(MisuserKind.Noted(about: handle), of: stage.good)
        }
        #expect(stage.events() == ["noted", "noted", "noted", "noted"])
    }

    /// Each public function with a handle parameter is tested above.
    @Test func `Every public function with a handle parameter is tested with bad handles`() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../../../Sources/Containment/Extensions")
        var declared: [String] = []
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("CheckedHandles") }
        for file in files {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            let flat = text.replacing(#/\(\s+/#) { _ in "(" }
            declared += flat.matches(of: #/public (?:mutating )?func (\w+[<(]\w* ?\w*)/#)
                .map { String($0.1) }
        }
        #expect(declared.count > 60)
        let used = Set(Use.all.map { $0.name.prefix { $0 != "," } })
        for name in declared {
            let isUsed = used.contains { use in
                name.hasPrefix(use.contains("(") || use.contains("<") ? use : "\(use)(")
                    || name.hasPrefix("\(use)<")
            }
            #expect(isUsed, "\(name)")
        }
    }
}
