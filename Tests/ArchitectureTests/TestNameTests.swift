import Testing

/// Test names in Swift: sentences, as raw identifiers.
@Suite struct TestNameTests {
    @Test func `Every test in Swift has a sentence as its name`() throws {
        var count = 0
        for file in try SourceFiles.all(in: "Tests") {
            // The indentation of an attribute whose function follows.
            var attribute: Int?
            for (index, line) in file.lines.enumerated() {
                let code = line.drop { $0 == " " }
                if code.hasPrefix("@Test") {
                    attribute = line.count - code.count
                    #expect(
                        !code.hasPrefix("@Test(\""),
                        "\(file.path):\(index + 1): write the title as the name of the function")
                }
                guard attribute == line.count - code.count,
                    let place = code.firstRange(of: "func ")
                else { continue }
                attribute = nil
                count += 1
                let name = code[place.upperBound...]
                #expect(
                    name.hasPrefix("`") && name.contains(" "),
                    "\(file.path):\(index + 1): \(name.prefix { $0 != "(" }) is not a sentence")
            }
        }
        #expect(count > 1_000)
    }
}
