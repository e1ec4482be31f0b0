import Foundation
import PagerModel
import PagerServer
import PagerWire
import Testing

/// Checks docs/schema/protocol.schema.json. clients/python/tests/test_schema.py compares it with a
/// daemon.
@Suite struct ProtocolSchemaTests {
    private static let path = "\(SourceFiles.root)/docs/schema/protocol.schema.json"

    @Test func `The schema in docs matches the declarations`() throws {
        let text = ProtocolSchema.value.prettyJSON + "\n"
        if ProcessInfo.processInfo.environment["PAGERD_WRITE_DOCS"] == "1" {
            try text.write(toFile: Self.path, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOfFile: Self.path, encoding: .utf8) == text, "run make docs")
    }

    @Test func `The schema contains every method, event and error, and every reference resolves`() {
        let schema = ProtocolSchema.value
        let definitions = schema["$defs"]?.members?.map(\.name) ?? []
        let defined = Set(definitions)
        #expect(defined.count == definitions.count)
        for type in Contract.methods {
            for part in ["request", "params", "result"] {
                #expect(defined.contains("\(type.method).\(part)"))
            }
        }
        for event in EventDescription.all {
            #expect(defined.contains("\(event.category).\(event.name).event"))
        }
        let errors = schema["$defs"]?["error"]?["oneOf"]?.array ?? []
        #expect(
            errors.map { $0["properties"]?["data"]?["properties"]?["name"]?["const"]?.string }
                == ErrorName.allCases.map(\.rawValue))
        let references = Set(references(in: schema))
        #expect(references.subtracting(defined) == [])
        let entries: Set = ["request", "reply", "event"]
        #expect(
            defined.subtracting(references).subtracting(entries).allSatisfy {
                $0.hasSuffix(".result")
            }, "a definition without a reference is not needed")
    }

    @Test func `The declared kinds and their options are those of the engine`() {
        #expect(Contract.kindOptions.map(\.kind) == Kinds.names)
        #expect(
            Contract.kindOptions.map(\.fields) == Kinds.all.map { $0.options.declaration }
        )
    }

    @Test func `controller.create documents the options of controllers`() {
        for method in [ControllerCreate.method, ControllerUpdate.method] {
            let told = Contract.methods.first { $0.method == method }.map { Contract.value(of: $0) }
            let rest = told?["params"]?.array?.last
            #expect(rest?["presence"] == "rest")
            let names = rest?["type"]?["object"]?.array?.compactMap { $0["name"]?.string }
            #expect(names == ControllerOptions.declaration.map(\.name))
        }
    }

    @Test func `server.describe returns the declared parameters of a command`() {
        for type in Contract.methods {
            let told = Contract.value(of: type)["params"]?.array ?? []
            #expect(told.map { SchemaField(described: $0) } == type.declaration)
        }
    }

    private func references(in value: Value) -> [String] {
        switch value {
        case .array(let items): items.flatMap(references)
        case .object(let members):
            members.flatMap { member in
                member.name == "$ref"
                    ? [String(member.value.string?.dropFirst("#/$defs/".count) ?? "")]
                    : references(in: member.value)
            }
        default: []
        }
    }
}
