/// A test function in the Swift sources of the project's tests.
struct TestFunction {
    /// The file and the line of the function.
    let place: String
    /// The target and the types around the function, as in `Target.Suite/Inner`.
    let suite: String
    /// The name of the function as the source has it, with backticks if there are any.
    let name: String
    /// The first line of the attribute `@Test`.
    let attribute: Substring

    /// The name by which `swift test --filter` finds the test.
    var path: String { "\(suite)/\(name)" }

    static func all() throws -> [TestFunction] {
        try SourceFiles.all(in: "Tests").flatMap(functions)
    }

    private static func functions(of file: SourceFiles.File) -> [TestFunction] {
        var result: [TestFunction] = []
        var types: [(indentation: Int, name: Substring)] = []
        /// An attribute whose function follows at the same indentation.
        var attribute: (indentation: Int, code: Substring)?
        for (index, line) in file.lines.enumerated() {
            let code = line.drop { $0 == " " }
            let indentation = line.count - code.count
            if let type = type(declaredBy: code) {
                types = types.filter { $0.indentation < indentation } + [(indentation, type)]
            }
            if code.hasPrefix("@Test") { attribute = (indentation, code) }
            guard let test = attribute, test.indentation == indentation,
                let keyword = code.firstRange(of: "func ")
            else { continue }
            attribute = nil
            let declared = code[keyword.upperBound...]
            let name =
                declared.hasPrefix("`")
                ? "`\(declared.dropFirst().prefix { $0 != "`" })`"
                : String(declared.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
            let path = types.filter { $0.indentation < indentation }.map(\.name)
                .joined(separator: "/").replacing(".", with: "/")
            result.append(
                TestFunction(
                    place: "\(file.path):\(index + 1)", suite: "\(file.target).\(path)", name: name,
                    attribute: test.code))
        }
        return result
    }

    /// Returns the name of the type that a line declares or extends, or nil.
    private static func type(declaredBy code: Substring) -> Substring? {
        guard !code.hasPrefix("//") else { return nil }
        // Attributes and modifiers may come before the keyword.
        let words = code.split(separator: " ").prefix(5)
        let keywords = ["struct", "class", "enum", "extension"]
        guard let keyword = words.firstIndex(where: { keywords.contains(String($0)) }),
            words.indices.contains(keyword + 1)
        else { return nil }
        return words[keyword + 1].prefix { $0 != ":" && $0 != "<" && $0 != "(" }
    }
}
