import PagerModel
import PagerWire
import Testing

private struct World: EventContext {
    var names = ["", "home", "book", "p1", "p2", "maps"]

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

    /// Returns the payload without the numbers at its start.
    private mutating func encode(_ record: EventRecord, cause: EventCause? = nil) -> String {
        encoder.begin(World(), log.attachments, cause: cause)
        encoder.encode(record, stamp)
        encoder.end()
        let front = #"{"seq":1042,"prev":[1040,1031],"revision":311,"time":12.031,"category":"#
        let payload = frame(\.payload, \.end)
        #expect(payload.hasPrefix(front))
        return String(payload.dropFirst(front.count))
    }

    private mutating func encode<E: EventDeclaration>(
        _ subject: UInt32, _ event: E, cause: EventCause? = nil
    ) throws -> String {
        let events = DeclaredEvents.builtIn
        let place = try #require(
            events.number(of: ObjectIdentifier(E.self), at: events.all.indices))
        log.append(event, at: place, about: handle(subject))
        return encode(try #require(log.events.last), cause: cause)
    }

    private var topic: String { frame(\.start, \.payload) }

    /// Returns a frame of the last event.
    private func frame(
        _ start: KeyPath<EventFrames, Int>, _ end: KeyPath<EventFrames, Int>
    ) -> String {
        guard let last = encoder.frames.last else { return "" }
        let bytes = encoder.bytes.array[Int(last[keyPath: start])..<Int(last[keyPath: end])]
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A list that is longer than the name cache is encoded like a short one.
    @Test mutating func `A list of any length is encoded with all its names`() throws {
        let handles = (0..<150).map { $0 % 5 == 0 ? Handle.none : handle(UInt32($0 % 5)) }
        let names = handles.map { $0.isNone ? "null" : "\"\(World().name(of: $0))\"" }
        for count in [0, 1, 16, 17, 64, 65, 128, 129, 150] {
            let event = PagerKind.PagesChanged {
                $0.pages = Array(handles.prefix(count))
                $0.index = 0
            }
            let list = names.prefix(count).joined(separator: ",")
            #expect(try encode(2, event).contains("\"pages\":[\(list)],"), "\(count) names")
        }
    }

    @Test mutating func `Callbacks are encoded with their topic, fields and cause`() throws {
        #expect(
            try encode(1, LifecycleEvents.ViewWillAppear { $0.flags = [.animated, .moving] })
                == #""lifecycle","subject":"home","event":"viewWillAppear","animated":true,"#
                + #""isMovingToParent":true,"isBeingPresented":false}"#)
        #expect(topic == "lifecycle.home.viewWillAppear")
        #expect(
            try encode(
                3, ContainmentEvents.DidMoveToParent { $0.parent = .none },
                cause: EventCause(client: "x", id: 7))
                == #""containment","subject":"p1","event":"didMoveToParent","parent":null,"#
                + #""cause":{"client":"x","id":7}}"#)
        #expect(
            try encode(1, LifecycleEvents.LoadView())
                == #""lifecycle","subject":"home","event":"loadView"}"#)
    }

    @Test mutating func `Handles, numbers, frames and enumerations are encoded`() throws {
        #expect(
            try encode(
                2,
                PagerKind.DidSelect {
                    $0.page = handle(4)
                    $0.index = 1
                    $0.previousIndex = nil
                })
                == #""pager","subject":"book","event":"didSelect","page":"p2","index":1,"#
                + #""previousIndex":null}"#)
        #expect(
            try encode(
                1,
                ViewEvents.DidChangeFrame {
                    $0.frame = Frame(x: 0, y: 0.5, width: 390, height: 844)
                })
                == #""view","subject":"home","event":"didChangeFrame","#
                + #""frame":{"x":0,"y":0.5,"width":390,"height":844}}"#)
        #expect(
            try encode(
                2,
                TransitionEvents.Ended {
                    $0.transition = TransitionID(5)
                    $0.outcome = .superseded
                })
                == #""transition","subject":"book","event":"ended","transition":"t5","#
                + #""outcome":"superseded"}"#)
    }

    @Test mutating func `Lists, texts and values stored beside an event are encoded`() throws {
        #expect(
            try encode(
                2,
                PagerKind.PagesChanged {
                    $0.pages = [handle(3), handle(4), .none]
                    $0.index = 0
                })
                == #""pager","subject":"book","event":"pagesChanged","pages":["p1","p2",null],"#
                + #""index":0}"#)
        let message = "Unbalanced calls to <home>.\n"
        #expect(
            try encode(1, DiagnosticEvents.Unbalanced { $0.message = message })
                == #""diagnostic","subject":"home","event":"unbalanced","#
                + #""message":"Unbalanced calls to <home>.\n"}"#)
        let changes: Value = ["title": nil, "content": ["a": [1, 2.5]]]
        #expect(
            try encode(1, ControllerEvents.Updated { $0.changes = changes })
                == #""controller","subject":"home","event":"updated","changes":{"title":null,"#
                + #""content":{"a":[1,2.5]}}}"#)
    }

    @Test mutating func `A created event contains every option of the controller`() throws {
        var record = CreationRecord()
        record.kind = "pager"
        record.options.content = ["a": [1, 2.5]]
        record.ofKind = [.init("wrap", true)]
        #expect(
            try encode(1, ControllerEvents.Created { $0.record = record })
                == #""controller","subject":"home","event":"created","kind":"pager","#
                + #""frame":{"x":0,"y":0,"width":390,"height":844},"title":null,"#
                + #""content":{"a":[1,2.5]},"forwardsAppearance":true,"#
                + #""definesPresentationContext":false,"#
                + #""providesPresentationContextTransitionStyle":false,"#
                + #""modalPresentationStyle":"automatic","#
                + #""modalTransitionStyle":"coverVertical","isModalInPresentation":false,"#
                + #""preferredContentSize":{"width":0,"height":0},"dwellTime":0,"on":null,"#
                + #""sheet":null,"hidesBottomBarWhenPushed":false,"#
                + #""additionalSafeAreaInsets":null,"wrap":true}"#)
    }

    @Test mutating func `A transition is encoded with its tracks, also if reversed`() throws {
        func detail(reversed: Bool) -> TransitionDetail {
            var detail = TransitionDetail()
            detail.transition = TransitionID(9)
            detail.from = handle(3)
            detail.style = 2
            detail.reversed = reversed
            detail.direction = .reverse
            detail.duration = 0.35
            detail.curve = .easeInOut
            detail.options = [.transitionCurlUp, .curveLinear]
            detail.animated = true
            return detail
        }
        let head =
            #""transition","subject":"book","event":"began","transition":"t9","from":"p1","#
            + #""to":null,"style":"curlUp","direction":"reverse","duration":0.35,"#
            + #""curve":"easeInOut","options":["transitionCurlUp","curveLinear"],"#
            + #""animated":true,"interactive":false,"tracks":"#
        let forwards = detail(reversed: false)
        let reversed = detail(reversed: true)
        for _ in 0..<2 {
            #expect(
                try encode(2, TransitionEvents.Began { $0.detail = forwards }) == head
                    + #"{"from":[{"property":"curl","keyframes":[{"at":0,"value":0},"#
                    + #"{"at":1,"value":1}]}],"to":[]}}"#)
            #expect(
                try encode(2, TransitionEvents.Began { $0.detail = reversed }) == head
                    + #"{"from":[],"to":[{"property":"curl","keyframes":[{"at":0,"value":1},"#
                    + #"{"at":1,"value":0}]}]}}"#)
        }
    }

    @Test mutating func `An event of a plugin has the plugin as its subject`() throws {
        let payload = try encode(
            5, PluginEvents.Lost { $0.reason = "gone" }, cause: EventCause(client: "c", id: "i"))
        #expect(topic == "plugin.maps.lost")
        #expect(
            payload
                == #""plugin","subject":"maps","event":"lost","reason":"gone","#
                + #""cause":{"client":"c","id":"i"}}"#)
    }

    @Test mutating func `The fields of a decision request are encoded as members`() throws {
        var inquiry = DecisionInquiry()
        inquiry.decision = "d1"
        inquiry.controller = Identifier("p1")
        #expect(
            try encode(5, PluginEvents.DecisionRequested { $0.inquiry = inquiry })
                == #""plugin","subject":"maps","event":"decisionRequested","decision":"d1","#
                + #""question":"shouldSelect","controller":"p1","container":null,"method":null}"#)
    }

    /// Published events have the fields in the reference, in that order.
    @Test mutating func `Each event is encoded with the fields in its declaration`() throws {
        let events = DeclaredEvents.builtIn
        let records = events.exemplars(about: handle(1), in: &log)
        for (record, event) in zip(records, events.all) {
            let declaration = EventDescription(event, among: events)
            _ = encode(record)
            let payload = try JSONParser.parse(Array(frame(\.payload, \.end).utf8))
            let members = try #require(payload.members)
            let front = ["seq", "prev", "revision", "time", "category", "subject", "event"]
            let own = front + declaration.fields.map(\.name)
            #expect(members.map(\.name).prefix(own.count) == own[...])
            #expect(declaration.rest != nil || members.count == own.count)
            #expect(members[4].value == .string(declaration.category))
            #expect(members[6].value == .string(declaration.name))
            #expect(topic == "\(declaration.category).home.\(declaration.name)")
            for (member, field) in zip(members.dropFirst(7), declaration.fields)
            where member.value == .null {
                #expect(field.nullable || field.schema == .any, "\(declaration.name).\(field.name)")
            }
        }
    }
}
