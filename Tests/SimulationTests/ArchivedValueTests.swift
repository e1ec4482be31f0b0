import PagerModel
import Testing

/// Tests of archiving single values.
@Suite struct ArchivedValueTests {
    private struct Everything: Archived {
        var small = UInt8.max
        var negative = Int64.min
        var huge = Int.max
        var yes = true
        var number = -0.0
        var text = "e\u{301} and é, \u{0} and 🂡"
        var absent: Handle?
        var present: Handle? = Handle(slot: 3, generation: 4)
        var handles = [Handle.none, Handle(slot: 1, generation: 2)]
        var frames = [Frame(x: 1, y: 2, width: 3, height: 4)]
        var lists = [[], ["a", "b"], [""]]
        var table = ["b": [1, 2], "a": []]
        var options: TransitionOptions = [.curveLinear, .layoutSubviews]
        var style = PresentationStyle.popover
        var nothing = [NoFields(), NoFields()]

        mutating func visit(_ archive: inout Archive) {
            archive.visit(&small)
            archive.visit(&negative)
            archive.visit(&huge)
            archive.visit(&yes)
            archive.visit(&number)
            archive.visit(&text)
            archive.visit(&absent)
            archive.visit(&present)
            archive.visit(&handles)
            archive.visit(&frames)
            archive.visit(&lists)
            archive.visit(&table)
            archive.visit(&options)
            archive.visit(&style)
            archive.visit(&nothing)
        }
    }

    private func bytes<T: Archived>(of value: T) -> [UInt8] {
        var value = value
        return Archive.writing { $0.visit(&value) }
    }

    private func read<T: Archived>(_: T.Type, _ bytes: [UInt8]) throws(ArchiveProblem) -> T {
        try Archive.reading(bytes.span) { archive in
            var value = T()
            archive.visit(&value)
            return value
        }
    }

    @Test func `Values of every type are restored`() throws {
        var value = Everything()
        value.absent = Handle(slot: 9, generation: 9)
        value.present = nil
        value.table["c"] = [Int.min]
        value.text = "x"
        let read = try read(Everything.self, bytes(of: value))
        #expect(bytes(of: read) == bytes(of: value))
        #expect(read.absent == value.absent)
        #expect(read.present == nil)
        #expect(read.table == value.table)
        #expect(read.lists == value.lists)
        #expect(read.options == value.options)
        #expect(read.style == value.style)
        #expect(read.nothing.count == 2)
        #expect(Array(read.text.utf8) == Array(value.text.utf8))
    }

    @Test func `Numbers keep every bit`() throws {
        for number in [-0.0, .nan, .infinity, .leastNonzeroMagnitude, 0.1] {
            #expect(try read(Double.self, bytes(of: number)).bitPattern == number.bitPattern)
        }
    }

    @Test func `Equal dictionaries have the same bytes, however they were created`() {
        var table: [String: [Int]] = [:]
        for number in 0..<1_000 { table["\(number)"] = [number] }
        for number in 10..<1_000 { table["\(number)"] = nil }
        let small = Dictionary(uniqueKeysWithValues: (0..<10).reversed().map { ("\($0)", [$0]) })
        #expect(bytes(of: Everything(table: table)) == bytes(of: Everything(table: small)))
    }

    @Test(arguments: [
        ([2], "2 is neither true nor false"), ([], "the archive ends too early"),
        ([1, 0], "1 bytes are left over"),
    ])
    func `A byte that is not a Boolean is refused`(bytes: [UInt8], text: String) {
        let problem = #expect(throws: ArchiveProblem.self) { try read(Bool.self, bytes) }
        #expect(problem?.text == text)
    }

    @Test func `A count that exceeds the remaining bytes is refused`() {
        let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0]
        #expect(throws: ArchiveProblem.self) { try read([Handle].self, huge) }
        #expect(throws: ArchiveProblem.self) { try read([NoFields].self, huge) }
        #expect(throws: ArchiveProblem.self) { try read([[String]].self, huge) }
        #expect(throws: ArchiveProblem.self) { try read(String.self, huge) }
        #expect(throws: ArchiveProblem.self) {
            try read([Int].self, Array(repeating: 0xFF, count: 30))
        }
    }

    @Test func `A text that is not UTF-8 is refused at its position`() {
        #expect(throws: ArchiveProblem(offset: 1, text: "a text is not UTF-8")) {
            try read(String.self, [2, 0xC3, 0x28])
        }
    }

    @Test func `Values that are nested without end are refused`() throws {
        var options = ControllerOptions()
        options.content = ["a": [1, nil, true, 0.5, ["b": "c"]], "d": [:]]
        let plain = bytes(of: options)
        #expect(try read(ControllerOptions.self, plain) == options)
        let start = try #require(plain.firstRange(of: [1, 8, 9, 1])?.lowerBound) + 1
        let deep = plain[..<start] + Array(repeating: 6, count: 1_000_000)
        let problem = #expect(throws: ArchiveProblem.self) {
            try read(ControllerOptions.self, Array(deep))
        }
        #expect(problem?.text == "values are nested more than 256 levels deep")
    }

    private struct Older: Fields {
        var name = "a"
        var count: Int?

        mutating func visit(_ v: inout some FieldVisitor) {
            v.required("name", &name, "")
            v.field("count", &count, "")
        }
    }

    private struct Newer: Fields, Hashable {
        var first: Bool?
        var name = ""
        var swipes = true
        var count: Int?
        var last = "last"

        mutating func visit(_ v: inout some FieldVisitor) {
            v.field("first", &first, "")
            v.required("name", &name, "")
            v.field("swipes", &swipes, "")
            v.field("count", &count, "")
            v.field("last", &last, "")
        }
    }

    private enum Way: String, FieldEnumeration { case left, right }

    private enum MoreWays: String, FieldEnumeration { case left, middle, right, rightmost }

    private struct Turning<Way: FieldEnumeration>: Fields {
        var way: Way?
        var count = 0

        mutating func visit(_ v: inout some FieldVisitor) {
            v.field("way", &way, "")
            v.field("count", &count, "")
        }
    }

    private struct Stricter: Fields {
        var name = ""
        var count: Int?
        var size = 0

        mutating func visit(_ v: inout some FieldVisitor) {
            v.required("name", &name, "")
            v.field("count", &count, "")
            v.required("size", &size, "")
        }
    }

    /// Returns two values preceded by their declaration.
    private func declared<F: Fields>(_ values: [F]) -> [UInt8] {
        Archive.writing { archive in
            archive.declaration(of: F.self, "a thing")
            for var value in values { archive.fields(&value) }
        }
    }

    private func read<F: Fields>(_: F.Type, declared bytes: [UInt8]) throws -> [F] {
        try Archive.reading(bytes.span) { archive in
            archive.declaration(of: F.self, "a thing")
            return (0..<2).map { _ in
                var value = F()
                archive.fields(&value)
                return value
            }
        }
    }

    @Test func `Fields that were added later have their defaults`() throws {
        var second = Older()
        second.count = 7
        let read = try read(Newer.self, declared: declared([Older(), second]))
        var expected = Newer()
        expected.name = "a"
        #expect(read[0] == expected)
        expected.count = 7
        #expect(read[1] == expected)
        #expect(try self.read(Newer.self, declared: declared(read)) == read)
    }

    @Test func `An enumeration may have gained cases, but not lost any`() throws {
        let older = declared([Turning<Way>(way: .right, count: 7), Turning<Way>()])
        let read = try self.read(Turning<MoreWays>.self, declared: older)
        #expect(read[0].way == .right && read[0].count == 7 && read[1].way == nil)
        let newer = declared([Turning<MoreWays>(way: .left), Turning<MoreWays>()])
        #expect(throws: ArchiveProblem.self) {
            try self.read(Turning<Way>.self, declared: newer)
        }
    }

    @Test func `Removed or missing required fields are reported with their declaration`() {
        let older = declared([Older(), Older()])
        for problem in [
            #expect(throws: ArchiveProblem.self) { try read(Stricter.self, declared: older) },
            #expect(throws: ArchiveProblem.self) {
                try read(Older.self, declared: declared([Newer(), Newer()]))
            },
        ] {
            #expect(
                problem?.text.hasPrefix("a thing has other fields in this version: {name: ")
                    == true)
        }
    }

    /// Arrays of these types are copied as memory, so padding would contain unrelated memory.
    @Test func `Types that are copied as memory have no padding`() {
        // All of their properties are 8 bytes long.
        func gaps<T: ArchivedBytes>(_ value: T) -> Int {
            let parts = Mirror(reflecting: value).children.map(\.value)
            #expect(parts.allSatisfy { $0 is Double || $0 is Int64 || $0 is UInt64 })
            return MemoryLayout<T>.stride - 8 * parts.count
        }
        #expect(gaps(Frame(.zero)) == 0)
        #expect(gaps(Size.zero) == 0)
        #expect(gaps(Insets()) == 0)
        #expect(gaps(TransitionID(1)) == 0)
        #expect(MemoryLayout<Handle>.stride == 8)
        #expect(MemoryLayout<UInt32>.size * 2 == MemoryLayout<Handle>.size)
    }
}
