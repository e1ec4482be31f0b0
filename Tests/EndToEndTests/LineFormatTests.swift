import PagerModel
import Testing

@testable import pagerctl

@Suite struct LineFormatTests {
    @Test func `Members are replaced, double braces are braces, and a missing member is a dash`()
        throws
    {
        let format = try LineFormat("{id}: {frame.width} {{x}} {title}")
        #expect(format.line(["id": "a", "frame": ["width": 2]]) == "a: 2 {x} -")
    }

    @Test(arguments: ["{", "a {id", "{}", "{.}"])
    func `An unclosed brace and an empty name are refused with status 64`(text: String) throws {
        let failure = #expect(throws: Failure.self) { try LineFormat(text) }
        #expect(failure?.status == 64)
    }

    @Test func `A member that no record has is refused with a suggestion`() throws {
        let format = try LineFormat("{tilte}")
        let failure = #expect(throws: Failure.self) { try format.lines([["title": "Home"]]) }
        #expect(failure?.text.contains("title") == true)
    }
}
