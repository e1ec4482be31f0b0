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

    @Test func `A member that no record has is refused with the members that exist`() throws {
        for (text, found) in [("{tilte}", "title, frame"), ("{frame.with}", "width")] {
            let format = try LineFormat(text)
            let failure = #expect(throws: Failure.self) {
                try format.lines([["title": "Home", "frame": ["width": 2]]])
            }
            #expect(failure?.text.contains("there is \(found)\n") == true)
        }
    }

    @Test func `A member of null is a dash, because null says nothing about its members`() throws {
        #expect(try LineFormat("{frame.width}").lines([["frame": .null]]) == ["-"])
    }

    @Test func `Only a declared list of records is printed record by record`() {
        let get = CommandForm(ControllerGet.self)
        let record: Value = ["id": "a", "children": []]
        #expect(get.records(in: record) == [record])
        let list = CommandForm(ControllerList.self)
        #expect(list.records(in: ["controllers": [record, record]]) == [record, record])
        #expect(list.records(in: ["controllers": []]) == [])
    }
}
