import Testing

@testable import PagerViewer

@Suite struct ReferencesTests {
    private func references(in text: String) -> Set<String> {
        Set(References(in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) })
    }

    @Test(arguments: [
        ("don't ![a](a.png \"It's\") b.png", "a.png"), ("<img src='a.png?1#x'>", "a.png"),
        ("<img src=a.png>", "a.png"), ("<img src=a.png", "a.png"), ("url(a%20b.png)", "a b.png"),
        ("url( \"a.png\" )", "a.png"), ("\"a&amp;b.png\"", "a&b.png"), ("'100%.png'", "100%.png"),
        ("srcset=\"a.png 1x, b.png 2x\"", "b.png"), ("import `./m.js`", "./m.js"),
        ("[x](<a b.png>)", "a b.png"), ("it's src='a.png'", "a.png"),
    ])
    func `References to files are found in a document`(text: String, path: String) {
        #expect(references(in: text).contains(path))
    }

    @Test(arguments: ["=,./", "(,./", "\",./", "=a/b "])
    func `The references in a document take at most a few times its length`(unit: String) {
        let text = Array(String(repeating: unit, count: 100_000 / unit.utf8.count).utf8)
        let bytes = References(in: text).reduce(0) { $0 + $1.count }
        #expect(bytes <= 9 * text.count)
    }

    @Test func `File names in prose are not references`() {
        #expect(references(in: "the file taxes.pdf lies in Documents/taxes.pdf").isEmpty)
    }

    @Test func `A text that is too long for a path is not a reference`() {
        let long = String(repeating: "a.", count: 600)
        #expect(references(in: "'\(long)' (\(long)) ='b.png'") == ["b.png"])
    }
}
