import Foundation
import PagerModel
import PagerWire
import Testing

/// Checks that programs written for version 1 of the wire contract keep working.
///
/// Tests/Frozen/protocol.json contains the frozen contract, one definition a line. `make docs`
/// freezes additions. These tests refuse incompatible changes; `make freeze` freezes a new version
/// of the contract.
@Suite struct FrozenProtocolTests {
    private static let path = "\(SourceFiles.root)/Tests/Frozen/protocol.json"

    /// Returns the contract as it is parsed from a file, where 0.0 becomes 0.
    private static func current() throws -> Value {
        let contract = bare(ProtocolSchema.value["$defs"] ?? .null, isNames: true)
        return try JSONParser.parse(
            Array(contract.json.utf8), maximumDepth: JSONParser.deepest)
    }

    @Test func `No frozen definition is missing or has another meaning`() throws {
        let environment = ProcessInfo.processInfo.environment
        let current = try Self.current()
        if environment["PAGERD_FREEZE"] == "1" { try Self.freeze(current) }
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        let frozen = try JSONParser.parse(Array(text.utf8), maximumDepth: JSONParser.deepest)
        let difference = ProtocolDifference(from: frozen, to: current)
        for problem in difference.broken {
            Issue.record("breaks programs of version 1: \(problem)")
        }
        guard difference.broken.isEmpty, !difference.added.isEmpty else { return }
        if environment["PAGERD_WRITE_DOCS"] == "1" {
            try Self.freeze(current)
        } else {
            print("new in the contract, frozen by make docs:", difference.added.sorted())
        }
    }

    @Test func `The frozen contract contains every type of definition`() throws {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        let frozen = try JSONParser.parse(Array(text.utf8), maximumDepth: JSONParser.deepest)
        for name in ["pager.next.params", "pager.next.result", "pager.didSelect.event", "error"] {
            #expect(frozen[name] != nil, "\(name)")
        }
        #expect((frozen["error"]?["oneOf"]?.array?.count ?? 0) > 10)
    }

    /// Returns a definition without its descriptions, so that rewording them changes nothing.
    ///
    /// - Parameter isNames: whether the members are names of the contract rather than keywords of
    ///   the schema.
    private static func bare(_ value: Value, isNames: Bool = false) -> Value {
        switch value {
        case .array(let items): .array(items.map { bare($0) })
        case .object(let members):
            .object(
                members.compactMap { member in
                    if isNames { return .init(member.name, bare(member.value)) }
                    switch member.name {
                    case "description", "title": return nil
                    case "const", "default", "enum": return member
                    case "properties":
                        return .init(member.name, bare(member.value, isNames: true))
                    default: return .init(member.name, bare(member.value))
                    }
                })
        default: value
        }
    }

    private static func freeze(_ contract: Value) throws {
        let lines = (contract.members ?? []).map { member in
            "\(Value.string(member.name).json): \(member.value.json)"
        }
        let text = "{\n\(lines.joined(separator: ",\n"))\n}\n"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    // MARK: what is incompatible

    private static let old: Value = [
        "m.params": [
            "type": "object",
            "properties": ["id": ["type": "string"], "count": ["type": "integer", "default": 1]],
            "required": ["id"], "additionalProperties": false,
        ],
        "m.result": [
            "type": "object", "properties": ["name": ["type": ["string", "null"]]],
            "required": ["name"],
        ],
        "c.e.event": ["properties": ["mode": ["enum": ["a", "b"]]], "required": ["mode"]],
        "error": ["oneOf": [["const": "x"], ["const": "y"]]],
    ]

    private func difference(
        _ name: String, _ change: [(String, String)]
    ) throws -> ProtocolDifference {
        var text = Self.old[name]?.json ?? ""
        for (before, after) in change {
            #expect(text.contains(before))
            text = text.replacingOccurrences(of: before, with: after)
        }
        let changed = try JSONParser.parse(Array(text.utf8), maximumDepth: JSONParser.deepest)
        let members = (Self.old.members ?? []).map {
            $0.name == name ? Value.Member(name, changed) : $0
        }
        return ProtocolDifference(from: Self.old, to: .object(members))
    }

    @Test(arguments: [
        ("m.params", #""count":{"type":"integer","default":1}"#, #""n":{}"#, "m.params.count is"),
        ("m.params", #""required":["id"]"#, #""required":["id","count"]"#, "count must be"),
        ("m.params", #""type":"integer""#, #""type":"string""#, #"was "integer", is "string""#),
        ("m.params", #""default":1"#, #""default":2"#, "default was 1, is 2"),
        ("m.result", #""required":["name"]"#, #""required":[]"#, "name may be missing"),
        ("m.result", #"["string","null"]"#, #"["string","null","array"]"#, "type was"),
        ("m.result", #""name":{"#, #""title":{"#, "m.result.name is gone"),
        ("c.e.event", #"["a","b"]"#, #"["a"]"#, #"the value "b" is gone"#),
        ("c.e.event", #"{"mode""#, #"{"kind""#, "c.e.event.mode is gone"),
        ("error", #"{"const":"y"}"#, #"{"const":"z"}"#, "is gone or has changed"),
    ])
    func `A change that breaks a program is reported with its place`(
        name: String, before: String, after: String, told: String
    ) throws {
        let difference = try difference(name, [(before, after)])
        #expect(difference.broken.contains { $0.contains(told) }, "\(difference.broken)")
    }

    @Test(arguments: [
        ("m.params", #""count":{"#, #""more":{},"count":{"#), ("error", "]}", #",{"const":"z"}]}"#),
        ("m.params", #""type":"integer""#, #""type":["integer","null"]"#),
        ("m.params", #""required":["id"]"#, #""required":[]"#),
        ("m.result", #""name":{"#, #""more":{},"name":{"#),
        ("m.result", #"["string","null"]"#, #"["string"]"#),
        ("c.e.event", #"["a","b"]"#, #"["a","b","c"]"#),
    ])
    func `A compatible change is accepted`(
        name: String, before: String, after: String
    ) throws {
        #expect(try difference(name, [(before, after)]).broken == [])
    }

    @Test func `A removed method is named`() {
        let rest = (Self.old.members ?? []).filter { $0.name != "m.params" }
        let difference = ProtocolDifference(from: Self.old, to: .object(rest))
        #expect(difference.broken == ["m.params is gone"])
    }
}
