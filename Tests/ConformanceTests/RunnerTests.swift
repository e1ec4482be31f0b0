import PagerModel
import PagerWire
import Testing

/// Checks that the runner reports faults, because the cases would not detect a runner that accepts
/// everything.
@Suite struct RunnerTests {
    private func events(_ lines: [String]) throws -> [Value] {
        try lines.enumerated().map { index, line in
            let parts = line.split(separator: " ").map(String.init)
            var event = try JSONParser.parse(
                """
                {"seq":\(index + 1),"category":"\(parts[0])","subject":"\(parts[1])",\
                "event":"\(parts[2])"}
                """)
            if parts.count == 4, case .object(var members) = event {
                members.append(.init("transition", .string(parts[3])))
                event = .object(members)
            }
            return event
        }
    }

    @Test func `The token of an event has arguments, and a pattern may omit the last ones`() throws
    {
        let event = try JSONParser.parse(
            """
            {"category":"pager","subject":"pg","event":"pagesChanged","index":1,\
            "pages":["a","b"]}
            """)
        #expect("\(Token(event))" == "pg.pager.pagesChanged(1,a,b)")
        #expect(try Pattern("pg.pager.pagesChanged(1,a)").fits(Token(event)))
        #expect(try Pattern("pg.pager.pagesChanged").fits(Token(event)))
        #expect(try !Pattern("pg.pager.pagesChanged(2)").fits(Token(event)))
        let size = try JSONParser.parse(
            """
            {"category":"window","subject":"w","event":"resized",\
            "size":{"width":844.0,"height":390.5}}
            """)
        #expect("\(Token(size))" == "w.window.resized(844x390.5)")
    }

    @Test(arguments: ["A", "A.viewWillApear", "A.viewDidLoad(1)", "A.loadView("])
    func `An invalid pattern is refused`(_ text: String) {
        #expect(throws: Malformed.self) { try Pattern(text) }
    }

    @Test func `Layout passes are compared separately from other callbacks`() throws {
        let got = try events([
            "lifecycle A viewWillAppear", "lifecycle A viewWillLayoutSubviews",
            "lifecycle A viewWillLayoutSubviews", "lifecycle A viewDidAppear",
        ]).map(Token.init)
        let plain = try ["A.viewWillAppear", "A.viewDidAppear"].map(Pattern.init)
        let laidOut = try [
            "A.viewWillAppear", "A.viewWillLayoutSubviews", "A.viewDidAppear",
        ].map(Pattern.init)
        let late = try [
            "A.viewWillAppear", "A.viewDidAppear", "A.viewWillLayoutSubviews",
        ].map(Pattern.init)
        #expect(Comparison.exact.fault(plain, got) == nil)
        #expect(Comparison.exact.fault(laidOut, got) == nil)
        #expect(Comparison.exact.fault(late, got) != nil)
        #expect(Comparison.exact.fault(laidOut, got, layoutStrict: true) == nil)
        #expect(Comparison.exact.fault(plain, got, layoutStrict: true) != nil)
        #expect(Comparison.exact.fault(plain.reversed(), got) != nil)
        #expect(Comparison.subsequence.fault(plain.reversed(), got) != nil)
        #expect(Comparison.contains.fault(plain.reversed(), got) == nil)
        #expect(Comparison.absent.fault(plain, got) != nil)
    }

    @Test func `The automaton reports invalid callbacks and incomplete transitions`() throws {
        let automaton = Automaton(
            try events([
                "lifecycle A viewWillAppear", "lifecycle A viewWillAppear",
                "lifecycle B viewDidAppear", "transition A began t1", "transition A ended t2",
            ]))
        #expect(automaton.appearanceFaults.count == 2)
        #expect(automaton.transitionFaults == ["t2 ended without having begun (seq 5)"])
        #expect(automaton.unsettled == ["A"])
        #expect(automaton.open == ["t1"])
    }

    @Test func `Gaps in the event stream are reported`() throws {
        let payload = try JSONParser.parse(
            """
            {"seq":2,"prev":[1,0],"category":"lifecycle","subject":"A","event":"loadView"}
            """)
        let check = StreamCheck(
            [StreamCheck.Call(method: "m", seq: 3, events: [payload])],
            [Publication(topic: "lifecycle.B.loadView", payload: payload)])
        #expect(check.faults.count == 4)
        #expect(StreamCheck([], [Publication(topic: "", payload: payload)]).faults.count == 4)
    }

    @Test func `A wrong expectation of a case is reported`() throws {
        let head = """
            {"id":"X","title":"x","source":"x","rule":[],"confidence":"high",\
            "given":[["controller.create",{"id":"P","kind":"view"}]],\
            "when":[["controller.loadViewIfNeeded",{"id":"P"}]]
            """
        let wrong = [
            #""expect":["P.viewDidLoad","P.loadView"],"subjects":["P"],"records":["load"]"#,
            #""absent":["P.viewDidLoad"]"#,
            #""error":{"name":"notAChild"}"#,
            #""diagnostic":{"messagePattern":"."}"#,
            #""fields":[{"token":"P.viewDidLoad","nth":1,"field":"seq","equals":0}]"#,
            #""state":[{"call":["controller.get",{"id":"P"}],"path":"parent","equals":"Q"}]"#,
        ]
        for check in wrong {
            let target = try ServiceTarget(uikit: 18)
            var run = Run(try Case(JSONParser.parse("\(head),\(check)}")), target)
            try run.carryOut()
            #expect(run.faults.count == 1, "\(check): \(run.faults)")
        }
        #expect(throws: Malformed.self) {
            try Case(JSONParser.parse(#"\#(head),"expct":[],"absent":[]}"#))
        }
        #expect(throws: Malformed.self) { try Case(JSONParser.parse("\(head)}")) }
    }
}
