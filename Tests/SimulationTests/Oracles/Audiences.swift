import PagerModel
import PagerWire
import RandomCommands

@testable import PagerServer

/// Three services, whose subscribers want all events, some of them and none.
///
/// Events without subscribers are kept without being encoded. Replies, replays and archives must be
/// the same all the same. A refused request changes no archive.
struct Audiences: Oracle {
    private static let some: EventCategories = [
        .named("pager"), EventCategories(.lifecycle), EventCategories(.controller),
    ]
    private var heard = Service(retaining: 60, publishing: .all)
    private var partly = Service(retaining: 60, publishing: Self.some)
    private var unheard = Service(retaining: 60, publishing: [])
    private let stride: Int
    private var steps = 0

    init(stride: Int = 1) { self.stride = stride }

    mutating func carryOut(_ step: Step) -> String? {
        steps += 1
        let isThorough = steps % stride == 0
        let before = isThorough ? heard : nil
        let reply = send(step, to: &heard)
        if send(step, to: &partly) != reply || send(step, to: &unheard) != reply {
            return "\(step.method): the reply depends on the subscribers"
        }
        if let before, isRefused(reply), heard.archived() != before.archived() {
            return "\(step.method) was refused and has changed the service"
        }
        // Archives of a service take long.
        return difference() ?? (steps % (stride * 3) == 0 ? differenceOfReplays() : nil)
    }

    private mutating func difference() -> String? {
        let (all, part) = (heard.published(), partly.published())
        if part.filter(Self.isOfSome) != all.filter(Self.isOfSome) || !part.allSatisfy(all.contains)
        {
            return "subscribers to some categories receive other events of them"
        }
        return unheard.published() == (isTraced ? all : [])
            ? nil : "events without subscribers are published, or those of a trace are not"
    }

    private mutating func differenceOfReplays() -> String? {
        let replay = Self.replay(&heard)
        if Self.replay(&partly) != replay || Self.replay(&unheard) != replay {
            return "the replay depends on the subscribers"
        }
        return partly.archived() == heard.archived() && unheard.archived() == heard.archived()
            ? nil : "the archive depends on the subscribers"
    }

    /// Whether a command requests its events in the reply.
    private var isTraced: Bool { steps % 7 == 0 }

    private func send(_ step: Step, to service: inout Service) -> [UInt8] {
        var step = step
        if isTraced, let params = step.params.members {
            step.params = .object(params + [.init("trace", .bool(true))])
        }
        let client: [Value.Member] = steps % 3 == 0 ? [.init("client", "some")] : []
        return service.send(step, id: steps, client)
    }

    private func isRefused(_ reply: [UInt8]) -> Bool {
        (try? JSONParser.parse(reply))?["error"] != nil
    }

    private static func replay(_ service: inout Service) -> [UInt8] {
        let since = max(0, service.recorder.history.oldest - 1)
        let params: Value = ["since": .integer(since), "limit": 100_000]
        return service.send(Step(method: "events.replay", params: params))
    }

    private static func isOfSome(_ publication: Publication) -> Bool {
        let text = String(publication.topic.prefix { $0 != "." })
        return DeclaredEvents.builtIn.category(named: text).map {
            some.contains(EventCategories($0))
        } ?? false
    }
}
