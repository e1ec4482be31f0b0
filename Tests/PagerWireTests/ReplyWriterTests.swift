import PagerModel
import PagerWire
import Testing

private struct Switched: Fields {
    var transition: TransitionID?
    var note: String?

    mutating func visit(_ v: inout some FieldVisitor) {
        v.required("transition", &transition, "what began")
        v.field("note", &note, "a note")
    }
}

private struct Page: Fields {
    var seq = 5
    var events: [Value] = [1]

    mutating func visit(_ v: inout some FieldVisitor) {
        v.required("events", &events, "what was kept")
        v.required("seq", &seq, "of the snapshot")
    }
}

@Suite struct ReplyWriterTests {
    private let point = StatePoint(seq: 1_042, revision: 311)
    private var json = JSONWriter()

    @Test mutating func `A result can contain applied, diagnostics and events`() {
        let events = [#"{"seq":1}"#, #"{"seq":2}"#].map { Array($0.utf8)[...] }
        let extras = ReplyWriter.Extras(
            applied: false, diagnostics: ["Warning: \"x\""], events: events, point: point)
        ReplyWriter.result(id: "x", Switched(note: "n"), extras, to: &json)
        #expect(
            json.text
                == #"{"jsonrpc":"2.0","id":"x","result":{"transition":null,"note":"n","applied":false,"#
                + #""diagnostics":["Warning: \"x\""],"events":[{"seq":1},{"seq":2}],"#
                + #""seq":1042,"revision":311}}"#)
    }

    @Test mutating func `A member that the result already has is not added again`() {
        ReplyWriter.result(id: 1, Page(), .init(events: [], point: point), to: &json)
        #expect(
            json.text
                == #"{"jsonrpc":"2.0","id":1,"result":{"events":[1],"seq":5,"revision":311}}"#)
        json.clear()
        ReplyWriter.result(id: 1, .init(point: point), to: &json) { json in
            json.key(plain: "revision")
            json.integer(2)
            return .revision
        }
        #expect(json.text == #"{"jsonrpc":"2.0","id":1,"result":{"revision":2,"seq":1042}}"#)
    }
}
