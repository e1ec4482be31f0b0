import PagerModel
import PagerWire
import Testing

private struct World: EventContext {
    var names = ["", "home", "book", "p1", "p2"]

    func name(of handle: Handle) -> String { names[Int(handle.slot)] }
    func style(at index: Int) -> TransitionStyle { TransitionStyle.builtIn[index] }
}

private func handle(_ slot: UInt32) -> Handle { Handle(slot: slot, generation: 1) }

@Suite struct EventEncoderTests {
    private var log = EventLog()
    private var encoder = EventEncoder()
    private let stamp = EventStamp(
        seq: 1_042, previousInCategory: 1_040, previousOfSubject: 1_031, revision: 311,
        time: Instant(nanoseconds: 12_031_000_000))

    /// The payload without the numbers at its front.
    private mutating func encode(
        _ subject: UInt32, _ body: EventBody, cause: EventCause? = nil
    ) -> String {
        encoder.begin(World(), log, cause: cause)
        encoder.encode(Event(handle(subject), body), stamp)
        encoder.end()
        let front = #"{"seq":1042,"prev":[1040,1031],"revision":311,"time":12.031,"category":"#
        let payload = frame(\.payload, \.end)
        #expect(payload.hasPrefix(front))
        return String(payload.dropFirst(front.count))
    }

    private var topic: String { frame(\.start, \.payload) }

    /// A frame of the last event.
    private func frame(
        _ start: KeyPath<EventFrames, Int>, _ end: KeyPath<EventFrames, Int>
    ) -> String {
        guard let last = encoder.frames.last else { return "" }
        let bytes = encoder.bytes.array[Int(last[keyPath: start])..<Int(last[keyPath: end])]
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func encode<E: KindEvent>(_ subject: UInt32, _ event: E) -> String {
        let events = DeclaredEvents.builtIn
        var event = event
        guard
            var writer = events.writer(
                of: ObjectIdentifier(E.self), at: events.all.indices, into: log)
        else {
            return "no event of a kind"
        }
        event.visit(&writer)
        return encode(subject, .ofKind(writer.record))
    }

    @Test mutating func writesCallbacks() {
        #expect(
            encode(1, .viewWillAppear([.animated, .moving]))
                == #""lifecycle","subject":"home","event":"viewWillAppear","animated":true,"#
                + #""isMovingToParent":true,"isBeingPresented":false}"#)
        #expect(topic == "lifecycle.home.viewWillAppear")
        #expect(
            encode(3, .didMoveToParent(parent: .none), cause: EventCause(client: "x", id: 7))
                == #""containment","subject":"p1","event":"didMoveToParent","parent":null,"#
                + #""cause":{"client":"x","id":7}}"#)
        #expect(encode(1, .loadView) == #""lifecycle","subject":"home","event":"loadView"}"#)
    }

    @Test mutating func writesValues() {
        #expect(
            encode(2, PagerKind.DidSelect(page: handle(4), index: 1, previousIndex: nil))
                == #""pager","subject":"book","event":"didSelect","page":"p2","index":1,"#
                + #""previousIndex":null}"#)
        #expect(
            encode(1, .didChangeFrame(Frame(x: 0, y: 0.5, width: 390, height: 844)))
                == #""view","subject":"home","event":"didChangeFrame","#
                + #""frame":{"x":0,"y":0.5,"width":390,"height":844}}"#)
        #expect(
            encode(2, .ended(TransitionID(5), .superseded))
                == #""transition","subject":"book","event":"ended","transition":"t5","#
                + #""outcome":"superseded"}"#)
    }

    @Test mutating func writesWhatLiesInTheLog() {
        #expect(
            encode(2, PagerKind.PagesChanged(pages: [handle(3), handle(4), .none], index: 0))
                == #""pager","subject":"book","event":"pagesChanged","pages":["p1","p2",null],"#
                + #""index":0}"#)
        let message = log.keep(text: "Unbalanced calls to <home>.\n")
        #expect(
            encode(1, .unbalanced(message: message))
                == #""diagnostic","subject":"home","event":"unbalanced","#
                + #""message":"Unbalanced calls to <home>.\n"}"#)
        let changes = log.keep(value: ["title": nil, "content": ["a": [1, 2.5]]])
        #expect(
            encode(1, .controllerUpdated(changes: changes))
                == #""controller","subject":"home","event":"updated","changes":{"title":null,"#
                + #""content":{"a":[1,2.5]}}}"#)
    }

    @Test mutating func writesEveryOptionOfANewController() {
        var record = CreationRecord()
        record.kind = "pager"
        record.options.content = ["a": [1, 2.5]]
        record.ofKind = [.init("wrap", true)]
        #expect(
            encode(1, .controllerCreated(record: log.keep(creation: record)))
                == #""controller","subject":"home","event":"created","kind":"pager","#
                + #""frame":{"x":0,"y":0,"width":390,"height":844},"title":null,"#
                + #""content":{"a":[1,2.5]},"forwardsAppearance":true,"#
                + #""definesPresentationContext":false,"#
                + #""providesPresentationContextTransitionStyle":false,"#
                + #""modalPresentationStyle":"automatic","#
                + #""modalTransitionStyle":"coverVertical","isModalInPresentation":false,"#
                + #""preferredContentSize":{"width":0,"height":0},"on":null,"wrap":true}"#)
    }

    @Test mutating func writesTransitions() {
        func detail(reversed: Bool) -> TransitionDetail {
            TransitionDetail(
                transition: TransitionID(9), from: handle(3), to: .none, style: 2,
                reversed: reversed, direction: .reverse, duration: 0.35, curve: .easeInOut,
                options: [.transitionCurlUp, .curveLinear], animated: true, interactive: false)
        }
        let head =
            #""transition","subject":"book","event":"began","transition":"t9","from":"p1","#
            + #""to":null,"style":"curlUp","direction":"reverse","duration":0.35,"#
            + #""curve":"easeInOut","options":["transitionCurlUp","curveLinear"],"#
            + #""animated":true,"interactive":false,"tracks":"#
        let forwards = log.keep(detail: detail(reversed: false))
        let reversed = log.keep(detail: detail(reversed: true))
        for _ in 0..<2 {
            #expect(
                encode(2, .began(detail: forwards)) == head
                    + #"{"from":[{"property":"curl","keyframes":[{"at":0,"value":0},"#
                    + #"{"at":1,"value":1}]}],"to":[]}}"#)
            #expect(
                encode(2, .began(detail: reversed)) == head
                    + #"{"from":[],"to":[{"property":"curl","keyframes":[{"at":0,"value":1},"#
                    + #"{"at":1,"value":0}]}]}}"#)
        }
    }

    @Test mutating func writesEventsOfPlugins() {
        encoder.encode(
            .lost(reason: "gone"), of: "maps", stamp, cause: EventCause(client: "c", id: "i"))
        #expect(topic == "plugin.maps.lost")
        #expect(
            frame(\.payload, \.end)
                == #"{"seq":1042,"prev":[1040,1031],"revision":311,"time":12.031,"#
                + #""category":"plugin","subject":"maps","event":"lost","reason":"gone","#
                + #""cause":{"client":"c","id":"i"}}"#)
    }

    /// What is published has the fields that the reference names, in their order.
    @Test mutating func writesWhatIsDeclared() throws {
        _ = log.keep(text: "text")
        _ = log.keep(list: [handle(1)])
        _ = log.keep(value: [:])
        _ = log.keep(
            detail: TransitionDetail(
                transition: TransitionID(1), from: .none, to: .none, style: 0, reversed: false,
                direction: .forward, duration: 0, curve: .linear, options: [], animated: false,
                interactive: false))
        _ = log.keep(creation: CreationRecord())
        let events = DeclaredEvents.builtIn
        let declared =
            EventBody.exemplars.map { ($0, EventDeclaration($0)) }
            + zip(
                events.exemplars(in: log),
                events.all.map { EventDeclaration($0, among: events) })
        for (body, declaration) in declared {
            encoder.begin(World(), log)
            encoder.encode(Event(handle(1), body), stamp)
            encoder.end()
            let payload = try JSONParser.parse(Array(frame(\.payload, \.end).utf8))
            let members = try #require(payload.members)
            let front = ["seq", "prev", "revision", "time", "category", "subject", "event"]
            let own = front + declaration.fields.map(\.name)
            #expect(members.map(\.name).prefix(own.count) == own[...])
            #expect(declaration.rest != nil || members.count == own.count)
            #expect(members[4].value == .string(declaration.category))
            #expect(members[6].value == .string(declaration.name))
            #expect(events.name(of: body.category).description == declaration.category)
            #expect(body.name(among: events).description == declaration.name)
            #expect(topic == "\(declaration.category).home.\(declaration.name)")
            for (member, field) in zip(members.dropFirst(7), declaration.fields)
            where member.value == .null {
                #expect(field.nullable, "\(declaration.name).\(field.name)")
            }
        }
    }
}
