import PagerModel
import Testing

/// A kind is one declaration and one folder of behaviour: nothing else in the sources knows its name.
@Suite struct KindNameTests {
    /// Where a kind that comes with pagerd is named all the same, and why.
    private static let allowed: [String: Set<String>] = [
        "`select` alone means a page.": ["pagerctl/Words/Vocabulary.swift"],
        "Keys turn what is on show.": [
            "pagerctl/Watch/Watch.swift", "pagerctl/Watch/WatchView.swift",
        ],
        "Some command stands there until it is read.": [
            "PagerServer/Plugins/PluginTable+Archive.swift"
        ],
    ]

    private static func isOfKinds(_ path: String) -> Bool {
        path.contains("/PagerModel/Kinds/") || path.contains("/Containers/")
    }

    /// The types that the declarations export.
    private static func types() throws -> Set<String> {
        var types: Set<String> = []
        let general = ["KindDeclaration.swift", "Kinds.swift", "AncestorProperty.swift"]
        for file in try SourceFiles.all()
        where file.path.contains("/PagerModel/Kinds/")
            && !general.contains(where: { file.path.hasSuffix("/" + $0) })
        {
            for line in file.lines {
                guard let found = line.firstMatch(of: #/^public (?:struct|enum) (\w+)/#) else {
                    continue
                }
                types.insert(String(found.1))
            }
        }
        return types
    }

    @Test func `A kind is named by its declaration and its behaviour alone`() throws {
        let types = try Self.types()
        #expect(types.contains("TabBarSelect") && types.contains("PagerOptions"))
        let literals = Kinds.names.filter { $0 != "view" }.flatMap { ["\"\($0)\"", "\"\($0)."] }
        let allowed = Self.allowed.values.reduce(into: Set<String>()) { $0.formUnion($1) }
        var naming: Set<String> = []
        for file in try SourceFiles.all() where !Self.isOfKinds(file.path) {
            let path = String(file.path.dropFirst("Sources/".count))
            for (index, line) in file.lines.enumerated() {
                let code = SourceFiles.code(of: line)
                let words = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                let named =
                    words.contains { types.contains(String($0)) }
                    || literals.contains { code.contains($0) }
                guard named else { continue }
                naming.insert(path)
                #expect(allowed.contains(path), "\(file.path):\(index + 1) names a kind: \(code)")
            }
        }
        #expect(allowed.subtracting(naming) == [], "these name no kind any more")
    }
}
