import PagerModel
import PagerWire
import Testing

@Suite struct EventDeclarationTests {
    private func record<E: CoreEvent>(_ event: E) -> EventRecord {
        var log = EventLog()
        log.append(event, at: E.number, about: .none)
        return log.events[0]
    }

    @Test func `An event of the engine has its index in the table`() {
        var log = EventLog()
        let records = DeclaredEvents.builtIn.exemplars(about: .none, in: &log)
        #expect(records.map { Int($0.number.index) } == Array(records.indices))
        for (index, number) in CoreEvents.numbers.enumerated() {
            #expect(number == records[index].number)
        }
        let events = DeclaredEvents.builtIn
        #expect(events[record(LifecycleEvents.ViewDidLoad())].name.description == "viewDidLoad")
        #expect(events[record(ControllerEvents.Destroyed())].category == .controller)
        #expect(events[record(PluginEvents.Diagnostic())].category == .plugin)
    }

    @Test func `Event names are unique, and every declaration has a description`() {
        let names = EventDescription.all.map { "\($0.category).\($0.name)" }
        #expect(Set(names).count == names.count)
        for event in EventDescription.all {
            #expect(!event.name.isEmpty && !event.doc.isEmpty)
            #expect(event.fields.allSatisfy { !$0.name.isEmpty && !$0.doc.isEmpty })
        }
    }

    @Test func `A record contains the written values`() throws {
        let events = DeclaredEvents.builtIn
        var log = EventLog()
        let frame = Frame(x: 1, y: 2, width: 3, height: 4)
        log.append(
            ViewEvents.DidChangeFrame { $0.frame = frame }, at: ViewEvents.DidChangeFrame.number,
            about: .none)
        log.append(
            LifecycleEvents.ViewWillAppear { $0.flags = [.animated, .presenting] },
            at: LifecycleEvents.ViewWillAppear.number, about: .none)
        var inquiry = DecisionInquiry()
        inquiry.decision = "d7"
        log.append(
            PluginEvents.DecisionRequested { $0.inquiry = inquiry },
            at: PluginEvents.DecisionRequested.number, about: .none)
        let changed = events.read(
            ViewEvents.DidChangeFrame.self, from: log.events[0], log.attachments)
        #expect(try #require(changed).frame == frame)
        let appears = events.read(
            LifecycleEvents.ViewWillAppear.self, from: log.events[1], log.attachments)
        #expect(try #require(appears).flags == [.animated, .presenting])
        let asked = events.read(
            PluginEvents.DecisionRequested.self, from: log.events[2], log.attachments)
        #expect(try #require(asked).inquiry.decision == "d7")
        #expect(
            events.read(LifecycleEvents.LoadView.self, from: log.events[0], log.attachments) == nil)
    }
}
