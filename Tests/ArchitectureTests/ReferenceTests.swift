import Foundation
import PagerModel
import PagerServer
import PagerWire
import Testing

/// Checks that docs/reference/PROTOCOL.md matches the declarations. PAGERD_WRITE_DOCS=1 rewrites
/// it.
@Suite struct ReferenceTests {
    private static let path = "\(SourceFiles.root)/docs/reference/PROTOCOL.md"

    @Test func `Every declared command is in the list of its family`() throws {
        var lines = ""
        var declared: Set<String> = []
        for file in try SourceFiles.all() where file.target == "PagerModel" {
            for line in file.lines {
                lines += line + "\n"
                if let found = line.firstMatch(of: #/^public struct (\w+)\b.*: .*\bCommand\b.*\{/#)
                {
                    declared.insert(String(found.1))
                }
            }
        }
        #expect(declared.count > 90)
        let unlisted = declared.filter { !lines.contains("\($0).self") }
        #expect(unlisted == [])
    }

    @Test func `The protocol reference matches the declarations`() throws {
        let rendered = Data(Reference.text().utf8)
        if ProcessInfo.processInfo.environment["PAGERD_WRITE_DOCS"] == "1" {
            try rendered.write(to: URL(fileURLWithPath: Self.path))
        }
        let committed = FileManager.default.contents(atPath: Self.path)
        #expect(
            committed == rendered,
            "docs/reference/PROTOCOL.md differs from the declarations: run `make docs`")
    }

    @Test func `The reference lists each method, event, kind, error and limit`() {
        let lines = Set(Reference.text().split(separator: "\n"))
        for type in Contract.methods { #expect(lines.contains("#### `\(type.method)`")) }
        for event in EventDescription.all {
            #expect(lines.contains("#### `\(event.category).*.\(event.name)`"))
        }
        for kind in Contract.kindOptions { #expect(lines.contains("### `\(kind.kind)`")) }
        for name in ErrorName.allCases {
            #expect(lines.contains("| `\(name.rawValue)` | \(name.code) | \(name.summary) |"))
        }
        for limit in Limits.all {
            #expect(lines.contains { $0.hasPrefix("| `\(limit.name)` | ") })
            #expect(lines.contains { $0.contains(limit.bounds) })
        }
    }

    @Test func `A service accepts an example of each method`() {
        #expect(ReferenceExamples.refused == [])
        let accepted = ReferenceExamples.accepted
        for type in Contract.methods { #expect(accepted.contains(type.method), "\(type.method)") }
        for method in ReferenceExamples.shown { #expect(accepted.contains(method), "\(method)") }
    }

    @Test func `Built-in declarations are those that an added one may have`() {
        for type in CommandList.all {
            #expect(fieldProblems(of: type) == [], "\(type.method)")
            #expect(!type.isRecorded || Role(neededFor: type) > .observe, "\(type.method)")
        }
        for event in DeclaredEvents.builtIn.all {
            #expect(event.problemOfFields(among: .builtIn) == nil, "\(event.name)")
        }
    }

    private func fieldProblems<C: Command>(of _: C.Type) -> [String] {
        [C.problemOfFields, C.Reply.problemOfFields].compactMap(\.self)
    }

    /// The compiler refuses a limit without an effect, but not one whose effect is an empty text.
    @Test func `Each limit says what it bounds and what happens beyond it`() {
        for limit in Limits.all {
            #expect(!limit.bounds.isEmpty && limit.value > 0, "\(limit.name)")
            if case .effect(let text) = limit.over { #expect(!text.isEmpty, "\(limit.name)") }
        }
    }

    @Test func `The contract contains each command exactly once`() {
        let methods = Contract.methods.map { $0.method }
        #expect(methods.count == Set(methods).count)
        #expect(Set(methods) == Set(CommandList.all.map { $0.method }))
    }
}
