import Containment
import PagerModel
import PagerWire
import RandomCommands
import Testing

@testable import PagerServer

/// Tests of the work of batches that read. `Scene.work` counts accesses to records.
@Suite struct BatchReadingTests {
    private static let lists: [(method: String, params: Value)] = [
        ("controller.list", [:]), ("controller.list", ["limit": 1]),
        ("controller.list", ["limit": 0]), ("controller.list", ["after": "x"]),
        ("controller.tree", ["limit": 1]), ("controller.tree", ["limit": 0]),
        ("controller.tree", ["after": "x"]),
        ("window.list", ["limit": 1]), ("window.list", ["limit": -1]),
        ("transition.list", ["limit": 0]), ("transition.styles", ["limit": 0]),
    ]

    private func service(controllers: Int) throws -> TestService {
        var service = TestService()
        try service.batches(
            of: (0..<controllers).map {
                [
                    "method": "controller.create",
                    "params": ["id": .string("c\($0)"), "kind": "view"],
                ]
            })
        return service
    }

    private func work(
        _ step: (method: String, params: Value), times: Int, in service: inout TestService
    ) throws -> Int {
        let command: Value = ["method": .string(step.method), "params": step.params]
        let before = service.work
        try service.result(
            "batch", ["commands": .array(Array(repeating: command, count: times))])
        return service.work - before
    }

    @Test(arguments: lists.indices.dropFirst())
    func `A refused or short page of a list costs the same, however long the list is`(
        index: Int
    ) throws {
        let step = Self.lists[index]
        var (short, long) = (try service(controllers: 10), try service(controllers: 4_000))
        let few = try work(step, times: 100, in: &short)
        let many = try work(step, times: 100, in: &long)
        #expect(many <= few + 100, "\(step.method) \(step.params.json): \(few), then \(many)")
    }

    @Test func `A page in the middle of a list begins there, without a look at those before it`()
        throws
    {
        var service = try service(controllers: 4_000)
        var after = try service.result("controller.list", ["limit": 3_990])["next"]
        let before = service.work
        var found: [Value] = []
        while let start = after {
            let page = try service.result("controller.list", ["limit": 3, "after": start])
            found += (page["controllers"]?.array ?? []).compactMap { $0["id"] }
            after = page["next"]
        }
        #expect(found == (3_990..<4_000).map { .string("c\($0)") })
        #expect(service.work - before < 1_000)
        let forged = try service.error(
            "controller.list", ["after": .string("\(service.point.revision)-9999")])
        #expect(forged.refusal == "-32000 invalidArgument at after")
    }

    @Test func `After the first list that is too long, a batch builds no further one`() throws {
        var service = try service(controllers: 2_000)
        let content = Value.string(String(repeating: "x", count: 4_000))
        for number in 0..<1_200 {
            try service.result(
                "controller.update", ["id": .string("c\(number)"), "content": content])
        }
        let once = try work(Self.lists[0], times: 1, in: &service)
        let often = try work(Self.lists[0], times: 5_000, in: &service)
        #expect(often <= once * 2, "\(once), then \(often)")
    }
}
