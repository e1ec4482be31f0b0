import PagerModel
import PagerWire
import Testing

@Suite struct EventDeclarationTests {
    /// Has no default: a new case does not compile until it has a place here, and fails until it
    /// has an exemplar there.
    private func place(_ body: EventBody) -> Int {
        switch body {
        case .willMoveToParent: 0
        case .didMoveToParent: 1
        case .parentChanged: 2
        case .removeFromParent: 3
        case .loadView: 4
        case .viewDidLoad: 5
        case .viewWillAppear: 6
        case .viewIsAppearing: 7
        case .viewDidAppear: 8
        case .viewWillDisappear: 9
        case .viewDidDisappear: 10
        case .viewWillLayoutSubviews: 11
        case .viewDidLayoutSubviews: 12
        case .willTransitionToTraits: 13
        case .traitCollectionDidChange: 14
        case .viewWillTransitionToSize: 15
        case .preferredContentSizeDidChange: 16
        case .viewCreated: 17
        case .viewDestroyed: 18
        case .didMoveToSuperview: 19
        case .didChangeFrame: 20
        case .didChangeHidden: 21
        case .viewUpdated: 22
        case .began: 23
        case .progressed: 24
        case .interactionEnded: 25
        case .completion: 26
        case .ended: 27
        case .queued: 28
        case .dropped: 29
        case .presentationTransitionWillBegin: 30
        case .presentationTransitionDidEnd: 31
        case .dismissalTransitionWillBegin: 32
        case .dismissalTransitionDidEnd: 33
        case .shouldDismiss: 34
        case .willDismiss: 35
        case .didDismiss: 36
        case .didAttemptToDismiss: 37
        case .windowCreated: 38
        case .windowDestroyed: 39
        case .windowRootChanged: 40
        case .windowResized: 41
        case .controllerCreated: 42
        case .controllerUpdated: 43
        case .controllerContentChanged: 44
        case .controllerDestroyed: 45
        case .controllerCustom: 46
        case .unbalanced: 47
        case .misuse: 48
        case .warning: 49
        case .ofKind: -1
        }
    }

    private static let count = 50

    @Test func thereIsOneExemplarOfEachCase() {
        #expect(EventBody.exemplars.map(place) == Array(0..<Self.count))
    }

    @Test func eventsAreToldApart() {
        let names = EventDeclaration.all.map { "\($0.category).\($0.name)" }
        #expect(Set(names).count == names.count)
        for event in EventDeclaration.all {
            #expect(!event.name.isEmpty && !event.doc.isEmpty)
            #expect(event.fields.allSatisfy { !$0.name.isEmpty && !$0.doc.isEmpty })
        }
    }

    @Test func declaresFields() throws {
        let began = try #require(EventDeclaration.all.first { $0.name == "began" })
        #expect(began.category == "transition")
        #expect(began.fields.map(\.name).suffix(2) == ["interactive", "tracks"])
        let moved = EventDeclaration(.didMoveToSuperview(superview: .none, index: 0))
        #expect(
            moved.fields == [
                .init(
                    name: "superview", schema: .identifier, nullable: true,
                    doc: "view or window, null where it was taken out"),
                .init(
                    name: "index", schema: .integer, nullable: true,
                    doc: "its place among the subviews, back to front"),
            ])
        #expect(EventDeclaration(.controllerCreated(record: LogIndex(0))).rest != nil)
    }
}
