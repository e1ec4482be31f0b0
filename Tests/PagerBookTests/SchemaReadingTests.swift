import PagerModel
import Testing

/// Tests that options described by a schema are parsed like options of a declared type.
@Suite struct SchemaReadingTests {
    private static let values: [Value] = [
        .null, true, 0, 1, -3, 2.5, .number(-0.0), .number(1), .integer(1 << 60),
        .number(.infinity),
        "", "mid", "scroll", "vertical", [], [1], [:], ["forward": "none"], ["backward": 1],
        ["top": 1], ["top": "x"], ["lefft": 1],
    ]

    private func read<O: Fields>(_: O.Type, _ members: [Value.Member]) -> Result<
        Value, CommandError
    > {
        var decoder = FieldDecoder(members)
        var options = O()
        do {
            try options.read(from: &decoder)
            return .success(bare(Value(fields: options, writesNull: true).members ?? []))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the members that are not null, because records omit some of the others.
    private func bare(_ members: [Value.Member]) -> Value {
        .object(members.filter { $0.value != .null })
    }

    private func compare<O: Fields>(_ type: O.Type, _ members: [Value.Member]) {
        let described = O.declaration.map(\.description).compactMap { SchemaField(described: $0) }
        do throws(CommandError) {
            let data = try described.read(members)
            #expect(read(type, members) == .success(bare(data)), "\(members)")
        } catch {
            guard case .failure(let typed) = read(type, members) else {
                Issue.record("\(members): only the data refuse it, \(error)")
                return
            }
            #expect(typed.message == error.message && typed.path == error.path, "\(members)")
            #expect(typed.name == error.name)
        }
    }

    @Test func `Options that a schema describes are accepted and refused like declared options`() {
        for kind in Kinds.all {
            compare(kind.options, [])
            for name in kind.options.declaration.map(\.name) {
                for value in Self.values { compare(kind.options, [.init(name, value)]) }
            }
        }
        for name in MotionLike.declaration.map(\.name) {
            for value in Self.values {
                compare(MotionLike.self, [.init("id", "a"), .init(name, value)])
            }
        }
        compare(MotionLike.self, [])
    }

    /// Types of options that pagerd itself does not use.
    private struct MotionLike: Fields {
        var id = Identifier(unchecked: "x")
        var other: Identifier?
        var sizes: [Size] = []
        var count = 1
        var any = Value.null
        init() {}
        mutating func visit(_ v: inout some FieldVisitor) {
            v.required("id", &id, "")
            v.field("other", &other, "")
            v.field("sizes", &sizes, "")
            v.field("count", &count, "")
            v.field("any", &any, "")
        }
    }
}
