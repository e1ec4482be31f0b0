import Testing

@testable import PagerViewer

@Suite struct OutletTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func text(_ bytes: [UInt8]?) -> String? {
        bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func eventsThatWaitGoOutTogether() {
        var outlet = Outlet()
        outlet.add(event: bytes("{\"seq\":1}"))
        outlet.add(event: bytes("{\"seq\":2}"))
        #expect(text(outlet.takeEvents()) == "{\"events\":[{\"seq\":1},{\"seq\":2}]}")
        #expect(outlet.takeEvents() == nil)
    }

    @Test func notesKeepTheirOrder() {
        var outlet = Outlet()
        outlet.add(note: bytes("a"))
        outlet.add(note: bytes("b"))
        #expect(text(outlet.takeNote()) == "a")
        #expect(text(outlet.takeNote()) == "b")
        #expect(outlet.takeNote() == nil)
    }

    @Test func whoReadsTooSlowlyGetsASnapshotInstead() {
        var outlet = Outlet()
        let event = [UInt8](repeating: 65, count: 1 << 20)
        for _ in 0..<7 { outlet.add(event: event) }
        #expect(!outlet.wantsSnapshot)
        for _ in 0..<100 { outlet.add(event: event) }
        #expect(outlet.wantsSnapshot)
        #expect(outlet.takeEvents() == nil)
        outlet.tookSnapshot()
        outlet.add(event: bytes("{}"))
        #expect(text(outlet.takeEvents()) == "{\"events\":[{}]}")
    }

    @Test func whoReadsNoNotesIsGivenUp() {
        var outlet = Outlet()
        for _ in 0..<Outlet.mostNotes { outlet.add(note: []) }
        #expect(!outlet.isClosed)
        outlet.add(note: [])
        #expect(outlet.isClosed)
        #expect(outlet.takeNote() == nil)
    }
}
