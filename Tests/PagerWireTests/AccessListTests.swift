import PagerModel
import PagerPaths
import Testing

/// Tests of the access list.
@Suite struct AccessListTests {
    private static let key = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7"
    private static let other = String(repeating: "0", count: 40)

    @Test func `The lines of an access list give roles to users and keys`() throws {
        let list = try AccessList(
            parsing: """
                # who may what

                drive key \(Self.key) the button in the hall
                \t observe   key \(Self.other)
                administer uid 1001 # me
                observe uid 0
                """)
        #expect(list.keys == [Self.key: .drive, Self.other: .observe])
        #expect(list.uids == [1001: .administer, 0: .observe])
    }

    @Test(arguments: [
        ("root uid 1", "observe, drive or administer"), ("drive", "`key` and a public key"),
        ("drive uid", "`key` and a public key"), ("drive gid 1", "key or uid, got gid"),
        ("drive uid -1", "the number"), ("drive uid 4294967295", "the number"),
        ("drive uid alice", "the number"), ("drive key short", "40 characters"),
        ("drive key \(String(repeating: "é", count: 20))", "40 characters"),
        ("drive uid 7\nobserve uid 7", "twice"), ("drive key \(key)\ndrive key \(key)", "twice"),
    ])
    func `An access list with a mistake is refused with the line of the mistake`(
        text: String, part: String
    ) throws {
        let problem = #expect(throws: AccessList.Problem.self) {
            try AccessList(parsing: "# first\n" + text)
        }
        #expect(problem?.text.contains(part) == true, "\(String(describing: problem))")
        #expect(problem?.line == 1 + text.split(separator: "\n").count)
    }
}
