import Foundation
import PagerBook
import PagerModel
import PagerWire
import Testing

/// Checks that the tables of options and styles in docs/reference/BOOKS.md match the declarations.
/// PAGERD_WRITE_DOCS=1 rewrites them.
@Suite struct BookReferenceTests {
    private static let begin = "<!-- written by make docs -->\n"
    private static let end = "<!-- end -->"

    @Test func `The tables of options and styles match the declarations`() throws {
        let here = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let path = "/\(here)/docs/reference/BOOKS.md"
        let text = try Scratch.text(of: path)
        let begin = try #require(text.range(of: Self.begin)?.upperBound)
        let end = try #require(text.range(of: Self.end)?.lowerBound)
        if ProcessInfo.processInfo.environment["PAGERD_WRITE_DOCS"] == "1" {
            let written = text.replacingCharacters(in: begin..<end, with: Self.tables)
            try written.write(toFile: path, atomically: true, encoding: .utf8)
            return
        }
        #expect(text[begin..<end] == Self.tables, "run `make docs`")
    }

    private static var tables: String {
        var parts = [options("every controller", ControllerOptions.declaration)]
        for kind in Kinds.all where !kind.options.declaration.isEmpty {
            parts.append(options("the kind `\(kind.name)`", kind.options.declaration))
        }
        parts.append(
            table(
                "Every daemon has these transition styles; the member `styles` adds others:",
                ["style", "seconds", "curve"],
                TransitionStyle.builtIn.map {
                    ["`\($0.name)`", Value.number($0.duration).json, $0.curve.rawValue]
                }))
        let names = PresentationStyle.allCases.map { "`\($0.rawValue)`" }
        parts.append(
            "Styles of presentations: \(names.joined(separator: ", ")). `automatic` is a "
                + "`\(PresentationStyle.automatic.resolved.rawValue)`.\n")
        return parts.joined(separator: "\n")
    }

    private static func options(_ whose: String, _ fields: [SchemaField]) -> String {
        table(
            "Options of \(whose):", ["option", "value", "default", "meaning"],
            fields.map { field in
                [
                    "`\(field.name)`", values(field.schema),
                    field.standard.map { "`\($0.json)`" } ?? "", field.doc,
                ]
            })
    }

    private static func values(_ schema: Schema) -> String {
        switch schema {
        case .enumeration(let names): names.map { "`\($0)`" }.joined(separator: ", ")
        case .boolean: "`true`, `false`"
        case .booleanOr(let names):
            (["true", "false"] + names).map { "`\($0)`" }.joined(separator: ", ")
        case .integer: "integer"
        case .number: "number"
        case .string: "text"
        case .object(let fields): "`{\(fields.map(\.name).joined(separator: ", "))}`"
        default: "any"
        }
    }

    private static func table(_ title: String, _ heads: [String], _ rows: [[String]]) -> String {
        let lines = ([heads, heads.map { _ in "---" }] + rows).map {
            "| \($0.joined(separator: " | ")) |"
        }
        return "\(title)\n\n\(lines.joined(separator: "\n"))\n"
    }
}
