@testable import Carousel
import Containers
import Containment
import PagerModel
import PagerWire
import Testing

/// A window with a carousel `wheel` of some pages, and what happens there.
struct Stage {
    private(set) var scene = Scene(
        kinds: Containers.kinds + Plugins.carousel.kinds,
        styles: Plugins.carousel.styles)
    private var time = Instant.zero

    /// The window is 600 points wide, so that each of three pages has 200.
    init(pages: [String] = ["a", "b", "c", "d", "e"], of kind: String = "view") throws {
        try run("window.create", ["id": "w", "size": ["width": 600, "height": 400]])
        for page in pages {
            try run("controller.create", ["id": .string(page), "kind": .string(kind)])
        }
        try run("controller.create", ["id": "wheel", "kind": "carousel"])
        try run("carousel.setPages", ["pages": .array(pages.map { .string($0) })])
    }

    /// Replaces the scene by one that is restored from its archive, as at a start of a daemon.
    mutating func writeAndRead(
        into new: Scene = Scene(
            kinds: Containers.kinds + Plugins.carousel.kinds,
            styles: Plugins.carousel.styles)
    ) throws(ArchiveProblem) {
        let bytes = Archive.writing { scene.visit(&$0) }
        var read = new
        try Archive.reading(bytes.span) { read.visit(&$0) }
        scene = read
    }

    static func onScreen(_ pages: [String] = ["a", "b", "c", "d", "e"]) throws -> Stage {
        var stage = try Stage(pages: pages)
        try stage.run("window.setRoot", ["id": "w", "controller": "wheel"])
        return stage
    }

    /// Runs a command as the daemon does. Returns one line for each event.
    @discardableResult
    mutating func run(_ method: String, _ params: Value = [:]) throws(CommandError) -> [String] {
        guard let type = scene.command(method) else { throw CommandError(.methodNotFound, method) }
        try apply(type, params.members ?? [])
        return happened()
    }

    private mutating func apply<C: SceneCommand>(
        _: C.Type, _ params: [Value.Member]
    ) throws(CommandError) {
        _ = try scene.apply(try C(reading: params), at: time)
    }

    /// Advances the time. Returns one line for each event.
    mutating func wait(_ seconds: Double) -> [String] {
        time = time.advanced(by: seconds)
        scene.advance(to: time)
        return happened()
    }

    private mutating func happened() -> [String] {
        scene.drain { scene in scene.log.events.map { Self.line($0, scene) } }
    }

    private static func line(_ record: EventRecord, _ scene: Scene) -> String {
        let line = "\(scene.name(of: record.subject)) \(scene.events[record].name)"
        return fields(of: record, scene).map { "\(line) \($0)" } ?? line
    }

    private static func fields(of record: EventRecord, _ scene: Scene) -> String? {
        if let event = scene.read(ViewEvents.DidChangeFrame.self, from: record) {
            return "\(Int(event.frame.x)) \(Int(event.frame.width))"
        }
        if let event = scene.read(ControllerEvents.Updated.self, from: record) {
            return text(event.changes)
        }
        if let event = scene.read(TransitionEvents.Ended.self, from: record) {
            return event.outcome.rawValue
        }
        if let event = scene.read(CarouselKind.PagesChanged.self, from: record) {
            let pages = event.pages.map { scene.name(of: $0) }.joined()
            return "pages=\(pages) index=\(event.index ?? -1)"
        }
        if let event = scene.read(CarouselKind.DidSelect.self, from: record) {
            return "index=\(event.index ?? -1)"
        }
        if let event = scene.read(CarouselKind.DidSettle.self, from: record) {
            return "index=\(event.index ?? -1)"
        }
        return scene.read(CarouselKind.Bounced.self, from: record).map {
            "edge=\($0.edge.rawValue)"
        }
    }

    private static func text(_ values: Value) -> String {
        (values.members ?? []).map { "\($0.name)=\(text(of: $0.value))" }
            .joined(separator: " ")
    }

    private static func text(of value: Value) -> String {
        value.string ?? value.integer.map(String.init)
            ?? (value.array ?? []).map { text(of: $0) }.joined()
    }

    /// Returns a member that the kind adds to the record.
    func record(_ id: String, _ member: String) throws -> Value? {
        let controller = try scene.controller(try #require(Identifier(id)))
        return try scene.record(controller: controller).ofKind.first { $0.name == member }?.value
    }

    func frame(of id: String) throws -> Frame {
        let controller = try scene.controller(try #require(Identifier(id)))
        return try scene.record(controller: controller).frame
    }

    func children(of id: String) throws -> [String] {
        let controller = try scene.controller(try #require(Identifier(id)))
        return try scene.children(of: controller).map { scene.name(of: $0) }
    }
}

extension [String] {
    /// The lines without layout passes, which follow every change of a view.
    var withoutLayout: [String] { filter { !$0.hasSuffix("LayoutSubviews") } }

    /// Returns the appearance callbacks of one controller.
    func appearance(of id: String) -> [String] {
        filter { $0.hasPrefix("\(id) view") && $0.contains("ppear") }
            .map { String($0.dropFirst(id.count + 1)) }
    }
}
