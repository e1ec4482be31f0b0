import PagerClient
import PagerModel
import PagerWire
import RandomCommands

@testable import PagerServer

/// A service with two subscribers, whose mirrors must equal its snapshot: one follows it from its
/// beginning and checks each event, the other one starts with a snapshot now and then.
struct Mirrors: Oracle {
    private var service = Service(publishing: .all)
    private var subscriber = Subscriber()
    private var late = Subscriber()
    private let stride: Int
    private var steps = 0
    /// The step at which the late subscriber last took a snapshot.
    private var loaded = 0

    init(stride: Int = 1) { self.stride = stride }

    mutating func carryOut(_ step: Step) -> String? {
        steps += 1
        _ = service.send(step)
        for event in service.published() {
            let problem =
                subscriber.hear(topic: event.topic, payload: event.payload) { _, _ in nil }
                ?? late.hear(topic: event.topic, payload: event.payload) { _, _ in nil }
            if let problem { return problem }
        }
        guard steps % stride == 0 else { return nil }
        let pages = snapshot()
        if let problem = subscriber.difference(to: pages) { return problem }
        if let problem = late.difference(to: pages) { return "after a snapshot, \(problem)" }
        guard steps >= loaded + 25 else { return nil }
        loaded = steps
        late.load(pages)
        return late.difference(to: pages)
    }

    /// Returns the state in small pages.
    private mutating func snapshot() -> [Value] {
        var pages: [Value] = []
        var params: [Value.Member] = [.init("limit", 20)]
        while let page = service.read("state.snapshot", .object(params)) {
            pages.append(page)
            guard let next = page["next"], next != .null else { break }
            params = [.init("limit", 20), .init("after", next)]
        }
        return pages
    }
}
