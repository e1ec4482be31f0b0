import PagerModel
import Testing

@testable import PagerViewer

/// Tests of the file names in contents, for contents of any size and number.
@Suite struct ContentNamesTests {
    private static func content(_ body: String) -> Value {
        ["type": "text/html", "body": .string(body)]
    }

    private static func names() -> ContentNames {
        ContentNames { reference, base in
            Array("/book/".utf8) + base + (base.isEmpty ? [] : [UInt8(ascii: "/")]) + reference
        }
    }

    private static func path(_ name: String) -> [UInt8] { Array("/book/\(name)".utf8) }

    /// Reads everything in steps and returns the number of steps.
    @discardableResult
    private static func readAll(_ names: inout ContentNames) -> Int {
        var steps = 0
        while !names.isComplete {
            var isFirst = true
            names.read {
                defer { isFirst = false }
                return isFirst
            }
            steps += 1
        }
        return steps
    }

    @Test func `The names of a content are its url and the references in its body`() {
        var names = Self.names()
        names.set(["type": "text/html", "url": "a.html"], of: "a")
        names.set(Self.content("<img src=\"b.png\">"), of: "b")
        Self.readAll(&names)
        #expect(names.contains(Self.path("a.html")))
        #expect(names.contains(Self.path("b.png")))
        names.set(Self.content("<img src=\"c.png\">"), of: "b")
        names.set(nil, of: "a")
        Self.readAll(&names)
        #expect(!names.contains(Self.path("a.html")))
        #expect(!names.contains(Self.path("b.png")))
        #expect(names.contains(Self.path("c.png")))
    }

    @Test func `The names of a content include those of its fallback`() {
        var names = Self.names()
        names.set(
            [
                "url": "https://a.example/",
                "fallback": ["url": "f.md", "body": "(g.png)", "theme": ["logo": "h.svg"]],
            ], of: "a")
        Self.readAll(&names)
        for name in ["f.md", "g.png", "h.svg"] { #expect(names.contains(Self.path(name))) }
    }

    @Test func `Paths in a body begin at its base, and pictures of Markdown are no documents`() {
        var names = Self.names()
        names.set(
            ["type": "text/markdown", "body": "![](a.svg) ![](b.html)", "base": "in"], of: "a")
        names.set(["type": "image/svg+xml", "url": "c.svg"], of: "b")
        names.set(["type": "text/html", "url": "d.html"], of: "c")
        names.set(Self.content("<a href=\"e.svg\">"), of: "d")
        // The addresses are known before anything is searched.
        #expect(names.contains(Self.path("c.svg")))
        Self.readAll(&names)
        #expect(names.contains(Self.path("in/a.svg")))
        #expect(names.documents == Set(["in/b.html", "d.html", "e.svg"].map(Self.path)))
    }

    @Test func `A name that two contents share stays until both have lost it`() {
        var names = Self.names()
        for id in ["a", "b"] { names.set(Self.content("(x.png)"), of: id) }
        Self.readAll(&names)
        names.set(nil, of: "a")
        #expect(names.contains(Self.path("x.png")))
        names.set(nil, of: "b")
        #expect(!names.contains(Self.path("x.png")))
        #expect(names.count == 0)
    }

    @Test func `Only a changed content is read again`() {
        var names = Self.names()
        let body = (0..<50).map { "(p\($0).png)" }.joined()
        for number in 0..<100 { names.set(Self.content(body), of: "c\(number)") }
        Self.readAll(&names)
        let before = names.referencesRead
        for number in 0..<100 { names.set(Self.content(body), of: "c\(number)") }
        #expect(names.isComplete)
        names.set(Self.content(body + "(q.png)"), of: "c7")
        Self.readAll(&names)
        #expect(names.referencesRead - before < before / 50)
        #expect(names.contains(Self.path("q.png")))
    }

    @Test func `Reading stops when its time is over, and continues later`() {
        var names = Self.names()
        let hostile =
            String(repeating: "(", count: 8) + String(repeating: "a/", count: 500) + ")"
        names.set(Self.content("(first.png)" + String(repeating: hostile, count: 20)), of: "a")
        var looks = 0
        names.read {
            looks += 1
            return looks <= 1
        }
        #expect(looks == 2)
        #expect(!names.isComplete)
        #expect(names.referencesRead <= 32)
        #expect(Self.readAll(&names) > 1)
        #expect(names.contains(Self.path("first.png")))
    }

    @Test func `The number of file names and the length of a searched body are limited`() {
        var names = Self.names()
        for number in 0..<40 {
            let body = (0..<2_000).map { "=\(number).\($0) " }.joined()
            names.set(Self.content(body), of: "c\(number)")
        }
        Self.readAll(&names)
        #expect(names.count == ContentNames.mostNames)
        for number in 0..<40 { names.set(nil, of: "c\(number)") }
        #expect(names.count == 0)
        let long = String(repeating: " ", count: ContentNames.longestBody) + "(behind.png)"
        names.set(Self.content(long), of: "a")
        Self.readAll(&names)
        #expect(!names.contains(Self.path("behind.png")))
    }
}
