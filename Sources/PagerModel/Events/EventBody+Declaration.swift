/// Takes the fields of one event.
public protocol EventVisitor {
    /// Called first, exactly once.
    mutating func event(_ category: EventCategory, _ name: StaticString, _ doc: StaticString)
    mutating func flag(_ name: StaticString, _ value: Bool, _ doc: StaticString)
    mutating func count(_ name: StaticString, _ value: Int32, _ doc: StaticString)
    mutating func number(_ name: StaticString, _ value: Double, _ doc: StaticString)
    mutating func reference(_ name: StaticString, _ value: Handle, _ doc: StaticString)
    mutating func transition(_ name: StaticString, _ value: TransitionID, _ doc: StaticString)
    mutating func field<T: FieldValue>(_ name: StaticString, _ value: T, _ doc: StaticString)
    /// A field that may be null.
    mutating func optional<T: FieldValue>(
        _ name: StaticString, _ value: T?, _ doc: StaticString)
    mutating func text(_ name: StaticString, _ value: LogIndex, _ doc: StaticString)
    mutating func list(_ name: StaticString, _ value: LogIndex, _ doc: StaticString)
    mutating func value(_ name: StaticString, _ value: LogIndex, _ doc: StaticString)
    /// All fields of a creation that lies in the log.
    mutating func creation(_ record: LogIndex, _ doc: StaticString)
    mutating func detail(_ value: LogIndex)
    /// An event that a kind declares, all of it.
    mutating func ofKind(_ record: KindEventRecord)
}

extension EventBody {
    /// The category, the first part of its topic. O(1).
    public var category: EventCategory {
        switch self {
        case .willMoveToParent, .didMoveToParent, .parentChanged, .removeFromParent: .containment
        case .loadView, .viewDidLoad, .viewWillAppear, .viewIsAppearing, .viewDidAppear,
            .viewWillDisappear, .viewDidDisappear, .viewWillLayoutSubviews,
            .viewDidLayoutSubviews, .willTransitionToTraits, .traitCollectionDidChange,
            .viewWillTransitionToSize, .preferredContentSizeDidChange:
            .lifecycle
        case .viewCreated, .viewDestroyed, .didMoveToSuperview, .didChangeFrame,
            .didChangeHidden, .viewUpdated:
            .view
        case .began, .progressed, .interactionEnded, .completion, .ended, .queued, .dropped:
            .transition
        case .presentationTransitionWillBegin, .presentationTransitionDidEnd,
            .dismissalTransitionWillBegin, .dismissalTransitionDidEnd, .shouldDismiss,
            .willDismiss, .didDismiss, .didAttemptToDismiss:
            .presentation
        case .ofKind(let record): record.category
        case .windowCreated, .windowDestroyed, .windowRootChanged, .windowResized: .window
        case .controllerCreated, .controllerUpdated, .controllerContentChanged,
            .controllerDestroyed, .controllerCustom:
            .controller
        case .unbalanced, .misuse, .warning: .diagnostic
        }
    }

    /// Declares the event: name and fields, in the order of the wire.
    ///
    /// This and `category` are the one place where an event is described; publishing it, the
    /// reference and the clients follow from here.
    public func visit<V: EventVisitor>(_ v: inout V) {
        switch category {
        case .kind: if case .ofKind(let record) = self { v.ofKind(record) }
        case .containment: visitContainment(&v)
        case .lifecycle: visitLifecycle(&v)
        case .view: visitView(&v)
        case .transition: visitTransition(&v)
        case .presentation: visitPresentation(&v)
        case .window, .controller, .diagnostic: visitRecords(&v)
        case .plugin, .server: preconditionFailure("not an event of the engine")
        }
    }

    private func visitContainment<V: EventVisitor>(_ v: inout V) {
        switch self {
        case .willMoveToParent(let parent):
            v.event(category, "willMoveToParent", "willMove(toParent:)")
            v.reference("parent", parent, "the parent to be, null when leaving")
        case .didMoveToParent(let parent):
            v.event(category, "didMoveToParent", "didMove(toParent:)")
            v.reference("parent", parent, "the parent, null after leaving")
        case .parentChanged(let parent, let index):
            v.event(
                category, "parentChanged", "The edge between parent and child is made or cut.")
            v.reference("parent", parent, "null where the edge is cut")
            v.count("index", index, "the child's place among the parent's children")
        case .removeFromParent:
            v.event(
                category, "removeFromParent", "The call that addChild makes by itself [1.4].")
        default: preconditionFailure("not an event of containment")
        }
    }

    private func visitLifecycle<V: EventVisitor>(_ v: inout V) {
        switch self {
        case .loadView: v.event(category, "loadView", "loadView()")
        case .viewDidLoad: v.event(category, "viewDidLoad", "viewDidLoad()")
        case .viewWillAppear(let flags):
            v.event(category, "viewWillAppear", "viewWillAppear(_:)")
            appearing(flags, &v)
        case .viewIsAppearing(let animated):
            v.event(category, "viewIsAppearing", "viewIsAppearing(_:)")
            v.flag("animated", animated, "the callback's argument")
        case .viewDidAppear(let flags):
            v.event(category, "viewDidAppear", "viewDidAppear(_:)")
            appearing(flags, &v)
        case .viewWillDisappear(let flags):
            v.event(category, "viewWillDisappear", "viewWillDisappear(_:)")
            disappearing(flags, &v)
        case .viewDidDisappear(let flags):
            v.event(category, "viewDidDisappear", "viewDidDisappear(_:)")
            disappearing(flags, &v)
        case .viewWillLayoutSubviews:
            v.event(category, "viewWillLayoutSubviews", "viewWillLayoutSubviews()")
        case .viewDidLayoutSubviews:
            v.event(category, "viewDidLayoutSubviews", "viewDidLayoutSubviews()")
        case .willTransitionToTraits(let traits):
            v.event(category, "willTransitionToTraits", "willTransition(to:with:)")
            classes(traits, &v)
        case .traitCollectionDidChange(let traits):
            v.event(category, "traitCollectionDidChange", "traitCollectionDidChange(_:)")
            classes(traits, &v)
        case .viewWillTransitionToSize(let size):
            v.event(category, "viewWillTransitionToSize", "viewWillTransition(to:with:)")
            v.field("size", size, "the size to be")
        case .preferredContentSizeDidChange(let child):
            v.event(
                category, "preferredContentSizeDidChange",
                "preferredContentSizeDidChange(forChildContentContainer:)")
            v.reference("child", child, "the child whose wish changed")
        default: preconditionFailure("not an event of the lifecycle")
        }
    }

    private func appearing<V: EventVisitor>(_ flags: AppearanceFlags, _ v: inout V) {
        v.flag("animated", flags.contains(.animated), "the callback's argument")
        v.flag("isMovingToParent", flags.contains(.moving), "as the property reads inside [12.2]")
        v.flag("isBeingPresented", flags.contains(.presenting), "as the property reads inside")
    }

    private func disappearing<V: EventVisitor>(_ flags: AppearanceFlags, _ v: inout V) {
        v.flag("animated", flags.contains(.animated), "the callback's argument")
        v.flag("isMovingFromParent", flags.contains(.moving), "as the property reads inside [12.2]")
        v.flag("isBeingDismissed", flags.contains(.presenting), "as the property reads inside")
    }

    private func classes<V: EventVisitor>(_ traits: Traits, _ v: inout V) {
        v.field("horizontal", traits.horizontal, "horizontal size class")
        v.field("vertical", traits.vertical, "vertical size class")
    }

    private func visitView<V: EventVisitor>(_ v: inout V) {
        switch self {
        case .viewCreated(let frame):
            v.event(category, "created", "A plain view was made.")
            v.field("frame", frame, "in the superview to be")
        case .viewDestroyed: v.event(category, "destroyed", "A plain view is gone.")
        case .didMoveToSuperview(let superview, let index):
            v.event(category, "didMoveToSuperview", "The view was inserted, moved or taken out.")
            v.reference("superview", superview, "view or window, null where it was taken out")
            v.count("index", index, "its place among the subviews, back to front")
        case .didChangeFrame(let frame):
            v.event(category, "didChangeFrame", "The frame changed.")
            v.field("frame", frame, "the new one")
        case .didChangeHidden(let hidden):
            v.event(
                category, "didChangeHidden", "The view was hidden or shown; no appearance [3.10].")
            v.flag("hidden", hidden, "the new value")
        case .viewUpdated(let changes):
            v.event(category, "updated", "Other properties of the view changed.")
            v.value("changes", changes, "the changed properties and their new values")
        default: preconditionFailure("not an event of views")
        }
    }

    private func visitTransition<V: EventVisitor>(_ v: inout V) {
        switch self {
        case .began(let detail):
            v.event(category, "began", "A transition has begun; exactly one `ended` follows.")
            v.detail(detail)
        case .progressed(let id, let progress):
            v.event(category, "progressed", "An interactive transition was moved.")
            v.transition("transition", id, "which one")
            v.number("progress", progress, "0 to 1")
        case .interactionEnded(let id, let cancelled):
            v.event(category, "interactionEnded", "The finger is lifted.")
            v.transition("transition", id, "which one")
            v.flag("cancelled", cancelled, "whether it goes back")
        case .completion(let id, let finished):
            v.event(category, "completion", "Where UIKit runs the caller's completion block.")
            v.transition("transition", id, "which one")
            v.flag("finished", finished, "false where it was cut short or taken back")
        case .ended(let id, let outcome):
            v.event(category, "ended", "The transition is over, in the place of animationEnded.")
            v.transition("transition", id, "which one")
            v.field("outcome", outcome, "how")
        case .queued(let command):
            v.event(category, "queued", "A command waits for the running transition.")
            v.text("command", command, "its method")
        case .dropped(let command, let error):
            v.event(category, "dropped", "A waiting command was not carried out.")
            v.text("command", command, "its method")
            v.text("error", error, "the error's name, or `replaced`")
        default: preconditionFailure("not an event of transitions")
        }
    }

    private func visitPresentation<V: EventVisitor>(_ v: inout V) {
        switch self {
        case .presentationTransitionWillBegin(let presenter, let style):
            v.event(
                category, "presentationTransitionWillBegin",
                "The presentation controller's hook, before every will callback [10.5].")
            v.reference("presenter", presenter, "who presents")
            v.field("style", style, "the presentation style")
        case .presentationTransitionDidEnd(let completed):
            v.event(
                category, "presentationTransitionDidEnd",
                "The presentation controller's hook, before every did callback [10.5].")
            v.flag("completed", completed, "false where it was taken back")
        case .dismissalTransitionWillBegin:
            v.event(
                category, "dismissalTransitionWillBegin",
                "The presentation controller's hook, before every will callback [10.5].")
        case .dismissalTransitionDidEnd(let completed):
            v.event(
                category, "dismissalTransitionDidEnd",
                "The presentation controller's hook, before every did callback [10.5].")
            v.flag("completed", completed, "false where it was taken back")
        case .shouldDismiss:
            v.event(category, "shouldDismiss", "The sheet's delegate is asked [10.7].")
        case .willDismiss:
            v.event(category, "willDismiss", "The sheet's delegate is told [10.7].")
        case .didDismiss:
            v.event(category, "didDismiss", "A person dragged the sheet away [10.7].")
        case .didAttemptToDismiss:
            v.event(category, "didAttemptToDismiss", "A person tried and may not [10.7].")
        default: preconditionFailure("not an event of presentation")
        }
    }
}
