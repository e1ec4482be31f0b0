import Foundation
import PagerBook
import PagerModel
import PagerWire
import Testing

/// Tests of docs/schema/book.schema.json, with which editors complete and check books.
@Suite struct SchemaTests {
    private var path: String {
        let here = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/\(here)/docs/schema/book.schema.json"
    }

    @Test func `The schema in docs matches the declarations`() throws {
        let text = BookSchema.value.prettyJSON + "\n"
        if ProcessInfo.processInfo.environment["PAGERD_WRITE_DOCS"] != nil {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text, "run make docs")
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func `The schema accepts every book that the reader accepts`(seed: UInt64) {
        var random = RandomBook(seed: seed)
        #expect(problem(random.book()) == nil, "seed \(seed)")
    }

    @Test(arguments: [
        #"{"pager": {"pages": ["a.md", {"id": "b", "title": null}], "autoAdvance": 10}}"#,
        #"{"root": {"kind": "carousel", "visible": 3, "children": ["a.md"]}}"#,
        #"{"root": {"on": {"viewDidLoad": [{"method": "view.create"}]}}}"#,
        #"{"windows": [], "styles": [{"style": "s", "duration": 1, "curve": "linear", "tracks": {"from": [], "to": []}}]}"#,
    ])
    func `The schema accepts the examples in the manual`(book: String) throws {
        #expect(problem(try JSONParser.parse(Array(book.utf8))) == nil)
    }

    @Test(arguments: [
        #"{"pages": []}"#, #"{"pager": {"autoAdvanec": 1}}"#, #"{"pager": {"pages": [7]}}"#,
        #"{"root": {"kind": "tabBar", "pages": []}}"#, #"{"root": {"id": "a b"}}"#,
        #"{"window": {"root": {}}, "root": {}}"#, #"{"present": [{"from": "a"}]}"#,
        #"{"root": {"on": {"viewDidLod": []}}}"#, #"{"root": {"on": {"viewDidLoad": [{}]}}}"#,
    ])
    func `The schema rejects what the reader refuses`(book: String) throws {
        #expect(problem(try JSONParser.parse(Array(book.utf8))) != nil)
    }

    private func problem(_ book: Value) -> String? {
        Validator(root: BookSchema.value).problem(book, BookSchema.value, at: "$")
    }
}

/// A validator for the JSON Schema keywords that the book schema uses. Unknown keywords are errors.
private struct Validator {
    let root: Value

    func problem(_ value: Value, _ schema: Value, at path: String) -> String? {
        for keyword in schema.members ?? [] {
            if let problem = problem(value, keyword, schema, path) { return problem }
        }
        return nil
    }

    private func problem(
        _ value: Value, _ keyword: Value.Member, _ schema: Value, _ path: String
    ) -> String? {
        let wanted = keyword.value
        switch keyword.name {
        case "$schema", "title", "description", "default", "$defs": return nil
        case "additionalProperties":
            guard schema["properties"] == nil, wanted.members != nil else { return nil }
            return (value.members ?? []).lazy
                .compactMap { self.problem($0.value, wanted, at: "\(path).\($0.name)") }.first
        case "propertyNames":
            return (value.members ?? []).lazy
                .compactMap { self.problem(.string($0.name), wanted, at: "\(path).\($0.name)") }
                .first
        case "$ref":
            let name = String(wanted.string?.split(separator: "/").last ?? "")
            guard let target = root["$defs"]?[name] else { return "no definition \(name)" }
            return problem(value, target, at: path)
        case "type":
            let names = wanted.array?.compactMap(\.string) ?? [wanted.string ?? ""]
            return names.contains { has(value, $0) } ? nil : "\(path) is no \(names)"
        case "enum": return wanted.array?.contains(value) == true ? nil : "\(path) is another"
        case "const": return wanted == value ? nil : "\(path) is not \(wanted)"
        case "not": return problem(value, wanted, at: path) == nil ? "\(path) is just that" : nil
        case "anyOf":
            let problems = (wanted.array ?? []).map { problem(value, $0, at: path) }
            return problems.contains(nil)
                ? nil : problems.compactMap(\.self).joined(separator: "; ")
        case "minLength": return value.string?.isEmpty == true ? "\(path) is empty" : nil
        case "pattern":
            guard let text = value.string, let pattern = wanted.string else { return nil }
            let isMatch = text.range(of: pattern, options: .regularExpression) != nil
            return isMatch ? nil : "\(path) does not match"
        case "items":
            for (index, item) in (value.array ?? []).enumerated() {
                if let problem = problem(item, wanted, at: "\(path)[\(index)]") { return problem }
            }
            return nil
        case "required":
            let missing = (wanted.array ?? []).compactMap(\.string).first { value[$0] == nil }
            return value.members == nil ? nil : missing.map { "\(path).\($0) is missing" }
        case "properties":
            for member in value.members ?? [] {
                if let own = wanted[member.name] {
                    let problem = problem(member.value, own, at: "\(path).\(member.name)")
                    if let problem { return problem }
                } else if schema["additionalProperties"] == false {
                    return "\(path).\(member.name) is unknown"
                }
            }
            return nil
        default: return "the keyword \(keyword.name) is not known"
        }
    }

    private func has(_ value: Value, _ type: String) -> Bool {
        switch (value, type) {
        case (.null, "null"), (.bool, "boolean"), (.string, "string"), (.array, "array"),
            (.object, "object"), (.integer, "integer"), (.integer, "number"), (.number, "number"):
            true
        default: false
        }
    }
}
