import PagerModel
import Testing

@testable import PagerClient

@Suite struct EventChainTests {
    private func event(
        _ seq: Int, _ category: String, _ subject: String, prev: [Value]
    ) throws -> PublishedEvent {
        let value: Value = [
            "seq": .integer(seq), "prev": .array(prev), "category": .string(category),
            "subject": .string(subject), "event": "x",
        ]
        return try #require(PublishedEvent(value: value))
    }

    @Test func `A subscription to everything has no gap in seq`() throws {
        var chain = EventChain([""])
        chain.skip(to: 10)
        #expect(chain.take(try event(11, "view", "a", prev: [3, 0])) == .next)
        let gap = EventChain.Gap(since: 11, through: 13, prefix: "")
        #expect(chain.take(try event(14, "view", "a", prev: [11, 11])) == .after(gap))
        #expect(chain.take(try event(15, "view", "a", prev: [14, 14])) == .next)
    }

    @Test func `A prev that differs from the last seq of a category or subject reports a gap`()
        throws
    {
        var chain = EventChain(["view.", "lifecycle.home."])
        chain.skip(to: 10)
        #expect(chain.take(try event(20, "view", "a", prev: [10, 0])) == .next)
        let gap = EventChain.Gap(since: 20, through: 25, prefix: "view.")
        #expect(chain.take(try event(30, "view", "b", prev: [25, 0])) == .after(gap))
        #expect(chain.take(try event(31, "lifecycle", "home", prev: [29, 8])) == .next)
        let other = EventChain.Gap(since: 31, through: 35, prefix: "lifecycle.home.")
        #expect(chain.take(try event(40, "lifecycle", "home", prev: [39, 35])) == .after(other))
        // Without a previous event, no gap can be proved and none is reported.
        #expect(chain.take(try event(41, "lifecycle", "away", prev: [40, 0])) == .next)
    }

    @Test func `A heartbeat reports missing latest events as a gap, but only once`() {
        var chain = EventChain(["view."])
        chain.skip(to: 10)
        let latest = [(category: "view", seq: 14), (category: "pager", seq: 20)]
        let gap = EventChain.Gap(since: 10, through: 14, prefix: "view.")
        #expect(chain.take(latest: latest, seq: 20) == [gap])
        #expect(chain.take(latest: latest, seq: 20) == [])
    }

    @Test(arguments: [true, false])
    func `A heartbeat with a newer event of a category reports a gap for its subjects`(
        isAlone: Bool
    ) {
        var chain = EventChain(["view.a."] + (isAlone ? [] : ["view."]))
        chain.skip(to: 10)
        let latest = [(category: "view", seq: 14)]
        let gap = EventChain.Gap(since: 10, through: 14, prefix: isAlone ? "view.a." : "view.")
        #expect(chain.take(latest: latest, seq: 20) == [gap])
        #expect(chain.take(latest: latest, seq: 20) == [])
    }

    @Test(arguments: ["", "view.", "view.a."])
    func `Duplicate and reordered events are detected`(prefix: String) throws {
        var chain = EventChain([prefix])
        chain.skip(to: 10)
        #expect(chain.take(try event(10, "view", "a", prev: [9, 9])) == .known)
        let gap = EventChain.Gap(since: 10, through: 11, prefix: prefix)
        #expect(chain.take(try event(12, "view", "a", prev: [11, 11])) == .after(gap))
        #expect(chain.take(try event(12, "view", "a", prev: [11, 11])) == .known)
        #expect(chain.take(try event(11, "view", "a", prev: [10, 10])) == .known)
        #expect(chain.take(try event(13, "view", "a", prev: [12, 12])) == .next)
    }

    @Test func `A repeated welcome for a prefix means that events may be missing`() {
        var chain = EventChain(["", "server."])
        chain.skip(to: 10)
        #expect(chain.revisit("", 12) == EventChain.Gap(since: 10, through: 12, prefix: ""))
        #expect(chain.revisit("server.", 15) == nil)
    }
}
