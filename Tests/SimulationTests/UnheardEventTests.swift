import Foundation
import PagerModel
import PagerWire
import RandomCommands
import Testing

@testable import PagerServer

/// Tests of events without subscribers, which are kept without being encoded.
@Suite struct UnheardEventTests {
    private static let stepsOfOneRun = 400
    private static let retained = 60
    private static let some: EventCategories = [
        .named("pager"), EventCategories(.lifecycle), EventCategories(.controller),
    ]

    @Test(arguments: RandomTest.seeds(12))
    func `A replay is the same whether the events had subscribers or not`(seed: UInt64) throws {
        var swarm = Swarm(seed: seed)
        var (heard, partly, unheard) = (
            Self.service(hearing: .all), Self.service(hearing: Self.some),
            Self.service(hearing: [])
        )
        for number in 0..<Swarm.prologue.count + Self.stepsOfOneRun {
            let step = number < Swarm.prologue.count ? Swarm.prologue[number] : swarm.next()
            let reply = Self.send(step, number, to: &heard)
            #expect(Self.send(step, number, to: &partly) == reply)
            #expect(Self.send(step, number, to: &unheard) == reply)
            let published = Self.published(by: &heard)
            let isTraced = Self.isTraced(number)
            let inPart = Self.published(by: &partly)
            #expect(inPart.filter(Self.isOfSome) == published.filter(Self.isOfSome))
            #expect(inPart.allSatisfy(published.contains))
            #expect(Self.published(by: &unheard) == (isTraced ? published : []))
            guard number % 25 == 0 else { continue }
            let replay = Self.replay(&heard)
            #expect(Self.replay(&partly) == replay, "seed \(seed), step \(number)")
            #expect(Self.replay(&unheard) == replay, "seed \(seed), step \(number)")
            #expect(Self.archive(unheard) == Self.archive(heard), "seed \(seed), step \(number)")
        }
        #expect(seed > 12 || heard.point.seq > Self.retained, "nothing was forgotten in this run")
    }

    @Test func `A new subscriber receives the events from then on`() {
        var service = Self.service(hearing: [])
        let create = { Step(method: "controller.create", params: ["id": $0, "kind": "view"]) }
        _ = Self.send(create("a"), 2, to: &service)
        #expect(Self.published(by: &service).isEmpty)
        service.wanted = EventCategories(.controller)
        _ = Self.send(create("b"), 3, to: &service)
        #expect(Self.published(by: &service).map(\.topic) == ["controller.b.created"])
    }

    private struct Publication: Equatable {
        let topic: String
        let payload: String
    }

    private static func service(hearing categories: EventCategories) -> Service {
        var identity = Service.Identity()
        identity.clock = .manual
        identity.retainedEvents = retained
        var service = Service(identity)
        service.wanted = categories
        return service
    }

    /// Whether a command requests its events in the reply.
    private static func isTraced(_ number: Int) -> Bool { number % 7 == 0 }

    private static func send(_ step: Step, _ number: Int, to service: inout Service) -> String {
        var members: [Value.Member] = [
            .init("jsonrpc", "2.0"), .init("id", .integer(number)),
            .init("method", .string(step.method)), .init("params", step.params),
        ]
        if number % 3 == 0 { members.append(.init("client", "some")) }
        if isTraced(number), let params = step.params.members {
            members[3] = .init("params", .object(params + [.init("trace", .bool(true))]))
        }
        let message = Array(Value.object(members).json.utf8)
        let reply = service.answer(message.span, from: Peer(uid: 1), at: .zero)
        return String(decoding: reply, as: UTF8.self)
    }

    private static func replay(_ service: inout Service) -> String {
        let since = max(0, service.recorder.history.oldest - 1)
        let params: Value = ["since": .integer(since), "limit": 100_000]
        return send(Step(method: "events.replay", params: params), 1, to: &service)
    }

    private static func archive(_ service: Service) -> [UInt8] {
        var copy = service
        return Archive.writing { copy.visit(&$0) }
    }

    private static func published(by service: inout Service) -> [Publication] {
        defer { service.outbox.removeAll() }
        return service.outbox.flatMap { turn in
            (0..<turn.count).map {
                Publication(
                    topic: String(decoding: turn.topic($0), as: UTF8.self),
                    payload: String(decoding: turn.payload($0), as: UTF8.self))
            }
        }
    }

    private static func isOfSome(_ publication: Publication) -> Bool {
        let text = String(publication.topic.prefix { $0 != "." })
        return DeclaredEvents.builtIn.category(named: text).map {
            some.contains(EventCategories($0))
        } ?? false
    }
}
