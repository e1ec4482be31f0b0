import Foundation
import Testing

/// A property that an archive leaves out is lost at the next start. Every stored property of an
/// archived type is therefore either visited by the archive or listed here with a reason.
@Suite struct ArchiveTests {
    private struct Row: Sendable {
        let type: String
        let declared: String
        let visited: String
        var leftOut: Set<String> = []
    }

    private static let engine: [Row] = [
        Row(
            type: "struct SceneState", declared: "SceneState", visited: "Scene+Archive",
            leftOut: [
                // They last for one transaction or message.
                "cycle", "ignored", "log", "nesting", "postponed", "stops",
                // The program sets them.
                "events", "isProvisional", "observer",
                // Derived from the positions and options of the records: see `Scene.measure`.
                "heights", "misplacedChildren", "sized",
                // Numbers events for observers.
                "drained",
            ]),
        Row(
            type: "struct KindTable", declared: "KindTable", visited: "KindTable",
            // Derived from the kinds.
            leftOut: ["indexes", "vacant"]),
        Row(
            type: "struct RecordTable", declared: "RecordTable", visited: "RecordTable",
            // A setting, slots that the next `drain` empties, and lists that `linkAll` derives.
            leftOut: ["freed", "most", "orders"]),
        Row(
            type: "struct RecordNames", declared: "RecordNames", visited: "RecordNames",
            // Derived from the records.
            leftOut: ["slots"]),
        Row(
            type: "struct ControllerContent", declared: "ControllerContent",
            visited: "ControllerContent",
            // Derived from the options.
            leftOut: ["hostedBytes", "shownBytes"]),
        Row(
            type: "struct PresentationIndex", declared: "PresentationIndex",
            visited: "PresentationIndex",
            // Derived from the positions of the records: see `Scene.measure`.
            leftOut: ["absent", "leads"]),
        Row(type: "struct StyleTable", declared: "StyleTable", visited: "StyleTable"),
        Row(
            type: "struct TransitionTable", declared: "TransitionTable",
            visited: "TransitionTable"),
        Row(type: "struct WindowResizes", declared: "Scene+Windows", visited: "Scene+Windows"),
        Row(
            type: "struct WaitingCommands", declared: "WaitingCommands",
            visited: "WaitingCommands",
            // Settings.
            leftOut: ["budget", "mostBytes"]),
        Row(
            type: "struct LayoutQueue", declared: "LayoutQueue", visited: "LayoutQueue",
            // Lasts for one transaction.
            leftOut: ["moved"]),
        Row(
            type: "struct Turn", declared: "Turn", visited: "Turn",
            // They last for one transaction.
            leftOut: [
                "queueStart", "reactionBytes", "reactionCount", "reactionStart", "settled",
            ]),
        Row(
            type: "struct Node", declared: "Node", visited: "Node",
            // Derived from the positions of the records: see `Scene.measure`.
            leftOut: ["childPosition", "height", "next", "previous", "viewHeight", "viewPosition"]),
        Row(
            type: "class AnyStateStore", declared: "StateStore", visited: "StateStore",
            // The memory layout of the states.
            leftOut: ["base", "stride", "identity"]),
        Row(type: "struct DeadlineQueue", declared: "DeadlineQueue", visited: "DeadlineQueue"),
        Row(type: "struct Deadline", declared: "DeadlineQueue", visited: "Transition"),
        Row(
            type: "struct Transition", declared: "Transition", visited: "Transition",
            // Set at the end of an interaction, and by observers, which archives leave out.
            leftOut: ["hasEndedInteraction", "isReplaced"]),
        Row(
            type: "struct TransitionPlan", declared: "Transition", visited: "Transition",
            // State for observers.
            leftOut: ["isDriven", "isHeld", "mayBecomeAnimated", "superview"]),
        Row(type: "struct Displacement", declared: "Transition", visited: "Transition"),
        Row(
            type: "struct Presentation", declared: "Scene+Presentation",
            visited: "Transition"),
        Row(
            type: "struct WaitingCommand", declared: "WaitingCommands",
            visited: "WaitingCommands",
            // Derived from the command.
            leftOut: ["bytes", "values"]),
    ]

    @Test(arguments: engine)
    private func `The engine archives all properties except the listed ones`(_ row: Row) throws {
        let declared = try engineSource(row.declared)
        let visiting = try engineSource(row.visited)
        let visits = Self.bodies(of: "visit", in: Self.extensions(of: row.type, in: visiting))
        let properties = Self.properties(of: row.type, in: declared)
        #expect(!properties.isEmpty)
        #expect(Self.forgotten(properties, visits) == row.leftOut.sorted())
    }

    /// Properties that setting a pager's options derives, and state for observers, which archives
    /// leave out.
    private static let derived = [
        "Navigation.swift": ["isChanging", "stackBefore"],
        "Pager.swift": [
            "autoAdvance", "duration", "inset", "isLazy", "isStrip",
            "offscreenLimit", "settings", "step", "wraps",
        ],
        "Split.swift": ["isReplacing"],
    ]

    @Test func `The archive contains each property of a kind's state except derived ones`() throws {
        let sample = "Tests/SamplePackages/AllProducts/Sources/Carousel"
        let files =
            try SourceFiles.all().filter { $0.target == "Containers" }.map(\.path) + [
                "\(sample)/Carousel.swift"
            ]
        var states = 0
        for path in files {
            let text = try source(path)
            let properties = Self.properties(of: "struct State", in: text)
            guard text.contains(where: { $0.contains("struct State:") }) else { continue }
            states += 1
            let name = path.split(separator: "/").last.map(String.init) ?? path
            #expect(
                Self.forgotten(properties, Self.bodies(of: "visit", in: text))
                    == Self.derived[name] ?? [], "\(path)")
        }
        #expect(states == 6)
    }

    @Test func `The check finds a property that the archive does not visit`() {
        let text: [Substring] = """
            public struct State: ContainerState {
                public private(set) var kept = 0
                var lost: [Int] = []
                var computed: Int { kept }
                static let standard = 1
                struct Inner { var other = 1 }
                mutating func visit(_ archive: inout Archive) {
                    kept.visit(&archive)
                }
                func lostAndFound() { lost = [] }
            }
            struct Next { var after = 1 }
            """.split(separator: "\n")
        let properties = Self.properties(of: "struct State", in: text)
        #expect(properties == ["kept", "lost"])
        #expect(Self.forgotten(properties, Self.bodies(of: "visit", in: text)) == ["lost"])
    }

    // MARK: reading Swift

    private func engineSource(_ name: String) throws -> [Substring] {
        let all = try SourceFiles.all().filter { $0.target == "Containment" }
        let file = try #require(all.first { $0.path.hasSuffix("/\(name).swift") })
        return try source(file.path)
    }

    private func source(_ path: String) throws -> [Substring] {
        try String(contentsOfFile: "\(SourceFiles.root)/\(path)", encoding: .utf8)
            .split(separator: "\n").map { SourceFiles.code(of: $0) }
    }

    /// Returns the lines from the start of a declaration to its closing brace, each with its
    /// nesting depth.
    private static func block(
        _ lines: [Substring], from start: Int
    ) -> [(depth: Int, line: Substring)] {
        var depth = 0
        var block: [(depth: Int, line: Substring)] = []
        for line in lines[start...] {
            block.append((depth, line))
            depth += line.count { $0 == "{" } - line.count { $0 == "}" }
            if depth == 0, block.contains(where: { $0.line.contains("{") }) { break }
        }
        return block
    }

    /// Returns the extensions of a type in a file, or the whole file if it has none.
    private static func extensions(of type: String, in lines: [Substring]) -> [Substring] {
        let name = type.split(separator: " ").last ?? ""
        let starts = lines.indices.filter {
            lines[$0].contains("extension \(name):") || lines[$0].contains("extension \(name) ")
        }
        return starts.isEmpty ? lines : starts.flatMap { block(lines, from: $0).map(\.line) }
    }

    /// Returns the names of the stored properties of a type.
    private static func properties(of type: String, in lines: [Substring]) -> [String] {
        guard
            let start = lines.firstIndex(where: {
                $0.contains("\(type):") || $0.contains("\(type) ")
            })
        else { return [] }
        let property =
            /^\s*(?:@\S+ )*(?:(?:public|package|private|fileprivate|internal)(?:\(set\))? )*(?:let|var) (\w+)/
        return block(lines, from: start).dropFirst().compactMap { depth, line in
            guard depth == 1, let name = line.firstMatch(of: property)?.1 else { return nil }
            // A computed property has a body and no initial value.
            let head = line.prefix { $0 != "{" }
            return head.count < line.count && !head.contains("=") ? nil : String(name)
        }
    }

    /// Returns the bodies of all functions whose names start with `name`, and of the functions they
    /// call.
    private static func bodies(of name: String, in lines: [Substring]) -> [Substring] {
        lines.indices
            .filter { index in
                ["func \(name)", "func complete(", "func heading("].contains {
                    lines[index].contains($0)
                }
            }
            .flatMap { block(lines, from: $0).map(\.line) }
    }

    private static func forgotten(_ properties: [String], _ visits: [Substring]) -> [String] {
        let words = Set(
            visits.flatMap { $0.split { !$0.isLetter && !$0.isNumber && $0 != "_" } })
        return properties.filter { !words.contains($0[...]) }.sorted()
    }
}
